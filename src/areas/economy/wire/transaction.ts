import {
  Subscription,
  type Transaction,
  TransactionAgreement,
  TransactionExternalStoreInfo,
  TransactionStatus,
} from '../../../contract/shapes/subscription.ts'
import { jsonObjectOf } from '../payments/paymentEvents.ts'
import type { NamedPayment } from '../payments/payments.ts'

/** Ids of the payment, and texts of the least length, where the provider has told nothing. */
const unknownStoreInfo = ({ id, buyerId, providerRef, currency }: NamedPayment) => ({
  orderId: providerRef ?? id,
  steamId: buyerId,
  steamUrl: '',
  transId: id,
  walletInfo: { country: 'US', currency, state: '', status: 'Active' },
})

/** The payment as the external store knows it: what the provider has told in this form, else ids of the payment. */
function storeInfoOf(payment: NamedPayment) {
  const fallback = unknownStoreInfo(payment)
  const told = jsonObjectOf(jsonObjectOf(payment.details).steam)
  const walletInfo = { ...fallback.walletInfo, ...jsonObjectOf(told.walletInfo) }
  return TransactionExternalStoreInfo.safeParse({ ...fallback, ...told, walletInfo }).data ?? fallback
}

/** The recurring payment as the external store knows it; undefined unless the provider has told of it in this form. */
const agreementOf = ({ details }: NamedPayment) => TransactionAgreement.safeParse(jsonObjectOf(details).agreement).data

/** A payment that was paid or has failed. */
export function transactionWire(payment: NamedPayment): Transaction {
  const agreement = agreementOf(payment)
  return {
    ...(agreement && { agreement }),
    created_at: payment.createdAt.toISOString(),
    error: payment.error,
    id: payment.id,
    isGift: payment.receiverId !== null || payment.isBulkGift,
    isTokens: payment.itemType === 'bundle',
    sandbox: payment.isSandbox,
    status: TransactionStatus.parse(payment.status),
    steam: storeInfoOf(payment),
    subscription: Subscription.parse(payment.item),
    updated_at: payment.updatedAt.toISOString(),
    userDisplayName: payment.buyer.displayName,
    userId: payment.buyerId,
  }
}
