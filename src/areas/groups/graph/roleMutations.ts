import { z } from 'zod'
import { GroupId, GroupRoleId, UserId } from '../../../contract/ids.ts'
import { CreateGroupRoleRequest, UpdateGroupRoleRequest } from '../../../contract/shapes/groupRequests.ts'
import type { ObjectFieldBuilder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { IF_UPDATED_AT, ifUpdatedAt } from '../../../edges/graphql/resolvers/ifUpdatedAt.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { trusted, type UserId as UserIdOf } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { roleNotFound } from '../policy.ts'
import { roleRules } from '../roles/fields.ts'
import { addGroupMemberRole, removeGroupMemberRole } from '../roles/holders.ts'
import { createGroupRole, deleteGroupRole } from '../roles/roles.ts'
import { updateGroupRole } from '../roles/update.ts'
import { GroupPermission } from './enums.ts'
import { Group, loadGroup } from './group.ts'
import { GroupMember, loadMembership, type WithMembership } from './member.ts'
import { BY_ROLE_ORDER, GroupRole, GroupRoleEdge, loadRole } from './role.ts'

/** What mutations of a role return. */
interface WithRole {
  readonly groupId: string
  readonly roleId: string
}

const roleId = GroupRoleId.describe('Id of the role.')
const types = { permissions: [GroupPermission] } satisfies { permissions: [typeof GroupPermission] }

/** The group of a role that the viewer can see. Throws `missing`. */
async function groupOfRole(context: GraphContext, id: string) {
  const role = await loadRole(context, id)
  if (!role) throw roleNotFound()
  return trusted<'group'>(role.groupId)
}

const groupField = (t: ObjectFieldBuilder<{ readonly groupId: string }>) =>
  t.field({
    type: Group,
    description: 'The group, with its roles in their new order.',
    resolve: ({ groupId }, _args, context) => loadGroup(context, groupId),
  })

const rolePayload = (t: ObjectFieldBuilder<WithRole>) => ({
  group: t.field({
    type: Group,
    description: 'The group, with its roles in their new order.',
    resolve: ({ groupId }, _args, context) => loadGroup(context, groupId),
  }),
  groupRole: t.field({
    type: GroupRole,
    nullable: true,
    description: 'The role after the change; null if it was deleted meanwhile.',
    resolve: ({ roleId }, _args, context) => loadRole(context, roleId),
  }),
  groupRoleEdge: t.field({
    type: GroupRoleEdge,
    nullable: true,
    description: 'The role in the list of roles of the group; null if it was deleted meanwhile.',
    resolve: async ({ roleId }, _args, context) => {
      const role = await loadRole(context, roleId)
      return role && edgeOf(BY_ROLE_ORDER, role)
    },
  }),
})

mutation('createGroupRole', {
  description: 'Creates a role in a group, after the others of its kind. Needs ROLES_MANAGE.',
  input: CreateGroupRoleRequest.omit({ id: true }).extend({ groupId: GroupId.describe('Id of the group.') }),
  types,
  rules: (_scope, { groupId: _id, ...fields }) => roleRules(fields),
  run: async (scope, { groupId, ...fields }): Promise<WithRole> => ({
    groupId,
    roleId: (await createGroupRole(scope, groupId, fields)).id,
  }),
  payload: rolePayload,
})

mutation('updateGroupRole', {
  description: 'Changes a role below the own rank; fields that are left out stay as they are. Needs ROLES_MANAGE.',
  input: UpdateGroupRoleRequest.extend({ roleId, ifUpdatedAt }),
  types: { ...types, ...IF_UPDATED_AT },
  rules: (_scope, { roleId: _id, ifUpdatedAt: _at, ...fields }) => roleRules(fields),
  run: async (scope, { roleId, ...change }, context): Promise<WithRole> => {
    const groupId = await groupOfRole(context, roleId)
    await updateGroupRole(scope, groupId, { ...change, roleId })
    return { groupId, roleId }
  },
  payload: rolePayload,
})

mutation('deleteGroupRole', {
  description: 'Deletes a role below the own rank, which its holders lose. Needs ROLES_MANAGE.',
  input: z.object({ roleId }),
  run: async (scope, { roleId }, context): Promise<WithRole> => {
    const groupId = await groupOfRole(context, roleId)
    await deleteGroupRole(scope, groupId, { roleId })
    return { groupId, roleId }
  },
  payload: (t) => ({
    group: groupField(t),
    deletedGroupRoleId: t.exposeID('roleId', { description: 'Id of the role, which is gone.' }),
  }),
})

const Holding = z.object({
  roleId,
  userId: UserId.optional().describe('Id of the member; the viewer by default.'),
})

type HoldingChange = typeof addGroupMemberRole

interface HoldingInput {
  readonly roleId: z.output<typeof GroupRoleId>
  readonly userId?: UserIdOf
}

/** Gives or takes a role. */
const changing =
  (change: HoldingChange) =>
  async (scope: ViewerScope, { roleId, userId = scope.viewer.id }: HoldingInput, context: GraphContext) => {
    const groupId = await groupOfRole(context, roleId)
    await change(scope, groupId, { userId, roleId })
    return { groupId, userId }
  }

const holderPayload = (t: ObjectFieldBuilder<WithMembership>) => ({
  groupMember: t.field({
    type: GroupMember,
    nullable: true,
    description: 'The member, with the new roles; null if the viewer cannot see them.',
    resolve: (membership, _args, context) => loadMembership(context, membership),
  }),
})

mutation('addGroupMemberRole', {
  description:
    'Gives a role to a member of a lower rank, which needs ROLES_ASSIGN; members take roles that are self-assignable for themselves.',
  input: Holding,
  run: changing(addGroupMemberRole),
  payload: holderPayload,
})

mutation('removeGroupMemberRole', {
  description:
    'Takes a role from a member of a lower rank, which needs ROLES_ASSIGN; members return roles that are self-assignable.',
  input: Holding,
  run: changing(removeGroupMemberRole),
  payload: holderPayload,
})
