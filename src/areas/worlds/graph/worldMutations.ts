import { z } from 'zod'
import { WorldId } from '../../../contract/ids.ts'
import {
  ChangeWorldTagsRequest,
  CreateWorldRequest,
  UpdateWorldRequest,
  WorldUrls,
  YoutubeVideoId,
} from '../../../contract/shapes/worldRequests.ts'
import type { ObjectFieldBuilder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { IF_UPDATED_AT, ifUpdatedAt } from '../../../edges/graphql/resolvers/ifUpdatedAt.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import {
  contentSlots,
  newFileRules,
  requiredFileRules,
  requiredUrl,
  uploadIdField,
  withNewFiles,
} from '../../../edges/graphql/resolvers/uploads.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { worldNotFound } from '../policy.ts'
import { createWorld, worldRules } from '../world/create.ts'
import { deleteWorld, deleteWorldPlatform } from '../world/delete.ts'
import { publishWorld, unpublishWorld } from '../world/publish.ts'
import { updateWorld, worldUpdateRules } from '../world/update.ts'
import { addWorldTags, removeWorldTags } from '../world/write.ts'
import { ContentSettingsFields, ContentSettingsInput } from './contentSettings.ts'
import { BY_UPDATE } from './lists.ts'
import { World, WorldEdge, WorldStatus, worldsById } from './world.ts'

/** What mutations of a world return: its id. */
interface WithWorld {
  readonly worldId: Id<'world'>
}

const worldId = WorldId.describe('Id of the world.')
const UPLOADS = { imageUploadId: uploadIdField('WORLD_IMAGE'), assetUploadId: uploadIdField('WORLD_ASSET') }
const URLS = { imageUrl: 'URL', assetUrl: 'URL' } as const
const PURPOSES = { image: 'worldimage', asset: 'worldasset' } as const
const REST_ONLY_FIELDS = { authorId: true, authorName: true, unityPackageUrl: true } as const

const OneWorld = z.object({ worldId })
const WorldTags = ChangeWorldTagsRequest.extend({ worldId })

/** The world of a payload, which whoever may change it can see. Throws `missing`. */
async function changedWorld({ worldId }: WithWorld, context: GraphContext) {
  const world = await worldsById(context).load(worldId)
  if (!world) throw worldNotFound(worldId)
  return world
}

const worldField = (t: ObjectFieldBuilder<WithWorld>) =>
  t.field({
    type: World,
    description: 'The world after the change.',
    resolve: (payload, _args, context) => changedWorld(payload, context),
  })

const worldPayload = (t: ObjectFieldBuilder<WithWorld>) => ({ world: worldField(t) })

/** Runs a change of a world by an input, and returns the id of the world. */
const changing =
  <I extends WithWorld>(change: (scope: ViewerScope, id: Id<'world'>, input: I) => Promise<void>) =>
  async (scope: ViewerScope, input: I): Promise<WithWorld> => {
    await change(scope, input.worldId, input)
    return { worldId: input.worldId }
  }

mutation('createWorld', {
  description:
    'Creates a private world from an uploaded image and asset. Without an asset it is a draft, which cannot be published or visited until `updateWorld` gives it one. At most 20 in a day.',
  input: CreateWorldRequest.omit({ ...REST_ONLY_FIELDS, releaseStatus: true, urlList: true })
    .partial({ imageUrl: true })
    .extend({ previewYoutubeId: YoutubeVideoId.optional(), urls: WorldUrls('urls').optional(), ...UPLOADS }),
  types: URLS,
  fieldNames: { urlList: 'urls' },
  rules: (scope, { urls: urlList, ...world }, names) => {
    const { imageUrl, assetUrl } = contentSlots(world, PURPOSES)
    return [
      ...worldRules(scope, { ...world, urlList }),
      ...requiredFileRules(scope, { imageUrl }, names),
      ...newFileRules(scope, { assetUrl }),
    ]
  },
  run: (scope, { imageUploadId, assetUploadId, urls: urlList, ...world }): Promise<WithWorld> => {
    const slots = contentSlots({ ...world, imageUploadId, assetUploadId }, PURPOSES)
    return withNewFiles(scope, slots, async (files, writeNewFiles) => {
      const imageUrl = requiredUrl(files.imageUrl, 'imageUrl')
      return { worldId: await createWorld(scope, { ...world, ...files, imageUrl, urlList, writeNewFiles }) }
    })
  },
  payload: (t) => ({
    world: worldField(t),
    worldEdge: t.field({
      type: WorldEdge,
      description: 'The world in the list `viewer.worlds` in its default order.',
      resolve: async (payload, _args, context) => edgeOf(BY_UPDATE, await changedWorld(payload, context)),
    }),
  }),
})

