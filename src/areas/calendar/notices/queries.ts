import { type CalendarEvent, type Group, Prisma } from '../../../generated/prisma/client.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import type { SentDelivery } from '../../groups/content/deliveries.ts'
import { isManagingRole } from '../policy.ts'
import { isStillTrue, type NoticeContent, noticeContentOf } from './content.ts'

/** People whom an event concerns, after a user id: a column `userId`. */
type PeopleOf = (event: CalendarEvent, delivery: SentDelivery) => Prisma.Sql

/** Members who are subscribed to announcements of events, beside who has made the event. */
const subscribedMembers: PeopleOf = ({ groupId }, delivery) => Prisma.sql`
  SELECT "userId" FROM "GroupMember"
  WHERE "groupId" = ${groupId} AND "userId" > ${delivery.cursor} AND status = 'member'
    AND "isSubscribedToEventAnnouncements" AND "userId" <> ${noticeContentOf(delivery).authorId}`

/** People who follow an event itself, or a series. */
const directFollowers: PeopleOf = ({ id }, { cursor }) => Prisma.sql`
  SELECT "userId" FROM "CalendarFollow" WHERE "eventId" = ${id} AND "userId" > ${cursor} AND "isFollowing"`

/** People who follow a series and don't mute a date of it. */
const followersOfSeries = ({ id }: CalendarEvent, seriesId: string, { cursor }: SentDelivery) => Prisma.sql`
  SELECT "userId" FROM "CalendarFollow" AS follow
  WHERE "eventId" = ${seriesId} AND "userId" > ${cursor} AND "isFollowing" AND NOT EXISTS (
    SELECT FROM "CalendarFollow" AS own
    WHERE own."eventId" = ${id} AND own."userId" = follow."userId" AND NOT own."isFollowing"
  )`

const allFollowers: PeopleOf = (event, delivery) => {
  const direct = directFollowers(event, delivery)
  if (event.seriesId === null) return direct
  return Prisma.sql`${direct} UNION ${followersOfSeries(event, event.seriesId, delivery)}`
}

/** People who follow a date and not its series. */
const followersBesideSeries: PeopleOf = (event, delivery) => Prisma.sql`
  SELECT "userId" FROM (${directFollowers(event, delivery)}) AS direct WHERE NOT EXISTS (
    SELECT FROM "CalendarFollow" AS head WHERE head."eventId" = ${event.seriesId} AND head."userId" = direct."userId"
  )`

/** Whether a person `person` of the row `member`, if they are one, sees an event that is no draft. */
function seesEvent({ accessType, roleIds }: CalendarEvent, group: Group): Prisma.Sql {
  if (accessType === 'public' && group.hiddenAt === null && group.privacy !== 'private') return Prisma.sql`true`
  const held = Prisma.sql`role."groupId" = ${group.id} AND (role.kind = 'everyone' OR role.id = ANY(member."roleIds"))`
  return Prisma.sql`(
    EXISTS (SELECT FROM "User" WHERE id = person."userId" AND admin)
    OR member.id IS NOT NULL AND (
      ${accessType === 'public' || roleIds.length === 0}
      OR EXISTS (
        SELECT FROM "GroupRole" AS role WHERE ${held} AND (
          role.id = ANY(${roleIds}) OR ${isManagingRole(Prisma.raw('person."userId"'))}
        )
      )
    )
  )`
}

/** Whether nobody is told any longer: in a deleted group, and of what is new in one that an admin has hidden. */
const isQuiet = ({ deletedAt, hiddenAt }: Group, { notice }: NoticeContent): boolean =>
  deletedAt !== null || (hiddenAt !== null && notice === 'created')

/** Reads those of some people who see the event of a delivery as it is now; nobody if what it tells is true no longer. */
const peopleWhoSee =
  (peopleOf: PeopleOf) =>
  async ({ db, sql, now }: Scope & InTransaction, delivery: SentDelivery, limit: number): Promise<string[]> => {
    const { group, sourceId } = delivery
    const event = await db.calendarEvent.findUnique({ where: { id: sourceId } })
    const content = noticeContentOf(delivery)
    if (!event || isQuiet(group, content) || !isStillTrue(event, content, now)) return []
    const rows = await sql<{ readonly userId: string }>`
      SELECT person."userId" FROM (${peopleOf(event, delivery)}) AS person
        LEFT JOIN "GroupMember" AS member
          ON member."groupId" = ${group.id} AND member."userId" = person."userId" AND member.status = 'member'
      WHERE ${seesEvent(event, group)}
      ORDER BY person."userId" LIMIT ${limit}`
    return rows.map(({ userId }) => userId)
  }

export const readMembersToTell = peopleWhoSee(subscribedMembers)
export const readFollowers = peopleWhoSee(allFollowers)
export const readFollowersBesideSeries = peopleWhoSee(followersBesideSeries)

/** A start of an event, of which a reminder was stored or was there already. */
interface RemindedStart {
  readonly id: string
  readonly groupId: string
  readonly startsAt: Date
  readonly isNew: boolean
  readonly isFollowed: boolean
}

interface StartQuery {
  readonly from: Date
  readonly to: Date
  readonly limit: number
}

/** Stores reminders of starts in a span of time, in the order of the ids of events, in which others lock them. */
export const storeStarts = ({ sql }: InTransaction, { from, to, limit }: StartQuery) => sql<RemindedStart>`
    WITH due AS (
      SELECT event.id, event."groupId", event."seriesId", event."startsAt" FROM "CalendarEvent" AS event
        JOIN "Group" ON "Group".id = event."groupId" AND "Group"."deletedAt" IS NULL
      WHERE event.kind <> 'series' AND NOT event."isDraft" AND event."deletedAt" IS NULL
        AND event."startsAt" >= ${from}
        AND event."startsAt" <= ${to}
        AND NOT EXISTS (
          SELECT FROM "CalendarReminder" AS past
          WHERE past."eventId" = event.id AND past."startsAt" = event."startsAt"
        )
      ORDER BY event.id LIMIT ${limit}
    ), stored AS (
      INSERT INTO "CalendarReminder" ("eventId", "startsAt") SELECT id, "startsAt" FROM due ORDER BY id
      ON CONFLICT DO NOTHING RETURNING "eventId"
    )
    SELECT due.id, due."groupId", due."startsAt", stored."eventId" IS NOT NULL AS "isNew", EXISTS (
      SELECT FROM "CalendarFollow" WHERE "eventId" IN (due.id, due."seriesId") AND "isFollowing"
    ) AS "isFollowed"
    FROM due LEFT JOIN stored ON stored."eventId" = due.id`
