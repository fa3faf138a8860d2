import { builder } from '../../../edges/graphql/builder.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import { userRef } from '../../users/graph/user.ts'
import { transferKindOf } from '../ledger/transfers.ts'
import { type EntryRow, entriesByIds } from '../wallet/queries.ts'
import { paymentRef } from './payment.ts'
import { purchaseRef } from './purchase.ts'

const entriesById = createLoader<EntryRow>(forViewer(entriesByIds), ({ id }) => id)

export const TransferKindEnum = enumOf('LedgerTransferKind', 'Why tokens were moved.', {
  topup: 'A bundle of tokens was paid.',
  grant: 'An admin gave tokens.',
  revoke: 'An admin took tokens.',
  purchase: 'A listing was bought.',
  renewal: 'A further period of a purchase was bought.',
  refund: 'A purchase was refunded, or a repaid debt was given back.',
  chargeback: 'A payment was taken back or given again, or its debt repaid.',
  payout: 'Earnings were paid out.',
  forfeit: 'The account of the person was erased.',
})

const LedgerPurpose = enumOf('LedgerAccountPurpose', 'What an account of tokens is for.', {
  standard: 'Tokens of a person to spend.',
  earnings: 'What sales have brought a person.',
  house: 'An account of the platform.',
})

/** What an account is for, by its code. */
function purposeOf({ code, ownerId }: { readonly code: string; readonly ownerId: string | null }) {
  if (ownerId === null) return 'house'
  return code.endsWith(':earnings') ? 'earnings' : 'standard'
}

/** Options of a field that tells what the account of a row is for. */
export const purposeField = {
  type: LedgerPurpose,
  description: 'What the account is for.',
  resolve: purposeOf,
}

export const LedgerEntry = builder.objectRef<EntryRow>('LedgerEntry')

builder.node(LedgerEntry, {
  description:
    'What a transfer adds to an account of tokens, or takes from it. The owner of the account and admins see it.',
  ...nodeBy(entriesById),
  fields: (t) => ({
    transferId: t.exposeID('transferId', { description: 'Id of the transfer.' }),
    kind: t.field({ type: TransferKindEnum, description: 'Why the tokens were moved.', resolve: transferKindOf }),
    owner: t.field(
      userRef('ownerId', 'Owner of the account; null for the platform, and after the account was erased.'),
    ),
    purpose: t.field(purposeField),
    accountCode: t.exposeString('code', {
      description: 'Name of the account: `user:<id>:standard`, `user:<id>:earnings` or `house:<purpose>`.',
    }),
    amount: t.exposeFloat('amount', { description: 'Tokens, a whole number; below 0 if they left the account.' }),
    balanceAfter: t.exposeFloat('after', {
      description: 'Tokens of the account after it, a whole number; those that are held are among them.',
    }),
    purchaseId: t.exposeID('purchaseId', { nullable: true, description: 'Id of the purchase; null for none.' }),
    transactionId: t.exposeID('transactionId', { nullable: true, description: 'Id of the payment; null for none.' }),
    purchase: t.field(purchaseRef('purchaseId', 'The purchase; null for none.')),
    payment: t.field(paymentRef('transactionId', 'The payment; null for none.')),
    at: t.expose('at', { type: 'DateTime', description: 'Time of the transfer.' }),
  }),
})
export const LedgerEntryConnection = builder.connectionObject({ type: LedgerEntry, name: 'LedgerEntryConnection' })
