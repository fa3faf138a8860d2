import type { GroupMyMember, LimitedUserGroups, RepresentedGroup } from '../../../contract/shapes/group.ts'
import { GroupJoinState, GroupPrivacy, GroupUserVisibility } from '../../../contract/shapes/group.ts'
import type { Group } from '../../../generated/prisma/client.ts'
import { definePresenter } from '../../../kernel/presenter.ts'
import { type GroupAccess, shownStatus } from '../access.ts'
import type { GroupView } from '../group/groups.ts'
import { type GroupUrlOptions, groupImageUrl } from '../group/images.ts'
import type { SearchedGroup } from '../group/search.ts'
import type { ProfileGroup } from '../userGroups/profile.ts'
import { galleryWire } from './gallery.ts'
import { memberRoleIds } from './member.ts'
import { roleWire } from './role.ts'

type GroupSummary = Pick<
  Group,
  'bannerId' | 'iconId' | 'description' | 'discriminator' | 'memberCount' | 'name' | 'ownerId' | 'shortCode'
>

const summaryOf = (group: GroupSummary, options: GroupUrlOptions) => ({
  bannerId: group.bannerId,
  bannerUrl: groupImageUrl(options, 'banner', group.bannerId),
  description: group.description,
  discriminator: group.discriminator,
  iconId: group.iconId,
  iconUrl: groupImageUrl(options, 'icon', group.iconId),
  memberCount: group.memberCount,
  name: group.name,
  ...(group.ownerId !== null && { ownerId: group.ownerId }),
  shortCode: group.shortCode,
})

/** What of the record of a group is the same for all viewers. */
const sharedWire = (options: GroupUrlOptions, group: Group) => ({
  ...summaryOf(group, options),
  ageVerificationBetaCode: '',
  ageVerificationBetaSlots: 0,
  ageVerificationSlotsAvailable: false,
  allowGroupJoinPrompt: group.allowGroupJoinPrompt,
  badges: [],
  createdAt: group.createdAt.toISOString(),
  id: group.id,
  isVerified: group.isVerified,
  joinState: GroupJoinState.parse(group.joinState),
  languages: group.languages,
  lastPostCreatedAt: group.lastPostCreatedAt?.toISOString() ?? null,
  links: group.links,
  memberCountSyncedAt: group.updatedAt.toISOString(),
  onlineMemberCount: group.onlineMemberCount,
  privacy: GroupPrivacy.parse(group.privacy),
  rules: group.rules,
  ...(group.storeId !== null && { storeId: group.storeId }),
  tags: group.tags,
  updatedAt: group.updatedAt.toISOString(),
})

/** What of the record of a group depends on the viewer, beside the galleries. */
const viewerWire = ({ access, roles }: GroupView) => ({
  membershipStatus: shownStatus(access, true),
  ...ownMembership(access),
  ...(roles && { roles: roles.map(roleWire) }),
  ...(access.group.transferTargetId !== null && { transferTargetId: access.group.transferTargetId }),
})

/** The record of a group. Roles are only in it if they were read; the viewer's own membership only if there is any. */
export const groupWire = definePresenter({
  name: 'group',
  row: (view: GroupView) => view.access.group,
  shared: sharedWire,
  own: (view) => ({ galleries: view.galleries.map(galleryWire), ...viewerWire(view) }),
})

const SHOWN_STATUSES: readonly string[] = ['member', 'requested', 'invited']

function ownMembership(access: GroupAccess): { myMember?: GroupMyMember } {
  const { member, status, acceptedBy } = access
  if (!member || !SHOWN_STATUSES.includes(status)) return {}
  return {
    myMember: {
      acceptedByDisplayName: acceptedBy,
      acceptedById: member.acceptedById,
      bannedAt: null,
      createdAt: member.createdAt.toISOString(),
      groupId: member.groupId,
      has2FA: access.hasTwoFactor,
      hasJoinedFromPurchase: member.hasJoinedFromPurchase,
      id: member.id,
      isRepresenting: member.isRepresenting,
      isSubscribedToAnnouncements: member.isSubscribedToAnnouncements,
      isSubscribedToEventAnnouncements: member.isSubscribedToEventAnnouncements,
      ...(member.joinedAt && { joinedAt: member.joinedAt.toISOString() }),
      lastPostReadAt: member.lastPostReadAt?.toISOString() ?? null,
      ...memberRoleIds(access.roles),
      membershipStatus: shownStatus(access, true),
      permissions: [...access.permissions].sort(),
      userId: member.userId,
      visibility: member.visibility,
    },
  }
}

/** A group as searches show it. */
export const limitedGroupWire = definePresenter({
  name: 'limited group',
  row: ({ record }: SearchedGroup) => record,
  shared: (options: GroupUrlOptions, group) => ({
    ...summaryOf(group, options),
    createdAt: group.createdAt.toISOString(),
    id: group.id,
    isSearchable: group.privacy !== 'private',
    rules: group.rules,
    tags: group.tags,
  }),
  own: ({ record, view, membershipStatus }) => ({
    galleries: (view ?? record).galleries.map(galleryWire),
    membershipStatus,
  }),
})

export const userGroupWire = (
  { group, member, isMutual, isOwn }: ProfileGroup,
  options: GroupUrlOptions,
): LimitedUserGroups => ({
  ...summaryOf(group, options),
  groupId: group.id,
  id: member.id,
  isRepresenting: member.isRepresenting,
  lastPostCreatedAt: group.lastPostCreatedAt?.toISOString() ?? null,
  lastPostReadAt: isOwn ? (member.lastPostReadAt?.toISOString() ?? null) : null,
  memberVisibility: member.visibility,
  mutualGroup: isMutual,
  privacy: group.privacy,
})

/** The group that a person represents; empty for none, which clients need rather than null. */
export const representedGroupWire = (found: ProfileGroup | null, options: GroupUrlOptions): RepresentedGroup =>
  found
    ? {
        ...summaryOf(found.group, options),
        groupId: found.group.id,
        isRepresenting: true,
        memberVisibility: GroupUserVisibility.parse(found.member.visibility),
        privacy: GroupPrivacy.parse(found.group.privacy),
      }
    : {}
