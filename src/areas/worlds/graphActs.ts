import { changeWorldTagsRules, createWorldRules, updateWorldRules } from '../../edges/graphql/bodies.ts'
import { builder, INPUT } from '../../edges/graphql/builder.ts'
import { type GraphContext, renew, signed } from '../../edges/graphql/context.ts'
import { given } from '../../edges/graphql/given.ts'
import { idOf } from '../../edges/graphql/ids.ts'
import type { WorldId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { readViewer, Viewer } from '../accounts/graph.ts'
import { createWorld } from './creating.ts'
import { deleteWorld, deleteWorldPlatform } from './deleting.ts'
import { World, WorldStatus, worldsById } from './graph.ts'
import { publishWorld, unpublishWorld } from './publishing.ts'
import { addWorldTags, removeWorldTags } from './tags.ts'
import { updateWorld } from './updating.ts'

const WHICH = { required: true, description: 'Which world the act is about.' } as const
const PLATFORM = { description: 'Its platform; standalonewindows where nothing is said.' } as const

const WorldInput = builder.inputType('WorldInput', {
  description: 'Which world the act is about.',
  fields: (t) => ({ worldId: t.id(WHICH) }),
})

const WorldTagsInput = builder.inputType('WorldTagsInput', {
  description: 'Which tags of which world.',
  validate: changeWorldTagsRules,
  fields: (t) => ({
    worldId: t.id(WHICH),
    tags: t.stringList({ required: true, description: 'author_tag_ and content_ tags; admins change every tag.' }),
  }),
})

const WorldPlatformInput = builder.inputType('WorldPlatformInput', {
  description: 'Which platform of which world.',
  fields: (t) => ({
    worldId: t.id(WHICH),
    platform: t.string({ required: true, description: 'The platform whose asset is taken away.' }),
  }),
})

const CreateWorldInput = builder.inputType('CreateWorldInput', {
  description: 'A new world, private at first.',
  validate: createWorldRules,
  fields: (t) => ({
    id: t.id({ description: 'An id that nothing had before; one is made where nothing is said.' }),
    name: t.string({ required: true, description: 'Its name, at most 64 characters.' }),
    description: t.string({ description: 'What it is, at most 1,000 characters.' }),
    imageUrl: t.string({ required: true, description: 'The address of a picture that the viewer has uploaded.' }),
    assetUrl: t.string({ required: true, description: 'The address of a .vrcw file that the viewer has uploaded.' }),
    assetVersion: t.int({ description: 'A number of the own for the asset.' }),
    platform: t.string(PLATFORM),
    unityVersion: t.string({ description: 'The engine version that the asset was made with.' }),
    capacity: t.int({ description: 'How many people an instance has room for, at most 40.' }),
    tags: t.stringList({ description: 'author_tag_ and content_ tags, at most 20.' }),
  }),
})

const UpdateWorldInput = builder.inputType('UpdateWorldInput', {
  description: 'What is to change of a world; what is left out stays.',
  validate: updateWorldRules,
  fields: (t) => ({
    worldId: t.id(WHICH),
    name: t.string({ description: 'Its name, at most 64 characters.' }),
    description: t.string({ description: 'What it is, at most 1,000 characters.' }),
    imageUrl: t.string({ description: 'The address of a picture that the viewer has uploaded.' }),
    assetUrl: t.string({ description: 'The address of a .vrcw file that the viewer has uploaded.' }),
    assetVersion: t.int({ description: 'A number of the own for the asset; one more than before.' }),
    platform: t.string(PLATFORM),
    unityVersion: t.string({ description: 'The engine version that the asset was made with.' }),
    capacity: t.int({ description: 'How many people an instance has room for, at most 40.' }),
    recommendedCapacity: t.int({ description: 'How many people it is best with; half of the capacity.' }),
    releaseStatus: t.field({ type: WorldStatus, description: 'PRIVATE takes a public world back.' }),
    tags: t.stringList({ description: 'author_tag_ and content_ tags in the place of those that are there.' }),
    featured: t.boolean({ description: 'Whether the platform recommends it. Admins only.' }),
    metadata: t.field({ type: 'JSONObject', description: 'Whatever is to be kept with it, at most 64 KiB.' }),
    defaultContentSettings: t.field({ type: 'JSONObject', description: 'What is allowed in its instances.' }),
    previewYoutubeId: t.string({ description: 'A video that shows it; empty for none.' }),
    urlList: t.stringList({ description: 'Addresses that it may load from, at most 50.' }),
  }),
})

const WorldChange = builder.objectRef<{ readonly worldId: WorldId }>('WorldChange').implement({
  description: 'What an act has changed.',
  fields: (t) => ({
    world: t.field({
      type: World,
      nullable: true,
      description: 'The world as it is now.',
      resolve: ({ worldId }, _args, context) => worldsById(context).load(worldId),
    }),
    viewer: t.prismaField({
      type: Viewer,
      description: 'The viewer, with worlds as they stand now.',
      resolve: (query, _change, _args, context) => readViewer(context, query),
    }),
  }),
})

const worldOf = ({ worldId }: { readonly worldId: string }) => idOf('world', worldId, 'World')

/** An act upon a world, which is read again afterwards. */
async function change(
  context: GraphContext,
  input: { readonly worldId: string },
  act: (scope: SignedScope, worldId: WorldId) => Promise<unknown>,
) {
  const worldId = worldOf(input)
  await act(signed(context), worldId)
  renew(context)
  return { worldId }
}

type Mutations = Parameters<Parameters<typeof builder.mutationFields>[0]>[0]

const upon = (t: Mutations, description: string, act: (scope: SignedScope, id: WorldId) => Promise<void>) =>
  t.field({
    type: WorldChange,
    description,
    args: { input: t.arg({ type: WorldInput, ...INPUT }) },
    resolve: (_root, { input }, context) => change(context, input, act),
  })

const tagging = (t: Mutations, description: string, act: typeof addWorldTags) =>
  t.field({
    type: WorldChange,
    description,
    args: { input: t.arg({ type: WorldTagsInput, ...INPUT }) },
    resolve: (_root, { input }, context) => change(context, input, (scope, id) => act(scope, id, input.tags)),
  })

builder.mutationFields((t) => ({
  createWorld: t.field({
    type: WorldChange,
    description: 'Makes a world, private at first, from an uploaded asset and picture.',
    args: { input: t.arg({ type: CreateWorldInput, ...INPUT }) },
    resolve: async (_root, { input: { id, ...input } }, context) => {
      const { name, imageUrl, assetUrl, ...rest } = input
      const chosen = id ? { id: idOf('world', id, 'World') } : {}
      const world = { name, imageUrl, assetUrl, ...given(rest), ...chosen }
      const worldId = await createWorld(signed(context), world)
      renew(context)
      return { worldId }
    },
  }),
  updateWorld: t.field({
    type: WorldChange,
    description: 'Changes an own world; an asset is added for its platform, or takes the place of the one before.',
    args: { input: t.arg({ type: UpdateWorldInput, ...INPUT }) },
    resolve: (_root, { input: { worldId, ...input } }, context) =>
      change(context, { worldId }, (scope, id) => updateWorld(scope, id, given(input))),
  }),
  publishWorld: upon(t, 'Publishes an own world; one in seven days.', publishWorld),
  unpublishWorld: upon(t, 'Makes an own world private again.', unpublishWorld),
  deleteWorld: upon(t, 'Hides an own world for good and deletes its files; its id is never given again.', deleteWorld),
  addWorldTags: tagging(t, 'Adds tags to an own world.', addWorldTags),
  removeWorldTags: tagging(t, 'Takes tags from an own world.', removeWorldTags),
  deleteWorldPlatform: t.field({
    type: WorldChange,
    description: 'Takes the asset for one platform away from an own world.',
    args: { input: t.arg({ type: WorldPlatformInput, ...INPUT }) },
    resolve: (_root, { input }, context) =>
      change(context, input, (scope, id) => deleteWorldPlatform(scope, id, input.platform)),
  }),
}))
