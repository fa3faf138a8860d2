import type { z } from 'zod'
import { PermissionData as DataShape } from '../../../contract/shapes/permission.ts'
import { forStaff } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { about } from '../../../edges/graphql/limits.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { createListLoader, createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { byText, keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import type { PermissionGrant as GrantRow, Prisma, Permission as Row } from '../../../generated/prisma/client.ts'
import { isStaff } from '../../../kernel/access.ts'
import { trusted } from '../../../kernel/ids.ts'
import { lookUp } from '../../../kernel/maps.ts'
import { type KeysetPage, keysetOrder, keysetWhere, type TextKey } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { Account } from '../../users/graph/account.ts'
import { Badge, badgesById } from '../../users/graph/badge.ts'
import { peopleById } from '../../users/graph/peopleById.ts'
import { User, UserConnection } from '../../users/graph/user.ts'
import { assignedPermissions, visiblePermissions } from '../policy.ts'
import { BY_ADMIN } from '../queries.ts'
import { isBaselinePermission } from '../seed/ensureSeedData.ts'

export const permissionsById = createLoader<Row>(
  forViewer(({ db, viewer }, ids) =>
    db.permission.findMany({ where: { id: { in: [...ids] }, AND: [visiblePermissions(viewer)] } }),
  ),
  ({ id }) => id,
)

type Limits = Readonly<Record<string, number>>
const max = (type: string) => ({
  nullable: true as const,
  description: 'The limit; null if the permission sets none.',
  resolve: (limits: Limits) => lookUp(limits, type),
})

const FavoriteLimits = builder.objectRef<Limits>('FavoriteLimits').implement({
  description: 'Limits on favorites by their type.',
  fields: (t) => ({ avatar: t.int(max('avatar')), friend: t.int(max('friend')), world: t.int(max('world')) }),
})

const PermissionData = builder.objectRef<z.output<typeof DataShape>>('PermissionData').implement({
  description: 'What comes with a permission.',
  fields: (t) => ({
    badges: t.field({
      type: [Badge],
      description: 'Badges that come with it.',
      resolve: async ({ badges = [] }, _args, context) => {
        const found = await Promise.all(badges.map((id) => badgesById(context).load(id)))
        return found.filter((badge) => badge !== null)
      },
    }),
    tags: t.stringList({ description: 'Tags that come with it.', resolve: ({ tags }) => tags ?? [] }),
    max: t.int({
      nullable: true,
      description: 'Number of images that it allows; null for none.',
      resolve: (data) => data.max,
    }),
    maxFavoriteGroups: t.field({
      type: FavoriteLimits,
      description: 'Numbers of favorite groups that it allows.',
      resolve: ({ maxFavoriteGroups = {} }) => maxFavoriteGroups,
    }),
    maxFavoritesPerGroup: t.field({
      type: FavoriteLimits,
      description: 'Numbers of favorites in a group that it allows.',
      resolve: ({ maxFavoritesPerGroup = {} }) => maxFavoritesPerGroup,
    }),
    maxGroupsOwned: t.int({
      nullable: true,
      description: 'Number of groups that it allows to own; null if it sets none.',
      resolve: (data) => data.maxGroupsOwned,
    }),
    maxGroupsJoined: t.int({
      nullable: true,
      description: 'Number of groups that it allows to be in; null if it sets none.',
      resolve: (data) => data.maxGroupsJoined,
    }),
  }),
})

export const Permission = builder.objectRef<Row>('Permission')
export const permissionRef = referenceTo(Permission, permissionsById)

builder.node(Permission, {
  description: 'A permission that can be granted to users. Its holders and admins see it.',
  ...nodeBy(permissionsById),
  fields: (t) => ({
    ...columns(t, 'Permission', {
      name: 'Unique name for programs.',
      displayName: 'Display name.',
      createdAt: 'Time of creation.',
      updatedAt: 'Time of the last change.',
    }),
    description: t.string({
      nullable: true,
      description: 'What it allows; null for none.',
      resolve: ({ description }) => description || null,
    }),
    data: t.field({
      type: PermissionData,
      description: 'Badges, tags and limits that come with it.',
      resolve: ({ data }) => DataShape.parse(data),
    }),
    isNameProtected: t.boolean({
      description: 'Whether clients know it by its name: the name stays, and it cannot be deleted.',
      resolve: ({ name }) => isBaselinePermission(name),
    }),
    holders: t.connection(
      {
        type: User,
        description: 'People who have it, by id; empty for everybody but staff with `CONFIGURATION` or `PEOPLE`.',
        resolve: ({ id }, args, { publicScope: scope }) => {
          const canRead = isStaff(scope, 'configuration', 'people')
          const holding = { grants: { some: { permissionId: id } } }
          return keysetConnection(args, peopleById(scope, canRead ? holding : { id: { in: [] } }))
        },
      },
      UserConnection,
    ),
  }),
})

