import { type Listing, Prisma } from '../../generated/prisma/client.ts'
import { isOwnerOrAdmin, isStaff } from '../../kernel/access.ts'
import { Failure } from '../../kernel/failure.ts'
import { meetsCondition, type RowCondition } from '../../kernel/rowCondition.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'

export const listingNotFound = () => new Failure('missing', 'Listing not found', { reason: 'listing_not_found' })
export const productNotFound = () => new Failure('missing', 'Product not found', { reason: 'product_not_found' })
export const storeNotFound = () => new Failure('missing', 'Store not found', { reason: 'store_not_found' })
export const purchaseNotFound = () => new Failure('missing', 'Purchase not found', { reason: 'purchase_not_found' })
export const transactionNotFound = () =>
  new Failure('missing', 'Transaction not found', { reason: 'transaction_not_found' })
export const licenseGroupNotFound = () =>
  new Failure('missing', 'License group not found', { reason: 'license_group_not_found' })
export const planNotFound = () => new Failure('missing', 'Subscription not found', { reason: 'subscription_not_found' })
export const bundleNotFound = () =>
  new Failure('missing', 'Token bundle not found', { reason: 'token_bundle_not_found' })

/** Listings that the viewer can read: active ones; their own, and those of which they bought or got something; admins all. */
export const visibleListings = (scope: ViewerScope): Prisma.ListingWhereInput =>
  isStaff(scope, 'economy')
    ? {}
    : {
        OR: [
          { state: 'active' },
          { sellerId: scope.viewer.id },
          { purchases: { some: { OR: [{ buyerId: scope.viewer.id }, { receiverId: scope.viewer.id }] } } },
        ],
      }

/** Listings that lists show the viewer: active ones; their own; admins all. */
export const listedListings = (scope: ViewerScope): RowCondition<Pick<Listing, 'state' | 'sellerId'>> =>
  isStaff(scope, 'economy') ? {} : { OR: [{ state: 'active' }, { sellerId: scope.viewer.id }] }

export const isListed = (scope: ViewerScope, listing: Pick<Listing, 'state' | 'sellerId'>): boolean =>
  meetsCondition(listing, listedListings(scope))

/** Products that the viewer can see: their own, and those of listings that they can see; admins all. */
export const visibleProducts = (scope: ViewerScope): Prisma.ProductWhereInput =>
  isStaff(scope, 'economy')
    ? {}
    : { OR: [{ sellerId: scope.viewer.id }, { listings: { some: { listing: visibleListings(scope) } } }] }

/** Listings that are for sale: active, and their time not over. */
export const forSale = ({ now }: Pick<Scope, 'now'>): RowCondition<Pick<Listing, 'state' | 'expiresAt'>> => ({
  state: 'active',
  OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
})

export const isForSale = (scope: Pick<Scope, 'now'>, listing: Pick<Listing, 'state' | 'expiresAt'>): boolean =>
  meetsCondition(listing, forSale(scope))

/** Stores that the viewer can see: public ones; their own; admins all. */
export const visibleStores = (scope: ViewerScope): Prisma.StoreWhereInput =>
  isStaff(scope, 'economy') ? {} : { OR: [{ status: 'public' }, { sellerId: scope.viewer.id }] }

/** Shelves that the viewer can see, of stores that they can see: public ones; those of their own store; admins all. */
export const visibleShelves = (scope: ViewerScope): Prisma.StoreShelfWhereInput => ({
  store: visibleStores(scope),
  ...(!isStaff(scope, 'economy') && { OR: [{ status: 'public' }, { store: { sellerId: scope.viewer.id } }] }),
})

/** Whether the viewer sees what of the catalogue is not public, and how often a listing was bought: its seller and admins. */
export const canManageCatalogue = (scope: Scope, { sellerId }: { readonly sellerId: string }): boolean =>
  isOwnerOrAdmin(scope, sellerId)

/** SQL condition for the purchases `p` in which the viewer has a part, as buyer, receiver or seller; admins see all. */
export const visiblePurchases = ({ viewer }: Pick<ViewerScope, 'viewer'>): Prisma.Sql =>
  Prisma.sql`(${isStaff({ viewer }, 'economy')}::boolean OR ${viewer.id} IN (p."buyerId", p."receiverId", p."sellerId"))`

/** Whether the viewer sees the fee and the net of a purchase: the seller and admins. */
export const canSeeProceeds = (scope: Scope, { sellerId }: { readonly sellerId: string }): boolean =>
  isOwnerOrAdmin(scope, sellerId)
