import type { Badge, User, UserBadge } from '../../generated/prisma/client.ts'
import { textList } from '../../kernel/database.ts'
import { type JsonRow, timeOrNull } from '../../kernel/jsonRow.ts'
import type { Services } from '../../kernel/scope.ts'
import { VISIBLE_USERS_SQL } from '../users/policy.ts'
import type { UserForViewer } from '../users/users.ts'
import type { OccupantLocation } from '../users/whereabouts.ts'

/** A person with everything that friends may see, and the friends whose friendship is suspended by a block. */
export interface FriendRow extends Pick<UserForViewer, keyof User | 'badges'> {
  readonly place: OccupantLocation | null
  readonly hiddenFrom: readonly string[]
}

interface FriendJson extends Pick<FriendRow, 'place' | 'hiddenFrom'> {
  readonly person: JsonRow<User>
  readonly badges: readonly (JsonRow<UserBadge> & { readonly badge: JsonRow<Badge> })[]
}

/** Prisma takes as much time for these rows as sending them to a hundred friends. */
const FRIENDS_SQL = `
  SELECT row_to_json(u) AS person,
    (SELECT coalesce(json_agg(h.badge ORDER BY h."assignedAt"), '[]') FROM (
      SELECT "assignedAt", to_jsonb(given) || jsonb_build_object('badge', to_jsonb(b)) AS badge
      FROM "UserBadge" AS given JOIN "Badge" AS b ON b.id = given."badgeId" WHERE given."userId" = u.id AND NOT hidden
    ) AS h) AS badges,
    (SELECT json_build_object('location', o.location, 'instance', json_build_object(
        'worldId', i."worldId", 'instanceId', i."instanceId", 'type', i.type, 'canRequestInvite', i."canRequestInvite"))
      FROM "Occupant" AS o JOIN "Instance" AS i ON i.location = o.location WHERE o."userId" = u.id) AS place,
    (SELECT coalesce(json_agg(f."friendId"), '[]') FROM "Friendship" AS f WHERE f."userId" = u.id AND f.blocked) AS "hiddenFrom"
  FROM "User" AS u WHERE u.id = ANY(${textList('$1')}) AND ${VISIBLE_USERS_SQL}`

/** Reads people who were not erased, in no order. One statement. */
export async function readFriendRows({ read }: Pick<Services, 'read'>, ids: readonly string[]): Promise<FriendRow[]> {
  const rows = await read<FriendJson>('friends by ids', FRIENDS_SQL, [ids])
  return rows.map(({ person, badges, ...row }) => ({ ...personOf(person), badges: badges.map(badgeOf), ...row }))
}

const personOf = (row: JsonRow<User>): User => ({
  ...row,
  createdAt: new Date(row.createdAt),
  updatedAt: new Date(row.updatedAt),
  lastLoginAt: timeOrNull(row.lastLoginAt),
  lastActivityAt: timeOrNull(row.lastActivityAt),
  lastMobileAt: timeOrNull(row.lastMobileAt),
  erasedAt: timeOrNull(row.erasedAt),
})

const badgeOf = ({ badge, ...row }: FriendJson['badges'][number]) => ({
  ...row,
  assignedAt: new Date(row.assignedAt),
  updatedAt: new Date(row.updatedAt),
  badge: { ...badge, createdAt: new Date(badge.createdAt), updatedAt: new Date(badge.updatedAt) },
})
