import type { Listing } from '../../../generated/prisma/client.ts'
import { assertBelowCap } from '../../../kernel/caps.ts'
import { assertUnchanged, type ConditionalChange } from '../../../kernel/changedSince.ts'
import { newId, PLATFORM_USER_ID, type ProductId } from '../../../kernel/ids.ts'
import { assertAll, type InputRule, tellingAllFaults } from '../../../kernel/inputFaults.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction, ViewerTransaction } from '../../../kernel/transaction.ts'
import { ownerOrAdminAct } from '../../audit/staffAct.ts'
import { assertOwnImage } from '../../groups/policy.ts'
import { lockListing } from '../locks.ts'
import { listingNotFound } from '../policy.ts'
import { imageOwnerOf, lockSeller, ownSellerOf, sellerOf } from '../sellers.ts'
import {
  draftRules,
  givenRules,
  type ListingDraft,
  type ListingUpdate,
  type NewListing,
  updatedFields,
} from './listingFields.ts'
import { archived } from './manageProducts.ts'
import { offeringRules, writeStores } from './offers.ts'
import { type ProductType, productTypeOf } from './products.ts'
import { variantFieldsOf, writeVariants } from './variants.ts'

/** Of one seller, without archived ones. */
export const MAX_LISTINGS = 1_000
const CREATE_LIMIT: RateLimit = { name: 'create-listing', points: 500, window: 24 * 60 * 60 }

/** A listing that stands, or what a new one is for good. */
type Basis = Pick<Listing, 'sellerId' | 'listingType' | 'productType'> & Pick<ListingDraft, 'standing'>

/** A listing after a change, with its products. Two statements at most. */
async function draftOf(scope: ViewerScope, basis: Basis, given: ListingUpdate): Promise<ListingDraft> {
  const { sellerId, listingType, productType, standing } = basis
  const productIds = given.productIds ?? (await productIdsOf(scope, standing))
  const found = await scope.db.product.findMany({ where: { id: { in: [...productIds] }, sellerId, archivedAt: null } })
  return {
    ...updatedFields(standing, given),
    sellerId,
    listingType,
    productType,
    standing,
    state: stateAfter(standing, given),
    products: productIds.flatMap((id) => found.find((product) => product.id === id) ?? []),
    productIds,
    variants: given.variants ?? standing?.variants.map(variantFieldsOf) ?? [],
  }
}

async function productIdsOf({ db }: ViewerScope, listing: Pick<Listing, 'id'> | null): Promise<string[]> {
  if (!listing) return []
  const rows = await db.listingProduct.findMany({ where: { listingId: listing.id }, orderBy: { position: 'asc' } })
  return rows.map(({ productId }) => productId)
}

function stateAfter(standing: Pick<Listing, 'state'> | null, { isActive }: ListingUpdate): string {
  if (isActive === undefined) return standing?.state ?? 'draft'
  return isActive ? 'active' : 'draft'
}

/** The rules for what is given of a listing, and for the listing as it will be. */
async function rulesFor(scope: ViewerScope, basis: Basis, given: ListingUpdate): Promise<InputRule[]> {
  const draft = await draftOf(scope, basis, given)
  const stores = offeringRules(scope, basis.sellerId, given.storeIds)
  return [...givenRules(given), ...draftRules(scope, draft), () => assertImage(scope, draft), ...stores]
}

async function assertImage(scope: ViewerScope, { imageId, sellerId, standing }: ListingDraft): Promise<void> {
  if (imageId === null || imageId === standing?.imageId) return
  await assertOwnImage(scope, 'imageId', imageId, imageOwnerOf(scope, sellerId))
}

type Kind = Pick<NewListing, 'isOfPlatform' | 'listingType'> & { readonly productType: string }

const basisOf = ({ viewer }: ViewerScope, given: Kind) => ({
  sellerId: given.isOfPlatform ? PLATFORM_USER_ID : viewer.id,
  listingType: given.listingType,
  productType: given.productType,
  standing: null,
})

/** The type of the first of these products; any one if none is known. */
async function typeOfProducts({ db }: Pick<Scope, 'db'>, [id]: readonly string[] = []): Promise<ProductType> {
  const product = id === undefined ? null : await db.product.findUnique({ where: { id } })
  return product ? productTypeOf(product) : 'udon'
}

/** The rules for what is given of a new listing. */
export async function newListingRules(scope: ViewerScope, given: Partial<NewListing>): Promise<InputRule[]> {
  const { listingType, productType } = given
  if (listingType === undefined || productType === undefined) return givenRules(given)
  return rulesFor(scope, basisOf(scope, { ...given, listingType, productType }), given)
}

/**
 * Creates a listing of the viewer's, or of the platform: a draft, or at once for sale. Throws `forbidden` for who does not
 * sell, `invalid`, `conflict` beyond 1,000 listings, `exhausted` after 500 a day.
 */
