import { z } from 'zod'
import { BadgeId, PermissionId, UserId } from '../../../contract/ids.ts'
import { PermissionData } from '../../../contract/shapes/permission.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { IF_UPDATED_AT, ifUpdatedAt } from '../../../edges/graphql/resolvers/ifUpdatedAt.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { nestedInput } from '../../../edges/graphql/resolvers/nestedInput.ts'
import { jsonErrorBy } from '../../../edges/graphql/resolvers/zodFields.ts'
import type { Permission as Row } from '../../../generated/prisma/client.ts'
import { userRef } from '../../users/graph/user.ts'
import { deletePermission, grantPermission, revokePermission } from '../permissionGrants.ts'
import { createPermission, newPermissionRules, permissionUpdateRules, updatePermission } from '../permissions.ts'
import { BY_PERMISSION_NAME, Permission, PermissionEdge, permissionRef } from './permission.ts'

const FavoriteLimitsInput = builder.inputType('FavoriteLimitsInput', {
  description: 'Limits on favorites by their type; none for types that are left out.',
  fields: (t) => ({
    avatar: t.int({ description: 'The limit for avatars.' }),
    friend: t.int({ description: 'The limit for friends.' }),
    world: t.int({ description: 'The limit for worlds.' }),
  }),
})

const PermissionDataInput = builder.inputType('PermissionDataInput', {
  description: 'What comes with a permission.',
  fields: (t) => ({
    badgeIds: t.idList({ description: 'Ids of badges that come with it.' }),
    tags: t.stringList({ description: 'Tags that come with it.' }),
    max: t.int({ description: 'Number of images that it allows.' }),
    maxFavoriteGroups: t.field({ type: FavoriteLimitsInput, description: 'Numbers of favorite groups.' }),
    maxFavoritesPerGroup: t.field({ type: FavoriteLimitsInput, description: 'Numbers of favorites in a group.' }),
    maxGroupsOwned: t.int({ description: 'Number of groups that it allows to own.' }),
    maxGroupsJoined: t.int({ description: 'Number of groups that it allows to be in.' }),
  }),
})

const { max, tags, ...limits } = PermissionData.omit({ badges: true }).shape
const Data = nestedInput(
  z
    .object({ badgeIds: z.array(BadgeId).optional(), max, tags, ...limits })
    .transform(({ badgeIds, ...data }) => ({ ...data, ...(badgeIds && { badges: badgeIds }) })),
).describe('Badges, tags and limits that come with it; they replace the previous ones.')

const name = z.string().describe('Unique name: a lower case letter and up to 99 lower case letters, digits and dashes.')
const displayName = z.string().describe('Display name, at most 1,000 characters.')
const description = z.string().optional().describe('What it allows, at most 1,000 characters.')
const TYPES = { data: PermissionDataInput } as const

export const permissionDataError = jsonErrorBy(PermissionData)

const changedPermission = {
  type: Permission,
  description: 'The permission after the act.',
  resolve: ({ permission }: { readonly permission: Row }) => permission,
}

mutation('createPermission', {
  description: 'Creates a permission.',
  input: z.object({
    name,
    displayName,
    description,
    data: Data.optional(),
    ownerId: UserId.optional().describe("Id of the owner; the platform's own account by default."),
  }),
  types: TYPES,
  rules: (scope, permission) => newPermissionRules(scope, permission, permissionDataError),
  run: async (scope, permission) => ({ permission: await createPermission(scope, permission, permissionDataError) }),
  payload: (t) => ({
    permission: t.field(changedPermission),
    permissionEdge: t.field({
      type: PermissionEdge,
      description: 'The permission in the list of all permissions.',
      resolve: ({ permission }) => edgeOf(BY_PERMISSION_NAME, permission),
    }),
  }),
})

mutation('updatePermission', {
  description:
    'Changes a permission; omitted fields stay as they are, and so does the name of one that clients know by it.',
  input: z.object({
    permissionId: PermissionId.describe('Id of the permission.'),
    name: name.optional(),
    displayName: displayName.optional(),
    description,
    data: Data.optional(),
    ownerId: UserId.optional().describe('Id of another owner.'),
    ifUpdatedAt,
  }),
  types: { ...TYPES, ...IF_UPDATED_AT },
  rules: (scope, { permissionId, ...change }) =>
    permissionUpdateRules(scope, { ...change, ...(permissionId && { id: permissionId }) }, permissionDataError),
  run: async (scope, { permissionId, ...change }) => ({
    permission: await updatePermission(scope, { id: permissionId, ...change }, permissionDataError),
  }),
  payload: (t) => ({ permission: t.field(changedPermission) }),
})

mutation('deletePermission', {
  description:
    'Deletes a permission with its grants, and the tags that came with it alone; not one that clients know by its name.',
  input: z.object({ permissionId: PermissionId.describe('Id of the permission.') }),
  run: async (scope, { permissionId }) => {
    await deletePermission(scope, permissionId)
    return { deletedPermissionId: permissionId }
  },
  payload: (t) => ({
    deletedPermissionId: t.exposeID('deletedPermissionId', { description: 'Id of the permission, which is gone.' }),
  }),
})

const Grant = z.object({
  permissionId: PermissionId.describe('Id of the permission.'),
  userId: UserId.describe('Id of the user.'),
})
const permission = permissionRef('permissionId', 'The permission; null if it is gone.')
const user = userRef('userId', 'The user; null after the account was erased.')

mutation('grantPermission', {
  description: 'Grants a permission to a user, who may have it already.',
  input: Grant,
  run: async (scope, { permissionId, userId }) => {
    await grantPermission(scope, { permissionId, userId })
    return { permissionId, userId }
  },
  payload: (t) => ({ permission: t.field(permission), user: t.field(user) }),
})

mutation('revokePermission', {
  description: 'Revokes a permission of a user.',
  input: Grant,
  run: async (scope, { permissionId, userId }) => {
    await revokePermission(scope, { permissionId, userId })
    return { permissionId, userId }
  },
  payload: (t) => ({ permission: t.field(permission), user: t.field(user) }),
})
