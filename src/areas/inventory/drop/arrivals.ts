import type { InventoryDrop } from '../../../generated/prisma/client.ts'
import type { UserId } from '../../../kernel/ids.ts'
import { createKeyLoader } from '../../../kernel/keyLoader.ts'
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
export function watchArrivals(services: Services): () => void {
  const isAnythingWaiting = createKeyLoader<UserId, boolean>((userIds) => areItemsWaiting(services, userIds))
  const giveIfOnline = async (userId: UserId) => {
    const scope = systemScope(services)
    const status = (await scope.presence.statuses([userId], scope.now)).get(userId)
    if (status !== 'offline' && (await isAnythingWaiting(userId))) await giveWhatWaits(scope, userId)
  }
  return services.events.listen(presenceChanged, ({ subject }) => {
    void giveIfOnline(subject).catch((error: unknown) => {
      services.log.warn({ err: error }, 'a person got no items on arrival; they get them with the next list of items')
    })
  })
}

/**
 * Gives a person the drops that are active for them, each once, and what waited for room. One statement when there is
 * nothing to give. Several nodes may do it at once.
 */
export async function giveOnArrival(scope: Scope, userId: UserId): Promise<void> {
  const [isAnythingWaiting] = await areItemsWaiting(scope, [userId])
  if (isAnythingWaiting) await giveWhatWaits(scope, userId)
}

async function giveWhatWaits(scope: Scope, userId: UserId): Promise<void> {
  if (SYSTEM_USER_IDS.includes(userId)) return
  await transact(scope, async (tx) => {
    const [holderId] = await lockHolders(tx, [userId])
    if (!holderId) return
    await giveWaiting(tx, holderId)
    await giveDrops(tx, holderId)
  })
}

/**
 * Whether, for each of these people, a drop is active that they do not have, or a grant waits. One statement. OFFSET 0 makes
 * PostgreSQL look up each person by an index. Else it may hash whole tables while they are small, and keep that plan when they
 * are large.
 */
async function areItemsWaiting(
  { sql, clock }: Pick<Services, 'sql' | 'clock'>,
  userIds: readonly UserId[],
): Promise<boolean[]> {
  const now = clock.now()
  const rows = await sql<{ readonly id: string }>`
    SELECT person.id FROM unnest(${userIds}::text[]) AS person (id)
    WHERE EXISTS (SELECT FROM "InventoryGrant" WHERE "userId" = person.id AND "givenAt" IS NULL OFFSET 0)
      OR EXISTS (
        SELECT FROM "InventoryDrop" AS d WHERE NOT "isDisabled" AND "startDropDate" <= ${now} AND "endDropDate" > ${now}
          AND NOT EXISTS (SELECT FROM "InventoryGrant" WHERE source = 'drop:' || d.id AND "userId" = person.id OFFSET 0)
          AND ("targetGroup" = 'everyone'
            OR "targetGroup" = 'supporters' AND EXISTS (
              SELECT FROM "User" WHERE id = person.id AND ${SUPPORTER_TAG} = ANY(tags) OFFSET 0)
            OR EXISTS (
              SELECT FROM "GroupMember"
              WHERE "groupId" = "targetGroup" AND "userId" = person.id AND status = 'member' OFFSET 0)) OFFSET 0)`
  const found = new Set(rows.map(({ id }) => id))
  return userIds.map((userId) => found.has(userId))
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
