import { builder } from '../../../edges/graphql/builder.ts'
import { createListLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { Avatar } from '../../avatars/graph/avatar.ts'
import { listingsOfAvatars, type PlacedListing } from '../catalogue/listings.ts'
import { BY_LATEST_LISTING, Listing, ListingConnection } from './listing.ts'

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
