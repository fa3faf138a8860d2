import { SECOND } from '../../../kernel/clock.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { PaymentEventType } from '../../../kernel/payments.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { applyPaymentEvents } from './apply.ts'
import { askProvider } from './askProvider.ts'
import { readPayment } from './transactions.ts'

const SETTLE_LIMIT: RateLimit = { name: 'settle-test-payment', points: 60, window: 60 }
const SETTLE_TIMEOUT = 10 * SECOND

/**
 * Makes the test provider tell the server what has become of a payment of the viewer's, by a webhook as real providers send,
 * and applies it at once. Throws `missing` for a payment of others, which admins can settle, `forbidden` for one of another
 * provider, `exhausted` after 60 times in a minute.
 */
export async function settleTestPayment(scope: ViewerScope, id: string, outcome: PaymentEventType): Promise<void> {
  await scope.limits.take(SETTLE_LIMIT, scope.viewer.id)
  const { provider } = await readPayment(scope, id)
  const { name, settle } = scope.payments
  if (!settle || provider !== name)
    throw new Failure('forbidden', 'Only payments of the test provider are settled so.', {
      reason: 'test_provider_only',
    })
  await askProvider(scope, id, SETTLE_TIMEOUT, () => settle(id, outcome))
  await applyPaymentEvents(scope, { transactionId: id })
}
