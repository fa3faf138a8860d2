import { Prisma } from '../../../generated/prisma/client.ts'
import { isAdmin } from '../../../kernel/access.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { blockedUsersSql } from '../../users/policy.ts'
import { licensedAvatars } from '../access.ts'
import type { AvatarFilter } from './filters.ts'

/** SQL condition for the avatars `a` that everybody finds: public ones that are featured or searchable. */
const LISTED_AVATARS = Prisma.raw(`a."listStatus" = 'listed'`)

/** Values of `listStatus` of the avatars that a release status selects. */
const LIST_STATUSES = {
  public: ['listed', 'public'],
  private: ['private'],
  hidden: ['hidden'],
  unhidden: ['listed', 'public', 'private'],
  all: ['listed', 'public', 'private', 'hidden'],
} as const

const RELEASE_STATUSES = {
  public: ['public'],
  private: ['private'],
  hidden: ['hidden'],
  unhidden: ['public', 'private'],
  all: ['public', 'private', 'hidden'],
} as const

/**
 * The avatars that a search finds, as conditions for the avatar `a` of which none fulfils two. Admins find those of
 * everybody in the release status that they ask for. Others find listed ones of people whom they have not blocked and who
 * have not blocked them, without those that they have moderated; in lists of their own, and in any release status but
 * public, they find their own alone, deleted ones only as hidden.
 */
export function searchedAvatars(scope: ViewerScope, { mine, releaseStatus = 'public' }: AvatarFilter): Prisma.Sql[] {
  if (mine || (releaseStatus !== 'public' && !isAdmin(scope))) {
    const undeleted = releaseStatus === 'all' ? Prisma.raw('AND a."deletedAt" IS NULL') : Prisma.empty
    return RELEASE_STATUSES[releaseStatus].map(
      (status) => Prisma.sql`a."authorId" = ${scope.viewer.id} AND a."releaseStatus" = ${status} ${undeleted}`,
    )
  }
  if (isAdmin(scope)) return LIST_STATUSES[releaseStatus].map((status) => Prisma.sql`a."listStatus" = ${status}`)
  return [Prisma.sql`${LISTED_AVATARS} AND ${unmoderatedAvatars(scope)}`]
}

/** What `searchedAvatars` finds in lists that ask for no release status, as one condition for the avatars `a` of an author. */
export const foundAvatars = (scope: ViewerScope): Prisma.Sql =>
  isAdmin(scope)
    ? Prisma.raw(`a."releaseStatus" = 'public'`)
    : Prisma.sql`a."releaseStatus" = 'public' AND ${LISTED_AVATARS} AND ${unmoderatedAvatars(scope)}`

const unmoderatedAvatars = ({ viewer: { id } }: ViewerScope) => Prisma.sql`
  a."authorId" NOT IN (${blockedUsersSql(id)})
  AND a.id NOT IN (SELECT "targetAvatarId" FROM "GlobalAvatarModeration" WHERE "userId" = ${id})`

/** The rule of `canReadAvatar` as a condition for the avatar `a`. */
export function readableAvatarsSql(scope: ViewerScope): Prisma.Sql {
  if (isAdmin(scope)) return Prisma.raw('true')
  const { viewer, now } = scope
  return Prisma.sql`(a."releaseStatus" = 'public' OR a."authorId" = ${viewer.id} OR a."releaseStatus" = 'private'
    AND a.id IN (SELECT "avatarId" FROM (${licensedAvatars(Prisma.sql`${viewer.id}`, now)}) AS held))`
}
