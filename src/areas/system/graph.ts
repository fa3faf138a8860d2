import { resolveArrayConnection } from '@pothos/plugin-relay'
import { ADMIN, ANYONE } from '../../edges/graphql/access.ts'
import { builder } from '../../edges/graphql/builder.ts'
import { open, signed } from '../../edges/graphql/context.ts'
import { idOf } from '../../edges/graphql/ids.ts'
import { Viewer } from '../accounts/graph.ts'
import { readClientConfig } from './clientConfig.ts'
import { readInfoPushes } from './infoPushes.ts'
import { assignedTo, visiblePermissions } from './policy.ts'

export const ConfigEntry = builder.prismaObject('ConfigEntry', {
  description: 'One member of the client configuration.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'The name of the member.' }),
    value: t.expose('value', {
      type: 'JSON',
      description: 'Its value, where {publicUrl}, {webUrl} and {host} are filled in.',
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
})

export const InfoPush = builder.prismaObject('InfoPush', {
  description: 'An information notice for clients.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'A slug.' }),
    isEnabled: t.exposeBoolean('isEnabled', { description: 'Whether it is shown at all.' }),
    releaseStatus: t.exposeString('releaseStatus', { description: 'public, private or hidden.' }),
    priority: t.exposeInt('priority', { description: 'Higher comes first.' }),
    tags: t.exposeStringList('tags', { description: 'What clients select it by.' }),
    data: t.expose('data', { type: 'JSON', description: 'What it shows.' }),
    hash: t.exposeString('hash', { description: 'Changes with what it shows.' }),
    startDate: t.expose('startDate', { type: 'DateTime', nullable: true, description: 'Shown from this moment.' }),
    endDate: t.expose('endDate', { type: 'DateTime', nullable: true, description: 'Shown until this moment.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
})

export const Permission = builder.prismaNode('Permission', {
  description: 'Something that people may be allowed to do.',
  id: { field: 'id' },
  nullable: true,
  findUnique: (id, context) => ({ id, AND: [visiblePermissions(signed(context).viewer)] }),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name that programs know.' }),
    displayName: t.exposeString('displayName', { description: 'The name that people see.' }),
    description: t.exposeString('description', { description: 'What it allows.' }),
    type: t.exposeString('type', { description: 'Its kind; `permission` for all of them.' }),
    data: t.expose('data', { type: 'JSON', description: 'What it brings with it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
})

export const FrontendAsset = builder.prismaObject('FrontendAsset', {
  description: 'The stylesheet or script of one build of the web frontend.',
  fields: (t) => ({
    kind: t.exposeString('kind', { description: 'css or js.' }),
    variant: t.exposeString('variant', { description: 'public or internal.' }),
    branch: t.exposeString('branch', { description: 'The branch that was built.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was put in place.' }),
  }),
})

const PermissionConnection = builder.connectionObject(
  { type: Permission, name: 'PermissionConnection' },
  { name: 'PermissionEdge' },
)
const InfoPushConnection = builder.connectionObject(
  { type: InfoPush, name: 'InfoPushConnection' },
  { name: 'InfoPushEdge' },
)

builder.prismaObjectField(Viewer, 'permissions', (t) =>
  t.prismaConnection(
    {
      type: Permission,
      cursor: 'id',
      description: 'The permissions that were granted to the person, by name.',
      resolve: (query, _viewer, _args, context) => {
        const { db, viewer } = signed(context)
        return db.permission.findMany({ ...query, where: assignedTo(viewer), orderBy: { name: 'asc' } })
      },
    },
    PermissionConnection,
  ),
)

builder.queryFields((t) => ({
  config: t.field({
    type: 'JSONObject',
    ...ANYONE,
    description: 'The client configuration.',
    resolve: (_root, _args, context) => readClientConfig(open(context)),
  }),
  systemTime: t.field({
    type: 'DateTime',
    ...ANYONE,
    description: "The server's time.",
    resolve: (_root, _args, { scope }) => scope.now,
  }),
  onlineCount: t.int({
    ...ANYONE,
    description: 'How many people are online.',
    resolve: (_root, _args, { scope }) => scope.presence.countOnline(scope.now),
  }),
  infoPushes: t.connection(
    {
      type: InfoPush,
      nullable: true,
      description: 'The notices of now that carry any tag of `include` and every tag of `require`.',
      args: {
        include: t.arg.stringList({ required: true, description: 'Tags, one of which a notice carries.' }),
        require: t.arg.stringList({ description: 'Tags, all of which a notice carries.' }),
      },
      resolve: async (_root, { include, require, ...args }, context) =>
        resolveArrayConnection({ args }, await readInfoPushes(signed(context), { include, require: require ?? [] })),
    },
    InfoPushConnection,
  ),
  allInfoPushes: t.prismaConnection(
    {
      type: InfoPush,
      cursor: 'id',
      nullable: true,
      ...ADMIN,
      description: 'Every notice, shown or not. Admins only.',
      resolve: (query, _root, _args, context) =>
        signed(context).db.infoPush.findMany({ ...query, orderBy: [{ priority: 'desc' }, { id: 'asc' }] }),
    },
    InfoPushConnection,
  ),
  permission: t.prismaField({
    type: Permission,
    nullable: true,
    description: 'A permission of the viewer by its id; to an admin any permission.',
    args: { id: t.arg.id({ required: true, description: "The permission's id." }) },
    resolve: (query, _root, args, context) => {
      const { db, viewer } = signed(context)
      const id = idOf('permission', args.id, 'Permission')
      return db.permission.findFirst({ ...query, where: { id, ...visiblePermissions(viewer) } })
    },
  }),
  permissions: t.prismaConnection(
    {
      type: Permission,
      cursor: 'id',
      nullable: true,
      ...ADMIN,
      description: 'Every permission, by name. Admins only.',
      resolve: (query, _root, _args, context) =>
        signed(context).db.permission.findMany({ ...query, orderBy: { name: 'asc' } }),
    },
    PermissionConnection,
  ),
}))
