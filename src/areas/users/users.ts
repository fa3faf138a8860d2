import type { Prisma } from '../../generated/prisma/client.ts'
import { adminOnly, Failure } from '../../kernel/failure.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Page } from '../../kernel/page.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import { nameKey } from '../accounts/names.ts'
import { searchableUsers, visibleUsers } from './policy.ts'

const RELATIONS = {
  badges: { where: { hidden: false }, include: { badge: true }, orderBy: { assignedAt: 'asc' } },
} as const

const find = (scope: Scope, where: { id: UserId } | { usernameKey: string }) =>
  scope.db.user.findFirst({ where: { ...where, ...visibleUsers }, include: RELATIONS, relationLoadStrategy: 'join' })

type Found = NonNullable<Awaited<ReturnType<typeof find>>>
/** A person as the viewer sees them. */
export type SeenUser = Found & { readonly note: string; readonly own: boolean }

/** Throws `missing` for an unknown or erased person. */
export async function readUser(scope: SignedScope, id: UserId): Promise<SeenUser> {
  const user = await find(scope, { id })
  if (!user) throw new Failure('missing', `User ${id} not found`)
  return seen(scope, user)
}

/** By username, for admins only: other people's usernames are not told. */
export async function readUserByName(scope: SignedScope, username: string): Promise<SeenUser> {
  if (!scope.viewer.admin) throw adminOnly()
  const user = await find(scope, { usernameKey: nameKey(username) })
  if (!user) throw new Failure('missing', `User ${username} not found`)
  return seen(scope, user)
}

async function seen(scope: SignedScope, user: Found): Promise<SeenUser> {
  const key = { userId: scope.viewer.id, targetUserId: user.id }
  const note = await scope.db.userNote.findUnique({ where: { userId_targetUserId: key }, select: { note: true } })
  return { ...user, note: note?.note ?? '', own: user.id === scope.viewer.id }
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
export type FoundUser = Prisma.UserGetPayload<{ select: typeof FOUND }>

/** People by display name, in its order. */
export async function searchUsers(scope: SignedScope, { search = '', developerType }: UserSearch, page: Page) {
  if (nameKey(search) === '') return []
  return scope.db.user.findMany({
    where: foundBy({ search, developerType }),
    orderBy: { displayNameKey: 'asc' },
    take: page.limit,
    skip: page.offset,
    select: FOUND,
  })
}

/** Whom a search finds: without a part of a name everybody who can be found. */
export const foundBy = ({ search, developerType }: UserSearch): Prisma.UserWhereInput => ({
  ...searchableUsers,
  ...(search && { displayNameKey: { contains: literal(nameKey(search)) } }),
  ...(developerType && { developerType }),
})

/** A text in which LIKE finds no wildcard. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')
