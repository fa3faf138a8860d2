import type { GroupMember as MemberRecord } from '../../../contract/shapes/group.ts'
import type { GroupMember, GroupRole } from '../../../generated/prisma/client.ts'
import { bytesOfTexts, JsonText, jsonArray, jsonMembers, jsonObject } from '../../../kernel/jsonText.ts'
import { getOrCreate } from '../../../kernel/maps.ts'
import { shownStatus } from '../access.ts'
import { cachedOfMembers, type MemberPerson } from '../membership/memberRows.ts'
import type { MemberRecords, MemberView } from '../membership/members.ts'
import { hasPermission } from '../policy.ts'
import { hasManagementPermission } from '../roles/permissions.ts'

/** Ids of the roles of a member, and of those that are management roles. */
export const memberRoleIds = (roles: readonly Pick<GroupRole, 'id' | 'permissions'>[]) => ({
  mRoleIds: roles.filter(({ permissions }) => hasManagementPermission(permissions)).map(({ id }) => id),
  roleIds: roles.map(({ id }) => id),
})

/** What of the record of a membership is the same for all viewers, but for its roles. */
const sharedWire = (member: GroupMember, person: MemberPerson) => ({
  acceptedById: member.acceptedById,
  bannedAt: member.bannedAt?.toISOString() ?? null,
  createdAt: member.createdAt.toISOString(),
  groupId: member.groupId,
  hasJoinedFromPurchase: member.hasJoinedFromPurchase,
  id: member.id,
  isRepresenting: member.isRepresenting,
  isSubscribedToAnnouncements: member.isSubscribedToAnnouncements,
  isSubscribedToEventAnnouncements: member.isSubscribedToEventAnnouncements,
  joinedAt: member.joinedAt?.toISOString() ?? null,
  user: {
    currentAvatarTags: person.currentAvatarTags,
    currentAvatarThumbnailImageUrl: person.currentAvatarThumbnailImageUrl,
    displayName: person.displayName,
    iconUrl: person.userIcon,
    id: person.id,
    profilePicOverride: person.profilePicOverride,
    thumbnailUrl: person.currentAvatarThumbnailImageUrl,
  },
  userId: member.userId,
  visibility: member.visibility,
})

const lastPostReadAt = ({ lastPostReadAt: time }: GroupMember, isOwn: boolean) =>
  isOwn ? (time?.toISOString() ?? null) : null

/** A membership as its group shows it. Notes are only for managers. */
export const memberWire = (view: MemberView): MemberRecord => ({
  ...sharedWire(view.member, view.person),
  acceptedByDisplayName: view.member.acceptedBy?.displayName ?? null,
  lastPostReadAt: lastPostReadAt(view.member, view.isOwn),
  ...memberRoleIds(view.roles),
  ...(view.showsNotes && { managerNotes: view.member.managerNotes }),
  membershipStatus: shownStatus(view, view.isOwn),
})

/** The record of a member as JSON, without what depends on the viewer, the roles of the group and who accepted them. */
interface MemberTexts {
  readonly shared: string
  readonly ownPart: string
  readonly notes: string
  readonly roleIds: readonly string[]
}

const MEMBERSHIP_STATUS = jsonMembers({ membershipStatus: 'member' })
const OTHERS_PART = jsonMembers({ lastPostReadAt: null })

export const MEMBER_TEXTS = cachedOfMembers<MemberTexts>({
  name: 'text of a member',
  make: (_options, { member, person }) => ({
    shared: `${jsonMembers(sharedWire(member, person))},${MEMBERSHIP_STATUS}`,
    ownPart: jsonMembers({ lastPostReadAt: lastPostReadAt(member, true) }),
    notes: jsonMembers({ managerNotes: member.managerNotes }),
    roleIds: member.roleIds,
  }),
  sizeOf: ({ shared, ownPart, notes, roleIds }) => bytesOfTexts([shared, ownPart, notes, ...roleIds]),
})

/** The records of `memberWire` for a page of members, as JSON. */
export function membersText({ access, members }: MemberRecords<MemberTexts>): JsonText<MemberRecord[]> {
  const showsNotes = hasPermission(access, 'group-members-manage')
  const rolesTexts = new Map<string, string>()
  const rolesText = (ids: readonly string[]) =>
    getOrCreate(rolesTexts, ids.join(), () =>
      jsonMembers(memberRoleIds(access.group.groupRoles.filter(({ id }) => ids.includes(id)))),
    )
  const texts = members.map(({ row: { isOwn, acceptedBy }, record: { shared, ownPart, notes, roleIds } }) =>
    jsonObject([
      shared,
      `"acceptedByDisplayName":${JSON.stringify(acceptedBy)}`,
      isOwn ? ownPart : OTHERS_PART,
      rolesText(roleIds),
      ...(showsNotes ? [notes] : []),
    ]),
  )
  return new JsonText(jsonArray(texts))
}

/** What a search of members answers, as JSON. */
export const memberSearchText = (found: MemberRecords<MemberTexts> & { readonly total: number }) =>
  new JsonText<{ results: MemberRecord[]; total: number }>(
    jsonObject([`"results":${membersText(found).text}`, jsonMembers({ total: found.total })]),
  )