export async function createListing(scope: ViewerScope, given: NewListing): Promise<ProductId> {
  const sellerId = await sellerOf(scope, given.isOfPlatform ?? false)
  await scope.limits.take(CREATE_LIMIT, scope.viewer.id)
  return ownerOrAdminAct(scope, 'createListing', async (tx) => {
    await lockSeller(tx, sellerId)
    const where = { sellerId, state: { not: 'archived' } }
    assertBelowCap(await tx.db.listing.count({ where }), MAX_LISTINGS, 'listings')
    const productType = given.productType ?? (await typeOfProducts(tx, given.productIds))
    const basis = basisOf(tx, { ...given, productType })
    await assertAll(await rulesFor(tx, basis, given))
    const id = newId('product', tx.now)
    const draft = await draftOf(tx, basis, given)
    await tx.db.listing.create({ data: { id, ...columnsOf(draft), createdAt: tx.now, updatedAt: tx.now } })
    await writeParts(tx, id, draft)
    await writeStores(tx, id, given.storeIds)
    const details = { listingType: draft.listingType, priceTokens: draft.priceTokens }
    return { subjectId: id, ownerId: sellerId, details, result: id }
  })
}

const columnsOf = (draft: ListingDraft) => {
  const { products, productIds: _ids, variants: _variants, standing: _standing, ...columns } = draft
  return { ...columns, groupId: products[0]?.groupId ?? null }
}

/** Makes the products and variants of a listing, whose seller is locked, those of the draft. */
async function writeParts(tx: ViewerTransaction, listingId: string, draft: ListingDraft): Promise<void> {
  await tx.db.listingProduct.deleteMany({ where: { listingId } })
  const rows = draft.productIds.map((productId, position) => ({ listingId, productId, position }))
  if (rows.length > 0) await tx.db.listingProduct.createMany({ data: rows })
  await writeVariants(tx, { id: listingId, sellerId: draft.sellerId }, draft.variants)
}

const readStanding = ({ db }: Pick<Scope, 'db'>, id: string) =>
  db.listing.findUnique({ where: { id }, include: { variants: { orderBy: [{ quantity: 'asc' }, { id: 'asc' }] } } })

const standingBasis = (standing: NonNullable<ListingDraft['standing']>): Basis => {
  const { sellerId, listingType, productType } = standing
  return { sellerId, listingType, productType, standing }
}

/** The rules for the update of a listing. */
export async function listingUpdateRules(scope: ViewerScope, id: string, given: ListingUpdate): Promise<InputRule[]> {
  const standing = await readStanding(scope, id)
  return standing ? rulesFor(scope, standingBasis(standing), given) : []
}

/**
 * Changes a listing of the viewer's; omitted fields stay as they are. What was sold already stays as it was bought, and
 * renewals keep their price. Throws `forbidden` for who does not sell, `missing` for what others sell, `invalid`, `conflict`
 * for an archived listing.
 */
export const updateListing = (
  scope: ViewerScope,
  id: ProductId,
  given: ListingUpdate & ConditionalChange,
): Promise<void> =>
  tellingAllFaults(
    () => listingUpdateRules(scope, id, given),
    () =>
      ownerOrAdminAct(scope, 'updateListing', async (tx) => {
        const listing = await lockOwnListing(tx, id)
        const { sellerId, state } = listing
        assertUnchanged(listing, given)
        if (state === 'archived') throw archived('listing')
        await applyUpdate(tx, id, given)
        return { subjectId: id, ownerId: sellerId }
      }),
  )

async function applyUpdate(tx: ViewerTransaction, id: string, given: ListingUpdate): Promise<void> {
  const standing = await readStanding(tx, id)
  if (!standing) throw listingNotFound()
  const basis = standingBasis(standing)
  await assertAll(await rulesFor(tx, basis, given))
  const draft = await draftOf(tx, basis, given)
  await tx.db.listing.update({ where: { id }, data: { ...columnsOf(draft), updatedAt: tx.now } })
  await writeParts(tx, id, draft)
  await writeStores(tx, id, given.storeIds)
}

/** Locks a listing of the viewer's with its seller. Throws `forbidden`, `missing`. */
async function lockOwnListing(tx: ViewerTransaction, id: ProductId): Promise<Listing> {
  const found = await tx.db.listing.findUnique({ where: { id }, select: { sellerId: true } })
  await lockSeller(tx, await ownSellerOf(tx, found, listingNotFound))
  return lockListing(tx, id)
}

/**
 * Archives a listing of the viewer's for good, and takes it out of stores and shelves; a second call changes nothing. What
 * was sold stays. Throws `forbidden` for who does not sell, `missing` for what others sell.
 */
export const archiveListing = (scope: ViewerScope, id: ProductId): Promise<void> =>
  ownerOrAdminAct(scope, 'archiveListing', async (tx) => {
    const { sellerId, state } = await lockOwnListing(tx, id)
    if (state !== 'archived') await markArchived(tx, [id])
    return { subjectId: id, ownerId: sellerId }
  })

/** Archives listings, which are locked, and takes them out of stores and shelves. */
export async function markArchived({ db, now }: Scope & InTransaction, ids: readonly string[]): Promise<void> {
  const listingId = { in: [...ids] }
  await db.listing.updateMany({ where: { id: listingId }, data: { state: 'archived', updatedAt: now } })
  await db.storeListing.deleteMany({ where: { listingId } })
  await db.shelfListing.deleteMany({ where: { listingId } })
  await db.storeShelf.updateMany({ where: { highlightListingId: listingId }, data: { highlightListingId: null } })
}
