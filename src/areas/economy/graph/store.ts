import { builder } from '../../../edges/graphql/builder.ts'
import { atMost } from '../../../edges/graphql/limits.ts'
import { byId, columns } from '../../../edges/graphql/resolvers/columns.ts'
import { createListLoader, createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { byListKey, listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import type { Store as Row, StoreShelf as ShelfRow } from '../../../generated/prisma/client.ts'
import { isStaff } from '../../../kernel/access.ts'
import { Group, groupRef } from '../../groups/graph/group.ts'
import { userRef } from '../../users/graph/user.ts'
import { World, worldRef } from '../../worlds/graph/world.ts'
import { listingsOfShelves, listingsOfStores, type PlacedListing } from '../catalogue/listings.ts'
import { storeStatusOf } from '../catalogue/shelves.ts'
import {
  type OfferingStore,
  shelvesByIds,
  shelvesOfStores,
  storesBy,
  storesOfListings,
  storeTypeOf,
} from '../catalogue/stores.ts'
import { HOUSE_STORE_ID } from '../seed.ts'
import { StoreStatus, StoreType } from './catalogueEnums.ts'
import { canChangeCatalogue, Listing, ListingConnection, loadListing } from './listing.ts'

/** Stores that the viewer can see, by id. */
const storesById = createLoader<Row>(
  forViewer((scope, ids) => storesBy(scope, 'id', ids)),
  ({ id }) => id,
)
const storesByGroup = createLoader<Row>(
  forViewer((scope, ids) => storesBy(scope, 'groupId', ids)),
  ({ groupId }) => groupId ?? '',
)
const storesByWorld = createLoader<Row>(
  forViewer((scope, ids) => storesBy(scope, 'worldId', ids)),
  ({ worldId }) => worldId ?? '',
)
const storesByListing = createListLoader<OfferingStore>(forViewer(storesOfListings), ({ listingId }) => listingId)
/** Shelves that the viewer can see, by id. */
const shelvesById = createLoader<ShelfRow>(forViewer(shelvesByIds), ({ id }) => id)
const shelvesByStore = createListLoader<ShelfRow>(forViewer(shelvesOfStores), ({ storeId }) => storeId)
const listingsByStore = createListLoader<PlacedListing>(forViewer(listingsOfStores), ({ parentId }) => parentId)
const listingsByShelf = createListLoader<PlacedListing>(forViewer(listingsOfShelves), ({ parentId }) => parentId)

/** The order in a store or on a shelf. */
const BY_PLACE = byListKey<PlacedListing>(({ position, id }) => [position, id])

export const Store = builder.objectRef<Row>('Store')
export const storeRef = referenceTo(Store, storesById)
const StoreShelf = builder.objectRef<ShelfRow>('StoreShelf')
export const shelfRef = referenceTo(StoreShelf, shelvesById)

const orNull = (text: string) => text || null

builder.node(StoreShelf, {
  description: 'A row of listings in the store of the platform.',
  ...nodeBy(shelvesById),
  fields: (t) => ({
    store: t.field(storeRef('storeId', 'The store.')),
    ...columns(t, 'StoreShelf', {
      title: 'Title.',
      layout: 'How clients lay it out, such as `grid`.',
      createdAt: 'Time of creation.',
      updatedAt: 'Time of the last change.',
    }),
    description: t.string({
      nullable: true,
      description: 'Description; null for none.',
      resolve: ({ description }) => orNull(description),
    }),
    status: t.field({ type: StoreStatus, description: 'Who sees it.', resolve: storeStatusOf }),
    highlight: t.field({
      type: Listing,
      nullable: true,
      description: 'The listing that it shows first; null for none.',
      resolve: async ({ highlightListingId }, _args, context) =>
        highlightListingId === null ? null : loadListing(context, highlightListingId),
    }),
    listings: t.connection(
      {
        type: Listing,
        description: 'Active listings in their order, for their sellers and admins also others.',
        resolve: async ({ id }, args, context) =>
          listConnection(args, BY_PLACE, await listingsByShelf(context).load(id)),
      },
      ListingConnection,
    ),
  }),
})

builder.node(Store, {
  description: 'A shop: of the platform, of a group, or of a world.',
  ...nodeBy(storesById),
  fields: (t) => ({
    type: t.field({ type: StoreType, description: 'Whose store it is.', resolve: storeTypeOf }),
    seller: t.field(userRef('sellerId', 'Who sells there.')),
    ...columns(t, 'Store', {
      displayName: 'Name.',
      tags: 'Tags, at most 10.',
      createdAt: 'Time of creation.',
      updatedAt: 'Time of the last change.',
    }),
    description: t.string({
      nullable: true,
      description: 'Description; null for none.',
      resolve: ({ description }) => orNull(description),
    }),
    status: t.field({ type: StoreStatus, description: 'Who sees it.', resolve: storeStatusOf }),
    group: t.field(groupRef('groupId', 'The group; null for none, or unless the viewer sees it.')),
    world: t.field(worldRef('worldId', 'The world; null for none, or unless the viewer sees it.')),
    listings: t.connection(
      {
        type: Listing,
        description:
          'Active listings in their order, for the seller and admins also drafts; empty for the store of the platform, which has shelves.',
        resolve: async ({ id }, args, context) =>
          listConnection(args, BY_PLACE, await listingsByStore(context).load(id)),
      },
      ListingConnection,
    ),
    shelves: t.field({
      type: [StoreShelf],
      ...atMost(50),
      description: 'Shelves in their order that the viewer can see, at most 50; empty for stores of groups and worlds.',
      resolve: ({ id }, _args, context) => shelvesByStore(context).load(id),
    }),
    viewerCanUpdate: t.boolean({
      description: 'Whether the viewer can change it: its seller and admins.',
      resolve: (store, _args, context) => canChangeCatalogue(context, store),
    }),
    viewerCanUpdateShelves: t.boolean({
      description:
        'Whether the viewer can add, change and delete its shelves: admins can in the store of the platform.',
      resolve: ({ storeType }, _args, { scope }) => storeType === 'house' && isStaff(scope, 'economy'),
    }),
  }),
})

builder.queryFields((t) => ({
  store: t.field({
    type: Store,
    nullable: true,
    description: 'Finds a store by id; null for one that the viewer cannot see.',
    args: { id: t.arg.id({ required: true, description: 'Id of the store.' }) },
    resolve: (_root, { id }, context) => storesById(context).load(id),
  }),
  platformStore: t.field({
    type: Store,
    nullable: true,
    description: 'The store of the platform; null while it is not public, except for admins.',
    resolve: (_root, _args, context) => storesById(context).load(HOUSE_STORE_ID),
  }),
}))

builder.objectFields(Listing, (t) => ({
  stores: t.field({
    type: [Store],
    ...atMost(20),
    description: 'The stores that offer it, as far as the viewer can see them, oldest first.',
    resolve: ({ id }, _args, context) => storesByListing(context).load(id),
  }),
}))

builder.objectFields(Group, (t) => ({
  store: t.field({
    type: Store,
    nullable: true,
    description: 'Its store; null for none that the viewer can see.',
    resolve: ({ id }, _args, context) => storesByGroup(context).load(id),
  }),
}))

builder.objectFields(World, (t) => ({
  store: t.field({
    type: Store,
    nullable: true,
    description: 'Its store; null for none that the viewer can see.',
    resolve: byId((id, _args, context) => storesByWorld(context).load(id)),
  }),
}))
