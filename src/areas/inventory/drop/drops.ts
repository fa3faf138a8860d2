import type { InventoryDrop, Prisma } from '../../../generated/prisma/client.ts'
import { isStaff } from '../../../kernel/access.ts'
import { SYSTEM_USER_IDS, type UserId } from '../../../kernel/ids.ts'
import { presenceChanged } from '../../../kernel/presence.ts'
import { createKeyLoader, createRowLoader } from '../../../kernel/records.ts'
import { type Scope, type Services, systemScope, type ViewerScope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { type NotificationDraft, sendNotifications } from '../../notifications/send.ts'
import { giveWaiting, grantItems } from '../grant/grants.ts'
import { activeDrops } from '../policy.ts'
import { areItemsWaiting, lockHolders, targetsOf } from '../queries.ts'

/** A drop by id, regardless of who sees it. */
export const loadDrop = createRowLoader<InventoryDrop>(({ db }, ids) =>
  db.inventoryDrop.findMany({ where: { id: { in: [...ids] } } }),
)

type DropState = 'upcoming' | 'active' | 'ended'

/** Where a drop stands by the clock. A disabled one is over. */
export function dropStateAt(
  { isDisabled, startDropDate, endDropDate }: Pick<InventoryDrop, 'isDisabled' | 'startDropDate' | 'endDropDate'>,
  at: Date,
): DropState {
  if (isDisabled || endDropDate <= at) return 'ended'
  return startDropDate > at ? 'upcoming' : 'active'
}

const MAX_DROPS = 1_000

/** Active drops for the viewer; for admins all drops, or those that are active or not. Newest first. */
export async function listDrops(scope: ViewerScope, isActive?: boolean): Promise<InventoryDrop[]> {
  const active = activeDrops(scope.now)
  const where: Prisma.InventoryDropWhereInput = isStaff(scope, 'economy')
    ? { ...(isActive === true && active), ...(isActive === false && { NOT: active }) }
    : { ...active, targetGroup: { in: await targetsOf(scope, scope.viewer.id) } }
  if (isActive === false && !isStaff(scope, 'economy')) return []
  return scope.db.inventoryDrop.findMany({
    where,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MAX_DROPS,
  })
}

/** Drops by id that the viewer can see: active ones for them, admins all. */
export async function dropsByIds(scope: ViewerScope, ids: readonly string[]): Promise<InventoryDrop[]> {
  const visible = isStaff(scope, 'economy')
    ? {}
    : { ...activeDrops(scope.now), targetGroup: { in: await targetsOf(scope, scope.viewer.id) } }
  return scope.db.inventoryDrop.findMany({ where: { AND: [{ id: { in: [...ids] } }, visible] } })
}

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

/** What a drop tells who gets it. */
export interface NoticeTexts {
  readonly title: string
  readonly body: string
  readonly imageUrl: string
}

/** The texts of a drop; null for one that tells nothing. */
export function noticeOf({ notificationDetails }: Pick<InventoryDrop, 'notificationDetails'>): NoticeTexts | null {
  const { title, body = '', imageUrl = '' } = Object(notificationDetails)
  return typeof title === 'string' ? { title, body: String(body), imageUrl: String(imageUrl) } : null
}

/** The notification for who gets a drop; none for one that tells nothing. */
function dropNotices(drop: InventoryDrop, receiverId: UserId): NotificationDraft[] {
  const texts = noticeOf(drop)
  if (!texts) return []
  const { title, body: message, imageUrl } = texts
  const subject = { subjectId: drop.id, facts: { written: 'all' } } as const
  return [
    { ...subject, type: 'promo.redeem', receiverId, senderId: null, title, message, ...(imageUrl && { imageUrl }) },
  ]
}