mutation('updateWorld', {
  description: 'Updates a world of the viewer; an asset is added for its platform, or replaces that of the platform.',
  input: UpdateWorldRequest.omit({ ...REST_ONLY_FIELDS, featured: true, urlList: true }).extend({
    worldId,
    ifUpdatedAt,
    isFeatured: UpdateWorldRequest.shape.featured,
    urls: WorldUrls('urls').optional(),
    defaultContentSettings: ContentSettingsFields.optional().describe('Kinds of content that instances allow.'),
    previewYoutubeId: YoutubeVideoId.optional(),
    releaseStatus: UpdateWorldRequest.shape.releaseStatus.describe(
      '`PRIVATE` unpublishes a public world; `PUBLIC` changes nothing.',
    ),
    ...UPLOADS,
  }),
  types: { ...URLS, ...IF_UPDATED_AT, releaseStatus: WorldStatus, defaultContentSettings: ContentSettingsInput },
  fieldNames: { featured: 'isFeatured', urlList: 'urls' },
  rules: async (scope, { worldId: id, isFeatured: featured, urls: urlList, ...update }) => [
    ...(id ? await worldUpdateRules(scope, id, { ...update, featured, urlList }) : []),
    ...newFileRules(scope, contentSlots(update, PURPOSES)),
  ],
  run: changing((scope, id, { imageUploadId, assetUploadId, isFeatured: featured, urls: urlList, ...update }) =>
    withNewFiles(scope, contentSlots({ ...update, imageUploadId, assetUploadId }, PURPOSES), (files, writeNewFiles) =>
      updateWorld(scope, id, { ...update, ...files, featured, urlList, writeNewFiles }),
    ),
  ),
  payload: worldPayload,
})

mutation('publishWorld', {
  description: 'Publishes a world of the viewer. At most one in seven days.',
  input: OneWorld,
  run: changing(publishWorld),
  payload: worldPayload,
})

mutation('unpublishWorld', {
  description: 'Makes a published world of the viewer private.',
  input: OneWorld,
  run: changing(unpublishWorld),
  payload: worldPayload,
})

mutation('deleteWorld', {
  description:
    'Deletes a world of the viewer and its files. Its id is never reused, and its author still sees it, as HIDDEN.',
  input: OneWorld,
  run: changing<WithWorld>(deleteWorld),
  payload: (t: ObjectFieldBuilder<WithWorld>) => ({
    world: worldField(t),
    deletedWorldId: t.exposeID('worldId', { description: 'Id of the world, to take out of lists.' }),
  }),
})

mutation('addWorldTags', {
  description: 'Adds tags to a world of the viewer.',
  input: WorldTags,
  run: changing((scope, id, { tags }) => addWorldTags(scope, id, tags)),
  payload: worldPayload,
})

mutation('removeWorldTags', {
  description: 'Removes tags from a world of the viewer.',
  input: WorldTags,
  run: changing((scope, id, { tags }) => removeWorldTags(scope, id, tags)),
  payload: worldPayload,
})

mutation('deleteWorldPlatform', {
  description: 'Removes the asset for one platform from a world of the viewer.',
  input: z.object({ worldId, platform: z.string().describe('Platform of the asset.') }),
  fieldNames: { publishedPlatform: 'platform' },
  run: async (scope, { worldId, platform }) => ({
    worldId,
    deletedWorldPackageId: await deleteWorldPlatform(scope, worldId, platform),
  }),
  payload: (t) => ({
    world: t.field({
      type: World,
      description: 'The world after the change.',
      resolve: (payload, _args, context) => changedWorld(payload, context),
    }),
    deletedWorldPackageId: t.exposeID('deletedWorldPackageId', { description: 'Id of the removed package.' }),
  }),
})
