import { z } from 'zod'
import { UserId } from '../../../contract/ids.ts'
import { patternOf } from '../../../contract/shapes/formats.ts'
import { builder, queryField } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { operationCache } from '../../../edges/graphql/operationCache.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import { followOwnEvents, initialArgument } from '../../../edges/graphql/resolvers/subscriptions.ts'
import { ID_PREFIXES } from '../../../kernel/ids.ts'
import { Viewer, viewerRef } from '../../accounts/graph/viewer.ts'
import { userRef } from '../../users/graph/user.ts'
import { setEconomyBlocked } from '../economyProfile.ts'
import { type EconomyState, readEconomyState } from '../economyState.ts'
import { walletChanged } from '../events.ts'
import { adminTransferRules, grantTokens, revokeTokens } from '../ledger/adminTransfers.ts'
import { BY_NEWEST_NUMBER } from '../ledger/queries.ts'
import { countOwnEntries, readOwnEntries } from '../wallet/queries.ts'
import {
  type EconomyAccountFacts,
  readEconomyAccount,
  readTermsAccepted,
  updateProviderTos,
  type WalletRow,
  walletIdOf,
  walletsByIds,
} from '../wallet/wallet.ts'
import { transferRef } from './ledger.ts'
import { LedgerEntry, LedgerEntryConnection, TransferKindEnum } from './ledgerEntry.ts'
import { spanArguments } from './listedSpan.ts'

const walletsById = createLoader<WalletRow>(forViewer(walletsByIds), ({ id }) => id)

const Wallet = builder.objectRef<WalletRow>('Wallet')

builder.node(Wallet, {
  description: 'Tokens of the viewer. All amounts are whole numbers.',
  ...nodeBy(walletsById),
  fields: (t) => ({
    balance: t.exposeFloat('balance', { description: 'Tokens that can be spent.' }),
    earnings: t.exposeFloat('earnings', {
      description: 'Tokens that sales brought, which cannot be spent; those that are held are among them.',
    }),
    held: t.exposeFloat('held', {
      description: 'Tokens that are held for now, as those of sales that can still be refunded.',
    }),
    entries: t.connection(
      {
        type: LedgerEntry,
        description: 'What has changed the tokens of the wallet, newest first.',
        args: {
          kinds: t.arg({ type: [TransferKindEnum], description: 'Only entries for these reasons.' }),
          ...spanArguments(),
        },
        resolve: (_wallet, { kinds, since, until, ...args }, { viewerScope: scope }) => {
          const filter = omitNullish({ kinds, since, until })
          return keysetConnection(args, {
            order: BY_NEWEST_NUMBER,
            totalCount: () => countOwnEntries(scope, filter),
            read: (page) => readOwnEntries(scope, filter, page),
          })
        },
      },
      LedgerEntryConnection,
    ),
  }),
})

/** A field with the wallet of the viewer. */
const walletRef = (description: string) => ({
  type: Wallet,
  nullable: true as const,
  description,
  resolve: (_parent: unknown, _args: unknown, context: Parameters<typeof walletsById>[0]) =>
    walletsById(context).load(walletIdOf(context.viewerScope.viewer.id)),
})

/** Whether the viewer has accepted the terms: read once, under however many aliases it is selected. */
const viewerAcceptedTerms = operationCache(({ viewerScope: scope }: GraphContext) =>
  readTermsAccepted(scope, scope.viewer.id),
)

const EconomyAccount = builder.objectRef<EconomyAccountFacts>('EconomyAccount').implement({
  description: 'What a person can do with tokens.',
  fields: (t) => ({
    accountId: t.exposeID('accountId', {
      nullable: true,
      description: 'Id of the account of tokens to spend; null before its first entry.',
    }),
    activatedAt: t.expose('activatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the first use of that account; null before its first entry.',
    }),
    isBlocked: t.exposeBoolean('isBlocked', {
      description: 'Whether the person cannot spend tokens until an admin allows it, or a debt is repaid.',
    }),
    canSpend: t.exposeBoolean('canSpend', {
      description:
        'Whether tokens can be spent now: the economy is online, the terms are accepted, the person is not blocked.',
    }),
    canEarn: t.exposeBoolean('canEarn', { description: 'Whether the person can sell.' }),
    canPayout: t.boolean({
      description: 'Whether earnings can be paid out in money: never, as no payment provider does.',
      resolve: () => false,
    }),
    hasAcceptedTerms: t.boolean({
      description: 'Whether the person has accepted the present terms of the payment provider.',
      complexity: 1,
      resolve: (_account, _args, context) => viewerAcceptedTerms(context),
    }),
  }),
})

