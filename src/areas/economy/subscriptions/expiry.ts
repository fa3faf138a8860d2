import type { Scope } from '../../../kernel/scope.ts'
import { transact } from '../../../kernel/transaction.ts'
import { expireLicenses } from '../licenses/expiry.ts'
import { rearrange } from './arrange.ts'
import { lockSubscribers } from './locks.ts'
import { GRACE } from './queue.ts'

const BATCH = 100

/**
 * Ends what is over: subscriptions, of which the next one then begins, and licenses that nothing else ends. Each person in a
 * transaction of their own; what a crash leaves is done by the next run.
 */
export async function expireSubscriptions(scope: Scope): Promise<void> {
  let after = ''
  for (;;) {
    const userIds = await readDue(scope, after)
    for (const userId of userIds)
      await transact(scope, async (tx) => {
        await lockSubscribers(tx, [userId])
        await rearrange(tx, userId)
      })
    after = userIds.at(-1) ?? ''
    if (userIds.length < BATCH) break
  }
  await expireLicenses(scope)
}

/** People of whom a subscription is over, by id. */
async function readDue({ sql, now }: Scope, after: string): Promise<string[]> {
  const graceOver = new Date(now.getTime() - GRACE)
  const rows = await sql<{ readonly userId: string }>`
    SELECT DISTINCT "userId" FROM "UserSubscription"
    WHERE "userId" > ${after} AND (
      ("status" IN ('active', 'cancelled') AND "expiresAt" <= ${now}) OR ("status" = 'grace' AND "expiresAt" <= ${graceOver}))
    ORDER BY "userId" LIMIT ${BATCH}`
  return rows.map(({ userId }) => userId)
}
