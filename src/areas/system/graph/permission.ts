import { z } from 'zod'
import { PermissionId, UserId } from '../../../contract/ids.ts'
import { PermissionData } from '../../../contract/shapes/permission.ts'
import { FOR_ADMINS } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { act } from '../../../edges/graphql/resolvers/act.ts'
import { inputOf, parseId } from '../../../edges/graphql/resolvers/input.ts'
import { jsonErrorBy } from '../../../edges/graphql/resolvers/zodFields.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { createPermission, grantPermission, revokePermission, updatePermission } from '../permissions.ts'
import { assignedPermissions, visiblePermissions } from '../policy.ts'

const Permission = builder.prismaNode('Permission', {
  description: 'A permission that can be granted to users.',
  id: { field: 'id' },
  nullable: true,
  findUnique: (id, context) => ({ id, AND: [visiblePermissions(context.viewerScope.viewer)] }),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Unique name for programs.' }),
    displayName: t.exposeString('displayName', { description: 'Display name.' }),
    description: t.exposeString('description', { description: 'What it allows.' }),
    type: t.exposeString('type', { description: 'Kind of permission; `permission` for all of them.' }),
    data: t.expose('data', { type: 'JSON', description: 'Badges, tags and limits that come with it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
  }),
})

const PermissionConnection = builder.connectionObject(
  { type: Permission, name: 'PermissionConnection' },
  { name: 'PermissionEdge' },
)

builder.prismaObjectField(Viewer, 'permissions', (t) =>
  t.prismaConnection(
    {
      type: Permission,
      cursor: 'id',
      description: 'Permissions that were granted to the viewer, by name.',
      resolve: (query, _viewer, _args, context) => {
        const { db, viewer } = context.viewerScope
        return db.permission.findMany({ ...query, where: assignedPermissions(viewer), orderBy: { name: 'asc' } })
      },
    },
    PermissionConnection,
  ),
)

builder.queryFields((t) => ({
  permission: t.prismaField({
    type: Permission,
    nullable: true,
    description: 'A permission of the viewer by id; any permission for admins.',
    args: { id: t.arg.id({ required: true, description: 'Id of the permission.' }) },
    resolve: (query, _root, args, context) => {
      const { db, viewer } = context.viewerScope
      const id = parseId('permission', args.id, 'Permission')
      return db.permission.findFirst({ ...query, where: { id, ...visiblePermissions(viewer) } })
    },
  }),
  permissions: t.prismaConnection(
    {
      type: Permission,
      cursor: 'id',
      nullable: true,
      ...FOR_ADMINS,
      description: 'Every permission, by name. Admins only.',
      resolve: (query, _root, _args, context) =>
        context.viewerScope.db.permission.findMany({ ...query, orderBy: { name: 'asc' } }),
    },
    PermissionConnection,
  ),
}))

const fields = {
  displayName: z.string().describe('Display name.'),
  description: z.string().optional().describe('What it allows.'),
  data: z.unknown().optional().describe('PermissionData of the REST API.'),
}
const CreatePermissionInput = inputOf(
  'CreatePermissionInput',
  'A new permission.',
  z.object({
    name: z.string().describe('Unique name of lower case letters, digits and dashes.'),
    ...fields,
    ownerId: UserId.optional().describe("Owner of the permission; the platform's own account by default."),
  }),
)
const UpdatePermissionInput = inputOf(
  'UpdatePermissionInput',
  'Changes of a permission; omitted fields stay as they are.',
  z.object({
    id: PermissionId.describe('Permission to change.'),
    ...fields,
    displayName: fields.displayName.optional(),
  }),
)
const GrantInput = inputOf(
  'GrantInput',
  'A permission and a user.',
  z.object({ permissionId: PermissionId.describe('Permission.'), userId: UserId.describe('User.') }),
)

export const permissionDataError = jsonErrorBy(PermissionData)

builder.mutationFields((t) => ({
  createPermission: t.field({
    type: Permission,
    ...FOR_ADMINS,
    description: 'Creates a permission. Admins only.',
    ...act(CreatePermissionInput, (scope, permission) => createPermission(scope, permission, permissionDataError)),
  }),
  updatePermission: t.field({
    type: Permission,
    ...FOR_ADMINS,
    description: 'Changes a permission. Admins only.',
    ...act(UpdatePermissionInput, (scope, change) => updatePermission(scope, change, permissionDataError)),
  }),
  grantPermission: t.field({
    type: Permission,
    ...FOR_ADMINS,
    description: 'Grants a permission to a user. Admins only.',
    ...act(GrantInput, grantPermission),
  }),
  revokePermission: t.field({
    type: Permission,
    ...FOR_ADMINS,
    description: 'Revokes a permission of a user. Admins only.',
    ...act(GrantInput, async (scope, grant) => {
      await revokePermission(scope, grant)
      const where = { id: grant.permissionId, ...visiblePermissions(scope.viewer) }
      return scope.db.permission.findFirstOrThrow({ where })
    }),
  }),
}))
