import type { z } from 'zod'
import { PermissionData as DataShape } from '../../../contract/shapes/permission.ts'
import { FOR_ADMINS } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { byText, keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import type { Prisma, Permission as Row } from '../../../generated/prisma/client.ts'
import { lookUp } from '../../../kernel/maps.ts'
import { type KeysetPage, keysetOrder, keysetWhere, type TextKey } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { Badge, badgesById } from '../../users/graph/badge.ts'
import { assignedPermissions, visiblePermissions } from '../policy.ts'

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
      ...FOR_ADMINS,
      description: 'Every permission, by name. Admins only.',
      resolve: (_root, args, { viewerScope: scope }) => keysetConnection(args, permissionList(scope, {})),
    },
    PermissionConnection,
  ),
}))
