import { z } from 'zod'
import { GroupRoleId } from './ids.ts'
import { del, empty, get, post, put } from './operation.ts'
import { Mutuals } from './shapes/friend.ts'
import {
  Group,
  GroupMember,
  GroupMemberSearchResult,
  LimitedUserGroups,
  RepresentedGroup,
  UserAllGroupPermissions,
} from './shapes/group.ts'
import {
  BanGroupMemberRequest,
  CreateGroupInviteRequest,
  DeclineGroupInviteRequest,
  JoinGroupRequest,
  RespondGroupJoinRequest,
  UpdateGroupMemberRequest,
  UpdateGroupRepresentationRequest,
} from './shapes/groupRequests.ts'
import { booleanText, pageQuery } from './shapes/queryParameters.ts'
import { Success } from './shapes/response.ts'

const page = z.object(pageQuery)

/** Operations upon memberships of groups. */
export const membershipRows = {
  joinGroup: post('/groups/{groupId}/join', {
    summary: 'Joins a group, or asks to.',
    query: z.object({
      confirmOverrideBlock: booleanText('confirmOverrideBlock')
        .optional()
        .describe('Whether to unblock the group first.'),
    }),
    body: JoinGroupRequest,
    bodyOptional: true,
    result: GroupMember,
  }),
  leaveGroup: post('/groups/{groupId}/leave', { summary: 'Leaves a group.', result: empty }),
  blockGroup: post('/groups/{groupId}/block', {
    summary: 'Blocks a group: it can invite the viewer no more.',
    result: Success,
  }),
  getGroupMembers: get('/groups/{groupId}/members', {
    summary: 'Lists the members of a group but for the viewer.',
    query: z.object({
      ...pageQuery,
      sort: z.enum(['joinedAt:asc', 'joinedAt:desc']).meta({ id: 'GroupSearchSort' }).optional(),
      roleId: z
        .union([z.literal(''), GroupRoleId])
        .optional()
        .describe('Only holders of this role; empty for those of none.'),
    }),
    result: z.array(GroupMember),
  }),
  searchGroupMembers: get('/groups/{groupId}/members/search', {
    summary: 'Finds members of a group by their display name.',
    query: z.object({
      ...pageQuery,
      query: z.string().min(3, 'query must have at least 3 characters').max(1_024).describe('A part of the name.'),
    }),
    result: GroupMemberSearchResult,
  }),
  getGroupMember: get('/groups/{groupId}/members/{userId}', {
    summary: 'Reads a member of a group.',
    result: GroupMember,
  }),
  updateGroupMember: put('/groups/{groupId}/members/{userId}', {
    summary: 'Changes the settings of a member.',
    body: UpdateGroupMemberRequest,
    bodyOptional: true,
    result: GroupMember,
  }),
  kickGroupMember: del('/groups/{groupId}/members/{userId}', {
    summary: 'Removes a member; for oneself: leaves or unblocks the group.',
    result: Success,
  }),
  updateGroupRepresentation: put('/groups/{groupId}/representation', {
    summary: 'Sets whether the viewer represents the group.',
    body: UpdateGroupRepresentationRequest,
    result: Success,
  }),
  getGroupInvites: get('/groups/{groupId}/invites', {
    summary: 'Lists people who are invited.',
    query: page,
    result: z.array(GroupMember),
  }),
  createGroupInvite: post('/groups/{groupId}/invites', {
    summary: 'Invites a person to a group.',
    body: CreateGroupInviteRequest,
    result: empty,
  }),
  declineGroupInvite: put('/groups/{groupId}/invites', {
    summary: 'Declines an invite to a group.',
    body: DeclineGroupInviteRequest,
    bodyOptional: true,
    result: Success,
  }),
  deleteGroupInvite: del('/groups/{groupId}/invites/{userId}', { summary: 'Withdraws an invite.', result: empty }),
  getGroupRequests: get('/groups/{groupId}/requests', {
    summary: 'Lists people who ask to join.',
    query: z.object({
      ...pageQuery,
      blocked: booleanText('blocked')
        .optional()
        .describe('Whether to list the people whose requests are blocked instead.'),
    }),
    result: z.array(GroupMember),
  }),
  cancelGroupRequest: del('/groups/{groupId}/requests', {
    summary: "Withdraws the viewer's request to join.",
    result: empty,
  }),
  respondGroupJoinRequest: put('/groups/{groupId}/requests/{userId}', {
    summary: 'Accepts or rejects a request to join.',
    body: RespondGroupJoinRequest,
    result: empty,
  }),
  getGroupBans: get('/groups/{groupId}/bans', {
    summary: 'Lists people who are banned.',
    query: page,
    result: z.array(GroupMember),
  }),
  banGroupMember: post('/groups/{groupId}/bans', {
    summary: 'Bans a person from a group, whether a member or not.',
    body: BanGroupMemberRequest,
    result: GroupMember,
  }),
  unbanGroupMember: del('/groups/{groupId}/bans/{userId}', { summary: 'Ends a ban.', result: GroupMember }),
}

/** Operations upon the groups of a person. */
export const userRows = {
  getUserGroups: get('/users/{userId}/groups', {
    summary: 'Lists the groups of a person that the viewer can see.',
    mayBeOld: true,
    result: z.array(LimitedUserGroups),
  }),
  getInvitedGroups: get('/users/{userId}/groups/invited', {
    summary: 'Lists groups that have invited the viewer.',
    result: z.array(Group),
  }),
  getUserAllGroupPermissions: get('/users/{userId}/groups/permissions', {
    summary: 'Reads what the viewer can do in groups, by group.',
    query: z.object({
      groupIds: z.string().max(8_192).optional().describe('Only these groups: at most 100 ids, separated by commas.'),
    }),
    result: UserAllGroupPermissions,
  }),
  getUserRepresentedGroup: get('/users/{userId}/groups/represented', {
    summary: 'Reads the group that a person represents; empty for none.',
    result: RepresentedGroup,
  }),
  getUserGroupRequests: get('/users/{userId}/groups/requested', {
    summary: 'Lists groups that the viewer has asked to join.',
    result: z.array(Group),
  }),
  getBlockedGroups: get('/users/{userId}/groups/userblocked', {
    summary: 'Lists groups that the viewer has blocked.',
    result: z.array(Group),
  }),
  getMutuals: get('/users/{userId}/mutuals', {
    summary: 'Counts mutual friends and groups of the viewer and another person.',
    result: Mutuals,
  }),
  getMutualGroups: get('/users/{userId}/mutuals/groups', {
    summary: 'Lists groups that both the viewer and another person are in.',
    query: page,
    result: z.array(LimitedUserGroups),
  }),
}
