import { z } from 'zod'
import { GroupId, UserId } from '../../../contract/ids.ts'
import {
  BanGroupMemberRequest,
  CreateGroupInviteRequest,
  DeclineGroupInviteRequest,
  JoinGroupRequest,
  RespondGroupJoinRequest,
  UpdateGroupMemberRequest,
  UpdateGroupRepresentationRequest,
} from '../../../contract/shapes/groupRequests.ts'
import type { ObjectFieldBuilder } from '../../../edges/graphql/builder.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import type { GroupId as GroupIdOf, UserId as UserIdOf } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { banGroupMember, blockGroup, unbanGroupMember } from '../membership/bans.ts'
import { createGroupInvite, declineGroupInvite, deleteGroupInvite } from '../membership/invites.ts'
import { joinGroup } from '../membership/join.ts'
import { kickGroupMember, leaveGroup } from '../membership/leaveAndKick.ts'
import { cancelGroupRequest, respondGroupJoinRequest } from '../membership/requests.ts'
import { updateGroupMember, updateGroupRepresentation } from '../membership/settings.ts'
import { GroupMemberVisibility } from './enums.ts'
import { GroupEdge, groupRef } from './group.ts'
import { GroupMember, GroupMemberEdge, loadMembership, type WithMembership } from './member.ts'
import { memberOrder } from './memberLists.ts'
import { viewerGroupEdge } from './userGroups.ts'

const groupId = GroupId.describe('Id of the group.')
const OneGroup = z.object({ groupId })
const OnePerson = z.object({ groupId, userId: UserId.describe('Id of the person.') })

type Fields = ObjectFieldBuilder<WithMembership>

const changed = (t: Fields) => ({
  group: t.field(groupRef('groupId', 'The group; null if the viewer cannot see it any longer.')),
  groupMember: t.field({
    type: GroupMember,
    nullable: true,
    description: 'What stands between the person and the group now; null if the viewer cannot see it.',
    resolve: (membership, _args, context) => loadMembership(context, membership),
  }),
})

/** For changes that take a person out of a list. */
const removed = (t: Fields) => ({
  ...changed(t),
  deletedGroupMemberId: t.id({
    nullable: true,
    description: 'Id of the membership, to take out of the lists that it was in; null if the viewer cannot see it.',
    resolve: async (membership, _args, context) => (await loadMembership(context, membership))?.id ?? null,
  }),
})

/** The entry of a person in a list of the group, by which clients add them to it. */
const memberEdge = (t: Fields, { kind, status, isLatestFirst }: ListEntry) =>
  t.field({
    type: GroupMemberEdge,
    nullable: true,
    description: `The person in the list \`${kind}\` of the group; null if they are not in it.`,
    resolve: async (membership, _args, context) => {
      const member = await loadMembership(context, membership)
      return member?.status === status ? edgeOf(memberOrder(kind, isLatestFirst), member) : null
    },
  })

interface ListEntry {
  readonly kind: 'members' | 'invites' | 'bans'
  readonly status: string
  readonly isLatestFirst: boolean
}

const MEMBERS: ListEntry = { kind: 'members', status: 'member', isLatestFirst: false }
const INVITES: ListEntry = { kind: 'invites', status: 'invited', isLatestFirst: true }
const BANS: ListEntry = { kind: 'bans', status: 'banned', isLatestFirst: true }

/** Runs an act of the viewer upon their own membership. */
const own =
  <I extends { readonly groupId: GroupIdOf }>(
    act: (scope: ViewerScope, groupId: GroupIdOf, input: I) => Promise<unknown>,
  ) =>
  async (scope: ViewerScope, input: I): Promise<WithMembership> => {
    await act(scope, input.groupId, input)
    return { groupId: input.groupId, userId: scope.viewer.id }
  }

/** Runs an act upon the membership of a person. */
const upon =
  <I extends { readonly groupId: GroupIdOf; readonly userId: UserIdOf }>(
    act: (scope: ViewerScope, input: I) => Promise<unknown>,
  ) =>
  async (scope: ViewerScope, input: I): Promise<WithMembership> => {
    await act(scope, input)
    return { groupId: input.groupId, userId: input.userId }
  }

mutation('joinGroup', {
  description: 'Joins a group that is open or has invited the viewer, or asks to join one. At most 60 in an hour.',
  input: JoinGroupRequest.extend({
    groupId,
    confirmOverrideBlock: z.boolean().optional().describe('Whether to unblock the group first.'),
  }),
  types: { inviteId: 'ID' },
  run: async (scope, { groupId, ...joining }): Promise<WithMembership> => {
    await joinGroup(scope, groupId, joining)
    return { groupId, userId: scope.viewer.id }
  },
  payload: (t: Fields) => ({
    ...changed(t),
    groupEdge: t.field({
      type: GroupEdge,
      nullable: true,
      description: 'The group in the list `viewer.groups`; null while the viewer has only asked to join.',
      resolve: ({ groupId }, _args, context) => viewerGroupEdge(context, groupId),
    }),
    groupMemberEdge: memberEdge(t, MEMBERS),
  }),
})

