import type { GroupMember as GroupMemberRecord } from '../../../contract/shapes/group.ts'
import type { GroupMember, GroupRole } from '../../../generated/prisma/client.ts'
import type { JsonText } from '../../../kernel/jsonText.ts'
import { getOrCreate } from '../../../kernel/maps.ts'
import { definePresenter } from '../../../kernel/presenter.ts'
import type { RecordSource } from '../../../kernel/recordCache.ts'
import { shownStatus } from '../access.ts'
import type { MemberPerson, MemberRecord } from '../membership/memberRows.ts'
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
export const memberWire = (view: MemberView): GroupMemberRecord => ({
  ...sharedWire(view.member, view.person),
  acceptedByDisplayName: view.member.acceptedBy?.displayName ?? null,
  lastPostReadAt: lastPostReadAt(view.member, view.isOwn),
  ...memberRoleIds(view.roles),
  ...(view.showsNotes && { managerNotes: view.member.managerNotes }),
  membershipStatus: shownStatus(view, view.isOwn),
})

/** A member on a page of a list, with what the viewer sees of their roles and notes. */
interface ListedMember extends MemberRecord {
  readonly roleIds: ReturnType<typeof memberRoleIds>
  readonly showsNotes: boolean
}

/** A member in lists, which show members alone. */
const listedMemberWire = definePresenter({
  name: 'member',
  row: ({ record }: ListedMember) => record,
  shared: (_, { member, person }) => ({ ...sharedWire(member, person), membershipStatus: 'member' as const }),
  own: ({ row, record: { member }, roleIds, showsNotes }) => ({
    acceptedByDisplayName: row.acceptedBy,
    lastPostReadAt: lastPostReadAt(member, row.isOwn),
    ...roleIds,
    ...(showsNotes && { managerNotes: member.managerNotes }),
  }),
})

/** The records of a page of members. */
export function membersText(source: RecordSource, { access, members }: MemberRecords): JsonText<GroupMemberRecord[]> {
  const showsNotes = hasPermission(access, 'group-members-manage')
  const known = new Map<string, ListedMember['roleIds']>()
  const roleIdsOf = (ids: readonly string[]) =>
    getOrCreate(known, ids.join(), () => memberRoleIds(access.group.groupRoles.filter(({ id }) => ids.includes(id))))
  const listed = members.map((one) => ({ ...one, roleIds: roleIdsOf(one.record.member.roleIds), showsNotes }))
  return listedMemberWire.texts(source, listed)
}
