import { defineEvent } from '../../kernel/events.ts'
import type { UserId } from '../../kernel/ids.ts'

/** Balances, holds or entries of a person have changed. */
export const walletChanged = defineEvent<UserId>('wallet.changed', 'subject')
/** A purchase that the person made, received or sold was made or has changed. */
export const purchasesChanged = defineEvent<UserId, { readonly purchaseId: string }>('purchases.changed', 'subject')
/** A subscription of the person began, changed or ended. */
export const viewerSubscriptionChanged = defineEvent<UserId, { readonly subscriptionId: string }>(
  'userSubscription.changed',
  'subject',
)
/** What permissions the person has by licenses has changed. */
export const permissionsChanged = defineEvent<UserId>('permissions.changed', 'subject')
/** A payment of the person has changed its state. */
export const paymentChanged = defineEvent<UserId, { readonly transactionId: string }>('payment.changed', 'subject')
/** A transfer was made, which only admins are told. The subject is the key of the transfer. */
export const ledgerTransferred = defineEvent<string>('ledger.transferred')

export const economyEvents = [
  walletChanged,
  purchasesChanged,
  viewerSubscriptionChanged,
  permissionsChanged,
  paymentChanged,
  ledgerTransferred,
]
