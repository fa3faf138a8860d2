import { builder } from '../../edges/graphql/builder.ts'
import { type GraphContext, signed } from '../../edges/graphql/context.ts'
import { makeListLoader, makeLoader } from '../../edges/graphql/loader.ts'
import type { UnityPackage } from '../../generated/prisma/client.ts'
import { thumbnailUrl } from '../files/addresses.ts'
import { people, User } from '../users/graph.ts'
import { type BareWorld, bareWorldsByIds } from './hot.ts'
import { NOBODY, type Occupancy, occupancyOf } from './occupancy.ts'
import { canChangeWorld, canReadWorld } from './policy.ts'
import { canPublishNow } from './publishing.ts'

/** Worlds that the viewer can read, by id. */
export const worldsById = makeLoader<BareWorld>(
  async (scope, ids) => (await bareWorldsByIds(scope, ids)).filter((world) => canReadWorld(scope, world)),
  ({ id }) => id,
)

const packagesOf = makeListLoader<UnityPackage>(
  ({ db }, ids) =>
    db.unityPackage.findMany({ where: { worldId: { in: [...ids] } }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }),
  ({ worldId }) => worldId,
)

const occupancies = makeLoader<readonly [string, Occupancy]>(
  async (scope, ids) => [...(await occupancyOf(scope, ids))],
  ([id]) => id,
)
const occupancyIn = async (context: GraphContext, { id }: BareWorld) =>
  (await occupancies(context).load(id))?.[1] ?? NOBODY

interface Kept {
  readonly id: string
  readonly data: unknown
}

const metadataById = makeLoader<Kept>(
  async ({ db }, ids) => {
    const rows = await db.world.findMany({ where: { id: { in: [...ids] } }, select: { id: true, metadata: true } })
    return rows.map(({ id, metadata }) => ({ id, data: metadata }))
  },
  ({ id }) => id,
)

/** What worlds keep for the viewer. */
const keptById = makeLoader<Kept>(
  async ({ db, viewer }, ids) => {
    if (!viewer) return []
    const rows = await db.worldPersistence.findMany({ where: { userId: viewer.id, worldId: { in: [...ids] } } })
    return rows.map(({ worldId, data }) => ({ id: worldId, data }))
  },
  ({ id }) => id,
)

export const WorldStatus = builder.enumType('WorldStatus', {
  description: 'Who finds a world.',
  values: {
    PUBLIC: { value: 'public', description: 'Everybody.' },
    PRIVATE: { value: 'private', description: 'Its author, and whoever knows its id.' },
    HIDDEN: { value: 'hidden', description: 'Nobody: it was deleted, or an admin has hidden it.' },
  } as const,
})

const STATUSES = ['public', 'private'] as const
const statusOf = ({ releaseStatus }: BareWorld) => STATUSES.find((status) => status === releaseStatus) ?? 'hidden'

const WorldPackage = builder.objectRef<UnityPackage & { readonly gone: boolean }>('WorldPackage').implement({
  description: 'The asset of a world for one platform.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    platform: t.exposeString('platform', { description: 'The platform, such as standalonewindows or android.' }),
    unityVersion: t.exposeString('unityVersion', { description: 'The engine version that it was made with.' }),
    assetVersion: t.exposeInt('assetVersion', { description: 'The number that its author gave it.' }),
    assetUrl: t.string({
      nullable: true,
      description: 'Where it is downloaded; null when the world was deleted.',
      resolve: ({ gone, assetUrl }) => (gone ? null : assetUrl),
    }),
    variant: t.exposeString('variant', { description: 'standard.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was given to the world.' }),
  }),
})

export const World = builder.objectRef<BareWorld>('World')

