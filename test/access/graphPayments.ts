import { ADMIN, GRANTED, type GraphAccessTable, INVISIBLE_TO_OTHERS, SIGNED_IN } from './graphOutcomes.ts'

/** Null for all but admins. */
const ADMIN_OR_NULL = ['UNAUTHENTICATED', 'SECOND_FACTOR_REQUIRED', 'null', 'null', 'ok'] as const

export const paymentQueries: GraphAccessTable = {
  'node of a payment': [({ paidTransactionId }) => `node(id: "${paidTransactionId}") { id }`, GRANTED],
  'node of a payment event': [({ paymentEventId }) => `node(id: "${paymentEventId}") { id }`, ADMIN_OR_NULL],
  paymentEvents: [() => 'paymentEvents { nodes { id } }', ADMIN],
  paymentTransactions: [() => 'paymentTransactions { nodes { id } }', ADMIN],
}

export const paymentMutations: GraphAccessTable = {
  startStorePurchase: [
    () =>
      'startStorePurchase(input: { bundleId: "tbdl_tokens-200", idempotencyKey: "access" }) { transaction { status } }',
    SIGNED_IN,
  ],
  settleTestPayment: [
    ({ openTransactionId }) =>
      `settleTestPayment(input: { transactionId: "${openTransactionId}", outcome: PAYMENT_FAILED }) { transaction { id } }`,
    INVISIBLE_TO_OTHERS,
  ],
  // The provider confirms it by an event, so admins can ask again.
  refundStorePurchase: [
    ({ orderTransactionId }) =>
      `refundStorePurchase(input: { transactionId: "${orderTransactionId}" }) { transaction { id } }`,
    INVISIBLE_TO_OTHERS,
  ],
  resolvePaymentEvent: [
    ({ paymentEventId }) =>
      `resolvePaymentEvent(input: { paymentEventId: "${paymentEventId}", resolution: IGNORE }) { paymentEvent { id } }`,
    ADMIN,
  ],
}

export const paymentSubscriptions: GraphAccessTable = {
  paymentChanged: [() => 'paymentChanged { transactionId }', SIGNED_IN],
}
