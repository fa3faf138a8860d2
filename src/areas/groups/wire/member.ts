import type { GroupMember as GroupMemberRecord } from '../../../contract/shapes/group.ts'
import type { GroupMember } from '../../../generated/prisma/client.ts'
import { getOrCreate } from '../../../kernel/maps.ts'
import { shownUrl, type UrlOptions } from '../../../kernel/ownUrls.ts'
import { defineListPresenter } from '../../../kernel/presenter.ts'
import { type GroupAccess, shownStatus } from '../access.ts'
import type { ListedMember, MemberView } from '../membership/members.ts'
import { MEMBER_ROWS, type MemberPerson } from '../membership/queries.ts'
import { hasPermission } from '../policy.ts'
import { memberRoleIds } from './group.ts'

/** What of the record of a membership is the same for all viewers, but for its roles. */
const sharedWire = (options: UrlOptions, member: GroupMember, person: MemberPerson) => ({
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
    currentAvatarThumbnailImageUrl: shownUrl(options, person.currentAvatarThumbnailImageUrl),
    displayName: person.displayName,
    iconUrl: shownUrl(options, person.userIcon),
    id: person.id,
    profilePicOverride: shownUrl(options, person.profilePicOverride),
    thumbnailUrl: shownUrl(options, person.currentAvatarThumbnailImageUrl),
  },
  userId: member.userId,
  visibility: member.visibility,
})

const lastPostReadAt = ({ lastPostReadAt: time }: Pick<GroupMember, 'lastPostReadAt'>, isOwn: boolean) =>
  isOwn ? (time?.toISOString() ?? null) : null

/** A membership as its group shows it. Notes are only for managers. */
export const memberWire = (options: UrlOptions, view: MemberView): GroupMemberRecord => ({
  ...sharedWire(options, view.member, view.person),
  acceptedByDisplayName: view.member.acceptedBy?.displayName ?? null,
  lastPostReadAt: lastPostReadAt(view.member, view.isOwn),
  ...memberRoleIds(view.roles),
  ...(view.showsNotes && { managerNotes: view.member.managerNotes }),
  membershipStatus: shownStatus(view, view.isOwn),
})

type RoleIds = ReturnType<typeof memberRoleIds>

/** Of each list, whose members have few sets of roles. */
const knownRoleIds = new WeakMap<GroupAccess, Map<string, RoleIds>>()

const listedRoleIds = (access: GroupAccess, ids: readonly string[]): RoleIds =>
  getOrCreate(
    getOrCreate(knownRoleIds, access, () => new Map<string, RoleIds>()),
    ids.join(),
    () => memberRoleIds(access.group.groupRoles.filter(({ id }) => ids.includes(id))),
  )

/** A member in lists, which show members alone. */
export const listedMemberWire = defineListPresenter({
  name: 'member',
  rows: MEMBER_ROWS,
  shared: (options, { member, person }) => ({
    ...sharedWire(options, member, person),
    membershipStatus: 'member' as const,
  }),
  kept: ({ member: { roleIds, lastPostReadAt, managerNotes } }) => ({ roleIds, lastPostReadAt, managerNotes }),
  own: ({ isOwn, acceptedBy, access }: ListedMember, { roleIds, managerNotes, ...kept }) => ({
    acceptedByDisplayName: acceptedBy,
    lastPostReadAt: lastPostReadAt(kept, isOwn),
    ...listedRoleIds(access, roleIds),
    ...(hasPermission(access, 'group-members-manage') && { managerNotes }),
  }),
})
