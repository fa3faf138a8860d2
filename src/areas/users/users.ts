import type { Prisma } from '../../generated/prisma/client.ts'
import { adminOnly, noSuchUser } from '../../kernel/failure.ts'
import { isId, type UserId } from '../../kernel/ids.ts'
import type { Page } from '../../kernel/page.ts'
import type { Standing } from '../../kernel/presence.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import { nameKey } from '../accounts/names.ts'
import { findableUsers, visibleUsers } from './policy.ts'
import { appearsTo, areClose, type Relation, relationsTo, relationTo } from './relations.ts'
import { OCCUPIES, type Whereabouts, whereaboutsOf } from './whereabouts.ts'

/** What is read with everybody who is seen. */
export const SHOWN_BADGES = {
  badges: { where: { hidden: false }, include: { badge: true }, orderBy: { assignedAt: 'asc' } },
} as const

/** What is read with somebody who is told of whole. */
export const SHOWN = { ...SHOWN_BADGES, ...OCCUPIES } as const

const find = (scope: Scope, where: { id: UserId } | { usernameKey: string }) =>
  scope.db.user.findFirst({ where: { ...where, ...visibleUsers }, include: SHOWN, relationLoadStrategy: 'join' })

type Found = NonNullable<Awaited<ReturnType<typeof find>>>
/** A person as the viewer sees them. */
export interface SeenUser extends Omit<Found, 'occupies'> {
  readonly note: string
  readonly own: boolean
  readonly relation: Relation
  /** As it appears to the viewer: strangers are told of nobody that they are here. */
  readonly standing: Standing
  readonly whereabouts: Whereabouts
}

/** Throws `missing` for an unknown or erased person. */
export async function readUser(scope: SignedScope, id: UserId): Promise<SeenUser> {
  const user = await find(scope, { id })
  if (!user) throw noSuchUser(id)
  return seen(scope, user)
}

/** By username, for admins only: other people's usernames are not told. */
export async function readUserByName(scope: SignedScope, username: string): Promise<SeenUser> {
  if (!scope.viewer.admin) throw adminOnly()
  const user = await find(scope, { usernameKey: nameKey(username) })
  if (!user) throw noSuchUser(username)
  return seen(scope, user)
}

async function seen(scope: SignedScope, { occupies: place, ...user }: Found): Promise<SeenUser> {
  const key = { userId: scope.viewer.id, targetUserId: user.id }
  const [note, relation] = await Promise.all([
    scope.db.userNote.findUnique({ where: { userId_targetUserId: key }, select: { note: true } }),
    relationTo(scope, user.id),
  ])
  const own = user.id === scope.viewer.id
  const standing = await standingOf(scope, user, relation)
  const whereabouts = whereaboutsOf({ standing, status: user.status, place, isOwn: own })
  return { ...user, note: note?.note ?? '', own, relation, standing, whereabouts }
}

async function standingOf(
  scope: SignedScope,
  user: Pick<Found, 'id' | 'status'>,
  relation: Relation,
): Promise<Standing> {
  const { id } = user
  const isClose = areClose(relation)
  if (!isId('user', id) || !(isClose || id === scope.viewer.id)) return 'offline'
  return appearsTo(scope, { ...user, isClose }, (await scope.presence.standings([id], scope.now)).get(id))
}

export interface UserSearch {
  /** A part of the display name; nothing finds nobody. */
  readonly search?: string | undefined
  readonly developerType?: string | undefined
}

/** What a search reads of a person: half of the columns, for a page of people costs as much as it carries. */
export const FOUND = {
  id: true,
  displayName: true,
  bio: true,
  bioLinks: true,
  pronouns: true,
  status: true,
  statusDescription: true,
  tags: true,
  developerType: true,
  userIcon: true,
  profilePicOverride: true,
  bannerType: true,
  bannerUrl: true,
  currentAvatarImageUrl: true,
  currentAvatarThumbnailImageUrl: true,
  currentAvatarTags: true,
  lastPlatform: true,
} satisfies Prisma.UserSelect
/** A person as a search lists them. */
export type FoundUser = Prisma.UserGetPayload<{ select: typeof FOUND }> & { readonly isFriend: boolean }

/** People by display name, in its order. */
export async function searchUsers(scope: SignedScope, { search = '', developerType }: UserSearch, page: Page) {
  if (nameKey(search) === '') return []
  const found = await scope.db.user.findMany({
    where: foundBy(scope, { search, developerType }),
    orderBy: { displayNameKey: 'asc' },
    take: page.limit,
    skip: page.offset,
    select: FOUND,
  })
  const relations = await relationsTo(
    scope,
    found.map(({ id }) => id),
  )
  return found.map((user): FoundUser => ({ ...user, isFriend: relations.get(user.id)?.isFriend ?? false }))
}

/** Whom a search finds: without a part of a name everybody who can be found. */
export const foundBy = ({ viewer }: SignedScope, { search, developerType }: UserSearch): Prisma.UserWhereInput => ({
  ...findableUsers(viewer.id),
  ...(search && { displayNameKey: { contains: literal(nameKey(search)) } }),
  ...(developerType && { developerType }),
})

/** A text in which LIKE finds no wildcard. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')
