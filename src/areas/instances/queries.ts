import { type Instance, Prisma } from '../../generated/prisma/client.ts'
import { columnList } from '../../kernel/columns.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Location } from '../../kernel/location.ts'
import { deleteInBatches } from '../../kernel/retention.ts'
import type { Scope, Services, ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import type { GroupFacts } from './policy.ts'

/** Facts about the viewer and an instance that decide on access. Suspended friendships don't count. */
export interface AccessFacts {
  readonly befriendsOwner: boolean
  readonly befriendsOccupant: boolean
  /** Whether the viewer and the owner, or the viewer and the creator, have blocked each other in either direction. */
  readonly apartFromOwner: boolean
  readonly apartFromCreator: boolean
  /** Whether the viewer has an invite from somebody else. */
  readonly invited: boolean
  readonly inside: boolean
  /** Whether the viewer's age is verified. */
  readonly ofAge: boolean
  /** Whether a moderator has removed the viewer within the last hour. */
  readonly kicked: boolean
  /** Null for an instance of a person, and of a group that was deleted. */
  readonly group: GroupFacts | null
}

interface AccessFactsRow extends AccessFacts {
  readonly location: string
}

/** Access facts of these instances, by location. Set-wise: one statement. */
export async function accessFactsByLocation(
  { sql, viewer, now }: ViewerScope,
  places: readonly Location[],
): Promise<ReadonlyMap<string, AccessFacts>> {
  const locations = places.map(({ location }) => location)
  const owners = places.map(({ ownerId }) => ownerId ?? '')
  const rows = await sql<AccessFactsRow>`
    SELECT place.location, ${accessFactColumns(Prisma.sql`${viewer.id}`, now)}
    FROM unnest(${locations}::text[], ${owners}::text[]) AS place(location, owner)`
  return new Map(rows.map((row) => [row.location, row]))
}

/**
 * SELECT list for the AccessFacts of a person at the `location` of a `place` with an `owner`, which is '' for none.
 * `viewerId` is an expression for the id of the person.
 */
const accessFactColumns = (viewerId: Prisma.Sql, now: Date) => Prisma.sql`
      EXISTS (
        SELECT FROM "Friendship" WHERE "userId" = ${viewerId} AND "friendId" = place.owner AND NOT blocked
      ) AS "befriendsOwner",
      EXISTS (
        SELECT FROM "Occupant" AS o JOIN "Friendship" AS f ON f."userId" = ${viewerId} AND f."friendId" = o."userId"
        WHERE o.location = place.location AND NOT f.blocked
      ) AS "befriendsOccupant",
      EXISTS (
        SELECT FROM "PlayerModeration" WHERE matter = 'block'
          AND ("sourceUserId", "targetUserId") IN ((${viewerId}, place.owner), (place.owner, ${viewerId}))
      ) AS "apartFromOwner",
      EXISTS (
        SELECT FROM "Instance" AS i JOIN "PlayerModeration" AS block ON block.matter = 'block'
          AND (block."sourceUserId", block."targetUserId") IN ((${viewerId}, i."creatorId"), (i."creatorId", ${viewerId}))
        WHERE i.location = place.location
      ) AS "apartFromCreator",
      EXISTS (
        SELECT FROM "Notification" WHERE "receiverId" = ${viewerId} AND type = 'invite' AND "senderId" <> ${viewerId}
          AND details->>'worldId' = place.location AND ("expiresAt" IS NULL OR "expiresAt" > ${now})
      ) AS invited,
      EXISTS (SELECT FROM "Occupant" WHERE "userId" = ${viewerId} AND location = place.location) AS inside,
      EXISTS (SELECT FROM "User" WHERE id = ${viewerId} AND "ageVerified") AS "ofAge",
      EXISTS (
        SELECT FROM "InstanceKick" WHERE location = place.location AND "userId" = ${viewerId} AND until > ${now}
      ) AS kicked,
      ${groupFactsColumn(viewerId)} AS "group"`

/**
 * SQL expression for the GroupFacts of a person, as JSON: null unless the `owner` of the `place` is a group that exists.
 * `viewerId` is an expression for the id of the person.
 */
const groupFactsColumn = (viewerId: Prisma.Sql) => Prisma.sql`(
  SELECT json_build_object(
    'isPrivate', g.privacy = 'private',
    'isHidden', g."hiddenAt" IS NOT NULL,
    'isMember', m.status IS NOT DISTINCT FROM 'member',
    'isBanned', m.status IS NOT DISTINCT FROM 'banned',
    'hasBlocked', m."userBlockedAt" IS NOT NULL,
    'hasTwoFactor', EXISTS (SELECT FROM "Account" WHERE "userId" = ${viewerId} AND "totpEnabledAt" IS NOT NULL),
    'roles', (
      SELECT coalesce(json_agg(json_build_object('id', r.id, 'order', r."order", 'permissions', r.permissions,
        'requiresTwoFactor', r."requiresTwoFactor")), '[]')
      FROM "GroupRole" AS r WHERE r."groupId" = g.id AND m.status = 'member' AND (r.kind = 'everyone' OR EXISTS (
        SELECT FROM "GroupMemberRole" AS h WHERE h."roleId" = r.id AND h."userId" = ${viewerId}))),
    'instance', (
      SELECT json_build_object('creatorId', i."creatorId", 'event', (
          SELECT json_build_object('startsAt', e."startsAt", 'hostEarlyJoinMinutes', e."hostEarlyJoinMinutes",
            'guestEarlyJoinMinutes', e."guestEarlyJoinMinutes")
          FROM "CalendarEvent" AS e WHERE e.id = i."calendarEntryId"),
        'roleIds', i."roleIds", 'roles', (
          SELECT coalesce(json_agg(json_build_object('id', r.id, 'order', r."order")), '[]')
          FROM "GroupRole" AS r WHERE r."groupId" = g.id AND r.id = ANY(i."roleIds")))
      FROM "Instance" AS i WHERE i.location = place.location))
  FROM "Group" AS g LEFT JOIN "GroupMember" AS m ON m."groupId" = g.id AND m."userId" = ${viewerId}
  WHERE g.id = place.owner AND g."deletedAt" IS NULL
)`

/** A person and the place of an instance. */
interface OwnedVisit {
  readonly userId: string
  readonly location: string
  /** Of the instance; an empty text for none. */
  readonly ownerId: string
}

/** The facts that decide on the access of people to instances. One statement. */
export function readVisitFacts({ sql, clock }: Pick<Services, 'sql' | 'clock'>, visits: readonly OwnedVisit[]) {
  const userIds = visits.map(({ userId }) => userId)
  const locations = visits.map(({ location }) => location)
  const owners = visits.map(({ ownerId }) => ownerId)
  return sql<VisitRow>`
    SELECT place."userId", place.location, ${accessFactColumns(Prisma.sql`place."userId"`, clock.now())}
    FROM unnest(${userIds}::text[], ${locations}::text[], ${owners}::text[]) AS place("userId", location, owner)`
}

interface VisitRow extends AccessFacts {
  readonly userId: string
  readonly location: string
}

/** An instance with its number of occupants, in total and by platform. */
export type InstanceWithOccupancy = Instance & {
  readonly occupants: number
  readonly android: number
  readonly ios: number
  readonly standalonewindows: number
  /** Number of people who wait for a place. */
  readonly queueSize: number
  /** Number of free places that are kept for others than the viewer. */
  readonly kept: number
}

/** A place with the access facts of the viewer, and with its instance if it was created. */
type PlaceRow = AccessFacts & { readonly at: string } & (InstanceWithOccupancy | { readonly location: null })

const INSTANCE_COLUMNS = columnList(Prisma.InstanceScalarFieldEnum, 'i')

/** Places of these locations by location. Set-wise: one statement. */
export async function readPlaces({ sql, viewer, now }: ViewerScope, places: readonly Location[]) {
  const locations = places.map(({ location }) => location)
  const owners = places.map(({ ownerId }) => ownerId ?? '')
  const rows = await sql<PlaceRow>`
    SELECT place.location AS at, ${accessFactColumns(Prisma.sql`${viewer.id}`, now)}, ${INSTANCE_COLUMNS},
      o.occupants, o.android, o.ios, o.standalonewindows, q."queueSize", q.kept
    FROM unnest(${locations}::text[], ${owners}::text[]) AS place(location, owner)
      LEFT JOIN "Instance" AS i ON i.location = place.location
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS occupants, (count(*) FILTER (WHERE platform = 'android'))::int AS android,
          (count(*) FILTER (WHERE platform = 'ios'))::int AS ios,
          (count(*) FILTER (WHERE platform = 'standalonewindows'))::int AS standalonewindows
        FROM "Occupant" WHERE location = place.location
      ) AS o
      CROSS JOIN LATERAL (
        SELECT (count(*) FILTER (WHERE "keptUntil" IS NULL))::int AS "queueSize",
          (count(*) FILTER (WHERE "keptUntil" > ${now} AND "userId" <> ${viewer.id}))::int AS kept
        FROM "InstanceQueueEntry" WHERE location = place.location
      ) AS q`
  return new Map(rows.map((row) => [row.at, row]))
}

export interface LocationRow {
  readonly worldId: string
  readonly instanceId: string
}

/** The locations of open instances of worlds that lists can show the viewer, by number of occupants. */
export const readListedLocations = (
  { sql, viewer, now }: ViewerScope,
  worldIds: readonly string[],
  mostOfWorld: number,
) =>
  sql<LocationRow>`
    SELECT "worldId", "instanceId" FROM (
      SELECT i."worldId", i."instanceId", row_number() OVER (
        PARTITION BY i."worldId"
        ORDER BY (SELECT count(*) FROM "Occupant" AS o WHERE o.location = i.location) DESC, i.location
      ) AS rank
      FROM "Instance" AS i
      WHERE i."worldId" = ANY(${[...worldIds]}) AND (i."closedAt" IS NULL OR i."closedAt" > ${now}) AND (
        i.type = 'public' OR i."ownerId" = ${viewer.id}
        OR EXISTS (SELECT FROM "Occupant" AS o WHERE o.location = i.location AND o."userId" = ${viewer.id})
        OR i.type IN ('hidden', 'friends') AND EXISTS (
          SELECT FROM "Occupant" AS o JOIN "Friendship" AS f ON f."friendId" = o."userId" AND f."userId" = ${viewer.id}
          JOIN "User" AS friend ON friend.id = o."userId" AND friend.status IN ('active', 'join me')
          WHERE o.location = i.location AND NOT f.blocked)
        OR i.type = 'private' AND EXISTS (
          SELECT FROM "Notification" AS n
          WHERE n."receiverId" = ${viewer.id} AND n.type = 'invite' AND n."senderId" <> ${viewer.id}
            AND n.details->>'worldId' = i.location AND (n."expiresAt" IS NULL OR n."expiresAt" > ${now}))
        OR i.type = 'group' AND (i."groupAccessType" = 'public' OR EXISTS (
          SELECT FROM "GroupMember" AS m
          WHERE m."groupId" = i."ownerId" AND m."userId" = ${viewer.id} AND m.status = 'member'))
      )
    ) AS visible WHERE rank <= ${mostOfWorld} ORDER BY "worldId", rank`

/** An occupant who was removed, and from where. */
export interface RemovedOccupant {
  readonly userId: string
  readonly location: string
  readonly worldId: string
  /** Null for an instance of people. */
  readonly groupId: string | null
  readonly queueEnabled: boolean
}

/** Which of these people are in the instance that is named at their place. */
export async function readPresent({ sql }: InTransaction, userIds: readonly string[], locations: readonly string[]) {
  const rows = await sql<{ readonly userId: string }>`
    SELECT "userId" FROM "Occupant"
    JOIN unnest(${[...userIds]}::text[], ${[...locations]}::text[]) AS found ("userId", location) USING ("userId", location)`
  return rows.map(({ userId }) => userId)
}

/** Deletes the rows of occupants, and answers where they were. */
export const deleteOccupantRows = ({ sql }: InTransaction, userIds: readonly string[]) =>
  sql<RemovedOccupant>`
    DELETE FROM "Occupant" AS o USING "Instance" AS i
    WHERE o."userId" = ANY(${[...userIds]}) AND i.location = o.location
    RETURNING o."userId", o.location, i."worldId", i."queueEnabled",
      CASE WHEN i.type = 'group' THEN i."ownerId" END AS "groupId"`

/** Records which of these instances are empty from now on. */
export async function markEmpty({ sql, now }: Scope & InTransaction, locations: readonly string[]): Promise<void> {
  await sql`
    UPDATE "Instance" AS i SET "emptySince" = ${now}
    WHERE i.location = ANY(${[...locations]}) AND NOT EXISTS (SELECT FROM "Occupant" AS o WHERE o.location = i.location)`
}

/** The next people by id who had entered an instance or joined a queue by a time. */
export async function readPeopleSince(
  { sql }: Pick<Scope, 'sql'>,
  { after, before, limit }: { readonly after: string; readonly before: Date; readonly limit: number },
): Promise<string[]> {
  const people = await sql<{ readonly userId: string }>`
    SELECT "userId" FROM (
      (SELECT "userId" FROM "Occupant" WHERE "userId" > ${after} AND "joinedAt" <= ${before}
        ORDER BY "userId" LIMIT ${limit})
      UNION
      (SELECT "userId" FROM "InstanceQueueEntry" WHERE "userId" > ${after} AND "queuedAt" <= ${before}
        ORDER BY "userId" LIMIT ${limit})
    ) AS person ORDER BY "userId" LIMIT ${limit}`
  return people.map(({ userId }) => userId)
}

/** Whether each of these people is in an instance or a queue. One statement. */
export async function areInInstanceOrQueue(
  { sql }: Pick<Services, 'sql'>,
  userIds: readonly UserId[],
): Promise<boolean[]> {
  const rows = await sql<{ readonly userId: string }>`
    SELECT "userId" FROM "Occupant" WHERE "userId" = ANY(${userIds})
    UNION ALL
    SELECT "userId" FROM "InstanceQueueEntry" WHERE "userId" = ANY(${userIds})`
  const found = new Set(rows.map(({ userId }) => userId))
  return userIds.map((userId) => found.has(userId))
}

/** Deletes instances that are empty since a time. Looks again at one that somebody enters meanwhile. Returns their number. */
export const deleteEmptySince = ({ sql }: Pick<Scope, 'sql'>, time: Date): Promise<number> =>
  deleteInBatches(async (limit) => {
    const isEmpty = Prisma.sql`i."emptySince" <= ${time}
      AND NOT EXISTS (SELECT FROM "Occupant" AS o WHERE o.location = i.location)`
    const { length: count } = await sql`
      DELETE FROM "Instance" AS i WHERE ${isEmpty}
        AND i.location IN (SELECT i.location FROM "Instance" AS i WHERE ${isEmpty} LIMIT ${limit}::int) RETURNING 1`
    return { count }
  })
