import type { Prisma } from '../../generated/prisma/client.ts'
import { later, MINUTE } from '../../kernel/clock.ts'
import { adminOnly, Failure, invalid } from '../../kernel/failure.ts'
import type { NotificationId } from '../../kernel/ids.ts'
import type { Page } from '../../kernel/page.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'
import { listBriefly, listSigned, type SignedNotification } from './hot.ts'
import { type Generation, readableNotifications, visibleNotifications } from './policy.ts'

export const WITH_SENDER = { sender: { select: { displayName: true } } } satisfies Prisma.NotificationInclude

export type FoundNotification = SignedNotification

/** What the legacy list may be asked for; `type` says nothing but which hidden ones are meant. */
export interface NotificationFilter {
  readonly type?: string | undefined
  readonly sent?: boolean | undefined
  readonly hidden?: boolean | undefined
  /** A date, or `five_minutes_ago`. */
  readonly after?: string | undefined
}

/** The viewer's notifications of the legacy generation, the newest first. Throws `invalid` for what it can't be asked. */
export async function readNotifications(scope: SignedScope, filter: NotificationFilter, page: Page) {
  const { sent, hidden, after } = filter
  if (sent) throw invalid('sent', 'sent must be false: notifications that were sent are not listed')
  if (hidden && filter.type !== 'friendRequest')
    throw invalid('hidden', 'hidden notifications are listed for type=friendRequest only')
  const since = after === undefined ? undefined : momentOf(after, scope.now)
  const { id } = scope.viewer
  const mine = { receiverId: id, now: scope.now, ...page }
  if (hidden) return listBriefly(scope, { ...mine, which: 'hidden' })
  // Friend requests are listed however old they are.
  const from = since && { at: since, orRequested: true }
  return listBriefly(scope, { ...mine, which: 'shown', generation: 'legacy', since: from })
}

/** ISO 8601: a day, or a time of it, in UTC where nothing is said. Date itself would take far more for a date. */
const MOMENT = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?$/

function momentOf(text: string, now: Date): Date {
  if (text === 'five_minutes_ago') return later(now, -5 * MINUTE)
  const [, day = '', time = '00:00', zone = 'Z'] = MOMENT.exec(text) ?? []
  const moment = new Date(`${day}T${time}${zone}`)
  // Other years are written in a way that the database does not read.
  const year = moment.getUTCFullYear()
  if (!(year >= 1 && year <= 9_999)) throw invalid('after', `after must be a date or five_minutes_ago: '${text}'`)
  return moment
}

/** The viewer's notifications of the second generation, the newest first. */
export const readNotificationV2s = (scope: SignedScope, page: Page) =>
  listSigned(scope, { receiverId: scope.viewer.id, now: scope.now, which: 'shown', generation: 'v2', ...page })

export const notFound = () => new Failure('missing', 'Notification not found')

/** An own notification that its generation shows. Throws `missing` for everything else. */
export async function readNotification(scope: SignedScope, id: NotificationId, generation: Generation) {
  const where = { id, AND: readableNotifications(scope.viewer.id, scope.now, generation) }
  const found = await scope.db.notification.findFirst({ where, include: WITH_SENDER })
  if (!found) throw notFound()
  return found
}

/** The same, kept from every other act upon it until the transaction ends. */
export async function holdNotification(open: SignedScope & Open, id: NotificationId, generation: Generation) {
  await open.db.$executeRaw`SELECT FROM "Notification" WHERE id = ${id} AND "receiverId" = ${open.viewer.id} FOR UPDATE`
  return readNotification(open, id, generation)
}

/** Anybody's notification of the second generation, for admins. */
export async function readAnyNotificationV2(scope: SignedScope, id: NotificationId): Promise<FoundNotification> {
  if (!scope.viewer.admin) throw adminOnly()
  const { receiverId: _, ...where } = visibleNotifications(scope.viewer.id, scope.now, 'v2')
  const found = await scope.db.notification.findFirst({ where: { id, ...where }, include: WITH_SENDER })
  if (!found) throw notFound()
  return found
}

/** How many notifications of both generations the viewer has not seen. */
export const countUnread = (scope: SignedScope): Promise<number> =>
  scope.db.notification.count({ where: { ...visibleNotifications(scope.viewer.id, scope.now), seenAt: null } })
