import type { InventoryDrop } from '../../../generated/prisma/client.ts'
import type { UserId } from '../../../kernel/ids.ts'
import { presenceChanged } from '../../../kernel/presence.ts'
import { type Scope, type Services, systemScope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { sendNotifications } from '../../notifications/send.ts'
import { SYSTEM_USER_IDS } from '../../users/systemUsers.ts'
import { giveWaiting, grantItems } from '../grant/grants.ts'
import { lockHolders } from '../locks.ts'
import { activeDrops } from '../policy.ts'
import { SUPPORTER_TAG, targetsOf } from './drops.ts'
import { dropNotices } from './notice.ts'

/** Gives people what waits for them when they come online. Returns a function that stops it. */
export const watchArrivals = (services: Services): (() => void) =>
  services.events.listen(presenceChanged, ({ subject }) => {
    void giveIfOnline(systemScope(services), subject).catch((error: unknown) => {
      services.log.warn({ err: error }, 'a person got no items on arrival; they get them with the next list of items')
    })
  })

async function giveIfOnline(scope: Scope, userId: UserId): Promise<void> {
  const status = (await scope.presence.statuses([userId], scope.now)).get(userId)
  if (status === 'online' || status === 'active') await giveOnArrival(scope, userId)
}

/**
 * Gives a person the drops that are active for them, each once, and what waited for room. One statement when there is
 * nothing to give. Several nodes may do it at once.
 */
export async function giveOnArrival(scope: Scope, userId: UserId): Promise<void> {
  if (SYSTEM_USER_IDS.includes(userId) || !(await isAnythingWaiting(scope, userId))) return
  await transact(scope, async (tx) => {
    const [holderId] = await lockHolders(tx, [userId])
    if (!holderId) return
    await giveWaiting(tx, holderId)
    await giveDrops(tx, holderId)
  })
}

/** Whether a drop is active for the person that they do not have, or a grant waits. */
async function isAnythingWaiting({ db, now }: Scope, userId: UserId): Promise<boolean> {
  const [found] = await db.$queryRaw<{ readonly isWaiting: boolean }[]>`
    SELECT EXISTS (SELECT FROM "InventoryGrant" WHERE "userId" = ${userId} AND "givenAt" IS NULL)
      OR EXISTS (
        SELECT FROM "InventoryDrop" AS d WHERE NOT "isDisabled" AND "startDropDate" <= ${now} AND "endDropDate" > ${now}
          AND NOT EXISTS (SELECT FROM "InventoryGrant" WHERE source = 'drop:' || d.id AND "userId" = ${userId})
          AND ("targetGroup" = 'everyone'
            OR "targetGroup" = 'supporters' AND EXISTS (
              SELECT FROM "User" WHERE id = ${userId} AND ${SUPPORTER_TAG} = ANY(tags))
            OR EXISTS (
              SELECT FROM "GroupMember" WHERE "groupId" = "targetGroup" AND "userId" = ${userId} AND status = 'member'))
      ) AS "isWaiting"`
  return found?.isWaiting === true
}

const sourceOf = ({ id }: InventoryDrop) => `drop:${id}`

async function giveDrops(tx: Scope & InTransaction, userId: UserId): Promise<void> {
  const targets = await targetsOf(tx, userId)
  const drops = await tx.db.inventoryDrop.findMany({
    where: { ...activeDrops(tx.now), targetGroup: { in: targets } },
    orderBy: { id: 'asc' },
  })
  const grants = await tx.db.inventoryGrant.findMany({ where: { userId, source: { in: drops.map(sourceOf) } } })
  const given = new Set(grants.map(({ source }) => source))
  const due = drops.filter((drop) => !given.has(sourceOf(drop)))
  for (const drop of due) {
    const { templateIds, dropExpiryDate: expiryDate } = drop
    await grantItems(tx, { userId, templateIds, expiryDate, source: sourceOf(drop) })
  }
  const notices = due.flatMap((drop) => dropNotices(drop, userId))
  if (notices.length > 0) await sendNotifications(tx, notices)
}
