import { addMilliseconds, MINUTE } from '../../../kernel/clock.ts'
import { MAX_LICENSE_GROUP_DEPTH } from '../../../kernel/licenseGroups.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { transact } from '../../../kernel/transaction.ts'
import { lockSubscribers } from '../subscriptions/locks.ts'
import { syncPermissions } from './grants.ts'

/** The job that brings changed license groups to those who hold them. */
export const LICENSE_JOB = 'sync-licenses'

const BATCH = 200
/** Longer than any transaction, so that the last of those that gave a license by the former content is committed. */
const SETTLING_TIME = MINUTE

/**
 * Brings the changes of license groups to all who hold them, each in a transaction of their own. A change counts as pending for a
 * minute, in which acts that began before it end.
 */
export async function syncChangedGroups(scope: Scope): Promise<void> {
  const { db, now } = scope
  const pending = await db.licenseGroup.findMany({
    where: { changedAt: { not: null } },
    select: { id: true, changedAt: true },
  })
  if (pending.length === 0) return
  const groupIds = await readContaining(
    scope,
    pending.map(({ id }) => id),
  )
  let after = ''
  for (;;) {
    const holders = await readHolders(scope, groupIds, after)
    for (const userId of holders) await syncHolder(scope, userId)
    after = holders.at(-1) ?? ''
    if (holders.length < BATCH) break
  }
  const settled = pending.filter(({ changedAt }) => changedAt && changedAt <= addMilliseconds(now, -SETTLING_TIME))
  for (const { id, changedAt } of settled)
    await db.licenseGroup.updateMany({ where: { id, changedAt }, data: { changedAt: null } })
}

const syncHolder = (scope: Scope, userId: string) =>
  transact(scope, async (tx) => {
    await lockSubscribers(tx, [userId])
    await syncPermissions(tx, userId)
  })

/** These groups and all that contain them. */
async function readContaining({ sql }: Scope, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ readonly id: string }>`
    WITH RECURSIVE containing("id", "depth") AS (
      SELECT unnest(${[...ids]}::text[]), 1
      UNION
      SELECT member."licenseGroupId", containing."depth" + 1
      FROM containing JOIN "LicenseGroupMember" member
        ON member."forType" = 'licenseGroup' AND member."forId" = containing."id"
      WHERE containing."depth" < ${MAX_LICENSE_GROUP_DEPTH}
    )
    SELECT DISTINCT "id" FROM containing`
  return rows.map(({ id }) => id)
}

async function readHolders({ db }: Scope, groupIds: readonly string[], after: string): Promise<string[]> {
  const rows = await db.licenseGrant.findMany({
    where: { forType: 'licenseGroup', forId: { in: [...groupIds] }, userId: { gt: after } },
    select: { userId: true },
    distinct: ['userId'],
    orderBy: { userId: 'asc' },
    take: BATCH,
  })
  return rows.map(({ userId }) => userId)
}
