import type { Prisma } from '../../generated/prisma/client.ts'
import { assertAdmin } from '../../kernel/access.ts'
import { addMilliseconds, MINUTE } from '../../kernel/clock.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import type { NotificationId } from '../../kernel/ids.ts'
import type { OffsetPage } from '../../kernel/page.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import { appendToFeeds, chunkIds } from './feed/queries.ts'
import { lockNotification, lockShownNotifications, reloadNotification, type ViewerTx } from './locks.ts'
import {
  type NotificationGeneration,
  notificationNotFound,
  readableNotifications,
  visibleNotifications,
} from './policy.ts'
import {
  dismissOne,
  listNotificationVersions,
  type NotificationListQuery,
  type NotificationWithSenderName,
  recordSeen,
} from './queries.ts'

const WITH_SENDER_NAME = { sender: { select: { displayName: true } } } satisfies Prisma.NotificationInclude

/** Filter of the legacy list; `type` only matters for hidden notifications, where it must be `friendRequest`. */
interface LegacyNotificationFilter {
  readonly type?: string | undefined
  readonly sent?: boolean | undefined
  readonly hidden?: boolean | undefined
  /** A date, or `five_minutes_ago`. */
  readonly after?: string | undefined
}

/** The versions of the viewer's legacy notifications, newest first. Throws `invalid` for filters that are not supported. */
export const readNotifications = async (scope: ViewerScope, filter: LegacyNotificationFilter, page: OffsetPage) =>
  listNotificationVersions(scope, { ...mineNewestFirst(scope, page), ...legacyConditions(scope, filter) })

const mineNewestFirst = ({ viewer, now }: ViewerScope, page: OffsetPage) => ({
  receiverId: viewer.id,
  now,
  descending: true,
  ...page,
})

function legacyConditions(
  { now }: ViewerScope,
  { type, sent, hidden, after }: LegacyNotificationFilter,
): Pick<NotificationListQuery, 'visibility' | 'generation' | 'since'> {
  if (sent) throw invalid('sent', 'sent must be false: notifications that were sent are not listed', 'unknown_value')
  if (hidden && type !== 'friendRequest')
    throw invalid('hidden', 'hidden notifications are listed for type=friendRequest only', 'wrong_combination')
  const since = after === undefined ? undefined : parseAfter(after, now)
  if (hidden) return { visibility: 'hidden' }
  return { visibility: 'shown', generation: 'legacy', since: since && { at: since, orFriendRequest: true } }
}

/** ISO 8601: a date, or a date with a time, in UTC by default. The parser of Date accepts many other formats. */
const ISO_DATE_TIME = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?$/

function parseAfter(text: string, now: Date): Date {
  if (text === 'five_minutes_ago') return addMilliseconds(now, -5 * MINUTE)
  const [, day = '', time = '00:00', zone = 'Z'] = ISO_DATE_TIME.exec(text) ?? []
  const moment = new Date(`${day}T${time}${zone}`)
  // PostgreSQL cannot read other years in the format of the driver.
  const year = moment.getUTCFullYear()
  if (!(year >= 1 && year <= 9_999))
    throw invalid('after', `after must be a date or five_minutes_ago: '${text}'`, 'not_a_date')
  return moment
}

/** The versions of the viewer's notifications of version 2, newest first. */
export const readNotificationV2s = (scope: ViewerScope, page: OffsetPage) =>
  listNotificationVersions(scope, { ...mineNewestFirst(scope, page), visibility: 'shown', generation: 'v2' })

/** Reads a notification of the viewer. Throws `missing` for others, and for notifications of other generations. */
export async function readNotification(scope: ViewerScope, id: NotificationId, generation: NotificationGeneration) {
  const where = { id, AND: readableNotifications(scope.viewer.id, scope.now, generation) }
  const found = await scope.db.notification.findFirst({ where, include: WITH_SENDER_NAME })
  if (!found) throw notificationNotFound()
  return found
}

/** Reads anybody's notification of version 2. Throws `forbidden` unless an admin asks, `missing`. */
export async function readAnyNotificationV2(scope: ViewerScope, id: NotificationId) {
  assertAdmin(scope)
  const { receiverId: _, ...where } = visibleNotifications(scope.viewer.id, scope.now, 'v2')
  const found = await scope.db.notification.findFirst({ where: { id, ...where }, include: WITH_SENDER_NAME })
  if (!found) throw notificationNotFound()
  return found
}

/** Number of visible notifications that the viewer has not seen. */
export const countUnreadNotifications = (scope: ViewerScope): Promise<number> =>
  scope.db.notification.count({ where: { ...visibleNotifications(scope.viewer.id, scope.now), seenAt: null } })