builder.node(World, {
  description: 'A place that people visit.',
  id: { resolve: ({ id }) => id },
  loadMany: (ids, context) => ids.map((id) => worldsById(context).load(id)),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    description: t.exposeString('description', { description: 'What its author says of it; may be empty.' }),
    author: t.field({
      type: User,
      nullable: true,
      description: 'Who made it; null when the account was erased.',
      resolve: ({ authorId }, _args, context) => people(context).load(authorId),
    }),
    capacity: t.exposeInt('capacity', { description: 'How many people an instance has room for.' }),
    recommendedCapacity: t.exposeInt('recommendedCapacity', { description: 'How many people it is best with.' }),
    imageUrl: t.exposeString('imageUrl', { description: 'The address of its picture.' }),
    thumbnailUrl: t.string({
      description: 'The same, small.',
      resolve: ({ imageUrl }, _args, { scope: { rules } }) => thumbnailUrl(rules.publicUrl, imageUrl),
    }),
    previewYoutubeId: t.exposeString('previewYoutubeId', { nullable: true, description: 'A video that shows it.' }),
    releaseStatus: t.field({ type: WorldStatus, description: 'Who finds it.', resolve: statusOf }),
    featured: t.exposeBoolean('featured', { description: 'Whether the platform recommends it.' }),
    tags: t.exposeStringList('tags', { description: 'What its author and the platform say of it by tags.' }),
    urls: t.exposeStringList('urlList', { description: 'Addresses that it may load from.' }),
    version: t.exposeInt('version', { description: 'Grows with each change of its assets.' }),
    contentSettings: t.expose('contentSettings', { type: 'JSON', description: 'What is allowed in its instances.' }),
    packages: t.field({
      type: [WorldPackage],
      description: 'Its assets, the oldest first.',
      resolve: async ({ id, deletedAt }, _args, context) => {
        const packages = await packagesOf(context).load(id)
        return packages.map((one) => ({ ...one, gone: deletedAt !== null }))
      },
    }),
    labsPublicationDate: t.expose('labsPublicationDate', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last published by its author; null for never.',
    }),
    publicationDate: t.expose('publicationDate', {
      type: 'DateTime',
      nullable: true,
      description: 'When the platform approved it; null for not yet.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
    visits: t.exposeInt('visits', { description: 'How often somebody came.' }),
    favoriteCount: t.exposeInt('favorites', { description: 'How many people have it among their favorites.' }),
    popularity: t.exposeInt('popularity', { description: 'How much it was visited in the last 30 days, 0 to 10.' }),
    heat: t.exposeInt('heat', { description: 'How lively it was in the last 24 hours, 0 to 10.' }),
    occupants: t.int({
      description: 'How many people are there now.',
      resolve: async (world, _args, context) => (await occupancyIn(context, world)).occupants,
    }),
    publicOccupants: t.int({
      description: 'How many of them are in public instances.',
      resolve: async (world, _args, context) => (await occupancyIn(context, world)).publicOccupants,
    }),
    privateOccupants: t.int({
      description: 'How many of them are in other instances.',
      resolve: async (world, _args, context) => (await occupancyIn(context, world)).privateOccupants,
    }),
    metadata: t.field({
      type: 'JSON',
      description: 'Whatever its author keeps with it.',
      resolve: async ({ id }, _args, context) => (await metadataById(context).load(id))?.data ?? {},
    }),
    persistence: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What it keeps for the viewer; null for nothing.',
      resolve: async ({ id }, _args, context) => (await keptById(context).load(id))?.data ?? null,
    }),
    canPublish: t.boolean({
      nullable: true,
      description: 'Whether it can be published now; null to whom it does not belong.',
      resolve: (world, _args, context) => {
        const scope = signed(context)
        return canChangeWorld(scope, world) ? canPublishNow(scope, world) : null
      },
    }),
  }),
})

builder.queryFields((t) => ({
  world: t.field({
    type: World,
    nullable: true,
    description: 'A world by id; null for one that is not to be seen.',
    args: { id: t.arg.id({ required: true, description: "The world's id." }) },
    resolve: (_root, { id }, context) => worldsById(context).load(id),
  }),
}))
