import type { membershipRows } from '../../../contract/groupMemberships.ts'
import type { Handlers } from '../../../contract/operation.ts'
import { pageOf } from '../../../contract/shapes/queryParameters.ts'
import { successResponse } from '../../../contract/shapes/response.ts'
import { jsonTextOfMembers } from '../../../kernel/jsonText.ts'
import type { ScopeByAccess } from '../../../kernel/scope.ts'
import { banGroupMember, unbanGroupMember } from '../membership/bans.ts'
import { blockGroup } from '../membership/block.ts'
import { createGroupInvite, declineGroupInvite, deleteGroupInvite } from '../membership/invites.ts'
import { joinGroup } from '../membership/join.ts'
import { kickGroupMember } from '../membership/kick.ts'
import { leaveGroup } from '../membership/leave.ts'
import { readMember, readMembers, searchMembers } from '../membership/members.ts'
import { readOutsiders } from '../membership/outsiders.ts'
import { cancelGroupRequest, respondGroupJoinRequest } from '../membership/requests.ts'
import { updateGroupMember, updateGroupRepresentation } from '../membership/settings.ts'
import { listedMemberWire, memberWire } from '../wire/member.ts'

export const membershipsRest: Handlers<typeof membershipRows, ScopeByAccess> = {
  joinGroup: async (scope, { groupId, query, body }) =>
    memberWire(await joinGroup(scope, groupId, { ...query, ...body })),
  leaveGroup: (scope, { groupId }) => leaveGroup(scope, groupId),
  blockGroup: (scope, { groupId }) =>
    blockGroup(scope, groupId).then(() => successResponse("You've blocked the group.")),
  getGroupMembers: async (scope, { groupId, query: { sort, roleId, ...query } }) => {
    const page = { ...pageOf(query), newestFirst: sort === 'joinedAt:desc', roleId }
    return listedMemberWire.list(scope, () => readMembers(scope, groupId, page))
  },
  searchGroupMembers: async (scope, { groupId, query: { query: search, ...page } }) => {
    let total = 0
    const results = await listedMemberWire.list(scope, async () => {
      const found = await searchMembers(scope, groupId, { ...pageOf(page), search })
      total = found.total
      return found.members
    })
    return jsonTextOfMembers({ results, total })
  },
  getGroupMember: async (scope, { groupId, userId }) => memberWire(await readMember(scope, groupId, userId)),
  updateGroupMember: async (scope, { groupId, userId, body }) =>
    memberWire(await updateGroupMember(scope, groupId, userId, body)),
  kickGroupMember: (scope, { groupId, userId }) =>
    kickGroupMember(scope, groupId, userId).then(() => successResponse('Group member deleted!')),
  updateGroupRepresentation: (scope, { groupId, body }) =>
    updateGroupRepresentation(scope, groupId, body.isRepresenting).then(() =>
      successResponse('Group representation updated!'),
    ),
  getGroupInvites: async (scope, { groupId, query }) =>
    (await readOutsiders(scope, groupId, 'invited', pageOf(query))).map(memberWire),
  createGroupInvite: (scope, { groupId, body }) => createGroupInvite(scope, groupId, body),
  declineGroupInvite: (scope, { groupId, body }) =>
    declineGroupInvite(scope, groupId, body).then(() => successResponse('Invite declined.')),
  deleteGroupInvite: (scope, { groupId, userId }) => deleteGroupInvite(scope, groupId, userId),
  getGroupRequests: async (scope, { groupId, query: { blocked, ...page } }) =>
    (await readOutsiders(scope, groupId, blocked ? 'requestBlocked' : 'requested', pageOf(page))).map(memberWire),
  cancelGroupRequest: (scope, { groupId }) => cancelGroupRequest(scope, groupId),
  respondGroupJoinRequest: (scope, { groupId, userId, body }) => respondGroupJoinRequest(scope, groupId, userId, body),
  getGroupBans: async (scope, { groupId, query }) =>
    (await readOutsiders(scope, groupId, 'banned', pageOf(query))).map(memberWire),
  banGroupMember: async (scope, { groupId, body }) => memberWire(await banGroupMember(scope, groupId, body.userId)),
  unbanGroupMember: async (scope, { groupId, userId }) => memberWire(await unbanGroupMember(scope, groupId, userId)),
}
