import { Prisma } from '../../../generated/prisma/client.ts'
import { isAdmin } from '../../../kernel/access.ts'
import { type BindParameter, bindSql } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { licensedAvatars } from '../access.ts'
import type { AvatarFilter } from './filters.ts'

/** SQL condition for avatars that everybody finds: public ones that are featured or searchable. */
const LISTED_AVATARS_SQL = `a."listStatus" = 'listed'`

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
export function searchedAvatars(
  scope: ViewerScope,
  { mine, releaseStatus = 'public' }: AvatarFilter,
  bind: BindParameter,
): string[] {
  if (mine || (releaseStatus !== 'public' && !isAdmin(scope))) {
    const own = `a."authorId" = ${bind(scope.viewer.id)}`
    const undeleted = releaseStatus === 'all' ? ' AND a."deletedAt" IS NULL' : ''
    return RELEASE_STATUSES[releaseStatus].map((status) => `${own} AND a."releaseStatus" = '${status}'${undeleted}`)
  }
  if (isAdmin(scope)) return LIST_STATUSES[releaseStatus].map((status) => `a."listStatus" = '${status}'`)
  return [`${LISTED_AVATARS_SQL} AND ${unmoderatedAvatars('a', bind(scope.viewer.id))}`]
}

/**
 * What `searchedAvatars` finds in lists that ask for no release status, as one condition for the avatars of an author.
 * `alias` is the alias of the table, or its name.
 */
export function foundAvatarsSql(scope: ViewerScope, alias: string, bind: BindParameter): string {
  const isPublic = `${alias}."releaseStatus" = 'public'`
  if (isAdmin(scope)) return isPublic
  return `${isPublic} AND ${alias}."listStatus" = 'listed' AND ${unmoderatedAvatars(alias, bind(scope.viewer.id))}`
}

/** The blocks name themselves by `matter` and by `type`, as the index of each side has it. */
const unmoderatedAvatars = (alias: string, viewer: string) =>
  `${alias}."authorId" NOT IN (
      SELECT "targetUserId" FROM "PlayerModeration" WHERE "sourceUserId" = ${viewer} AND matter = 'block'
      UNION ALL SELECT "sourceUserId" FROM "PlayerModeration" WHERE "targetUserId" = ${viewer} AND type = 'block')
    AND ${alias}.id NOT IN (SELECT "targetAvatarId" FROM "GlobalAvatarModeration" WHERE "userId" = ${viewer})`

/** The rule of `canReadAvatar` as a condition for the avatar `a`. */
export function readableAvatarsSql(scope: ViewerScope, bind: BindParameter): string {
  if (isAdmin(scope)) return 'true'
  const viewer = bind(scope.viewer.id)
  const licensed = bindSql(licensedAvatars(Prisma.sql`${scope.viewer.id}`, scope.now), bind)
  return `(a."releaseStatus" = 'public' OR a."authorId" = ${viewer}
    OR a."releaseStatus" = 'private' AND a.id IN (SELECT "avatarId" FROM (${licensed}) AS held))`
}
