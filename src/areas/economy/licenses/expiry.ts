import { ID_PREFIXES } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { transact } from '../../../kernel/transaction.ts'
import { lockSubscribers } from '../subscriptions/locks.ts'
import { endLicenses } from './grants.ts'

const BATCH = 100
/** Purchases end what they gave themselves, since roles in groups go with it. */
const OF_PURCHASES = `${ID_PREFIXES.purchase}_%`

/** Ends licenses of subscriptions and admins whose time is over, with the permissions and tags that they brought. */
export async function expireLicenses(scope: Scope): Promise<void> {
  for (;;) {
    const due = await readDue(scope)
    for (const { userId, source } of due)
      await transact(scope, async (tx) => {
        await lockSubscribers(tx, [userId])
        await endLicenses(tx, { userId, source, dueAt: tx.now })
      })
    if (due.length < BATCH) return
  }
}

const readDue = ({ sql, now }: Scope) =>
  sql<{ readonly userId: string; readonly source: string }>`
    SELECT DISTINCT "userId", "source" FROM "LicenseGrant"
    WHERE "until" <= ${now} AND "source" NOT LIKE ${OF_PURCHASES}
    ORDER BY "userId", "source" LIMIT ${BATCH}`