const grantsByUser = createListLoader<GrantRow>(
  forViewer(async (scope, ids) => {
    if (!isStaff(scope, 'people')) return []
    return scope.db.permissionGrant.findMany({
      where: { userId: { in: [...ids] } },
      orderBy: [{ grantedAt: 'desc' }, { permissionId: 'asc' }, { source: 'asc' }],
    })
  }),
  ({ userId }) => userId,
)

const PermissionGrant = builder.objectRef<GrantRow>('PermissionGrant').implement({
  description: 'That a person has a permission, and by what. Staff with `PEOPLE` see it.',
  fields: (t) => ({
    permission: t.field(permissionRef('permissionId', 'The permission; null if it is gone.')),
    isByStaff: t.boolean({
      description:
        'Whether the staff has granted it, and can revoke it; otherwise a purchase or a subscription brings it.',
      resolve: ({ source }) => source === BY_ADMIN,
    }),
    ...columns(t, 'PermissionGrant', { grantedAt: 'Time when it was granted.' }),
  }),
})

export const BY_PERMISSION_NAME = byText('name', 'ascending')
export const PermissionEdge = builder.edgeObject({ type: Permission, name: 'PermissionEdge' })
const PermissionConnection = builder.connectionObject(
  { type: Permission, name: 'PermissionConnection' },
  PermissionEdge,
)

const permissionList = ({ db }: ViewerScope, where: Prisma.PermissionWhereInput) => ({
  order: BY_PERMISSION_NAME,
  totalCount: () => db.permission.count({ where }),
  read: (page: KeysetPage<TextKey>) =>
    db.permission.findMany({
      where: { AND: [where, ...keysetWhere(page, ['name'])] },
      orderBy: keysetOrder(page, ['name']),
      take: page.limit,
    }),
})

builder.prismaObjectFields(Viewer, (t) => ({
  permissions: t.connection(
    {
      type: Permission,
      description: 'Permissions that were granted to the viewer, by name.',
      resolve: (_viewer, args, { viewerScope: scope }) =>
        keysetConnection(args, permissionList(scope, assignedPermissions(scope.viewer))),
    },
    PermissionConnection,
  ),
}))

builder.objectFields(Account, (t) => ({
  permissionGrants: t.field({
    type: [PermissionGrant],
    ...about(20),
    description: 'What gives the person their permissions, latest first: a permission may be granted by several.',
    resolve: ({ userId }, _args, context) => grantsByUser(context).load(userId),
  }),
  permissions: t.connection(
    {
      type: Permission,
      description: 'Permissions that were granted to the person, by name.',
      resolve: ({ userId }, args, { viewerScope: scope }) =>
        keysetConnection(
          args,
          permissionList(scope, {
            AND: [assignedPermissions({ id: trusted<'user'>(userId) }), visiblePermissions(scope.viewer)],
          }),
        ),
    },
    PermissionConnection,
  ),
}))

builder.queryFields((t) => ({
  permission: t.field({
    type: Permission,
    nullable: true,
    description: 'A permission of the viewer by id, any permission for admins; null for others.',
    args: { id: t.arg.id({ required: true, description: 'Id of the permission.' }) },
    resolve: (_root, { id }, context) => permissionsById(context).load(id),
  }),
  permissions: t.connection(
    {
      type: Permission,
      ...forStaff('configuration', 'people'),
      description: 'Every permission, by name. Staff with `CONFIGURATION` or `PEOPLE` only.',
      resolve: (_root, args, { viewerScope: scope }) => keysetConnection(args, permissionList(scope, {})),
    },
    PermissionConnection,
  ),
}))
