import {
  ProductListingType,
  type ProductPurchase,
  type ProductPurchaseProduct,
  ProductType,
} from '../../../contract/shapes/economy.ts'
import { PLATFORM_USER_ID } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { canSeeProceeds } from '../policy.ts'
import type { PurchaseRow } from '../purchases/queries.ts'
import { type BoughtProduct, isRunningAt, isStillSold, purchaseStatusOf } from '../purchases/snapshot.ts'

const isoTimeOrNull = (date: Date | null) => date?.toISOString() ?? null

const productWire = ({ id, displayName, imageId, productType }: BoughtProduct): ProductPurchaseProduct => ({
  displayName,
  id,
  ...(imageId !== '' && { imageId }),
  licenseId: null,
  productType: ProductType.parse(productType),
})

/** A purchase as a viewer sees it: what the platform and the seller get is told to the seller and admins alone. */
export const purchaseWire = (scope: ViewerScope, purchase: PurchaseRow): ProductPurchase => ({
  ...peopleWire(scope, purchase),
  ...listingWire(scope, purchase),
  ...stateWire(scope, purchase),
  ...(purchase.ledgerTransferId !== null && { ledgerTransactionId: purchase.ledgerTransferId }),
  products: purchase.products.map(productWire),
  purchaseContext: contextWire(purchase),
  ...(purchase.duration !== null && { purchaseDuration: purchase.duration }),
  ...(purchase.durationType !== null && { purchaseDurationType: purchase.durationType }),
  ...(canSeeProceeds(scope, purchase) && { purchaseFee: purchase.fee, purchaseValue: purchase.value }),
  purchaseId: purchase.id,
  purchasePrice: purchase.price,
  purchaseQuantity: purchase.quantity,
  purchaseToken: {},
  purchaseType: purchase.purchaseType,
  purchaseUnitPrice: purchase.unitPrice,
})

const peopleWire = ({ viewer }: ViewerScope, { buyerId, receiverId, sellerId, ...names }: PurchaseRow) => ({
  buyerDisplayName: names.buyerName,
  buyerId,
  firstParty: sellerId === PLATFORM_USER_ID,
  isBuyer: buyerId === viewer.id,
  isGift: buyerId !== receiverId,
  isReceiver: receiverId === viewer.id,
  isSeller: sellerId === viewer.id,
  receiverDisplayName: names.receiverName,
  receiverId,
  sellerDisplayName: names.sellerName,
  sellerId,
})

const listingWire = (scope: ViewerScope, purchase: PurchaseRow) => ({
  listingCurrentlyAvailable: isStillSold(scope, purchase),
  listingDescription: purchase.listingDescription,
  listingDisplayName: purchase.listingDisplayName,
  listingId: purchase.listingId,
  listingImageId: purchase.listingImageId ?? '',
  listingSubtitle: purchase.listingSubtitle,
  listingType: ProductListingType.parse(purchase.listingType),
})

const stateWire = ({ now }: ViewerScope, purchase: PurchaseRow) => ({
  purchaseActive: isRunningAt(purchase, now),
  purchaseCurrentStatus: purchaseStatusOf(purchase, now),
  purchaseDate: purchase.createdAt.toISOString(),
  purchaseEndDate: isoTimeOrNull(purchase.endsAt),
  purchaseLatest: purchase.isLatest,
  purchaseStartDate: isoTimeOrNull(purchase.startsAt),
  recurrable: purchase.isRecurrable,
  refundable: purchase.isRefundable,
  stackable: purchase.isStackable,
  willRecur: purchase.willRecur,
})

/** Legacy clients know a place without a name as `undefined`. */
const contextWire = ({ context: { locationType = 'undefined', worldId }, worldName }: PurchaseRow) => ({
  locationType,
  ...(worldId !== undefined && { worldId }),
  ...(worldName !== null && { worldName }),
})