/** A field with what the viewer can do with tokens. */
const economyAccountRef = (description: string) => ({
  type: EconomyAccount,
  description,
  resolve: (_parent: unknown, _args: unknown, { viewerScope: scope }: Parameters<typeof walletsById>[0]) =>
    readEconomyAccount(scope, scope.viewer.id),
})

builder.objectFields(Viewer, (t) => ({
  wallet: t.field(walletRef('Tokens of the viewer.')),
  economyAccount: t.field(economyAccountRef('What the viewer can do with tokens.')),
}))

const ProviderStatus = builder.objectRef<EconomyState>('ProviderStatus').implement({
  description: 'The state of the economy and of the payment provider.',
  fields: (t) => ({
    isOnline: t.exposeBoolean('isOnline', { description: 'Whether tokens can be spent now.' }),
    plannedOfflineStart: t.expose('pauseStart', {
      type: 'DateTime',
      nullable: true,
      description: 'Start of the planned time without spending; null for none.',
    }),
    plannedOfflineEnd: t.expose('pauseEnd', {
      type: 'DateTime',
      nullable: true,
      description: 'End of the planned time without spending; null for none.',
    }),
    termsVersion: t.string({
      description: 'Version of the present terms of the payment provider.',
      resolve: (_state, _args, { scope }) => scope.payments.tos().version,
    }),
    termsUrl: t.field({
      type: 'URL',
      description: 'Page with the present terms of the payment provider.',
      resolve: (_state, _args, { scope }) => scope.payments.tos().url,
    }),
  }),
})

builder.queryField('providerStatus', (t) =>
  t.field({
    type: ProviderStatus,
    description: 'The state of the economy and of the payment provider.',
    resolve: (_root, _args, { viewerScope: scope }) => readEconomyState(scope),
  }),
)

mutation('updateProviderTos', {
  description: 'Accepts the present terms of the payment provider, or withdraws that.',
  input: z.object({ accepted: z.boolean().describe('Whether the viewer accepts them.') }),
  run: async (scope, { accepted }) => {
    await updateProviderTos(scope, scope.viewer.id, accepted)
    return {}
  },
  payload: (t) => ({ economyAccount: t.field(economyAccountRef('What the viewer can do with tokens after that.')) }),
})

const userId = UserId.describe('Id of the person.')
const reason = z.string().describe('Why, for the audit log: 1 to 1,000 characters.')
const idempotencyKey = z
  .string()
  .regex(patternOf('characters', /^[\x21-\x7e]{1,128}$/), 'idempotencyKey must have 1 to 128 visible characters')
  .describe('Any text that names the act: with the same one it happens once.')
const tokens = z.int().describe('Number of tokens, from 1 to 10,000,000.')

const ACTS = { grantTokens, revokeTokens } as const
const DESCRIPTIONS = {
  grantTokens: 'Gives a person tokens.',
  revokeTokens: 'Takes tokens from a person, who never has less than 0. Tokens that are held stay.',
} as const

for (const name of ['grantTokens', 'revokeTokens'] as const)
  mutation(name, {
    description: DESCRIPTIONS[name],
    input: z.object({ userId, tokens, reason, idempotencyKey }),
    rules: (_scope, given) => adminTransferRules(given),
    run: async (scope, given) => ({
      transferId: `${ID_PREFIXES.ledgerTransfer}_${await ACTS[name](scope, given)}`,
    }),
    payload: (t) => ({ transfer: t.field(transferRef('transferId', 'The transfer that has moved them.')) }),
  })

mutation('setEconomyBlocked', {
  description:
    'Keeps a person from spending tokens, or allows it again. A debt of taken-back payments is collected only while the person is blocked.',
  input: z.object({
    userId,
    blocked: z.boolean().describe('Whether the person is to be blocked.'),
    reason,
    idempotencyKey,
  }),
  run: async (scope, { blocked: isBlocked, ...given }) => {
    await setEconomyBlocked(scope, { isBlocked, ...given })
    return { userId: given.userId }
  },
  payload: (t) => ({ user: t.field(userRef('userId', 'The person.')) }),
})

const WalletChange = builder.objectRef<object>('WalletChange').implement({
  description: "A change of the viewer's wallet.",
  fields: (t) => ({
    wallet: t.field(walletRef('The wallet after the change.')),
    economyAccount: t.field(economyAccountRef('What the viewer can do with tokens after the change.')),
    viewer: t.field(viewerRef('The person who is logged in.')),
    query: t.field(queryField),
  }),
})

builder.subscriptionField('walletChanged', (t) =>
  t.field({
    type: WalletChange,
    description:
      'Emits when tokens of the viewer have moved, are held or are held no longer, or when the viewer was blocked from spending.',
    args: initialArgument(),
    subscribe: (_root, { initial }, context) => followOwnEvents(context, [walletChanged], initial),
    resolve: () => ({}),
  }),
)
