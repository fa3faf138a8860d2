import type { roleRows } from '../../../contract/groups.ts'
import type { Handlers } from '../../../contract/operation.ts'
import type { ScopeByAccess } from '../../../kernel/scope.ts'
import { createGroupRole } from '../roles/create.ts'
import { deleteGroupRole } from '../roles/delete.ts'
import { addGroupMemberRole, removeGroupMemberRole } from '../roles/holders.ts'
import { readGroupPermissions, readGroupRoles } from '../roles/roles.ts'
import { updateGroupRole } from '../roles/update.ts'
import { permissionWire, roleWire } from '../wire/role.ts'

export const rolesRest: Handlers<typeof roleRows, ScopeByAccess> = {
  getGroupPermissions: async (scope, { groupId }) => (await readGroupPermissions(scope, groupId)).map(permissionWire),
  getGroupRoles: async (scope, { groupId }) => (await readGroupRoles(scope, groupId)).map(roleWire),
  createGroupRole: async (scope, { groupId, body }) => roleWire(await createGroupRole(scope, groupId, body)),
  updateGroupRole: async (scope, { groupId, groupRoleId, body }) =>
    (await updateGroupRole(scope, groupId, { ...body, roleId: groupRoleId })).map(roleWire),
  deleteGroupRole: async (scope, { groupId, groupRoleId }) =>
    (await deleteGroupRole(scope, groupId, { roleId: groupRoleId })).map(roleWire),
  addGroupMemberRole: (scope, { groupId, userId, groupRoleId }) =>
    addGroupMemberRole(scope, groupId, { userId, roleId: groupRoleId }),
  removeGroupMemberRole: (scope, { groupId, userId, groupRoleId }) =>
    removeGroupMemberRole(scope, groupId, { userId, roleId: groupRoleId }),
}
