import { type Instance, Prisma } from '../../../generated/prisma/client.ts'
import { deleteInBatches } from '../../../kernel/retention.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import type { LocationRow } from '../queries.ts'

/** Which instances of groups to list, by one of these. */
export type GroupInstanceFilter =
  | { readonly groupIds: readonly string[] }
  /** Of the groups of which this person is a member. */
  | { readonly memberId: string }
  | { readonly eventIds: readonly string[] }

function isOfGroup(filter: GroupInstanceFilter): Prisma.Sql {
  if ('groupIds' in filter) return Prisma.sql`i."ownerId" = ANY(${[...filter.groupIds]})`
  if ('eventIds' in filter) return Prisma.sql`i."calendarEntryId" = ANY(${[...filter.eventIds]})`
  return Prisma.sql`i."ownerId" IN (
    SELECT "groupId" FROM "GroupMember" WHERE "userId" = ${filter.memberId} AND status = 'member')`
}

/** The locations of open instances of groups, fullest first. */
export const readOpenLocations = (
  { sql, now }: Pick<ViewerScope, 'sql' | 'now'>,
  filter: GroupInstanceFilter,
  limit: number,
) =>
  sql<LocationRow>`
    SELECT i."worldId", i."instanceId" FROM "Instance" AS i
    WHERE i.type = 'group' AND ${isOfGroup(filter)} AND (i."closedAt" IS NULL OR i."closedAt" > ${now})
    ORDER BY (SELECT count(*) FROM "Occupant" AS o WHERE o.location = i.location) DESC, i.location
    LIMIT ${limit}`

interface PersonInGroupInstance {
  readonly userId: string
  readonly location: string
}

/** A person and a group. */
export interface Membership {
  readonly userId: string
  readonly groupId: string
}

/**
 * People in instances of groups, or in their queues, or only one person in those of one group, who must not be there any more: who is banned or has blocked the
 * group, in any of its instances; who is no member, in those for members. One statement.
 */
export function findUnwelcome({ sql }: Scope, membership: Membership | null, limit: number) {
  const where = membership
    ? Prisma.sql`person."userId" = ${membership.userId} AND i."ownerId" = ${membership.groupId}`
    : Prisma.sql`true`
  return sql<PersonInGroupInstance>`
  SELECT person."userId", i.location
  FROM (
    SELECT "userId", location FROM "Occupant" UNION ALL SELECT "userId", location FROM "InstanceQueueEntry"
  ) AS person
    JOIN "Instance" AS i ON i.location = person.location AND i.type = 'group'
    JOIN "User" AS u ON u.id = person."userId"
    LEFT JOIN "GroupMember" AS m ON m."groupId" = i."ownerId" AND m."userId" = person."userId"
  WHERE ${where} AND (m.status = 'banned' OR m."userBlockedAt" IS NOT NULL
    OR coalesce(i."groupAccessType", 'members') = 'members' AND m.status IS DISTINCT FROM 'member' AND NOT u.admin)
  ORDER BY person."userId" LIMIT ${limit}`
}

/** Deleted groups with instances that are not closed. */
export const readDeletedHosts = ({ sql, now }: Scope, limit: number) =>
  sql<{ readonly id: string }>`
    SELECT DISTINCT i."ownerId" AS id FROM "Instance" AS i LEFT JOIN "Group" AS g ON g.id = i."ownerId"
    WHERE i.type = 'group' AND (i."closedAt" IS NULL OR i."closedAt" > ${now} OR NOT i."hardClose")
      AND (g.id IS NULL OR g."deletedAt" IS NOT NULL)
    LIMIT ${limit}`

/** An instance of an event, and when it is to close. */
export interface DueInstance {
  readonly location: string
  /** Null for an event that was cancelled. */
  readonly closesAt: Date | null
}

const CLOSING_TIME = Prisma.raw(`e."endsAt" + e."closeInstanceAfterEndMinutes" * interval '1 minute'`)

/** Open instances of events, or of one event, that close at another time than their event says, by location. */
export function readMovedClosings({ sql, now }: Scope, eventId: string | null, limit: number) {
  const isOfEvent =
    eventId === null
      ? Prisma.sql`true`
      : Prisma.sql`(e.id = ${eventId} OR e."seriesId" = ${eventId} OR i."calendarEntryId" = ${eventId})`
  return sql<DueInstance>`
    SELECT i.location, CASE WHEN e."deletedAt" IS NULL THEN ${CLOSING_TIME} END AS "closesAt"
    FROM "Instance" AS i LEFT JOIN "CalendarEvent" AS e ON e.id = i."calendarEntryId"
    WHERE i."calendarEntryId" IS NOT NULL AND (i."closedAt" IS NULL OR i."closedAt" > ${now}) AND ${isOfEvent}
      AND (e.id IS NULL OR e."deletedAt" IS NOT NULL
        OR i."closedAt" = i."eventClosesAt" AND i."eventClosesAt" <> ${CLOSING_TIME})
    ORDER BY i.location LIMIT ${limit}`
}

/** An instance of the event of another one. */
interface Sibling extends Pick<Instance, 'worldId' | 'instanceId' | 'capacity'> {
  readonly occupants: number
}

/** Open instances of the event with the same access, the first one first. */
export const readSiblings = ({ sql, now }: InTransaction & ViewerScope, template: Instance) => sql<Sibling>`
  SELECT i."worldId", i."instanceId", i.capacity,
    (SELECT count(*)::int FROM "Occupant" AS o WHERE o.location = i.location) AS occupants
  FROM "Instance" AS i
  WHERE i."calendarEntryId" = ${template.calendarEntryId} AND i."worldId" = ${template.worldId}
    AND i."groupAccessType" = ${template.groupAccessType} AND i."ageGate" = ${template.ageGate}
    AND i."roleIds" = ${template.roleIds} AND (i."closedAt" IS NULL OR i."closedAt" > ${now})
  ORDER BY i."createdAt", i.location`

/** Deletes removals that are over. Looks again at one that is prolonged meanwhile. Returns their number. */
export const deletePastKicks = ({ sql, now }: Pick<Scope, 'sql' | 'now'>): Promise<number> =>
  deleteInBatches(async (limit) => {
    const { length: count } = await sql`
      DELETE FROM "InstanceKick" WHERE until <= ${now} AND (location, "userId") IN (
        SELECT location, "userId" FROM "InstanceKick" WHERE until <= ${now} LIMIT ${limit}::int) RETURNING 1`
    return { count }
  })
