import type { Handlers } from '../../contract/operation.ts'
import { pageOf, partsOf } from '../../contract/shapes/page.ts'
import type { worlds } from '../../contract/worlds.ts'
import type { WorldId } from '../../kernel/ids.ts'
import type { Scope, ScopeOf } from '../../kernel/scope.ts'
import { createWorld } from './creating.ts'
import { deleteWorld, deleteWorldPlatform } from './deleting.ts'
import { readFeedback } from './feedback.ts'
import type { ReleaseStatus, WorldFilter } from './filters.ts'
import { checkPersistence, deleteAllPersistence, deletePersistence } from './persistence.ts'
import { canPublish, publishWorld, unpublishWorld } from './publishing.ts'
import type { SortName } from './sorts.ts'
import { addWorldTags, removeWorldTags } from './tags.ts'
import { updateWorld } from './updating.ts'
import { favoritedWorldWire, feedbackWire, limitedWorldWire, worldWire } from './wire.ts'
import {
  readActiveWorlds,
  readFavoriteWorlds,
  readRecentWorlds,
  readWorld,
  readWorldMetadata,
  searchWorlds,
} from './worlds.ts'

interface Query {
  readonly search?: string | undefined
  readonly fuzzy?: boolean | undefined
  readonly featured?: boolean | undefined
  readonly tag?: string | undefined
  readonly notag?: string | undefined
  readonly releaseStatus?: ReleaseStatus | undefined
  readonly minUnityVersion?: string | undefined
  readonly maxUnityVersion?: string | undefined
  readonly platform?: string | undefined
  readonly noplatform?: string | undefined
  readonly avatarSpecific?: boolean | undefined
  readonly sort?: SortName | undefined
  readonly order?: 'ascending' | 'descending' | undefined
}

const filterOf = ({ tag, notag, platform, noplatform, order, ...query }: Query): WorldFilter => ({
  ...query,
  tags: partsOf(tag),
  withoutTags: partsOf(notag),
  platforms: partsOf(platform),
  withoutPlatforms: partsOf(noplatform),
  ascending: order === 'ascending',
})

/** Does what an act does, and tells how the world is afterwards. */
async function after(scope: Scope, id: WorldId, act: Promise<unknown>) {
  await act
  return worldWire(scope, await readWorld(scope, id))
}

export const worldsRest: Handlers<typeof worlds, ScopeOf> = {
  searchWorlds: async (scope, { query: { user, userId, ...query } }) => {
    const filter = { ...filterOf(query), mine: user === 'me' || userId === scope.viewer.id, authorId: userId }
    return (await searchWorlds(scope, filter, pageOf(query))).map((world) => limitedWorldWire(scope, world))
  },
  createWorld: async (scope, { body }) => {
    const id = await createWorld(scope, body)
    return worldWire(scope, await readWorld(scope, id))
  },
  getActiveWorlds: async (scope, { query }) =>
    (await readActiveWorlds(scope, filterOf(query), pageOf(query))).map((world) => limitedWorldWire(scope, world)),
  getFavoritedWorlds: async (scope, { query: { userId, ...query } }) =>
    (await readFavoriteWorlds(scope, userId, filterOf(query), pageOf(query))).map((world) =>
      favoritedWorldWire(scope, world),
    ),
  getRecentWorlds: async (scope, { query: { userId, ...query } }) =>
    (await readRecentWorlds(scope, userId, filterOf(query), pageOf(query))).map((world) =>
      limitedWorldWire(scope, world),
    ),
  getWorld: async (scope, { worldId }) => worldWire(scope, await readWorld(scope, worldId)),
  updateWorld: (scope, { worldId, body }) => after(scope, worldId, updateWorld(scope, worldId, body)),
  deleteWorld: (scope, { worldId }) => deleteWorld(scope, worldId),
  getWorldMetadata: async (scope, { worldId }) => ({
    id: worldId,
    metadata: Object(await readWorldMetadata(scope, worldId)),
  }),
  getWorldPublishStatus: async (scope, { worldId }) => ({ canPublish: await canPublish(scope, worldId) }),
  publishWorld: (scope, { worldId }) => publishWorld(scope, worldId),
  unpublishWorld: (scope, { worldId }) => unpublishWorld(scope, worldId),
  addWorldTags: (scope, { worldId, body: { tags } }) => after(scope, worldId, addWorldTags(scope, worldId, tags)),
  removeWorldTags: (scope, { worldId, body: { tags } }) => after(scope, worldId, removeWorldTags(scope, worldId, tags)),
  deleteWorldPlatform: (scope, { worldId, publishedPlatform }) =>
    deleteWorldPlatform(scope, worldId, publishedPlatform),
  checkUserPersistenceExists: (scope, { userId, worldId }) => checkPersistence(scope, userId, worldId),
  deleteUserPersistence: (scope, { userId, worldId }) => deletePersistence(scope, userId, worldId),
  deleteAllUserPersistenceData: (scope, { userId }) => deleteAllPersistence(scope, userId),
  getUserFeedback: async (scope, { userId, query }) =>
    (await readFeedback(scope, userId, query.contentId, pageOf(query))).map(feedbackWire),
}
