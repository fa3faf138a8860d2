import { lookUp } from '../../kernel/maps.ts'
import { isRefusalReason, type RefusalReason } from '../../kernel/refusalReasons.ts'

/** What has happened, where several things have the same type of notification. */
const OCCASIONS = [
  'appeal_overturned',
  'appeal_upheld',
  'content_hidden',
  'dates_changed',
  'event_cancelled',
  'event_moved',
  'instance_announcement',
  'join_request_accepted',
  'payment_event_failed',
  'purchase_lost',
  'purchase_not_renewed',
  'report_reopened',
  'transfer_accepted',
  'transfer_declined',
] as const
type Occasion = (typeof OCCASIONS)[number]

/** What clients need beside type, sender and subject to show a notification in their own words. */
export interface NotificationFacts {
  readonly occasion?: Occasion
  /** Name of the subject at the time of sending, also for who cannot see the subject. */
  readonly subjectName?: string
  /** Name of the group that it comes from. */
  readonly groupName?: string
  /** The person who has caused it, if the sender is the platform. */
  readonly actorId?: string
  /** Start of the event that it tells, in ISO 8601. */
  readonly startsAt?: string
  /** What of its texts a person has written: the message alone, or the title, too. */
  readonly written?: 'message' | 'all'
  /** The reason for which a purchase was not renewed. */
  readonly refusalReason?: RefusalReason
  /** What the staff has done to the person, who can appeal against it. */
  readonly sanctionId?: string
  /** Why the builder of impostors has failed, in its own words. */
  readonly cause?: string
}

/** Reads the column that sendNotifications has written. */
export function factsOf({ facts }: { readonly facts: unknown }): NotificationFacts {
  const { occasion, written, refusalReason, ...texts }: Readonly<Record<string, unknown>> = { ...Object(facts) }
  const text = (name: string) => {
    const value = lookUp(texts, name)
    return typeof value === 'string' ? { [name]: value } : {}
  }
  const known = OCCASIONS.find((one) => one === occasion)
  return {
    ...(known && { occasion: known }),
    ...(written === 'message' || written === 'all' ? { written } : {}),
    ...(isRefusalReason(refusalReason) ? { refusalReason } : {}),
    ...text('subjectName'),
    ...text('groupName'),
    ...text('actorId'),
    ...text('startsAt'),
    ...text('cause'),
    ...text('sanctionId'),
  }
}
