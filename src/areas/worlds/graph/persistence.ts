import { z } from 'zod'
import { UserId, WorldId } from '../../../contract/ids.ts'
import { StoredJson } from '../../../contract/shapes/worldRequests.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { sizedScalar } from '../../../edges/graphql/limits.ts'
import { argsOf } from '../../../edges/graphql/resolvers/input.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { query } from '../../../edges/graphql/resolvers/query.ts'
import { userRef } from '../../users/graph/user.ts'
import { deleteAllPersistence, deletePersistence, readPersistence, saveWorldPersistence } from '../persistence.ts'
import { World, worldRef } from './world.ts'

/** The viewer's persistence data by world. */
const persistenceByWorld = createLoader<{ readonly worldId: string; readonly data: unknown }>(
  forViewer(({ db, viewer }, ids) =>
    db.worldPersistence.findMany({ where: { userId: viewer.id, worldId: { in: [...ids] } } }),
  ),
  ({ worldId }) => worldId,
)

builder.objectFields(World, (t) => ({
  persistence: t.field({
    type: 'JSON',
    nullable: true,
    ...sizedScalar(65_536),
    description: 'Persistence data of the viewer; null for none.',
    resolve: async ({ id }, _args, context) => (await persistenceByWorld(context).load(id))?.data ?? null,
  }),
}))

const worldId = WorldId.describe('Id of the world.')
const userId = UserId.optional().describe(
  'Owner of the data, the viewer by default; only admins may name another person.',
)

builder.queryFields((t) => ({
  worldPersistence: t.field({
    type: 'JSON',
    nullable: true,
    ...sizedScalar(65_536),
    description: 'Persistence data of the viewer in a world; admins can read that of every person. Null for none.',
    ...query(argsOf(z.object({ worldId, userId })), (scope, input) =>
      readPersistence(scope, input.userId ?? scope.viewer.id, input.worldId),
    ),
  }),
}))

mutation('saveWorldPersistence', {
  description:
    'Replaces the persistence data of the viewer in a world. At most 600 times in an hour, for 1,000 worlds.',
  input: z.object({ worldId, data: StoredJson('data').describe('Data, at most 64 KiB and 32 levels.') }),
  run: async (scope, { worldId, data }) => {
    await saveWorldPersistence(scope, worldId, data)
    return { worldId }
  },
  payload: (t) => ({ world: t.field(worldRef('worldId', 'The world; null if it was hidden meanwhile.')) }),
})

mutation('deleteWorldPersistence', {
  description: 'Deletes the persistence data of a person in one world or in all worlds.',
  input: z.object({ worldId: WorldId.optional().describe('Id of the world; every world by default.'), userId }),
  run: async (scope, { worldId, userId = scope.viewer.id }) => {
    await (worldId ? deletePersistence(scope, userId, worldId) : deleteAllPersistence(scope, userId))
    return { worldId: worldId ?? null, userId }
  },
  payload: (t) => ({
    world: t.field(
      worldRef(
        'worldId',
        'The world without the data; null if data of every world was deleted, and for a hidden world.',
      ),
    ),
    user: t.field(userRef('userId', 'The person who had the data.')),
  }),
})
