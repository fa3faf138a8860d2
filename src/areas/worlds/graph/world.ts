import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { sizedScalar } from '../../../edges/graphql/limits.ts'
import { byId, columns, fromColumn, optionalText } from '../../../edges/graphql/resolvers/columns.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { createLoader, createSharedLoader, loadedForAll } from '../../../edges/graphql/resolvers/loader.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import { thumbnailUrl } from '../../../kernel/webUrls.ts'
import { ContentChange } from '../../files/graph/contentChange.ts'
import { userRef } from '../../users/graph/user.ts'
import { canReadWorld, canUpdateWorld, isOpenWorld } from '../policy.ts'
import { EMPTY_OCCUPANCY, loadWorldRow, type Occupancy, occupancyByWorldIds, type WorldFields } from '../queries.ts'
import { isPublishable, recentPublishers } from '../world/publish.ts'
import { ContentSettings, parseContentSettings } from './contentSettings.ts'
import { packagesByWorld, WorldPackage } from './worldPackage.ts'

/** Worlds that the viewer can read, by id. */
export const worldsById = createSharedLoader(loadWorldRow, { canRead: canReadWorld })

const occupancyByWorld = createLoader<readonly [string, Occupancy]>(
  async (scope, ids) => [...(await occupancyByWorldIds(scope, ids))],
  ([id]) => id,
)

/** How many people are in a world, and in which of its public instances. */
export const occupancyOf = async (context: GraphContext, worldId: string): Promise<Occupancy> =>
  (await occupancyByWorld(context).load(worldId))?.[1] ?? EMPTY_OCCUPANCY

/** A number of people in a world, now. */
const occupancyField = (name: 'occupants' | 'publicOccupants' | 'privateOccupants', description: string) => ({
  description,
  ...loadedForAll(occupancyOf, (occupancy) => occupancy[name]),
})

const metadataByWorld = createLoader<{ readonly id: string; readonly metadata: unknown }>(
  ({ db }, ids) => db.world.findMany({ where: { id: { in: [...ids] } }, select: { id: true, metadata: true } }),
  ({ id }) => id,
)

/** The asked people who have published a world recently, so that they can't publish another yet. */
const recentPublishersById = createLoader<string>(recentPublishers, (id) => id)

async function canPublish(context: GraphContext, world: WorldFields): Promise<boolean> {
  if (!isPublishable(world) || !canUpdateWorld(context.viewerScope, world)) return false
  return (await recentPublishersById(context).load(world.authorId)) === null
}

export const WorldStatus = enumOf('WorldStatus', 'Release status of a world: who can find it.', {
  public: 'Everybody.',
  private: 'Its author, and people who know its id.',
  hidden: 'Only its author and admins: it was deleted, or an admin has hidden it.',
})

const NON_HIDDEN_STATUSES = ['public', 'private'] as const
const worldStatusOf = (releaseStatus: string) =>
  NON_HIDDEN_STATUSES.find((status) => status === releaseStatus) ?? 'hidden'

export const World = builder.objectRef<WorldFields>('World')
export const worldRef = referenceTo(World, worldsById)

export const WorldEdge = builder.edgeObject({ type: World, name: 'WorldEdge' })
export const WorldConnection = builder.connectionObject({ type: World, name: 'WorldConnection' }, WorldEdge)

builder.node(World, {
  description: 'A virtual place that people visit.',
  ...nodeBy(worldsById),
  fields: (t) => ({
    ...columns(t, 'World', {
      name: 'Name of the world.',
      capacity: 'Maximum number of people in an instance.',
      recommendedCapacity: 'Recommended number of people.',
      previewYoutubeId: 'Id of a YouTube video that presents the world.',
      tags: 'Tags, set by the author and the platform.',
      version: 'Number that increases with each change of the assets.',
      createdAt: 'Time of creation.',
      updatedAt: 'Time of the last change.',
      popularity: 'Rank by visitors of the last 30 days, 0 to 10.',
      heat: 'Rank by visitors of the last 24 hours, 0 to 10.',
    }),
    description: t.string(optionalText('description', 'Description by the author; null for none.')),
    author: t.field(userRef('authorId', 'Author; null after the account was erased.')),
    imageUrl: t.expose('imageUrl', { type: 'URL', description: 'URL of the image.' }),
    thumbnailUrl: t.field({
      type: 'URL',
      description: 'URL of a small version of the image.',
      ...fromColumn('imageUrl', (url: string, rules) => thumbnailUrl({ rules }, url)),
    }),
    releaseStatus: t.field({
      type: WorldStatus,
      description: 'Who can find the world.',
      ...fromColumn('releaseStatus', worldStatusOf),
    }),
    isFeatured: t.exposeBoolean('featured', { description: 'Whether the platform recommends the world.' }),
    urls: t.expose('urlList', { type: ['URL'], description: 'URLs that the world may load from.' }),
    contentSettings: t.field({
      type: ContentSettings,
      description: 'Kinds of content that its instances allow by default.',
      ...fromColumn('contentSettings', parseContentSettings),
    }),
    packages: t.field({
      type: [WorldPackage],
      description: 'Assets by platform, oldest first.',
      resolve: byId((id, _args, context) => packagesByWorld(context).load(id)),
    }),
    labsPublishedAt: t.expose('labsPublicationDate', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when the author last published the world; null for never.',
    }),
    publishedAt: t.expose('publicationDate', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when the platform approved the world; null for not yet.',
    }),
    visitCount: t.exposeInt('visits', { description: 'Number of visits.' }),
    favoriteCount: t.exposeInt('favorites', { description: 'Number of people who have the world as a favorite.' }),
    occupantCount: t.int(occupancyField('occupants', 'Number of people in the world now.')),
    publicOccupantCount: t.int(occupancyField('publicOccupants', 'Number of people in public instances now.')),
    privateOccupantCount: t.int(occupancyField('privateOccupants', 'Number of people in other instances now.')),
    metadata: t.field({
      type: 'JSON',
      ...sizedScalar(65_536),
      description: 'Arbitrary data that the author has stored with the world.',
      resolve: async ({ id }, _args, context) => (await metadataByWorld(context).load(id))?.metadata ?? {},
    }),
    viewerCanCreateInstance: t.boolean({
      description: 'Whether the viewer can create instances of the world: it has an asset and is not hidden.',
      resolve: (world) => isOpenWorld(world),
    }),
    viewerCanUpdate: t.boolean({
      description: 'Whether the viewer can change the world.',
      resolve: (world, _args, { viewerScope }) => canUpdateWorld(viewerScope, world),
    }),
    viewerCanPublish: t.boolean({
      description:
        'Whether the viewer can publish the world now: it is private and has an asset, and its author has published none for 7 days.',
      resolve: (world, _args, context) => canPublish(context, world),
    }),
    viewerCanDelete: t.boolean({
      description: 'Whether the viewer can delete the world.',
      resolve: (world, _args, { viewerScope }) => canUpdateWorld(viewerScope, world),
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

builder.objectFields(ContentChange, (t) => ({
  world: t.field({
    type: World,
    nullable: true,
    description: 'The world after the change; null when it was deleted, and for other content.',
    resolve: ({ contentType, itemId }, _args, context) =>
      contentType === 'world' && itemId !== null ? worldsById(context).load(itemId) : null,
  }),
}))
