import type { Badge, User, UserBadge } from '../../generated/prisma/client.ts'
import type { JsonRow } from '../../kernel/jsonRow.ts'
import type { Services } from '../../kernel/scope.ts'
import { VISIBLE_USERS } from '../users/policy.ts'
import type { UserForViewer } from '../users/users.ts'
import type { OccupantLocation } from '../users/whereabouts.ts'

/** A person with everything that friends may see, and the friends whose friendship is suspended by a block. */
export interface FriendRow extends Pick<UserForViewer, keyof User | 'badges'> {
  readonly place: OccupantLocation | null
  readonly hiddenFrom: readonly string[]
}

interface StoredRow extends Omit<FriendRow, 'badges'> {
  readonly badges: readonly (JsonRow<UserBadge> & { readonly badge: JsonRow<Badge> })[]
}

/**
 * Reads people who were not erased, in no order. One statement. Prisma would take as much time for these rows as to send them
 * to a hundred friends.
 */
export async function readFriendRows({ sql }: Pick<Services, 'sql'>, ids: readonly string[]): Promise<FriendRow[]> {
  const rows = await sql<StoredRow>`
    SELECT u.*,
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
