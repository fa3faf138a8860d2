import { feedbackRules, persistenceRules } from '../../edges/graphql/bodies.ts'
import { builder, INPUT } from '../../edges/graphql/builder.ts'
import { renew, signed } from '../../edges/graphql/context.ts'
import { given } from '../../edges/graphql/given.ts'
import { idOf } from '../../edges/graphql/ids.ts'
import { people, User } from '../users/graph.ts'
import { giveFeedback, mayReadFeedback } from './feedback.ts'
import { World, worldsById } from './graph.ts'
import { deleteAllPersistence, deletePersistence, readPersistence, saveWorldPersistence } from './persistence.ts'

const Feedback = builder.prismaObject('Feedback', {
  description: 'What somebody has said about content of a person, who alone reads it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    type: t.exposeString('type', { description: 'What kind of feedback it is, in the words of who gave it.' }),
    reason: t.exposeString('reason', { description: 'What it is about.' }),
    description: t.exposeString('description', { nullable: true, description: 'More in their own words.' }),
    tags: t.exposeStringList('tags', { description: 'Keywords.' }),
    contentName: t.exposeString('contentName', { description: 'The name of the content at that time.' }),
    contentVersion: t.exposeInt('contentVersion', {
      nullable: true,
      description: 'The version of the content at that time.',
    }),
    commenter: t.field({
      type: User,
      nullable: true,
      description: 'Who gave it.',
      select: { commenterId: true },
      resolve: ({ commenterId }, _args, context) => people(context).load(commenterId),
    }),
    world: t.field({
      type: World,
      nullable: true,
      description: 'The world that it is about; null for one that is not to be seen.',
      select: { contentId: true },
      resolve: ({ contentId }, _args, context) => worldsById(context).load(contentId),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was given.' }),
  }),
})

const Persistence = builder.objectRef<{ readonly worldId: string }>('WorldPersistence').implement({
  description: 'What an act has changed of what worlds keep.',
  fields: (t) => ({
    world: t.field({
      type: World,
      nullable: true,
      description: 'The world that keeps it.',
      resolve: ({ worldId }, _args, context) => worldsById(context).load(worldId),
    }),
  }),
})

const PERSON = { description: 'Whose it is; the viewer where nothing is said. Admins alone name others.' } as const

builder.queryFields((t) => ({
  feedback: t.prismaConnection(
    {
      type: Feedback,
      cursor: 'id',
      nullable: true,
      description: 'What others have said about content of the viewer, or for admins of anybody, the latest first.',
      args: {
        userId: t.arg.id(PERSON),
        contentId: t.arg.id({ description: 'Only what is about this content.' }),
      },
      resolve: (query, _root, { userId, contentId }, context) => {
        const scope = signed(context)
        const contentAuthorId = userId ?? scope.viewer.id
        mayReadFeedback(scope, contentAuthorId)
        return scope.db.feedback.findMany({
          ...query,
          where: { contentAuthorId, ...given({ contentId }) },
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        })
      },
    },
    { name: 'FeedbackConnection' },
    { name: 'FeedbackEdge' },
  ),
  worldPersistence: t.field({
    type: 'JSON',
    nullable: true,
    description: 'What a world keeps for the viewer, or for admins for anybody; null for nothing.',
    args: {
      worldId: t.arg.id({ required: true, description: 'The world.' }),
      userId: t.arg.id(PERSON),
    },
    resolve: (_root, { worldId, userId }, context) => {
      const scope = signed(context)
      const whose = userId ? idOf('user', userId, 'User') : scope.viewer.id
      return readPersistence(scope, whose, idOf('world', worldId, 'World'))
    },
  }),
}))

const WORLD_ID = { required: true, description: 'Which world it is about.' } as const

const SavePersistenceInput = builder.inputType('SaveWorldPersistenceInput', {
  description: 'What a world is to keep for the viewer.',
  validate: persistenceRules,
  fields: (t) => ({
    worldId: t.id(WORLD_ID),
    data: t.field({ type: 'JSONObject', required: true, description: 'The data, at most 64 KiB.' }),
  }),
})

const DeletePersistenceInput = builder.inputType('DeleteWorldPersistenceInput', {
  description: 'What of that which worlds keep is deleted.',
  fields: (t) => ({
    worldId: t.id({ description: 'What this world keeps; what all keep where nothing is said.' }),
    userId: t.id(PERSON),
  }),
})

const GiveFeedbackInput = builder.inputType('GiveFeedbackInput', {
  description: 'What the viewer has to say about a world.',
  validate: feedbackRules,
  fields: (t) => ({
    worldId: t.id(WORLD_ID),
    type: t.string({ required: true, description: 'What kind of feedback it is, such as praise or bug.' }),
    reason: t.string({ required: true, description: 'What it is about, such as performance.' }),
    description: t.string({ description: 'More in the own words, at most 1,000 characters.' }),
    tags: t.stringList({ description: 'Keywords, at most 10.' }),
  }),
})

builder.mutationFields((t) => ({
  saveWorldPersistence: t.field({
    type: Persistence,
    description: 'Keeps data of the viewer for a world, in place of what was kept before.',
    args: { input: t.arg({ type: SavePersistenceInput, ...INPUT }) },
    resolve: async (_root, { input: { worldId, data } }, context) => {
      await saveWorldPersistence(signed(context), idOf('world', worldId, 'World'), data)
      renew(context)
      return { worldId }
    },
  }),
  deleteWorldPersistence: t.boolean({
    description: 'Deletes what a world, or every world, keeps for a person. Answers true.',
    args: { input: t.arg({ type: DeletePersistenceInput, ...INPUT }) },
    resolve: async (_root, { input: { worldId, userId } }, context) => {
      const scope = signed(context)
      const whose = userId ? idOf('user', userId, 'User') : scope.viewer.id
      if (worldId) await deletePersistence(scope, whose, idOf('world', worldId, 'World'))
      else await deleteAllPersistence(scope, whose)
      renew(context)
      return true
    },
  }),
  giveFeedback: t.prismaField({
    type: Feedback,
    description: 'Tells the author of a world what the viewer thinks of it.',
    args: { input: t.arg({ type: GiveFeedbackInput, ...INPUT }) },
    resolve: async (query, _root, { input: { worldId, type, reason, ...rest } }, context) => {
      const scope = signed(context)
      const { id } = await giveFeedback(scope, idOf('world', worldId, 'World'), { type, reason, ...given(rest) })
      return scope.db.feedback.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))
