import type { Prisma } from '../../generated/prisma/client.ts'
import { assertStaff, isAdmin, isStaff } from '../../kernel/access.ts'
import { userNotFound } from '../../kernel/failure.ts'
import { GUEST_USER_ID, PLATFORM_USER_ID, SYSTEM_USER_IDS, trusted, type UserId } from '../../kernel/ids.ts'
import type { PresenceStatus } from '../../kernel/presence.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { hasRows } from '../../kernel/seedRows.ts'
import { DEFAULT_AVATAR_ID } from '../accounts/account/currentUser.ts'
import { displayNameFields, nameKey, usernameFields } from '../accounts/account/names.ts'
import { areUnblockedFriends, canSeeLastVisit, visibleBadges, visibleUsers } from './policy.ts'
import { presenceVisibleToViewer, type Relation, readRelation } from './relations.ts'
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
  assertStaff(scope, 'people')
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

const STAFF_COLUMNS = {
  userId: true,
  email: true,
  emailVerified: true,
  pendingEmail: true,
  totpEnabledAt: true,
  deletionAt: true,
  passwordHash: true,
  user: {
    select: {
      ...{ username: true, admin: true, lastLoginAt: true, lastActivityAt: true },
      staffGrants: { select: { permission: true } },
    },
  },
} satisfies Prisma.AccountSelect

type StaffRow = Prisma.AccountGetPayload<{ select: typeof STAFF_COLUMNS }>

/** An account as admins see it. */
export interface StaffAccount extends Omit<StaffRow, 'passwordHash'> {
  /** Whether nobody can log in to it: an account of the platform. */
  readonly isSystemAccount: boolean
}

/** Accounts of these people for staff who act upon people; none for others. One statement. */
export async function readStaffAccounts(scope: ViewerScope, userIds: readonly string[]): Promise<StaffAccount[]> {
  if (!isStaff(scope, 'people', 'reports')) return []
  const rows = await scope.db.account.findMany({
    where: { userId: { in: [...userIds] } },
    select: STAFF_COLUMNS,
    relationLoadStrategy: 'join',
  })
  return rows.map(({ passwordHash, ...row }) => ({ ...row, isSystemAccount: passwordHash === null }))
}

/** Whether the viewer may suspend this account: neither the own one, an account of the platform nor an admin's, and for others than admins none of the staff. */
export const canSuspend = ({ viewer }: ViewerScope, { userId, isSystemAccount, user }: StaffAccount) =>
  userId !== viewer.id && !isSystemAccount && !user.admin && (isAdmin({ viewer }) || user.staffGrants.length === 0)

const PLATFORM_USERNAME = 'plaza'
const PLATFORM_DISPLAY_NAME = 'Plaza'
/** Longer than valid usernames, so nobody can have it. */
const GUEST_USERNAME = 'Guest of the plaza'

/** Creates missing system users; several nodes may call it at once. */
export async function ensureSystemUsers(scope: Scope): Promise<void> {
  const accounts = SYSTEM_USER_IDS.map((userId) => ({ userId }))
  if (await hasRows(scope, accounts, { table: 'Account', columns: ['userId'] })) return
  await ensureUser(scope, PLATFORM_USER_ID, PLATFORM_USERNAME, PLATFORM_DISPLAY_NAME)
  await ensureUser(scope, GUEST_USER_ID, GUEST_USERNAME, GUEST_USERNAME)
}

async function ensureUser({ client, now }: Scope, id: UserId, username: string, displayName: string) {
  const names = { ...usernameFields(username), ...displayNameFields(displayName) }
  const user = { id, ...names, createdAt: now, updatedAt: now, currentAvatar: DEFAULT_AVATAR_ID }
  await client.user.createMany({ data: [user], skipDuplicates: true })
  await client.account.createMany({ data: [{ userId: id }], skipDuplicates: true })
}
