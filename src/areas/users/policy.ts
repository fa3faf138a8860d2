import { Prisma } from '../../generated/prisma/client.ts'
import { isAdmin } from '../../kernel/access.ts'
import { notOwn } from '../../kernel/failure.ts'
import { SYSTEM_USER_IDS, type UserId } from '../../kernel/ids.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { showsLastVisit } from '../accounts/policy.ts'
import type { Relation } from './relations.ts'

/** People whose profile everybody may see: all who were not erased. */
export const visibleUsers = { erasedAt: null } satisfies Prisma.UserWhereInput

/** The condition of `visibleUsers` in SQL. */
export const VISIBLE_USERS = Prisma.raw('"erasedAt" IS NULL')

/** Badges that their owner shows to others. */
export const visibleBadges = { hidden: false } satisfies Prisma.UserBadgeWhereInput

/** People that searches can find; system users are excluded. */
export const searchableUsers = { ...visibleUsers, id: { notIn: [...SYSTEM_USER_IDS] } } satisfies Prisma.UserWhereInput

/** The condition of `searchableUsers` in SQL, for the person `u`. */
export const SEARCHABLE_USERS = Prisma.sql`u."erasedAt" IS NULL AND u.id <> ALL(${[...SYSTEM_USER_IDS]}::text[])`

/**
 * People whom this person has not blocked, and who have not blocked this person. The two conditions name the block by
 * `matter` and by `type`, as the index of each side has it: very many people may have muted one person.
 */
export const unblockedUsers = (userId: UserId) =>
  ({
    moderationsReceived: { none: { sourceUserId: userId, matter: 'block' } },
    moderationsMade: { none: { targetUserId: userId, type: 'block' } },
  }) satisfies Prisma.UserWhereInput

/** SELECT of the ids of the people whom this person has blocked, or who have blocked this person. */
export const blockedUsersSql = (userId: string) => Prisma.sql`
  SELECT "targetUserId" FROM "PlayerModeration" WHERE "sourceUserId" = ${userId} AND matter = 'block'
  UNION ALL SELECT "sourceUserId" FROM "PlayerModeration" WHERE "targetUserId" = ${userId} AND type = 'block'`

/** Whether the viewer may change this profile: the person and admins may; admins no system users. */
export const canChangeUser = (scope: Pick<ViewerScope, 'viewer'>, id: UserId) =>
  scope.viewer.id === id || (isAdmin(scope) && !SYSTEM_USER_IDS.includes(id))

/** Throws `forbidden` unless the viewer may change this profile. */
export function assertCanChangeUser(scope: ViewerScope, id: UserId): void {
  if (!canChangeUser(scope, id)) throw notOwn()
}

type FriendAndBlock = Pick<Relation, 'isFriend' | 'isBlocked'>

/** Whether two people are friends and neither has blocked the other, so that each may see the other's presence. */
export const areUnblockedFriends = ({ isFriend, isBlocked }: FriendAndBlock): boolean => isFriend && !isBlocked

/**
 * Whether the viewer sees when a person was last here, and by which platform: of oneself always, of unblocked friends
 * unless they appear offline, of others never.
 */
export const canSeeLastVisit = (
  { viewer }: Pick<ViewerScope, 'viewer'>,
  { id, status }: { readonly id: string; readonly status: string },
  relation: FriendAndBlock | undefined,
): boolean => id === viewer.id || (relation !== undefined && areUnblockedFriends(relation) && showsLastVisit(status))
