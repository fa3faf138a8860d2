import {
  type GroupGallery as GalleryRecord,
  GroupJoinState,
  type GroupMyMember,
  type GroupPermission,
  GroupPermissions,
  GroupPrivacy,
  type GroupRoleTemplateValues,
  GroupUserVisibility,
  type LimitedUserGroups,
  type RepresentedGroup,
  type GroupRole as RoleRecord,
} from '../../../contract/shapes/group.ts'
import type { Group, GroupGallery, GroupRole } from '../../../generated/prisma/client.ts'
import { definePresenter } from '../../../kernel/presenter.ts'
import { type GroupAccess, type GroupUrlOptions, type GroupView, groupImageUrl, shownStatus } from '../access.ts'
import type { SearchedGroup } from '../group/search.ts'
import { hasManagementPermission, ROLE_TEMPLATES } from '../roles/permissions.ts'
import type { PermissionView } from '../roles/roles.ts'
import type { ProfileGroup } from '../userGroups/profile.ts'

/** A gallery; null for the roles that can see it stands for everybody who may see the group. */
export const galleryWire = (gallery: GroupGallery): GalleryRecord => ({
  createdAt: gallery.createdAt.toISOString(),
  description: gallery.description,
  id: gallery.id,
  membersOnly: gallery.membersOnly,
  name: gallery.name,
  roleIdsToAutoApprove: gallery.roleIdsToAutoApprove,
  roleIdsToManage: gallery.roleIdsToManage,
  roleIdsToSubmit: gallery.roleIdsToSubmit,
  roleIdsToView: gallery.restrictsView ? gallery.roleIdsToView : null,
  updatedAt: gallery.updatedAt.toISOString(),
})

/** A role; `defaultRole` is only in the record of Everyone. */
export const roleWire = (role: GroupRole): RoleRecord => ({
  createdAt: role.createdAt.toISOString(),
  ...(role.kind === 'everyone' && { defaultRole: true }),
  description: role.description,
  groupId: role.groupId,
  id: role.id,
  isAddedOnJoin: role.isAddedOnJoin,
  isManagementRole: hasManagementPermission(role.permissions),
  isSelfAssignable: role.isSelfAssignable,
  name: role.name,
  order: role.order,
  permissions: role.permissions.map((permission) => GroupPermissions.parse(permission)),
  requiresPurchase: role.requiresPurchase,
  requiresTwoFactor: role.requiresTwoFactor,
  updatedAt: role.updatedAt.toISOString(),
})

/** A permission, and whether the viewer can give it to roles. */
export const permissionWire = (permission: PermissionView): GroupPermission => ({
  allowedToAdd: permission.allowedToAdd,
  displayName: permission.displayName,
  help: permission.help,
  isManagementPermission: permission.isManagementPermission,
  name: permission.name,
})

/** The templates of roles by name. */
export const roleTemplatesWire = (): Record<string, GroupRoleTemplateValues> =>
  Object.fromEntries(
    Object.entries(ROLE_TEMPLATES).map(([key, { name, description, basePermissions, roles }]) => [
      key,
      {
        name,
        description,
        basePermissions: [...basePermissions],
        roles: roles.map((role) => ({ ...role, basePermissions: [...role.basePermissions] })),
      },
    ]),
  )

/** Ids of the roles of a member, and of those that are management roles. */
export const memberRoleIds = (roles: readonly Pick<GroupRole, 'id' | 'permissions'>[]) => ({
  mRoleIds: roles.filter(({ permissions }) => hasManagementPermission(permissions)).map(({ id }) => id),
  roleIds: roles.map(({ id }) => id),
})

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
