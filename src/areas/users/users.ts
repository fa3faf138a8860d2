import type { Prisma } from '../../generated/prisma/client.ts'
import { assertAdmin, isAdmin } from '../../kernel/access.ts'
import { Failure, userNotFound } from '../../kernel/failure.ts'
import { trusted, type UserId } from '../../kernel/ids.ts'
import { escapeLikePattern } from '../../kernel/likePattern.ts'
import type { PresenceStatus } from '../../kernel/presence.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { nameKey } from '../accounts/account/names.ts'
import { searchableUsers, searchableUsersFor, visibleBadges, visibleUsers } from './policy.ts'
import {
  areUnblockedFriends,
  canSeeLastVisit,
  presenceVisibleToViewer,
  type Relation,
  readRelation,
} from './relations.ts'
import type { UserSearch } from './search.ts'
import { LOCATION_SELECT, readEnterable, resolveWhereabouts, type Whereabouts } from './whereabouts.ts'

/** Relation to the badges that others see. */
const VISIBLE_BADGES_INCLUDE = {
  badges: { where: visibleBadges, include: { badge: true }, orderBy: { assignedAt: 'asc' } },
} as const

/** Relations of a profile that is shown whole. */
const USER_INCLUDE = { ...VISIBLE_BADGES_INCLUDE, ...LOCATION_SELECT } as const

const findUser = (scope: Scope, where: { id: UserId } | { usernameKey: string }) =>
  scope.db.user.findFirst({ where: { ...where, ...visibleUsers }, include: USER_INCLUDE, relationLoadStrategy: 'join' })

type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>
/** A profile with what depends on the viewer. */
export interface UserForViewer extends Omit<UserRow, 'occupies'> {
  readonly note: string
  readonly own: boolean
  readonly relation: Relation
  /** Whether the viewer sees when the person was last here. */
  readonly showsLastVisit: boolean
  /** Presence as the viewer sees it: offline for people who are not friends. */
  readonly standing: PresenceStatus
  readonly whereabouts: Whereabouts
}

/** Reads a profile. Throws `missing` for an unknown or erased person. */
export async function readUser(scope: ViewerScope, id: UserId): Promise<UserForViewer> {
  const user = await findUser(scope, { id })
  if (!user) throw userNotFound(id)
  return toUserForViewer(scope, user)
}

/** Reads a profile by username, for admins only: usernames are private. */
export async function readUserByName(scope: ViewerScope, username: string): Promise<UserForViewer> {
  assertAdmin(scope)
  const user = await findUser(scope, { usernameKey: nameKey(username) })
  if (!user) throw userNotFound(username)
  return toUserForViewer(scope, user)
}

async function toUserForViewer(scope: ViewerScope, { occupies: place, ...user }: UserRow): Promise<UserForViewer> {
  const key = { userId: scope.viewer.id, targetUserId: user.id }
  const [note, relation] = await Promise.all([
    scope.db.userNote.findUnique({ where: { userId_targetUserId: key }, select: { note: true } }),
    readRelation(scope, user.id),
  ])
  const own = user.id === scope.viewer.id
  const standing = await presenceOf(scope, user, relation)
  const enterable = await readEnterable(scope, place ? [place.location] : [])
  const whereabouts = resolveWhereabouts({ standing, status: user.status, place, isOwn: own, enterable })
  const showsLastVisit = canSeeLastVisit(scope, user, relation)
  return { ...user, note: note?.note ?? '', own, relation, showsLastVisit, standing, whereabouts }
}

type PresenceRow = Pick<UserRow, 'id' | 'status'>
async function presenceOf(scope: ViewerScope, user: PresenceRow, relation: Relation): Promise<PresenceStatus> {
  const id = trusted<'user'>(user.id)
  const isClose = areUnblockedFriends(relation)
  if (!isClose && id !== scope.viewer.id) return 'offline'
  return presenceVisibleToViewer(scope, { ...user, isClose }, (await scope.presence.statuses([id], scope.now)).get(id))
}

/** Condition of a search. Without a part of a name it matches nobody, so that nobody can list everybody. */
function userSearchWhere({ viewer }: ViewerScope, { search = '', developerType }: UserSearch) {
  const part = nameKey(search)
  if (part === '') return { id: { in: [] } } satisfies Prisma.UserWhereInput
  return {
    ...searchableUsersFor(viewer.id),
    displayNameKey: { contains: escapeLikePattern(part) },
    ...(developerType && { developerType }),
  } satisfies Prisma.UserWhereInput
}

/** A filter of lists of people; only admins filter by `isSuspended` and `createdSince`. */
interface UserFilter extends UserSearch {
  readonly isSuspended?: boolean | undefined
  readonly createdSince?: Date | undefined
}

/**
 * Condition of a list of people. Admins list everybody, and search usernames, too, or e-mail addresses by a text with an
 * `@`, which no name contains. Throws `forbidden` for what only admins filter by.
 */
export function userListWhere(scope: ViewerScope, filter: UserFilter): Prisma.UserWhereInput {
  const { search = '', developerType, isSuspended, createdSince } = filter
  if (!isAdmin(scope)) {
    assertOnlyAdminsFilter({ isSuspended, createdSince })
    return userSearchWhere(scope, filter)
  }
  return {
    ...searchableUsers,
    ...adminSearchWhere(nameKey(search)),
    ...(developerType && { developerType }),
    ...(createdSince && { createdAt: { gte: createdSince } }),
    ...(isSuspended !== undefined && { account: suspendedWhere(isSuspended, scope.now) }),
  }
}

function assertOnlyAdminsFilter(filter: Pick<UserFilter, 'isSuspended' | 'createdSince'>): void {
  const issues = Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => ({ path: ['filter', name], reason: 'admin_only' as const, message: 'only admins filter by this' }))
  if (issues.length > 0) throw new Failure('forbidden', 'Only admins filter by this', { reason: 'admin_only', issues })
}

function adminSearchWhere(part: string): Prisma.UserWhereInput {
  if (part === '') return {}
  const contains = escapeLikePattern(part)
  if (part.includes('@')) return { AND: { account: { emailKey: { contains } } } }
  return { OR: [{ displayNameKey: { contains } }, { usernameKey: { contains } }] }
}

function suspendedWhere(isSuspended: boolean, now: Date): Prisma.AccountWhereInput {
  const inForce = { suspendedAt: { not: null }, OR: [{ suspendedUntil: null }, { suspendedUntil: { gt: now } }] }
  return isSuspended ? inForce : { NOT: inForce }
}
