import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { operationCache } from '../../../edges/graphql/operationCache.ts'
import { byId } from '../../../edges/graphql/resolvers/columns.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { createCountLoader, createListLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { createPageLoader, keysetConnection, listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import type { Listing as Row } from '../../../generated/prisma/client.ts'
import { getOrCreate } from '../../../kernel/maps.ts'
import { Avatar } from '../../avatars/graph/avatar.ts'
import { User } from '../../users/graph/user.ts'
import { listingsOfAvatars, type PlacedListing } from '../catalogue/listings.ts'
import { countListings, listingPages, type SellerListFilter } from '../catalogue/queries.ts'
import { ListingType } from './catalogueEnums.ts'
import { BY_LATEST_LISTING, Listing, ListingConnection } from './listing.ts'

/** Loaders of the listings of several sellers: equal pages share one read, and so do their lengths. */
const loadersOf = (filter: SellerListFilter) => ({
  page: createPageLoader<Row>(
    forViewer((scope, sellerIds, page) => listingPages(scope, { sellerIds, filter }, page)),
    ({ sellerId }) => sellerId,
  ),
  count: createCountLoader(forViewer((scope, sellerIds) => countListings(scope, sellerIds, filter))),
})

/** The loaders of one operation, one for each filter. */
const listingsOfSellers = operationCache((_context: GraphContext) => {
  const byFilter = new Map<string, ReturnType<typeof loadersOf>>()
  return (filter: SellerListFilter) =>
    getOrCreate(byFilter, JSON.stringify([filter.listingType, filter.groupId, filter.isForSale]), () =>
      loadersOf(filter),
    )
})

builder.objectFields(User, (t) => ({
  listings: t.connection(
    {
      type: Listing,
      description: 'What the person sells, newest first: active listings, for the person and admins all.',
      args: {
        type: t.arg({ type: ListingType, description: 'Only listings of this type.' }),
        groupId: t.arg.id({ description: 'Only listings for roles of this group.' }),
        isForSale: t.arg.boolean({ description: 'Only listings that can be bought now, or only others.' }),
      },
      resolve: byId((id, { type, groupId, isForSale, ...args }, context) => {
        const loaders = listingsOfSellers(context)(omitNullish({ listingType: type, groupId, isForSale }))
        return keysetConnection(args, {
          order: BY_LATEST_LISTING,
          totalCount: () => loaders.count(context, id),
          read: (page) => loaders.page(context, id, page),
        })
      }),
    },
    ListingConnection,
  ),
}))

const listingsByAvatar = createListLoader<PlacedListing>(forViewer(listingsOfAvatars), ({ parentId }) => parentId)

builder.objectFields(Avatar, (t) => ({
  listings: t.connection(
    {
      type: Listing,
      description: 'Listings that sell licenses for it, newest first: active ones, for the seller and admins all.',
      resolve: async ({ id }, args, context) =>
        listConnection(args, BY_LATEST_LISTING, await listingsByAvatar(context).load(id)),
    },
    ListingConnection,
  ),
}))
