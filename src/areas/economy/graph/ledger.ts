import { forStaff } from '../../../edges/graphql/access.ts'
import { builder, queryField } from '../../../edges/graphql/builder.ts'
import { atMost } from '../../../edges/graphql/limits.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { createListLoader, createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { byText, keysetConnection, listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import { followEventsAsStaff, initialArgument, isInitial } from '../../../edges/graphql/resolvers/subscriptions.ts'
import type { LedgerAccount as AccountRow } from '../../../generated/prisma/client.ts'
import { siblingId } from '../../../kernel/ids.ts'
import { viewerRef } from '../../accounts/graph/viewer.ts'
import { userRef } from '../../users/graph/user.ts'
import { ledgerTransferred } from '../events.ts'
import { accountsByIds, countAccounts, readAccounts } from '../ledger/accounts.ts'
import { type LedgerDifference as Difference, findLedgerDifferences } from '../ledger/check.ts'
import {
  BY_NEWEST_NUMBER,
  countTransfers,
  readTransfers,
  type TransferRow,
  transferIdByKey,
  transfersByIds,
} from '../ledger/queries.ts'
import { transferKindOf } from '../ledger/transfers.ts'
import { type EntryRow, entriesOfTransfers } from '../wallet/queries.ts'
import { LedgerEntry, LedgerEntryConnection, purposeField, TransferKindEnum } from './ledgerEntry.ts'
import { spanArguments } from './listedSpan.ts'

const accountsById = createLoader<AccountRow>(accountsByIds, ({ id }) => id)
const transfersById = createLoader<TransferRow>(transfersByIds, ({ id }) => id)
const entriesByTransfer = createListLoader<EntryRow>(forViewer(entriesOfTransfers), ({ transferId }) => transferId)

const LedgerAccount = builder.objectRef<AccountRow>('LedgerAccount')
const LedgerTransfer = builder.objectRef<TransferRow>('LedgerTransfer')
export const transferRef = referenceTo(LedgerTransfer, transfersById)

builder.node(LedgerAccount, {
  description: 'An account of tokens, of a person or of the platform. Admins see it. All amounts are whole numbers.',
  ...nodeBy(accountsById),
  fields: (t) => ({
    ...columns(t, 'LedgerAccount', {
      code: 'Name of the account: `user:<id>:standard`, `user:<id>:earnings` or `house:<purpose>`.',
      createdAt: 'Time of the first use.',
    }),
    owner: t.field(userRef('ownerId', 'Owner; null for the platform, and after the account was erased.')),
    purpose: t.field(purposeField),
    posted: t.float({ description: 'Tokens by all entries.', resolve: ({ posted }) => Number(posted) }),
    held: t.float({ description: 'Those of them that are held for now.', resolve: ({ held }) => Number(held) }),
  }),
})

builder.node(LedgerTransfer, {
  description: 'A movement of tokens between accounts, which never changes. Admins see it.',
  ...nodeBy(transfersById),
  fields: (t) => ({
    kind: t.field({ type: TransferKindEnum, description: 'Why the tokens were moved.', resolve: transferKindOf }),
    actor: t.field(userRef('actorId', 'Who caused it; null for the platform, and after the account was erased.')),
    purchaseId: t.exposeID('purchaseId', { nullable: true, description: 'Id of the purchase; null for none.' }),
    transactionId: t.exposeID('transactionId', { nullable: true, description: 'Id of the payment; null for none.' }),
    memo: t.string({
      nullable: true,
      description: 'A note; null for none.',
      resolve: ({ memo }) => memo || null,
    }),
    at: t.expose('at', { type: 'DateTime', description: 'Time of the transfer.' }),
    reverses: t.field(transferRef('reversesId', 'The transfer whose tokens it moves back; null for none.')),
    reversedBy: t.field(transferRef('reversedById', 'The transfer that has moved its tokens back; null for none.')),
    entries: t.connection(
      {
        type: LedgerEntry,
        description: 'What it adds to accounts, or takes from them; the sum is 0.',
        resolve: async ({ id }, args, context) =>
          listConnection(args, byText('id', 'ascending'), await entriesByTransfer(context).load(id)),
      },
      LedgerEntryConnection,
    ),
  }),
})
const LedgerAccountConnection = builder.connectionObject({ type: LedgerAccount, name: 'LedgerAccountConnection' })
const LedgerTransferConnection = builder.connectionObject({ type: LedgerTransfer, name: 'LedgerTransferConnection' })

