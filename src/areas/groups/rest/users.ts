import type { userRows } from '../../../contract/groupMemberships.ts'
import type { Handlers } from '../../../contract/operation.ts'
import { pageOf, splitList } from '../../../contract/shapes/queryParameters.ts'
import type { ScopeByAccess } from '../../../kernel/scope.ts'
import { countMutuals } from '../userGroups/mutuals.ts'
import { readAllGroupPermissions, readOwnGroups } from '../userGroups/ownGroups.ts'
import { readMutualGroups, readRepresentedGroup, readUserGroups } from '../userGroups/profile.ts'
import { groupWire, representedGroupWire, userGroupWire } from '../wire/group.ts'

export const userGroupsRest: Handlers<typeof userRows, ScopeByAccess> = {
  getUserGroups: async (scope, { userId }) =>
    (await readUserGroups(scope, userId)).map((found) => userGroupWire(found, scope)),
  getInvitedGroups: async (scope, { userId }) =>
    (await readOwnGroups(scope, userId, 'invited')).map((view) => groupWire.record(scope, view)),
  getUserAllGroupPermissions: (scope, { userId, query }) =>
    readAllGroupPermissions(scope, userId, splitList(query.groupIds)),
  getUserRepresentedGroup: async (scope, { userId }) =>
    representedGroupWire(await readRepresentedGroup(scope, userId), scope),
  getUserGroupRequests: async (scope, { userId }) =>
    (await readOwnGroups(scope, userId, 'requested')).map((view) => groupWire.record(scope, view)),
  getBlockedGroups: async (scope, { userId }) =>
    (await readOwnGroups(scope, userId, 'userBlocked')).map((view) => groupWire.record(scope, view)),
  getMutualGroups: async (scope, { userId, query }) =>
    (await readMutualGroups(scope, userId, pageOf(query))).map((found) => userGroupWire(found, scope)),
  getMutuals: (scope, { userId }) => countMutuals(scope, userId),
}
