import { z } from 'zod'
import { DateTime, GroupGalleryID, GroupID, GroupRoleID, InstanceID, LocationID, Tag, UserID } from './scalars.ts'
import { World } from './world.ts'

const GroupDiscriminator = z.string().meta({ id: 'GroupDiscriminator' })
const GroupMemberID = z.string().meta({ id: 'GroupMemberID' })
const GroupShortCode = z.string().meta({ id: 'GroupShortCode' })

/** What a role can allow; `*` is everything, for owners alone. */
export const GroupPermissions = z
  .enum([
    '*',
    'group-announcement-manage',
    'group-audit-view',
    'group-bans-manage',
    'group-calendar-manage',
    'group-data-manage',
    'group-default-role-manage',
    'group-galleries-manage',
    'group-instance-age-gated-create',
    'group-instance-announcement-create',
    'group-instance-bypass-avatar-performance',
    'group-instance-calendar-link',
    'group-instance-join',
    'group-instance-manage',
    'group-instance-moderate',
    'group-instance-open-create',
    'group-instance-plus-create',
    'group-instance-plus-portal',
    'group-instance-plus-portal-unlocked',
    'group-instance-public-create',
    'group-instance-queue-priority',
    'group-instance-restricted-create',
    'group-invites-manage',
    'group-members-manage',
    'group-members-remove',
    'group-members-viewall',
    'group-roles-assign',
    'group-roles-manage',
  ])
  .meta({ id: 'GroupPermissions' })
export const GroupJoinState = z.enum(['closed', 'invite', 'open', 'request']).meta({ id: 'GroupJoinState' })
export const GroupPrivacy = z.enum(['default', 'private']).meta({ id: 'GroupPrivacy' })
const GroupMemberStatus = z
  .enum(['banned', 'inactive', 'invited', 'member', 'requested', 'userblocked'])
  .meta({ id: 'GroupMemberStatus' })
export const GroupUserVisibility = z.enum(['friends', 'hidden', 'visible']).meta({ id: 'GroupUserVisibility' })
export const GroupPostVisibility = z.enum(['group', 'public']).meta({ id: 'GroupPostVisibility' })
export const GroupRoleTemplate = z
  .enum(['default', 'managedFree', 'managedInvite', 'managedRequest'])
  .meta({ id: 'GroupRoleTemplate' })
export const GroupRoleIDList = z.array(GroupRoleID).meta({ id: 'GroupRoleIDList' })

export const GroupGallery = z
  .object({
    createdAt: DateTime,
    description: z.string(),
    id: GroupGalleryID,
    membersOnly: z.boolean(),
    name: z.string().min(1),
    roleIdsToAutoApprove: z.array(GroupRoleID).nullable(),
    roleIdsToManage: z.array(GroupRoleID).nullable(),
    roleIdsToSubmit: z.array(GroupRoleID).nullable(),
    roleIdsToView: z.array(GroupRoleID).nullable(),
    updatedAt: DateTime,
  })
  .partial()
  .meta({ id: 'GroupGallery' })
export type GroupGallery = z.output<typeof GroupGallery>

export const GroupRole = z
  .object({
    createdAt: DateTime,
    defaultRole: z.boolean(),
    description: z.string(),
    groupId: GroupID,
    id: GroupRoleID,
    isAddedOnJoin: z.boolean(),
    isManagementRole: z.boolean(),
    isSelfAssignable: z.boolean(),
    name: z.string(),
    order: z.int(),
    permissions: z.array(GroupPermissions),
    requiresPurchase: z.boolean(),
    requiresTwoFactor: z.boolean(),
    updatedAt: DateTime,
  })
  .partial()
  .meta({ id: 'GroupRole' })
export type GroupRole = z.output<typeof GroupRole>

/** The viewer's own membership, in the record of a group. */
export const GroupMyMember = z
  .object({
    acceptedByDisplayName: z.string().nullable(),
    acceptedById: z.string().nullable(),
    bannedAt: z.string().nullable(),
    createdAt: DateTime,
    groupId: GroupID,
    has2FA: z.boolean(),
    hasJoinedFromPurchase: z.boolean(),
    id: GroupMemberID,
    isRepresenting: z.boolean(),
    isSubscribedToAnnouncements: z.boolean(),
    isSubscribedToEventAnnouncements: z.boolean(),
    joinedAt: DateTime,
    lastPostReadAt: DateTime.nullable(),
    mRoleIds: z.array(z.string()),
    managerNotes: z.string(),
    membershipStatus: z.string(),
    permissions: z.array(GroupPermissions),
    roleIds: z.array(GroupRoleID),
    userId: UserID,
    visibility: z.string(),
  })
  .partial()
  .meta({ id: 'GroupMyMember' })
export type GroupMyMember = z.output<typeof GroupMyMember>

const summaryFields = {
  bannerId: z.string().nullable(),
  bannerUrl: z.string().nullable(),
  description: z.string(),
  discriminator: GroupDiscriminator,
  iconId: z.string().nullable(),
  iconUrl: z.string().nullable(),
  memberCount: z.int(),
  name: z.string(),
  ownerId: UserID,
  shortCode: GroupShortCode,
}

