import { z } from 'zod'
import { FileId, GroupRoleId, subjectId } from '../ids.ts'
import {
  GroupJoinState,
  GroupPermissions,
  GroupPostVisibility,
  GroupPrivacy,
  GroupRoleTemplate,
  GroupUserVisibility,
} from './group.ts'
import { describeRef, listUpTo, textBetween, textUpTo } from './requestFields.ts'
import { Tag } from './scalars.ts'

const name = textUpTo('name', 1_024).describe('Name: 3 to 64 characters without the spaces around it.')
const shortCode = textUpTo('shortCode', 64).describe('Short code: 3 to 6 letters or digits, stored in upper case.')
const joinState = describeRef(
  GroupJoinState,
  'Who can join: everybody, people whose request is accepted, people who were invited, nobody.',
)
const image = (what: string) =>
  FileId.nullable().describe(
    `${what}: a complete image of the person's own, which needs a subscription; null for none.`,
  )

/** Clients also send `public`, which means `default`. */
const privacy = z
  .preprocess((value) => (value === 'public' ? 'default' : value), GroupPrivacy)
  .describe('`private` keeps the group out of searches and profiles; never changed later.')

export const CreateGroupRequest = z
  .object({
    name,
    shortCode,
    description: textUpTo('description', 250).optional().describe('Description.'),
    joinState: joinState.optional(),
    privacy: privacy.optional(),
    roleTemplate: describeRef(GroupRoleTemplate, 'The roles that the group begins with.'),
    iconId: image('Icon').optional(),
    bannerId: image('Banner').optional(),
  })
  .meta({ id: 'CreateGroupRequest' })

export const UpdateGroupRequest = z
  .object({
    name,
    shortCode,
    description: textUpTo('description', 250).describe('Description.'),
    joinState,
    iconId: image('Icon'),
    bannerId: image('Banner'),
    languages: listUpTo('languages', z.string().max(3), 3).describe('Languages: at most 3 keys, such as `eng`.'),
    links: listUpTo('links', textUpTo('links', 256), 3).describe('At most 3 http or https addresses.'),
    rules: textUpTo('rules', 2_048).describe('Rules.'),
    tags: listUpTo('tags', Tag.max(64, 'tags must have at most 64 characters each'), 5).describe('At most 5 tags.'),
    allowGroupJoinPrompt: z.boolean().describe('Whether instances of the group ask visitors to join.'),
  })
  .partial()
  .meta({ id: 'UpdateGroupRequest' })

/** Clients send null for no image. */
const contentImage = FileId.nullable()
  .optional()
  .describe("A complete image of the person's own, or the one that already stands; null for none.")

export const CreateGroupAnnouncementRequest = z
  .object({
    title: textBetween('title', 1, 200).describe('Title.'),
    text: textBetween('text', 1, 2_000).optional().describe('Text.'),
    imageId: contentImage,
    sendNotification: z.boolean().default(false).describe('Whether subscribed members are notified.'),
  })
  .meta({ id: 'CreateGroupAnnouncementRequest' })

export const BanGroupMemberRequest = z
  .object({ userId: subjectId('user').describe('The person to ban.') })
  .meta({ id: 'BanGroupMemberRequest' })

const roleIds = (what: string) => listUpTo('roleIds', GroupRoleId, 50).describe(what)

const galleryFields = {
  description: textUpTo('description', 256).optional().describe('Description.'),
  membersOnly: z.boolean().optional().describe('Whether only members can see the gallery.'),
  roleIdsToView: roleIds('Roles that can see the gallery; null for everybody who can see the group.')
    .nullable()
    .optional(),
  roleIdsToSubmit: roleIds('Roles that can submit images, beside managers.').nullable().optional(),
  roleIdsToAutoApprove: roleIds('Roles whose images need no approval.').nullable().optional(),
  roleIdsToManage: roleIds('Roles that can approve and remove images.').nullable().optional(),
}
const galleryName = textBetween('name', 1, 64).describe('Name of the gallery.')

export const CreateGroupGalleryRequest = z
  .object({ name: galleryName, ...galleryFields })
  .meta({ id: 'CreateGroupGalleryRequest' })
