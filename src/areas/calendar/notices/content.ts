import type { CalendarEvent, Prisma } from '../../../generated/prisma/client.ts'
import { addMilliseconds, MINUTE } from '../../../kernel/clock.ts'
import type { NotificationType } from '../../notifications/types.ts'

/** What people are told of an event or series. */
export const NOTICES = {
  created: 'group.event.created',
  starting: 'group.event.starting',
  moved: 'event.announcement',
  /** Dates of a series were moved or left out. */
  datesChanged: 'event.announcement',
  cancelled: 'event.announcement',
} as const satisfies Readonly<Record<string, NotificationType>>
export type Notice = keyof typeof NOTICES

/** What a delivery about an event has stored. */
export interface NoticeContent {
  readonly notice: Notice
  /** The start that people are told of. */
  readonly startsAt: Date
  /** Who has made the event, and is not told of that; empty otherwise. */
  readonly authorId: string
}

const names = Object.keys(NOTICES)
const isNotice = (value: unknown): value is Notice => typeof value === 'string' && names.includes(value)

export const storedNotice = ({ notice, startsAt, authorId }: NoticeContent): Prisma.InputJsonObject => ({
  notice,
  startsAt: startsAt.toISOString(),
  authorId,
})

/** The content of a delivery. Throws for one that is none of an event. */
export function noticeContentOf({ content }: { readonly content: unknown }): NoticeContent {
  const { notice, startsAt, authorId }: Readonly<Record<string, unknown>> = { ...Object(content) }
  if (!isNotice(notice)) throw new Error('a delivery about no event')
  return { notice, startsAt: new Date(String(startsAt)), authorId: String(authorId) }
}

/** How long after its start people are still reminded of an event. */
export const LATEST_REMINDER = 5 * MINUTE

/** Whether a notice still holds: a moved event is told of by another one, a reminder comes late or not at all. */
export function isStillTrue(event: CalendarEvent, { notice, startsAt }: NoticeContent, now: Date): boolean {
  if (event.isDraft || (event.deletedAt !== null) !== (notice === 'cancelled')) return false
  if (notice === 'created' || notice === 'datesChanged' || notice === 'cancelled') return true
  if (event.startsAt.getTime() !== startsAt.getTime()) return false
  return notice === 'moved' || (addMilliseconds(startsAt, LATEST_REMINDER) >= now && event.endsAt > now)
}

const LEAST_MOVE = 5 * MINUTE

/** Whether followers are told of another start. */
export const isMovedFar = (from: Date, to: Date): boolean => Math.abs(to.getTime() - from.getTime()) >= LEAST_MOVE