export const Group = z
  .object({
    ...summaryFields,
    ageVerificationBetaCode: z.string(),
    ageVerificationBetaSlots: z.number(),
    ageVerificationSlotsAvailable: z.boolean(),
    allowGroupJoinPrompt: z.boolean(),
    badges: z.array(z.string()),
    createdAt: DateTime,
    galleries: z.array(GroupGallery),
    id: GroupID,
    isVerified: z.boolean(),
    joinState: GroupJoinState,
    languages: z.array(z.string()),
    lastPostCreatedAt: DateTime.nullable(),
    links: z.array(z.string()),
    memberCountSyncedAt: DateTime,
    membershipStatus: GroupMemberStatus,
    myMember: GroupMyMember,
    onlineMemberCount: z.int(),
    privacy: GroupPrivacy,
    roles: z.array(GroupRole),
    rules: z.string().nullable(),
    storeId: z.string(),
    tags: z.array(Tag),
    transferTargetId: UserID,
    updatedAt: DateTime,
  })
  .partial()
  .meta({ id: 'Group' })
export type Group = z.output<typeof Group>

/** A group as searches show it. */
export const LimitedGroup = z
  .object({
    ...summaryFields,
    createdAt: DateTime,
    galleries: z.array(GroupGallery),
    id: GroupID,
    isSearchable: z.boolean(),
    membershipStatus: GroupMemberStatus,
    rules: z.string().nullable(),
    tags: z.array(Tag),
  })
  .partial()
  .meta({ id: 'LimitedGroup' })
export type LimitedGroup = z.output<typeof LimitedGroup>

/** A group on the profile of a member; `id` is the id of the membership. */
export const LimitedUserGroups = z
  .object({
    ...summaryFields,
    groupId: GroupID,
    id: GroupMemberID,
    isRepresenting: z.boolean(),
    lastPostCreatedAt: DateTime.nullable(),
    lastPostReadAt: DateTime.nullable(),
    memberVisibility: z.string(),
    mutualGroup: z.boolean(),
    privacy: z.string(),
  })
  .partial()
  .meta({ id: 'LimitedUserGroups' })
export type LimitedUserGroups = z.output<typeof LimitedUserGroups>

/** The group that a person represents; empty for none. */
export const RepresentedGroup = z
  .object({
    ...summaryFields,
    groupId: GroupID,
    isRepresenting: z.boolean(),
    memberVisibility: GroupUserVisibility,
    privacy: GroupPrivacy,
  })
  .partial()
  .meta({ id: 'RepresentedGroup' })
export type RepresentedGroup = z.output<typeof RepresentedGroup>

export const UserAllGroupPermissions = z
  .record(z.string(), z.array(GroupPermissions))
  .meta({ id: 'UserAllGroupPermissions' })

const GroupMemberLimitedUser = z
  .object({
    currentAvatarTags: z.array(Tag),
    currentAvatarThumbnailImageUrl: z.string().nullable(),
    displayName: z.string(),
    iconUrl: z.string(),
    id: UserID,
    profilePicOverride: z.string(),
    thumbnailUrl: z.string().nullable(),
  })
  .partial()
  .meta({ id: 'GroupMemberLimitedUser' })

export const GroupMember = z
  .object({
    acceptedByDisplayName: z.string().nullable().optional(),
    acceptedById: z.string().nullable().optional(),
    bannedAt: DateTime.nullable().optional(),
    createdAt: DateTime.nullable().optional(),
    groupId: GroupID,
    hasJoinedFromPurchase: z.boolean().optional(),
    id: GroupMemberID,
    isRepresenting: z.boolean(),
    isSubscribedToAnnouncements: z.boolean(),
    isSubscribedToEventAnnouncements: z.boolean().optional(),
    joinedAt: DateTime.nullable(),
    lastPostReadAt: DateTime.nullable(),
    mRoleIds: z.array(GroupRoleID),
    managerNotes: z.string().nullable().optional(),
    membershipStatus: GroupMemberStatus,
    roleIds: z.array(GroupRoleID),
    user: GroupMemberLimitedUser.optional(),
    userId: UserID,
    visibility: z.string(),
  })
  .meta({ id: 'GroupMember' })
export type GroupMember = z.output<typeof GroupMember>

export const GroupMemberSearchResult = z.object({ results: z.array(GroupMember), total: z.int() }).partial()

export const GroupPermission = z
  .object({
    allowedToAdd: z.boolean(),
    displayName: z.string(),
    help: z.string(),
    isManagementPermission: z.boolean(),
    name: z.string(),
  })
  .partial()
  .meta({ id: 'GroupPermission' })
export type GroupPermission = z.output<typeof GroupPermission>

const templateRole = z
  .object({
    basePermissions: z.array(GroupPermissions),
    description: z.string(),
    isAddedOnJoin: z.boolean(),
    name: z.string(),
  })
  .partial()
export const GroupRoleTemplateValues = z
  .object({
    basePermissions: z.array(GroupPermissions),
    description: z.string(),
    name: z.string(),
    roles: z.array(templateRole),
  })
  .meta({ id: 'GroupRoleTemplateValues' })
export type GroupRoleTemplateValues = z.output<typeof GroupRoleTemplateValues>

/** An open instance of a group, with its number of occupants as `memberCount`. */
export const GroupInstance = z
  .object({ instanceId: InstanceID, location: LocationID, memberCount: z.int().min(0), world: World })
  .meta({ id: 'GroupInstance' })
export type GroupInstance = z.output<typeof GroupInstance>

/** What must hold before a group changes its owner. */
export const GroupTransferable = z
  .object({
    requirements: z.object({
      groupNotMonetized: z.boolean(),
      hasVRCPlus: z.boolean(),
      hasVerifiedEmail: z.boolean(),
      targetCanOwnMoreGroups: z.boolean(),
      targetIsGroupMember: z.boolean(),
    }),
  })
  .meta({ id: 'GroupTransferable' })