export const UpdateGroupGalleryRequest = z
  .object({ name: galleryName.optional(), ...galleryFields })
  .meta({ id: 'UpdateGroupGalleryRequest' })

export const AddGroupGalleryImageRequest = z
  .object({ fileId: FileId.describe("A complete image of the person's own.") })
  .meta({ id: 'AddGroupGalleryImageRequest' })

export const DeclineGroupInviteRequest = z
  .object({ block: z.boolean().optional().describe('Whether to block the group, too.') })
  .meta({ id: 'DeclineGroupInviteRequest' })

export const CreateGroupInviteRequest = z
  .object({
    userId: subjectId('user').describe('The person to invite.'),
    confirmOverrideBlock: z
      .boolean()
      .default(true)
      .describe('Whether a ban of the person ends, if the inviter can ban; else the invite is refused.'),
  })
  .meta({ id: 'CreateGroupInviteRequest' })

export const JoinGroupRequest = z
  .object({
    inviteId: textUpTo('inviteId', 128)
      .optional()
      .describe('Id of the invite: of the membership or of its notification.'),
  })
  .meta({ id: 'JoinGroupRequest' })

export const UpdateGroupMemberRequest = z
  .object({
    isSubscribedToAnnouncements: z.boolean().describe('Whether the member is notified of announcements.'),
    isSubscribedToEventAnnouncements: z.boolean().describe('Whether the member is notified of events.'),
    managerNotes: textUpTo('managerNotes', 1_000).describe('Notes of managers about the member.'),
    visibility: describeRef(GroupUserVisibility, 'Who sees the membership on the profile of the member.'),
  })
  .partial()
  .meta({ id: 'UpdateGroupMemberRequest' })

export const CreateGroupPostRequest = z
  .object({
    title: textBetween('title', 1, 200).describe('Title.'),
    text: textBetween('text', 1, 2_000).describe('Text.'),
    imageId: contentImage,
    roleIds: roleIds('Roles whose holders can read the post; empty for all.').optional(),
    sendNotification: z.boolean().default(false).describe('Whether subscribed members are notified.'),
    visibility: describeRef(GroupPostVisibility, 'Who can read the post: everybody who sees the group, or members.'),
  })
  .meta({ id: 'CreateGroupPostRequest' })

export const UpdateGroupRepresentationRequest = z.object({
  isRepresenting: z.boolean().describe('Whether the person represents the group, and no other any longer.'),
})

export const RespondGroupJoinRequest = z
  .object({
    action: z.enum(['accept', 'reject']).meta({ id: 'GroupJoinRequestAction' }).describe('The answer.'),
    block: z.boolean().optional().describe('With `reject`: whether further requests of the person are refused.'),
  })
  .meta({ id: 'RespondGroupJoinRequest' })

const roleFields = {
  name: textUpTo('name', 64).optional().describe('Name of the role; `New Role` by default.'),
  description: textUpTo('description', 250).optional().describe('Description.'),
  isSelfAssignable: z.boolean().optional().describe('Whether members can take and return the role themselves.'),
  isAddedOnJoin: z.boolean().optional().describe('Whether people who join get the role.'),
  requiresTwoFactor: z
    .boolean()
    .optional()
    .describe('Whether the role counts only while its holder has time-based codes.'),
  permissions: listUpTo('permissions', GroupPermissions, 28).optional().describe('What the role allows.'),
}

export const CreateGroupRoleRequest = z
  .object({ ...roleFields, id: z.string().max(128).optional().describe('Ignored: ids are chosen by the server.') })
  .meta({ id: 'CreateGroupRoleRequest' })
export const UpdateGroupRoleRequest = z
  .object({
    ...roleFields,
    order: z.int().min(0).max(99_999_997).optional().describe('Position among roles of its kind.'),
  })
  .meta({ id: 'UpdateGroupRoleRequest' })

export const TransferGroupRequest = z
  .object({ transferTargetId: subjectId('user').optional().describe('The member to whom the owner offers the group.') })
  .meta({ id: 'TransferGroupRequest' })
