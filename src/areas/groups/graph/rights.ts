import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { parseId } from '../../../edges/graphql/resolvers/input.ts'
import { trusted } from '../../../kernel/ids.ts'
import type { GroupAccess } from '../access.ts'
import { isTransferTarget, readTransferability, type TransferRequirements } from '../group/transfer.ts'
import { joinObstacle } from '../membership/join.ts'
import { hasPermission } from '../policy.ts'
import type { GroupPermission } from '../roles/permissions.ts'
import { Group, type GroupNode } from './group.ts'

/** Options of a field that tells whether the viewer may do something in a group. */
const right = (description: string, can: (access: GroupAccess, context: GraphContext) => boolean) => ({
  description,
  resolve: ({ access }: GroupNode, _args: unknown, context: GraphContext) => can(access, context),
})

/** Options of a field that tells whether the viewer has a permission in a group. */
const permitted = (permission: GroupPermission, description: string) =>
  right(description, (access) => hasPermission(access, permission))

const isOwnerOrAdmin = ({ isOwner, isPlatformAdmin }: GroupAccess) => isOwner || isPlatformAdmin

const isOfferedToViewer = ({ group, status }: GroupAccess, { scope: { viewer, now } }: GraphContext) =>
  status === 'member' &&
  group.transferTargetId === viewer?.id &&
  group.transferExpiresAt !== null &&
  group.transferExpiresAt > now

builder.objectFields(Group, (t) => ({
  viewerCanJoin: t.boolean(
    right('Whether the viewer can join now, or ask to.', (access) => joinObstacle(access) === undefined),
  ),
  viewerCanLeave: t.boolean(
    right('Whether the viewer can leave: members but the owner can.', ({ status, isOwner }) =>
      status === 'member' ? !isOwner : false,
    ),
  ),
  viewerCanBlock: t.boolean(
    right(
      'Whether the viewer can block the group, so that it can invite them no more: people but members can.',
      ({ status, member }) => status !== 'member' && !member?.userBlockedAt,
    ),
  ),
  viewerCanRepresent: t.boolean(
    right(
      'Whether the viewer can represent the group on their profile: members of a group that is not private can.',
      ({ status, group }) => status === 'member' && group.privacy !== 'private',
    ),
  ),
  viewerCanUpdate: t.boolean(permitted('group-data-manage', 'Whether the viewer can change the details.')),
  viewerCanDelete: t.boolean(right('Whether the viewer can delete the group: the owner can.', isOwnerOrAdmin)),
  viewerCanTransfer: t.boolean(
    right('Whether the viewer can offer the group to a member: the owner can.', isOwnerOrAdmin),
  ),
  viewerCanAcceptTransfer: t.boolean(right('Whether the group is offered to the viewer now.', isOfferedToViewer)),
  viewerCanWritePosts: t.boolean(
    permitted('group-announcement-manage', 'Whether the viewer can write posts, and set the announcement.'),
  ),
  viewerCanInvite: t.boolean(
    right(
      'Whether the viewer can invite people now.',
      (access) =>
        hasPermission(access, 'group-invites-manage') &&
        access.group.joinState !== 'closed' &&
        access.group.hiddenAt === null,
    ),
  ),
  viewerCanAnswerRequests: t.boolean(
    permitted('group-invites-manage', 'Whether the viewer can see invites and requests to join, and answer them.'),
  ),
  viewerCanBan: t.boolean(
    permitted('group-bans-manage', 'Whether the viewer can see bans, ban people and unban them.'),
  ),
  viewerCanRemoveMembers: t.boolean(
    permitted('group-members-remove', 'Whether the viewer can remove members of a lower rank.'),
  ),
  viewerCanWriteNotes: t.boolean(
    permitted('group-members-manage', 'Whether the viewer can see notes about members, and write them.'),
  ),
  viewerCanAssignRoles: t.boolean(
    permitted('group-roles-assign', 'Whether the viewer can give roles below their own to members, and take them.'),
  ),
  viewerCanCreateRoles: t.boolean(permitted('group-roles-manage', 'Whether the viewer can create roles.')),
  viewerCanCreateGalleries: t.boolean(permitted('group-galleries-manage', 'Whether the viewer can create galleries.')),
  viewerCanSeeAuditLog: t.boolean(permitted('group-audit-view', 'Whether the viewer can read the audit log.')),
  viewerCanSeeAllMembers: t.boolean(
    permitted('group-members-viewall', 'Whether the viewer sees all members, whatever their visibility.'),
  ),
}))

const GroupTransferability = builder.objectRef<TransferRequirements>('GroupTransferability').implement({
  description: 'What must hold before a group gets another owner.',
  fields: (t) => ({
    isPossible: t.boolean({
      description: 'Whether all of it holds.',
      resolve: (requirements) => Object.values(requirements).every((holds) => holds === true),
    }),
    isNotMonetized: t.exposeBoolean('groupNotMonetized', { description: 'Whether no role of the group is sold.' }),
    hasSubscriptions: t.exposeBoolean('hasVRCPlus', {
      description: 'Whether both the owner and the other person have a subscription.',
    }),
    hasVerifiedEmail: t.exposeBoolean('hasVerifiedEmail', {
      description: 'Whether the other person has confirmed an e-mail address.',
    }),
    targetCanOwnMoreGroups: t.exposeBoolean('targetCanOwnMoreGroups', {
      description: 'Whether the other person owns fewer groups than people can.',
    }),
    targetIsMember: t.exposeBoolean('targetIsGroupMember', { description: 'Whether the other person is a member.' }),
  }),
})

builder.objectFields(Group, (t) => ({
  transferability: t.field({
    type: GroupTransferability,
    nullable: true,
    description:
      'What must hold before the group gets another owner; null for everybody but the owner and that person.',
    args: {
      targetId: t.arg.id({
        description: 'The person who would own it; by default the one to whom it is offered, else the viewer.',
      }),
    },
    resolve: ({ id, access }, { targetId }, { viewerScope: scope }) => {
      const target = targetId == null ? undefined : parseId('user', targetId, 'User')
      const isAsked = isTransferTarget(scope, access) && (target ?? scope.viewer.id) === scope.viewer.id
      if (!access.isOwner && !access.isPlatformAdmin && !isAsked) return null
      return readTransferability(scope, trusted<'group'>(id), target)
    },
  }),
}))
