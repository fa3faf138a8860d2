import type { GroupMember, GroupRole, Prisma } from '../../../generated/prisma/client.ts'
import { userNotFound } from '../../../kernel/failure.ts'
import { deterministicId, type GroupId, type UserId } from '../../../kernel/ids.ts'
import type { OffsetPage } from '../../../kernel/page.ts'
import type { Scope, Services, ViewerScope } from '../../../kernel/scope.ts'
import { areUnblockedFriends, visibleUsers } from '../../users/policy.ts'
import type { Relation } from '../../users/relations.ts'
import { type GroupAccess, type MembershipStatus, readGroupAccess, statusAt } from '../access.ts'
import { readChangedCounts, writeCounts } from '../group/queries.ts'
import { assertSeesInside, canSeeInside, canSeeOutsiders, hasPermission, notMember } from '../policy.ts'
import type { GroupPerson } from '../queries.ts'
import {
  canSeeMember,
  type MemberPage,
  type MemberVersion,
  readMemberVersions,
  searchMemberVersions,
} from './queries.ts'

const PERSON_COLUMNS = {
  id: true,
  displayName: true,
  userIcon: true,
  profilePicOverride: true,
  currentAvatarTags: true,
  currentAvatarThumbnailImageUrl: true,
} satisfies Prisma.UserSelect

/** What the record of a membership shows of the row, its people and its roles. */
export const MEMBER_COLUMNS = {
  user: { select: PERSON_COLUMNS },
  acceptedBy: { select: { displayName: true } },
  roles: { select: { role: true } },
} satisfies Prisma.GroupMemberInclude

export type MemberRow = Prisma.GroupMemberGetPayload<{ include: typeof MEMBER_COLUMNS }>

/** A membership as the viewer can see it. */
export interface MemberView {
  readonly member: MemberRow
  readonly person: MemberRow['user']
  readonly status: MembershipStatus
  /** The roles of the member, without Everyone, in their order. */
  readonly roles: readonly GroupRole[]
  readonly isOwn: boolean
  /** Whether the viewer can see the notes of managers. */
  readonly showsNotes: boolean
}

/** A row as the viewer can see it; the caller has checked that they can see it at all. */
export const memberView = ({ viewer, now }: ViewerScope, access: GroupAccess, member: MemberRow): MemberView => ({
  member,
  person: member.user,
  status: statusAt(member, now),
  roles: member.roles.map(({ role }) => role).sort((a, b) => a.order - b.order),
  isOwn: member.userId === viewer.id,
  showsNotes: hasPermission(access, 'group-members-manage'),
})

/** The membership of a person who has a row, for the answer of an act that has changed it. */
export async function readChangedMember(
  scope: ViewerScope,
  access: GroupAccess,
  { groupId, userId }: { readonly groupId: GroupId | string; readonly userId: UserId | string },
): Promise<MemberView> {
  const member = await scope.db.groupMember.findUniqueOrThrow({
    where: { groupId_userId: { groupId, userId } },
    include: MEMBER_COLUMNS,
    relationLoadStrategy: 'join',
  })
  return memberView(scope, access, member)
}

/** The version of a member in a list, with what the viewer can do in the group. */
export interface ListedMember extends MemberVersion {
  readonly access: GroupAccess
}

const listedIn = (access: GroupAccess) => (version: MemberVersion) => ({ ...version, access })

/**
 * The versions of the members of a group that the viewer can see, without the viewer. Throws `missing`, `forbidden` for a
 * private group of others. One statement beside that of the group.
 */
export async function readMembers(
  scope: ViewerScope,
  groupId: GroupId,
  page: Omit<MemberPage, 'withoutViewer' | 'search'>,
): Promise<ListedMember[]> {
  const access = await readGroupAccess(scope, groupId)
  assertSeesInside(access)
  return (await readMemberVersions(scope, access, { ...page, withoutViewer: true })).map(listedIn(access))
}

/** Members whose display name has a part, with the viewer. Throws `missing`, `forbidden` for a private group of others. */
export async function searchMembers(
  scope: ViewerScope,
  groupId: GroupId,
  { search, ...page }: OffsetPage & { readonly search: string },
): Promise<{ readonly members: readonly ListedMember[]; readonly total: number }> {
  const access = await readGroupAccess(scope, groupId)
  assertSeesInside(access)
  const { members, total } = await searchMemberVersions(scope, access, { search, ...page })
  return { members: members.map(listedIn(access)), total }
}

