import { type Badge, Prisma, type User, type UserBadge } from '../../generated/prisma/client.ts'
import { columnList } from '../../kernel/columns.ts'
import type { JsonRow } from '../../kernel/database.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { PresenceStatus } from '../../kernel/presence.ts'
import type { Services, ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { VISIBLE_USERS } from '../users/policy.ts'
import type { UserForViewer } from '../users/users.ts'
import type { OccupantLocation } from '../users/whereabouts.ts'

/** A person with everything that friends may see, and the friends whose friendship is suspended by a block. */
export interface FriendRow extends Pick<UserForViewer, keyof User | 'badges'> {
  readonly place: OccupantLocation | null
  readonly hiddenFrom: readonly string[]
}

const USER_COLUMNS = columnList(Prisma.UserScalarFieldEnum, 'u')

interface StoredRow extends Omit<FriendRow, 'badges'> {
  readonly badges: readonly (JsonRow<UserBadge> & { readonly badge: JsonRow<Badge> })[]
}

/**
 * Reads people who were not erased, in no order. One statement. Prisma would take as much time for these rows as to send them
 * to a hundred friends.
 */
export async function readFriendRows({ sql }: Pick<Services, 'sql'>, ids: readonly string[]): Promise<FriendRow[]> {
  const rows = await sql<StoredRow>`
    SELECT ${USER_COLUMNS},
      (SELECT coalesce(json_agg(h.badge ORDER BY h."assignedAt"), '[]') FROM (
        SELECT "assignedAt", to_jsonb(given) || jsonb_build_object('badge', to_jsonb(b)) AS badge
        FROM "UserBadge" AS given JOIN "Badge" AS b ON b.id = given."badgeId" WHERE given."userId" = u.id AND NOT hidden
      ) AS h) AS badges,
      (SELECT json_build_object('location', o.location, 'instance', json_build_object(
          'worldId', i."worldId", 'instanceId', i."instanceId", 'type', i.type, 'canRequestInvite', i."canRequestInvite"))
        FROM "Occupant" AS o JOIN "Instance" AS i ON i.location = o.location WHERE o."userId" = u.id) AS place,
      ARRAY(SELECT f."friendId" FROM "Friendship" AS f WHERE f."userId" = u.id AND f.blocked) AS "hiddenFrom"
    FROM "User" AS u WHERE u.id = ANY(${ids}) AND ${VISIBLE_USERS}`
  return rows.map((row) => ({ ...row, badges: row.badges.map(badgeOf) }))
}

const badgeOf = ({ badge, ...row }: StoredRow['badges'][number]) => ({
  ...row,
  assignedAt: new Date(row.assignedAt),
  updatedAt: new Date(row.updatedAt),
  badge: { ...badge, createdAt: new Date(badge.createdAt), updatedAt: new Date(badge.updatedAt) },
})

/** An entry of the viewer's list of friends. */
export interface FriendListEntry {
  readonly id: UserId
  /** Key of the friendship, equal for both friends. */
  readonly key: string
  /** Presence as shown to friends; offline when one of the two has blocked the other. */
  readonly standing: PresenceStatus
  readonly blocked: boolean
  readonly displayNameKey: string
  /** Time when the friendship began. */
  readonly since: Date
}

interface FriendListRow extends Omit<FriendListEntry, 'standing'> {
  readonly status: string
}

/** The viewer's friends by display name. */
export const readFriendList = ({ sql, viewer }: ViewerScope) => sql<FriendListRow>`
  SELECT person.id, side.key, person.status, side.blocked, person."displayNameKey", side."createdAt" AS since
  FROM "Friendship" AS side JOIN "User" AS person ON person.id = side."friendId"
  WHERE side."userId" = ${viewer.id}
  ORDER BY person."displayNameKey"`

/** A friend of the viewer in an instance, whose place the viewer may know. */
export interface FriendInPlace {
  readonly id: UserId
  readonly displayNameKey: string
  readonly location: string
  readonly worldId: string
}

/** Places by the ids of worlds or by the locations of instances. */
export type Places = { readonly worldIds: readonly string[] } | { readonly locations: readonly string[] }

interface FriendInPlaceRow extends FriendInPlace, Pick<OccupantLocation['instance'], 'instanceId' | 'type'> {
  readonly status: string
  readonly canRequestInvite: boolean
}

const isIn = (places: Places) =>
  'worldIds' in places
    ? Prisma.sql`i."worldId" = ANY(${[...places.worldIds]})`
    : Prisma.sql`i.location = ANY(${[...places.locations]})`

/** The viewer's friends in any of these places, by display name, whether or not they show that they are there. */
export const readFriendsIn = ({ sql, viewer }: ViewerScope, places: Places) => sql<FriendInPlaceRow>`
  SELECT person.id, person."displayNameKey", person.status, i.location, i."worldId", i."instanceId", i.type,
    i."canRequestInvite"
  FROM "Friendship" AS side JOIN "Occupant" AS o ON o."userId" = side."friendId"
    JOIN "Instance" AS i ON i.location = o.location JOIN "User" AS person ON person.id = side."friendId"
  WHERE side."userId" = ${viewer.id} AND NOT side.blocked AND ${isIn(places)}
  ORDER BY person."displayNameKey"`

interface RecipientsRow {
  readonly id: string
  readonly status: string
  readonly friends: readonly string[]
}

/** The unblocked friends of each of these people. */
export const readUnblockedFriends = ({ sql }: Pick<Services, 'sql'>, ids: readonly string[]) => sql<RecipientsRow>`
  SELECT id, status, ARRAY(
    SELECT "friendId" FROM "Friendship" WHERE "Friendship"."userId" = "User".id AND NOT blocked
  ) AS friends
  FROM "User" WHERE id = ANY(${ids})`

/** One side of a friendship. */
interface FriendshipRow {
  readonly userId: UserId
  readonly friendId: UserId
}

/** Deletes a person's friendships with these people, and returns both sides of each. */
export const deleteSides = ({ sql }: InTransaction, userId: UserId, friendIds: readonly string[]) => sql<FriendshipRow>`
  DELETE FROM "Friendship"
  WHERE ("userId" = ${userId} AND "friendId" = ANY(${friendIds}))
     OR ("friendId" = ${userId} AND "userId" = ANY(${friendIds}))
  RETURNING "userId", "friendId"`

/** A person among somebody's favorites. */
interface FavoriteFriendRow {
  readonly userId: UserId
  readonly favoriteId: string
}

/** Deletes these people from the favorites of a person, and the person from theirs; answers whose favorite who was. */
export const deleteFavoriteFriends = (
  { sql }: InTransaction,
  userId: UserId,
  friendIds: readonly string[],
) => sql<FavoriteFriendRow>`
  DELETE FROM "Favorite"
  WHERE type = 'friend' AND (("userId" = ${userId} AND "favoriteId" = ANY(${friendIds}))
     OR ("favoriteId" = ${userId} AND "userId" = ANY(${friendIds})))
  RETURNING "userId", "favoriteId"`

/** Suspends a person's friendships with these people, and returns the sides that were not suspended before. */
export const suspendSides = ({ sql }: InTransaction, userId: UserId, friendIds: readonly UserId[]) =>
  sql<FriendshipRow>`
    UPDATE "Friendship" SET blocked = true
    WHERE NOT blocked AND (("userId" = ${userId} AND "friendId" = ANY(${[...friendIds]}))
      OR ("friendId" = ${userId} AND "userId" = ANY(${[...friendIds]})))
    RETURNING "userId", "friendId"`

/** Resumes those of a person's friendships with these people in which neither blocks the other, and returns their sides. */
export const resumeSides = ({ sql }: InTransaction, userId: UserId, friendIds: readonly UserId[]) => sql<FriendshipRow>`
  UPDATE "Friendship" AS side SET blocked = false
  WHERE blocked AND (("userId" = ${userId} AND "friendId" = ANY(${[...friendIds]}))
    OR ("friendId" = ${userId} AND "userId" = ANY(${[...friendIds]})))
    AND NOT EXISTS (
      SELECT FROM "PlayerModeration" AS block WHERE matter = 'block'
        AND block."sourceUserId" = side."userId" AND block."targetUserId" = side."friendId")
    AND NOT EXISTS (
      SELECT FROM "PlayerModeration" AS block WHERE matter = 'block'
        AND block."sourceUserId" = side."friendId" AND block."targetUserId" = side."userId")
  RETURNING "userId", "friendId"`