mutation('leaveGroup', {
  description: 'Leaves a group.',
  input: OneGroup,
  run: own(leaveGroup),
  payload: removed,
})

mutation('blockGroup', {
  description: 'Blocks a group, which then can invite the viewer no more. An invite or a request to join is gone.',
  input: OneGroup,
  run: own(blockGroup),
  payload: removed,
})

mutation('cancelGroupRequest', {
  description: "Withdraws the viewer's request to join a group.",
  input: OneGroup,
  run: own(cancelGroupRequest),
  payload: removed,
})

mutation('declineGroupInvite', {
  description: 'Declines an invite to a group.',
  input: DeclineGroupInviteRequest.extend({ groupId }),
  run: own((scope, id, { block }) => declineGroupInvite(scope, id, { block })),
  payload: removed,
})

mutation('createGroupInvite', {
  description: 'Invites a person to a group, or accepts their request to join. At most 200 in an hour.',
  input: CreateGroupInviteRequest.extend({ groupId }),
  run: async (scope, { groupId, ...invite }): Promise<WithMembership> => {
    await createGroupInvite(scope, groupId, invite)
    return { groupId, userId: invite.userId }
  },
  payload: (t: Fields) => ({
    ...changed(t),
    inviteEdge: memberEdge(t, INVITES),
    groupMemberEdge: memberEdge(t, MEMBERS),
  }),
})

mutation('deleteGroupInvite', {
  description: 'Withdraws an invite to a group.',
  input: OnePerson,
  run: upon((scope, { groupId, userId }) => deleteGroupInvite(scope, groupId, userId)),
  payload: removed,
})

const GroupJoinRequestAction = enumOf('GroupJoinRequestAction', 'An answer to a request to join.', {
  accept: 'The person becomes a member.',
  reject: 'The person does not, and can ask again after a day.',
})

mutation('respondGroupJoinRequest', {
  description: 'Accepts or rejects the request of a person to join a group.',
  input: RespondGroupJoinRequest.extend({
    ...OnePerson.shape,
    block: z.boolean().optional().describe('With `REJECT`: whether further requests of the person are refused.'),
  }),
  types: { action: GroupJoinRequestAction },
  run: async (scope, { groupId, userId, ...answer }): Promise<WithMembership> => {
    await respondGroupJoinRequest(scope, groupId, userId, answer)
    return { groupId, userId }
  },
  payload: (t: Fields) => ({ ...removed(t), groupMemberEdge: memberEdge(t, MEMBERS) }),
})

mutation('kickGroupMember', {
  description:
    'Removes a member from a group, or lets a person ask to join again whose requests were refused; of the viewer: leaves or unblocks the group.',
  input: OnePerson,
  run: upon((scope, { groupId, userId }) => kickGroupMember(scope, groupId, userId)),
  payload: removed,
})

mutation('banGroupMember', {
  description: 'Bans a person from a group, whether a member or not.',
  input: BanGroupMemberRequest.extend({ groupId }),
  run: upon((scope, { groupId, userId }) => banGroupMember(scope, groupId, userId)),
  payload: (t: Fields) => ({ ...removed(t), banEdge: memberEdge(t, BANS) }),
})

mutation('unbanGroupMember', {
  description: 'Ends the ban of a person from a group.',
  input: OnePerson,
  run: upon((scope, { groupId, userId }) => unbanGroupMember(scope, groupId, userId)),
  payload: removed,
})

mutation('updateGroupMember', {
  description: "Changes the settings of the viewer's own membership, or the notes about another member.",
  input: UpdateGroupMemberRequest.extend({
    groupId,
    userId: UserId.optional().describe('Id of the member; the viewer by default.'),
  }),
  types: { visibility: GroupMemberVisibility },
  run: async (scope, { groupId, userId = scope.viewer.id, ...changes }): Promise<WithMembership> => {
    await updateGroupMember(scope, groupId, userId, changes)
    return { groupId, userId }
  },
  payload: changed,
})

mutation('updateGroupRepresentation', {
  description: 'Sets whether the viewer represents a group on their profile, and no other any longer.',
  input: UpdateGroupRepresentationRequest.extend({ groupId }),
  run: own((scope, id, { isRepresenting }) => updateGroupRepresentation(scope, id, isRepresenting)),
  payload: changed,
})