/**
 * What stands between a person and a group: of oneself always, of members whom the viewer can see, and of anybody for
 * managers of bans, invites or members. Throws `missing`, `forbidden` for all others.
 */
export async function readMember(scope: ViewerScope, groupId: GroupId, userId: UserId): Promise<MemberView> {
  const access = await readGroupAccess(scope, groupId)
  if (!(await canReadMember(scope, access, userId))) throw notMember()
  const row = await scope.db.groupMember.findUnique({
    where: { groupId_userId: { groupId, userId } },
    include: MEMBER_COLUMNS,
    relationLoadStrategy: 'join',
  })
  return memberView(scope, access, row ?? (await strangerRow(scope, groupId, userId)))
}

async function canReadMember(scope: ViewerScope, access: GroupAccess, userId: UserId): Promise<boolean> {
  if (userId === scope.viewer.id || canSeeOutsiders(access)) return true
  return canSeeInside(access) && canSeeMember(scope, access, userId)
}

/** The record of a person who never had to do with the group. Throws `missing` for unknown people. */
async function strangerRow({ db, now }: ViewerScope, groupId: string, userId: string): Promise<MemberRow> {
  const user = await db.user.findFirst({ where: { id: userId, ...visibleUsers }, select: PERSON_COLUMNS })
  if (!user) throw userNotFound(userId)
  const never = {
    joinedAt: null,
    bannedAt: null,
    invitedAt: null,
    requestedAt: null,
    rejectedAt: null,
    requestBlockedAt: null,
    userBlockedAt: null,
    lastPostReadAt: null,
  }
  return {
    ...never,
    id: deterministicId('groupMember', groupId, userId),
    groupId,
    userId,
    status: 'none',
    createdAt: now,
    invitedById: null,
    acceptedById: null,
    isRepresenting: false,
    visibility: 'visible',
    isSubscribedToAnnouncements: true,
    isSubscribedToEventAnnouncements: true,
    hasJoinedFromPurchase: false,
    managerNotes: '',
    user,
    acceptedBy: null,
    roles: [],
  }
}

/** Memberships in the order of the keys, whatever their status; null for who has none. Set-wise: one statement. */
export async function readMemberRows(
  { client }: Pick<Services, 'client'>,
  keys: readonly GroupPerson[],
): Promise<(MemberRow | null)[]> {
  const rows = await client.groupMember.findMany({
    where: { OR: keys.map(({ groupId, userId }) => ({ groupId, userId })) },
    include: MEMBER_COLUMNS,
    relationLoadStrategy: 'join',
  })
  const found = new Map(rows.map((row) => [keyOf(row), row]))
  return keys.map((key) => found.get(keyOf(key)) ?? null)
}

const keyOf = ({ groupId, userId }: GroupPerson) => `${groupId} ${userId}`

interface RelatedMember {
  readonly member: GroupMember
  /** Between the viewer and the person, if there is any. */
  readonly relation: Relation | undefined
}

/**
 * Whether the viewer can see a membership, by the rules of the member lists. Viewers always see their own. Memberships of
 * people who are invited, who ask to join or who are banned need a permission to manage invites, members or bans.
 */
export function canSeeMembership(
  { viewer, now }: ViewerScope,
  access: GroupAccess,
  { member, relation }: RelatedMember,
): boolean {
  if (member.userId === viewer.id) return true
  const status = statusAt(member, now)
  if (status !== 'member') return canSeeOutsiders(access)
  if (!canSeeInside(access)) return false
  if (relation?.isBlocked && !hasPermission(access, 'group-members-manage')) return false
  if (hasPermission(access, 'group-members-viewall') || member.userId === access.group.ownerId) return true
  return relation !== undefined && areUnblockedFriends(relation) && member.visibility !== 'hidden'
}

/** Groups of one statement, so that joins and partings never wait long for their rows. */
const BATCH_SIZE = 500

/**
 * Counts the members of each group who are online and don't appear offline. Groups in which somebody acts at the moment are
 * left to the next run. Answers how many numbers have changed.
 */
export async function countOnlineMembers(scope: Scope): Promise<number> {
  const changed = await readChangedCounts(scope, await scope.presence.listOnline(scope.now))
  for (let at = 0; at < changed.length; at += BATCH_SIZE) await writeCounts(scope, changed.slice(at, at + BATCH_SIZE))
  return changed.length
}
