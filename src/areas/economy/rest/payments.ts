import type { paymentRows } from '../../../contract/economy.ts'
import type { Handlers } from '../../../contract/operation.ts'
import type { ScopeByAccess } from '../../../kernel/scope.ts'
import { listPayments, readSettledPayment } from '../payments/payments.ts'
import { transactionWire } from '../wire/transaction.ts'

export const paymentsRest: Handlers<typeof paymentRows, ScopeByAccess> = {
  getExternalStoreTransactions: async (scope) => (await listPayments(scope)).map(transactionWire),
  getExternalStoreTransaction: async (scope, { transactionId }) =>
    transactionWire(await readSettledPayment(scope, transactionId)),
}