/** Marks a notification of the viewer as seen, which can shorten its lifetime. Idempotent. Throws `missing`. */
export const markNotificationSeen = (scope: ViewerScope, id: NotificationId, generation: NotificationGeneration) =>
  transact(scope, async (tx) => {
    const found = await lockNotification(tx, id, generation)
    if (found.seenAt) return found
    const { receiverId, type } = found
    const entry = { userId: receiverId, kind: 'seen', type, notificationIds: [id] } as const
    const [[seen]] = await Promise.all([recordSeen(tx, id), appendToFeeds(tx, [entry])])
    return { ...found, ...seen }
  })

/**
 * Dismisses a notification of the viewer; a friend request is declined, and moves to the list of hidden ones. Throws
 * `missing`, and `invalid` if it cannot be deleted.
 */
export const dismissNotification = (scope: ViewerScope, id: NotificationId, generation: NotificationGeneration) =>
  transact(scope, async (tx) => {
    const found = await lockNotification(tx, id, generation)
    if (!found.canDelete)
      throw new Failure('invalid', 'This notification cannot be deleted!', { reason: 'not_deletable' })
    await dismissInTransaction(tx, found)
    return reloadNotification(tx, id)
  })

/** Does nothing if the notification is dismissed already. */
export async function dismissInTransaction(
  tx: ViewerTx,
  { id, type }: Pick<NotificationWithSenderName, 'id' | 'type'>,
) {
  const expires = !TYPES_IN_FORCE_WHEN_HIDDEN.includes(type)
  const dismissed = await dismissOne(tx, id, expires)
  if (dismissed.length > 0) await appendDismissals(tx, 'deleted', type, [id])
}

/**
 * Types that do not expire when dismissed: friend requests can still be accepted, invites still admit their receivers, and
 * senders of invites, requests for one and responses do not learn from what is left whether they were dismissed.
 */
const TYPES_IN_FORCE_WHEN_HIDDEN: readonly string[] = [
  'friendRequest',
  'invite',
  'requestInvite',
  'inviteResponse',
  'requestInviteResponse',
]

const hiddenFields = ({ now }: Scope) => ({ hiddenAt: now, updatedAt: now })
const hiddenAndExpiredFields = ({ now }: Scope) => ({ hiddenAt: now, updatedAt: now, expiresAt: now })

/** Dismisses all legacy notifications of the viewer. Returns their ids. */
export const clearNotifications = (scope: ViewerScope): Promise<string[]> => dismissAll(scope, 'legacy', 'cleared')

/** Dismisses all notifications of version 2 of the viewer that can be deleted. Returns their ids. */
export const deleteAllNotificationV2s = (scope: ViewerScope): Promise<string[]> => dismissAll(scope, 'v2', 'deleted')

/** Dismisses all notifications of the viewer that can be deleted. Returns their ids. */
export const deleteAllNotifications = (scope: ViewerScope): Promise<string[]> => dismissAll(scope, 'both', 'cleared')

const dismissAll = (scope: ViewerScope, generation: NotificationGeneration, kind: 'cleared' | 'deleted') =>
  transact(scope, async (tx) => {
    const all = { ...visibleNotifications(tx.viewer.id, tx.now, generation), canDelete: true }
    await lockShownNotifications(tx)
    const inForce = { type: { in: [...TYPES_IN_FORCE_WHEN_HIDDEN] } }
    const ids = [
      ...(await dismissWhere(tx, { AND: [all, inForce] }, hiddenFields(tx))),
      ...(await dismissWhere(tx, { AND: [all, { NOT: inForce }] }, hiddenAndExpiredFields(tx))),
    ].sort()
    await appendDismissals(tx, kind, '', ids)
    return ids
  })

/** Returns the ids of the rows that this statement has changed, not those that a concurrent act has dismissed. */
async function dismissWhere(
  { db }: InTransaction,
  where: Prisma.NotificationWhereInput,
  data: Prisma.NotificationUpdateManyMutationInput,
): Promise<string[]> {
  const rows = await db.notification.updateManyAndReturn({ where, data, select: { id: true } })
  return rows.map(({ id }) => id)
}

function appendDismissals(tx: ViewerTx, kind: 'deleted' | 'cleared', type: string, ids: readonly string[]) {
  const entries = chunkIds(ids).map((notificationIds) => ({ userId: tx.viewer.id, kind, type, notificationIds }))
  return appendToFeeds(tx, entries)
}
