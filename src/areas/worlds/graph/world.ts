import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { createListLoader, createLoader, createSharedLoader } from '../../../edges/graphql/resolvers/loader.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import type { UnityPackage } from '../../../generated/prisma/client.ts'
import { thumbnailUrl } from '../../files/urls.ts'
import { userRef } from '../../users/graph/user.ts'
import { canChangeWorld, canReadWorld } from '../policy.ts'
import { EMPTY_OCCUPANCY, loadWorldFields, type Occupancy, occupancyByWorldIds, type WorldFields } from '../queries.ts'
import { canPublishOwnWorld } from '../world/publish.ts'

/** Worlds that the viewer can read, by id. */
export const worldsById = createSharedLoader(loadWorldFields, canReadWorld)

const packagesByWorld = createListLoader<UnityPackage>(
  ({ db }, ids) =>
    db.unityPackage.findMany({ where: { worldId: { in: [...ids] } }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }),
  ({ worldId }) => worldId,
)

const occupancyByWorld = createLoader<readonly [string, Occupancy]>(
  async (scope, ids) => [...(await occupancyByWorldIds(scope, ids))],
  ([id]) => id,
)

/** A number of people in a world, now. */
const occupancyField = (name: 'occupants' | 'publicOccupants' | 'privateOccupants', description: string) => ({
  description,
  resolve: async ({ id }: WorldFields, _args: unknown, context: GraphContext) =>
    ((await occupancyByWorld(context).load(id))?.[1] ?? EMPTY_OCCUPANCY)[name],
})

const metadataByWorld = createLoader<{ readonly id: string; readonly metadata: unknown }>(
  ({ db }, ids) => db.world.findMany({ where: { id: { in: [...ids] } }, select: { id: true, metadata: true } }),
  ({ id }) => id,
)

export const WorldStatus = builder.enumType('WorldStatus', {
  description: 'Release status of a world: who can find it.',
  values: {
    PUBLIC: { value: 'public', description: 'Everybody.' },
    PRIVATE: { value: 'private', description: 'Its author, and people who know its id.' },
    HIDDEN: { value: 'hidden', description: 'Only its author and admins: it was deleted, or an admin has hidden it.' },
  } as const,
})

const NON_HIDDEN_STATUSES = ['public', 'private'] as const
const worldStatusOf = ({ releaseStatus }: WorldFields) =>
  NON_HIDDEN_STATUSES.find((status) => status === releaseStatus) ?? 'hidden'

const WorldPackage = builder.objectRef<UnityPackage & { readonly isWorldDeleted: boolean }>('WorldPackage').implement({
  description: 'The asset of a world for one platform.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the package.' }),
    platform: t.exposeString('platform', { description: 'Platform, such as standalonewindows or android.' }),
    unityVersion: t.exposeString('unityVersion', { description: 'Unity version that built the asset.' }),
    assetVersion: t.exposeInt('assetVersion', { description: 'Version number, chosen by the author.' }),
    assetUrl: t.string({
      nullable: true,
      description: 'URL of the asset; null after the world was deleted.',
      resolve: ({ isWorldDeleted, assetUrl }) => (isWorldDeleted ? null : assetUrl),
    }),
    variant: t.exposeString('variant', { description: 'Always `standard`.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time when the asset was added to the world.' }),
  }),
})

export const World = builder.objectRef<WorldFields>('World')
export const worldRef = referenceTo(World, worldsById)

builder.node(World, {
  description: 'A virtual place that people visit.',
  ...nodeBy(worldsById),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the world.' }),
    description: t.exposeString('description', { description: 'Description by the author; may be empty.' }),
    author: t.field(userRef('authorId', 'Author; null after the account was erased.')),
    capacity: t.exposeInt('capacity', { description: 'Maximum number of people in an instance.' }),
    recommendedCapacity: t.exposeInt('recommendedCapacity', { description: 'Recommended number of people.' }),
    imageUrl: t.exposeString('imageUrl', { description: 'URL of the image.' }),
    thumbnailUrl: t.string({
      description: 'URL of a small version of the image.',
      resolve: ({ imageUrl }, _args, { scope: { rules } }) => thumbnailUrl(rules.publicUrl, imageUrl),
    }),
    previewYoutubeId: t.exposeString('previewYoutubeId', {
      nullable: true,
      description: 'Id of a YouTube video that presents the world.',
    }),
    releaseStatus: t.field({ type: WorldStatus, description: 'Who can find the world.', resolve: worldStatusOf }),
    featured: t.exposeBoolean('featured', { description: 'Whether the platform recommends the world.' }),
    tags: t.exposeStringList('tags', { description: 'Tags, set by the author and the platform.' }),
    urls: t.exposeStringList('urlList', { description: 'URLs that the world may load from.' }),
    version: t.exposeInt('version', { description: 'Number that increases with each change of the assets.' }),
    contentSettings: t.expose('contentSettings', { type: 'JSON', description: 'Content that instances allow.' }),
    packages: t.field({
      type: [WorldPackage],
      description: 'Assets by platform, oldest first.',
      resolve: async ({ id, deletedAt }, _args, context) => {
        const packages = await packagesByWorld(context).load(id)
        return packages.map((unityPackage) => ({ ...unityPackage, isWorldDeleted: deletedAt !== null }))
      },
    }),
    labsPublicationDate: t.expose('labsPublicationDate', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when the author last published the world; null for never.',
    }),
    publicationDate: t.expose('publicationDate', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when the platform approved the world; null for not yet.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
    visits: t.exposeInt('visits', { description: 'Number of visits.' }),
    favoriteCount: t.exposeInt('favorites', { description: 'Number of people who have the world as a favorite.' }),
    popularity: t.exposeInt('popularity', { description: 'Rank by visitors of the last 30 days, 0 to 10.' }),
    heat: t.exposeInt('heat', { description: 'Rank by visitors of the last 24 hours, 0 to 10.' }),
    occupants: t.int(occupancyField('occupants', 'Number of people in the world now.')),
    publicOccupants: t.int(occupancyField('publicOccupants', 'Number of people in public instances now.')),
    privateOccupants: t.int(occupancyField('privateOccupants', 'Number of people in other instances now.')),
    metadata: t.field({
      type: 'JSON',
      description: 'Arbitrary data that the author has stored with the world.',
      resolve: async ({ id }, _args, context) => (await metadataByWorld(context).load(id))?.metadata ?? {},
    }),
    canPublish: t.boolean({
      nullable: true,
      description: 'Whether the world can be published now; null for worlds that the viewer cannot change.',
      resolve: (world, _args, { viewerScope }) =>
        canChangeWorld(viewerScope, world) ? canPublishOwnWorld(viewerScope, world) : null,
    }),
  }),
})

builder.queryFields((t) => ({
  world: t.field({
    type: World,
    nullable: true,
    description: 'Finds a world by id; null for a world that the viewer cannot see.',
    args: { id: t.arg.id({ required: true, description: 'Id of the world.' }) },
    resolve: (_root, { id }, context) => worldsById(context).load(id),
  }),
}))
