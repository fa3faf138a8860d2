import { resolveArrayConnection } from '@pothos/plugin-relay'
import { z } from 'zod'
import { InfoPushData } from '../../../contract/shapes/infoPush.ts'
import { FOR_ADMINS } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { act } from '../../../edges/graphql/resolvers/act.ts'
import { inputOf } from '../../../edges/graphql/resolvers/input.ts'
import { jsonErrorBy } from '../../../edges/graphql/resolvers/zodFields.ts'
import { createInfoPush, deleteInfoPush, readInfoPushes, updateInfoPush } from '../infoPushes.ts'

const InfoPush = builder.prismaObject('InfoPush', {
  description: 'An information notice for clients.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Slug of the notice.' }),
    isEnabled: t.exposeBoolean('isEnabled', { description: 'False hides the notice from clients.' }),
    releaseStatus: t.exposeString('releaseStatus', { description: 'public, private or hidden.' }),
    priority: t.exposeInt('priority', { description: 'Higher priorities come first.' }),
    tags: t.exposeStringList('tags', { description: 'Tags by which clients select it.' }),
    data: t.expose('data', { type: 'JSON', description: 'Content of the notice.' }),
    hash: t.exposeString('hash', { description: 'Hash of the content.' }),
    startDate: t.expose('startDate', { type: 'DateTime', nullable: true, description: 'Shown from this time.' }),
    endDate: t.expose('endDate', { type: 'DateTime', nullable: true, description: 'Shown until this time.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
  }),
})

const InfoPushConnection = builder.connectionObject(
  { type: InfoPush, name: 'InfoPushConnection' },
  { name: 'InfoPushEdge' },
)

builder.queryFields((t) => ({
  infoPushes: t.connection(
    {
      type: InfoPush,
      nullable: true,
      description: 'Notices shown now that have any tag of `include` and every tag of `require`.',
      args: {
        include: t.arg.stringList({ required: true, description: 'Tags; a notice has at least one of them.' }),
        require: t.arg.stringList({ description: 'Tags; a notice has all of them.' }),
      },
      resolve: async (_root, { include, require, ...args }, context) => {
        const notices = await readInfoPushes(context.viewerScope, { include, require: require ?? [] })
        return resolveArrayConnection({ args }, notices)
      },
    },
    InfoPushConnection,
  ),
  allInfoPushes: t.prismaConnection(
    {
      type: InfoPush,
      cursor: 'id',
      nullable: true,
      ...FOR_ADMINS,
      description: 'All notices, including hidden ones. Admins only.',
      resolve: (query, _root, _args, context) =>
        context.viewerScope.db.infoPush.findMany({ ...query, orderBy: [{ priority: 'desc' }, { id: 'asc' }] }),
    },
    InfoPushConnection,
  ),
}))

const InfoPushFields = z.object({
  data: z.unknown().describe('InfoPushData of the REST API.'),
  tags: z.array(z.string()).describe('Tags by which clients select the notice.'),
  isEnabled: z.boolean().describe('False hides the notice from clients; true by default.'),
  releaseStatus: z.string().describe('public (default), private or hidden.'),
  priority: z.int().describe('Higher priorities come first; 0 by default.'),
  startDate: z.date().nullable().describe('Shown from this time; null for no limit.'),
  endDate: z.date().nullable().describe('Shown until this time; null for no limit.'),
})
const DATES = { startDate: 'DateTime', endDate: 'DateTime' } as const
const id = z.string().describe('Slug of the notice.')

const CreateInfoPushInput = inputOf(
  'CreateInfoPushInput',
  'A new information notice.',
  InfoPushFields.partial().extend({ id, data: z.json().describe('InfoPushData of the REST API.') }),
  { ...DATES, id: 'ID', data: 'JSON' },
)
const UpdateInfoPushInput = inputOf(
  'UpdateInfoPushInput',
  'Changes of an information notice; omitted fields stay as they are.',
  InfoPushFields.partial().extend({ id }),
  { ...DATES, id: 'ID', data: 'JSON' },
)
const DeleteInfoPushInput = inputOf('DeleteInfoPushInput', 'The notice to delete.', z.object({ id }), { id: 'ID' })

export const infoPushError = jsonErrorBy(InfoPushData)

builder.mutationFields((t) => ({
  createInfoPush: t.field({
    type: InfoPush,
    ...FOR_ADMINS,
    description: 'Creates an information notice. Admins only.',
    ...act(CreateInfoPushInput, (scope, notice) => createInfoPush(scope, notice, infoPushError)),
  }),
  updateInfoPush: t.field({
    type: InfoPush,
    ...FOR_ADMINS,
    description: 'Changes an information notice. Admins only.',
    ...act(UpdateInfoPushInput, (scope, change) => updateInfoPush(scope, change, infoPushError)),
  }),
  deleteInfoPush: t.id({
    ...FOR_ADMINS,
    description: 'Deletes an information notice and returns its id. Admins only.',
    ...act(DeleteInfoPushInput, async (scope, { id }) => {
      await deleteInfoPush(scope, id)
      return id
    }),
  }),
}))
