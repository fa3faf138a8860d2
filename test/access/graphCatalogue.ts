import { HOUSE_STORE_ID } from '../../src/areas/economy/seed.ts'
import { siblingId } from '../../src/kernel/ids.ts'
import {
  ADMIN,
  type CallerOutcomes,
  FORBIDDEN,
  type GraphAccessTable,
  OWNER,
  SECOND_FACTOR_REQUIRED,
  SIGNED_IN,
  UNAUTHENTICATED,
} from './graphOutcomes.ts'

/** For people who sell, which admins need not do. */
const SELLER: CallerOutcomes = [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, FORBIDDEN, 'ok', FORBIDDEN]

const graphId = (listingId: string) => siblingId('listing', listingId)

export const catalogueQueries: GraphAccessTable = {
  listing: [({ listingId }) => `listing(id: "${graphId(listingId)}") { id }`, SIGNED_IN],
  store: [({ storeId }) => `store(id: "${storeId}") { id }`, SIGNED_IN],
  platformStore: [() => 'platformStore { id }', SIGNED_IN],
  stores: [() => 'stores(first: 1) { totalCount }', SIGNED_IN],
  'node of a listing': [({ listingId }) => `node(id: "${graphId(listingId)}") { id }`, SIGNED_IN],
  'node of a variant of a listing': [({ variantId }) => `node(id: "${variantId}") { id }`, SIGNED_IN],
  'node of a product': [
    ({ productId }) => `node(id: "${productId}") { id }`,
    [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, 'null', 'ok', 'ok'],
  ],
  'node of a store': [({ storeId }) => `node(id: "${storeId}") { id }`, SIGNED_IN],
  'node of a shelf': [({ shelfId }) => `node(id: "${shelfId}") { id }`, SIGNED_IN],
}

const LISTING = 'displayName: "A hat", type: PERMANENT, productType: UDON, price: 100'

/** In test order. */
export const catalogueMutations: GraphAccessTable = {
  createProduct: [
    ({ pictureId }) =>
      `createProduct(input: { displayName: "Hat", type: UDON, imageId: "${pictureId}" }) { product { id } }`,
    SELLER,
  ],
  updateProduct: [
    ({ productId }) => `updateProduct(input: { productId: "${productId}", displayName: "Cap" }) { product { id } }`,
    OWNER,
  ],
  archiveProduct: [
    ({ goneProductId }) => `archiveProduct(input: { productId: "${goneProductId}" }) { product { id } }`,
    OWNER,
  ],
  createListing: [() => `createListing(input: { ${LISTING} }) { listing { id } }`, SELLER],
  updateListing: [
    ({ listingId, pictureId }) =>
      `updateListing(input: { listingId: "${graphId(listingId)}", price: 5, isActive: false, imageId: "${pictureId}" }) { listing { id } }`,
    OWNER,
  ],
  archiveListing: [
    ({ goneListingId }) => `archiveListing(input: { listingId: "${graphId(goneListingId)}" }) { listing { id } }`,
    OWNER,
  ],
  createStore: [
    ({ emptyWorldId }) => `createStore(input: { displayName: "Shop", worldId: "${emptyWorldId}" }) { store { id } }`,
    SELLER,
  ],
  updateStore: [
    ({ storeId }) => `updateStore(input: { storeId: "${storeId}", displayName: "Kiosk" }) { store { id } }`,
    OWNER,
  ],
  createStoreShelf: [
    () => `createStoreShelf(input: { storeId: "${HOUSE_STORE_ID}", title: "Caps" }) { shelf { id } }`,
    ADMIN,
  ],
  updateStoreShelf: [
    ({ shelfId }) => `updateStoreShelf(input: { shelfId: "${shelfId}", title: "Bows" }) { shelf { id } }`,
    ADMIN,
  ],
  deleteStoreShelf: [
    ({ goneShelfId }) => `deleteStoreShelf(input: { shelfId: "${goneShelfId}" }) { deletedStoreShelfId }`,
    ADMIN,
  ],
}
