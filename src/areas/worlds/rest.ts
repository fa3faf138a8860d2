import type { z } from 'zod'
import type { Handlers } from '../../contract/operation.ts'
import { pageOf, splitList } from '../../contract/shapes/queryParameters.ts'
import type { worlds } from '../../contract/worlds.ts'
import type { UserId, WorldId } from '../../kernel/ids.ts'
import type { Scope, ScopeByAccess, ViewerScope } from '../../kernel/scope.ts'
import { readFeedback } from './feedback.ts'
import { assertPersistenceExists, deleteAllPersistence, deletePersistence } from './persistence.ts'
import { favoriteWorldsSource, listOccupiedWorlds, type WorldFilter, type WorldSource } from './search/queries.ts'
import { favoritedWorldWire, feedbackWire, limitedWorldWire, worldWire } from './wire.ts'
import { createWorld } from './world/create.ts'
import { deleteWorld, deleteWorldPlatform } from './world/delete.ts'
import { canPublishWorld, publishWorld, unpublishWorld } from './world/publish.ts'
import { readWorld, readWorldMetadata, recentWorldsSource } from './world/read.ts'
import { updateWorld } from './world/update.ts'
import { addWorldTags, removeWorldTags } from './world/write.ts'

type WorldListQuery = Partial<z.output<typeof worlds.searchWorlds.query>> & Pick<WorldFilter, 'mine' | 'authorId'>
type PageQuery = Parameters<typeof pageOf>[0]

const worldFilterOf = ({ tag, notag, platform, noplatform, order, ...query }: WorldListQuery): WorldFilter => ({
  ...query,
  tags: splitList(tag),
  withoutTags: splitList(notag),
  platforms: splitList(platform),
  withoutPlatforms: splitList(noplatform),
  ascending: order === 'ascending',
})

/** Answers a world after an act. */
async function readWorldAfter(scope: Scope, id: WorldId, act: Promise<unknown>) {
  await act
  return worldWire.text(scope, await readWorld(scope, id))
}

async function readLimitedWorlds(scope: ViewerScope, source: WorldSource, query: WorldListQuery & PageQuery) {
  const list = { source, filter: worldFilterOf(query) }
  return limitedWorldWire.list(scope, () => listOccupiedWorlds(scope, list, pageOf(query)))
}

async function readFavoriteWorlds(scope: ViewerScope, userId: UserId, query: WorldListQuery & PageQuery) {
  const filter = worldFilterOf(query)
  const list = { source: await favoriteWorldsSource(scope, userId, filter), filter }
  return favoritedWorldWire.list(scope, () => listOccupiedWorlds(scope, list, pageOf(query)))
}

export const worldsRest: Handlers<typeof worlds, ScopeByAccess> = {
  searchWorlds: (scope, { query }) => {
    const mine = query.user === 'me' || query.userId === scope.viewer.id
    return readLimitedWorlds(scope, { kind: 'all' }, { ...query, mine, authorId: query.userId })
  },
  createWorld: async (scope, { body }) => {
    const id = await createWorld(scope, body)
    return worldWire.text(scope, await readWorld(scope, id))
  },
  getActiveWorlds: (scope, { query }) => readLimitedWorlds(scope, { kind: 'active' }, query),
  getFavoritedWorlds: (scope, { query: { ownerId, userId = ownerId ?? scope.viewer.id, ...query } }) =>
    readFavoriteWorlds(scope, userId, query),
  getRecentWorlds: async (scope, { query }) => readLimitedWorlds(scope, recentWorldsSource(scope, query.userId), query),
  getWorld: async (scope, { worldId }) => worldWire.text(scope, await readWorld(scope, worldId)),
  updateWorld: (scope, { worldId, body }) => readWorldAfter(scope, worldId, updateWorld(scope, worldId, body)),
  deleteWorld: (scope, { worldId }) => deleteWorld(scope, worldId),
  getWorldMetadata: async (scope, { worldId }) => ({
    id: worldId,
    metadata: Object(await readWorldMetadata(scope, worldId)),
  }),
  getWorldPublishStatus: async (scope, { worldId }) => ({ canPublish: await canPublishWorld(scope, worldId) }),
  publishWorld: (scope, { worldId }) => publishWorld(scope, worldId),
  unpublishWorld: (scope, { worldId }) => unpublishWorld(scope, worldId),
  addWorldTags: (scope, { worldId, body: { tags } }) =>
    readWorldAfter(scope, worldId, addWorldTags(scope, worldId, tags)),
  removeWorldTags: (scope, { worldId, body: { tags } }) =>
    readWorldAfter(scope, worldId, removeWorldTags(scope, worldId, tags)),
  deleteWorldPlatform: async (scope, { worldId, publishedPlatform }) => {
    await deleteWorldPlatform(scope, worldId, publishedPlatform)
  },
  checkUserPersistenceExists: (scope, { userId, worldId }) => assertPersistenceExists(scope, userId, worldId),
  deleteUserPersistence: (scope, { userId, worldId }) => deletePersistence(scope, userId, worldId),
  deleteAllUserPersistenceData: (scope, { userId }) => deleteAllPersistence(scope, userId),
  getUserFeedback: async (scope, { userId, query }) =>
    (await readFeedback(scope, userId, query.contentId, pageOf(query))).map(feedbackWire),
}
