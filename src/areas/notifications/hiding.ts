import type { Prisma } from '../../generated/prisma/client.ts'
import { Failure } from '../../kernel/failure.ts'
import type { NotificationId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { appendToFeeds } from './feed.ts'
import { type FoundNotification, holdNotification } from './notifications.ts'
import { type Generation, visibleNotifications } from './policy.ts'
import { reread } from './seeing.ts'

/**
 * Puts an own notification away; a friend request is declined by it, and stands in the list of hidden ones. Throws
 * `missing` for one that the viewer can't see, `invalid` for one that can't be deleted.
 */
export const hideNotification = (
  scope: SignedScope,
  id: NotificationId,
  generation: Generation,
): Promise<FoundNotification> =>
  transact(scope, async (open) => {
    const found = await holdNotification(open, id, generation)
    if (!found.canDelete)
      throw new Failure('invalid', 'This notification cannot be deleted!', { code: 'not_deletable' })
    await hideOne(open, found)
    return reread(open, id)
  })

/** Of two who hide it at once the second finds nothing to do. */
export async function hideOne(open: SignedScope & Open, { id, type }: Pick<FoundNotification, 'id' | 'type'>) {
  const data = STANDING.includes(type) ? hidden(open) : gone(open)
  const { count } = await open.db.notification.updateMany({ where: { id, hiddenAt: null }, data })
  if (count > 0) await tell(open, 'deleted', type, [id])
}

/** What means something without being shown: a request can be accepted, an invite lets its receiver in. */
const STANDING: readonly string[] = ['friendRequest', 'invite']

/** What is put away has come to its end, but for those. */
const hidden = ({ now }: Open & SignedScope) => ({ hiddenAt: now, updatedAt: now })
const gone = ({ now }: Open & SignedScope) => ({ hiddenAt: now, updatedAt: now, expiresAt: now })

/** Puts all own notifications of the legacy generation away. */
export const clearNotifications = (scope: SignedScope): Promise<string[]> => hideAll(scope, 'legacy', 'cleared')

/** Removes all own notifications of the second generation that can be deleted. */
export const deleteAllNotificationV2s = (scope: SignedScope): Promise<string[]> => hideAll(scope, 'v2', 'deleted')

const hideAll = (scope: SignedScope, generation: Generation, kind: 'cleared' | 'deleted'): Promise<string[]> =>
  transact(scope, async (open) => {
    const all = { ...visibleNotifications(open.viewer.id, open.now, generation), canDelete: true }
    await holdShown(open)
    const standing = { in: [...STANDING] }
    const ids = [
      ...(await hideWhere(open, { AND: [all, { type: standing }] }, hidden(open))),
      ...(await hideWhere(open, { AND: [all, { NOT: { type: standing } }] }, gone(open))),
    ].sort()
    await tell(open, kind, '', ids)
    return ids
  })

/** In one order for all: a block takes what two people have sent each other. */
const holdShown = ({ db, viewer }: SignedScope & Open) => db.$executeRaw`
  SELECT FROM "Notification" WHERE "receiverId" = ${viewer.id} AND "hiddenAt" IS NULL ORDER BY id FOR UPDATE`

/** Answers those that were there until now: of two who hide them at once only one is told of each. */
async function hideWhere(
  { db }: Open,
  where: Prisma.NotificationWhereInput,
  data: Prisma.NotificationUpdateManyMutationInput,
): Promise<string[]> {
  const rows = await db.notification.updateManyAndReturn({ where, data, select: { id: true } })
  return rows.map(({ id }) => id)
}

/** Ids of one entry: feeds are told entry by entry, and none may outgrow what a socket carries. */
const MOST_IDS = 1_000

/** Ids as entries carry them. */
export const partsOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / MOST_IDS) }, (_, at) => ids.slice(at * MOST_IDS, (at + 1) * MOST_IDS))

function tell(open: SignedScope & Open, kind: 'deleted' | 'cleared', type: string, ids: readonly string[]) {
  const changes = partsOf(ids).map((notificationIds) => ({ userId: open.viewer.id, kind, type, notificationIds }))
  return appendToFeeds(open, changes)
}