const LedgerCheckKind = enumOf('LedgerCheckKind', 'What is checked of the ledger.', {
  transfers: 'Each transfer has two entries or more, whose sum is 0.',
  posted: 'The tokens of each account are the sum of its entries.',
  held: 'What is held of each account is the sum of its holds.',
  purchases: 'The transfer of each purchase has moved its price.',
})

const LedgerDifference = builder.objectRef<Difference>('LedgerDifference').implement({
  description: 'Something in the ledger that is not as it should be.',
  fields: (t) => ({
    check: t.expose('check', { type: LedgerCheckKind, description: 'The check that has found it.' }),
    subject: t.exposeString('subject', {
      description: 'Number of a transfer, code of an account, or id of a purchase.',
    }),
    expected: t.exposeString('expected', { description: 'What should be there.' }),
    found: t.exposeString('found', { description: 'What is there.' }),
  }),
})

const LedgerCheck = builder.objectRef<readonly Difference[]>('LedgerCheck').implement({
  description: 'Whether the ledger balances.',
  fields: (t) => ({
    isBalanced: t.boolean({ description: 'Whether there is no difference.', resolve: ({ length }) => length === 0 }),
    differences: t.field({
      type: [LedgerDifference],
      ...atMost(300),
      description: 'What is not as it should be: at most 100 for each check.',
      resolve: (differences) => differences,
    }),
  }),
})

builder.queryFields((t) => ({
  ledgerAccounts: t.connection(
    {
      type: LedgerAccount,
      ...forStaff('economy'),
      description: 'Accounts of tokens by their code. Staff with `ECONOMY` only.',
      args: { ownerId: t.arg.id({ description: 'Only accounts of this person.' }) },
      resolve: (_root, { ownerId, ...args }, { viewerScope: scope }) =>
        keysetConnection(args, {
          order: byText('code', 'ascending'),
          totalCount: () => countAccounts(scope, ownerId ?? undefined),
          read: (page) => readAccounts(scope, ownerId ?? undefined, page),
        }),
    },
    LedgerAccountConnection,
  ),
  ledgerTransfers: t.connection(
    {
      type: LedgerTransfer,
      ...forStaff('economy'),
      description: 'Transfers of tokens, newest first. Staff with `ECONOMY` only.',
      args: {
        kind: t.arg({ type: TransferKindEnum, description: 'Only transfers for this reason.' }),
        userId: t.arg.id({ description: 'Only transfers from or to accounts of this person.' }),
        purchaseId: t.arg.id({ description: 'Only transfers of this purchase.' }),
        transactionId: t.arg.id({ description: 'Only transfers of this payment.' }),
        ...spanArguments(),
      },
      resolve: (_root, given, { viewerScope: scope }) => {
        const { kind, userId, purchaseId, transactionId, since, until, ...args } = given
        const filter = omitNullish({ kind, userId, purchaseId, transactionId, since, until })
        return keysetConnection(args, {
          order: BY_NEWEST_NUMBER,
          totalCount: () => countTransfers(scope, filter),
          read: (page) => readTransfers(scope, filter, page),
        })
      },
    },
    LedgerTransferConnection,
  ),
  ledgerCheck: t.field({
    type: LedgerCheck,
    ...forStaff('economy'),
    description: 'Checks the ledger now, which reads all of it. Staff with `ECONOMY` only.',
    resolve: (_root, _args, { viewerScope: scope }) => findLedgerDifferences(scope),
  }),
}))

interface LedgerActivityData {
  readonly transferId: string
}

const LedgerActivity = builder.objectRef<LedgerActivityData>('LedgerActivity').implement({
  description: 'A transfer that was made.',
  fields: (t) => ({
    transferId: t.exposeID('transferId', {
      description: 'Id of the transfer; of the viewer for the first event of `initial`.',
    }),
    transfer: t.field(transferRef('transferId', 'The transfer; null for the first event of `initial`.')),
    viewer: t.field(viewerRef('The person who is logged in.')),
    query: t.field(queryField),
  }),
})

builder.subscriptionField('ledgerActivity', (t) =>
  t.field({
    type: LedgerActivity,
    ...forStaff('economy'),
    description: 'Emits when tokens were moved. Staff with `ECONOMY` only.',
    args: initialArgument(),
    subscribe: (_root, { initial }, context) =>
      followEventsAsStaff(context, { anyOf: ['economy'], types: [ledgerTransferred], initial }),
    resolve: async (event, _args, { viewerScope: scope }): Promise<LedgerActivityData> => ({
      transferId: isInitial(event) ? siblingId('viewer', scope.viewer.id) : await transferIdByKey(scope, event.subject),
    }),
  }),
)
