import { DEMO_LOGINS } from '../areas/accounts/login/demoLogins.ts'
import { PLUS_GROUP_ID } from '../areas/economy/licenses/queries.ts'
import { giveSubscription } from '../areas/economy/subscriptions/adminGrants.ts'
import { addMilliseconds, DAY } from '../kernel/clock.ts'
import type { Scope } from '../kernel/scope.ts'
import { type InTransaction, transact } from '../kernel/transaction.ts'
import type { DemoUser } from './users.ts'

/** What the demo people are subscribed to, for longer than a demo is kept. */
const PLAN = 'plus-yearly'
const LENGTH = 10 * 365 * DAY

/** Gives the demo logins and the owners of groups a subscription each, without which they could not have made groups. */
export async function addSubscriptions(scope: Scope): Promise<void> {
  const logins = await scope.db.user.findMany({ where: { username: { in: [...DEMO_LOGINS] } }, select: { id: true } })
  const groups = await scope.db.group.findMany({ select: { ownerId: true } })
  const userIds = new Set([...logins.map(({ id }) => id), ...groups.flatMap(({ ownerId }) => ownerId ?? [])])
  const until = addMilliseconds(scope.now, LENGTH)
  for (const userId of userIds) await transact(scope, (tx) => giveSubscription(tx, { userId, planId: PLAN, until }))
}

/** Grants the demo logins every permission that no subscription brings. */
export async function grantOtherPermissions(
  { db, now }: Scope & InTransaction,
  logins: readonly DemoUser[],
): Promise<void> {
  const brought = await db.licenseGroupMember.findMany({
    where: { licenseGroupId: PLUS_GROUP_ID, forType: 'permission' },
    select: { forId: true },
  })
  const permissions = await db.permission.findMany({
    where: { id: { notIn: brought.map(({ forId }) => forId) } },
    select: { id: true },
  })
  const data = logins.flatMap(({ user }) =>
    permissions.map(({ id }) => ({ userId: user.id, permissionId: id, grantedAt: now })),
  )
  await db.permissionGrant.createMany({ data })
}
