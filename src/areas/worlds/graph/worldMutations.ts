import { z } from 'zod'
import { WorldId } from '../../../contract/ids.ts'
import {
  ChangeWorldTagsRequest,
  CreateWorldRequest,
  UpdateWorldRequest,
  YoutubeVideoId,
} from '../../../contract/shapes/worldRequests.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { act } from '../../../edges/graphql/resolvers/act.ts'
import { type Input, inputOf } from '../../../edges/graphql/resolvers/input.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { viewerRef } from '../../accounts/graph/viewer.ts'
import { createWorld } from '../world/create.ts'
import { deleteWorld, deleteWorldPlatform } from '../world/delete.ts'
import { publishWorld, unpublishWorld } from '../world/publish.ts'
import { addWorldTags, removeWorldTags } from '../world/tags.ts'
import { updateWorld } from '../world/update.ts'
import { WorldStatus, worldRef } from './world.ts'

const worldId = WorldId.describe('Id of the world.')
const REST_ONLY_FIELDS = { authorId: true, authorName: true, unityPackageUrl: true } as const

const WorldInput = inputOf('WorldInput', 'The world to change.', z.object({ worldId }))
const WorldTagsInput = inputOf(
  'WorldTagsInput',
  'Tags to add to a world or to remove.',
  ChangeWorldTagsRequest.extend({ worldId }),
)
const WorldPlatformInput = inputOf(
  'WorldPlatformInput',
  'The asset to remove from a world.',
  z.object({ worldId, platform: z.string().describe('Platform of the asset.') }),
)
const CreateWorldInput = inputOf(
  'CreateWorldInput',
  'A new world, which is private.',
  CreateWorldRequest.omit({ ...REST_ONLY_FIELDS, releaseStatus: true }),
)
const UpdateWorldInput = inputOf(
  'UpdateWorldInput',
  'Changes of a world; omitted fields stay as they are.',
  UpdateWorldRequest.omit(REST_ONLY_FIELDS).extend({ worldId, previewYoutubeId: YoutubeVideoId.optional() }),
  { releaseStatus: WorldStatus },
)

const WorldChange = builder.objectRef<{ readonly worldId: string }>('WorldChange').implement({
  description: 'Result of a change of a world.',
  fields: (t) => ({
    world: t.field(worldRef('worldId', 'The world after the change.')),
    viewer: t.field(viewerRef('The viewer after the change.')),
  }),
})

/** Type, arguments and resolver of a mutation that changes a world. */
const worldAct = <I extends { readonly worldId: Id<'world'> }>(
  input: Input<I>,
  run: (scope: ViewerScope, id: Id<'world'>, input: I) => Promise<void>,
) => ({
  type: WorldChange,
  ...act(input, async (scope, parsed) => {
    await run(scope, parsed.worldId, parsed)
    return { worldId: parsed.worldId }
  }),
})

builder.mutationFields((t) => ({
  createWorld: t.field({
    type: WorldChange,
    description: 'Creates a private world from an uploaded asset and image.',
    ...act(CreateWorldInput, async (scope, world) => ({ worldId: await createWorld(scope, world) })),
  }),
  updateWorld: t.field({
    description: 'Updates a world of the viewer; an asset is added for its platform, or replaces that of the platform.',
    ...worldAct(UpdateWorldInput, updateWorld),
  }),
  publishWorld: t.field({
    description: 'Publishes a world of the viewer; at most one in seven days.',
    ...worldAct(WorldInput, publishWorld),
  }),
  unpublishWorld: t.field({
    description: 'Makes a published world of the viewer private.',
    ...worldAct(WorldInput, unpublishWorld),
  }),
  deleteWorld: t.field({
    description: 'Deletes a world of the viewer and its files; its id is never reused.',
    ...worldAct(WorldInput, deleteWorld),
  }),
  addWorldTags: t.field({
    description: 'Adds tags to a world of the viewer.',
    ...worldAct(WorldTagsInput, (scope, id, { tags }) => addWorldTags(scope, id, tags)),
  }),
  removeWorldTags: t.field({
    description: 'Removes tags from a world of the viewer.',
    ...worldAct(WorldTagsInput, (scope, id, { tags }) => removeWorldTags(scope, id, tags)),
  }),
  deleteWorldPlatform: t.field({
    description: 'Removes the asset for one platform from a world of the viewer.',
    ...worldAct(WorldPlatformInput, (scope, id, { platform }) => deleteWorldPlatform(scope, id, platform)),
  }),
}))
