import type { listingRows } from '../../../contract/catalogue.ts'
import type { Handlers, Input } from '../../../contract/operation.ts'
import type { ProductId } from '../../../kernel/ids.ts'
import type { ScopeByAccess, ViewerScope } from '../../../kernel/scope.ts'
import type { ListingUpdate } from '../catalogue/listingFields.ts'
import { readListing } from '../catalogue/listings.ts'
import { archiveListing, createListing, updateListing } from '../catalogue/manageListings.ts'
import { listingWire } from '../wire/catalogue.ts'

type Body = Input<typeof listingRows.updateProductListingDirect>['body']

const dateOf = (text: string | null | undefined) => (typeof text === 'string' ? new Date(text) : text)

/** A body as the area takes it. */
const fieldsOf = (body: Omit<Body, 'active'> & { readonly active?: boolean | undefined }): ListingUpdate => ({
  displayName: body.displayName,
  subtitle: body.subtitle,
  description: body.description,
  imageId: body.imageId,
  priceTokens: body.priceTokens,
  plusDiscountPrice: body.vrcPlusDiscountPrice,
  duration: body.duration,
  durationType: body.durationType,
  isQuantifiable: body.quantifiable,
  isStackable: body.stackable,
  isBuyerRefundable: body.buyerRefundable,
  tags: body.tags,
  expiresAt: dateOf(body.whenToExpire),
  isActive: body.active,
  productIds: body.productIds,
  storeIds: body.storeIds,
})

const readListingWire = async (scope: ViewerScope, id: ProductId) =>
  listingWire(scope, await readListing(scope, id), null)

export const listingsRest: Handlers<typeof listingRows, ScopeByAccess> = {
  createProductListingDirect: async (scope, { body }) => {
    const { displayName, priceTokens, listingType } = body
    return readListingWire(
      scope,
      await createListing(scope, { ...fieldsOf(body), displayName, priceTokens, listingType }),
    )
  },
  updateProductListingDirect: async (scope, { productId, body }) => {
    await updateListing(scope, productId, fieldsOf(body))
    return readListingWire(scope, productId)
  },
  deleteProductListingDirect: async (scope, { productId }) => {
    await archiveListing(scope, productId)
    return { success: true }
  },
}
