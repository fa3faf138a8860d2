import type { DeclaredTables } from '../../kernel/personalData.ts'

const OFFER = 'Offers of the server.'
const PROCEEDS = 'What a seller gets of the price is told to the seller alone.'

/** What each table of the area holds of a person. */
export const personalData: DeclaredTables = {
  LedgerAccount: { of: ['ownerId'] },
  LedgerTransfer: {
    through: [{ column: 'id', table: 'LedgerEntry', key: 'transferId' }],
    without: { actorId: 'Who has acted can be another person.' },
    mentions: { actorId: 'What a person pays is in the entries of their own account.' },
  },
  LedgerEntry: { through: [{ column: 'accountId', table: 'LedgerAccount' }] },
  LedgerHold: { through: [{ column: 'accountId', table: 'LedgerAccount' }] },
  EconomyProfile: { of: ['userId'] },
  TokenBundle: { notExported: OFFER },
  SubscriptionPlan: { notExported: OFFER },
  LicenseGroup: { notExported: OFFER },
  LicenseGroupMember: { notExported: OFFER },
  LicenseGrant: { of: ['userId'] },
  PaymentTransaction: {
    of: ['buyerId'],
    without: { inputHash: 'Recognises repeated requests.' },
    mentions: {
      receiverId: 'What others have paid for a gift is theirs; what was given is in UserSubscription and LedgerEntry.',
    },
  },
  PaymentEvent: { through: [{ column: 'transactionId', table: 'PaymentTransaction' }] },
  UserSubscription: {
    of: ['userId'],
    mentions: {
      giverId: 'A subscription that was given to another person is theirs; the payment is in PaymentTransaction.',
    },
  },
  Product: { of: ['sellerId'] },
  Listing: { of: ['sellerId'] },
  ListingProduct: { through: [{ column: 'listingId', table: 'Listing' }] },
  ListingVariant: { through: [{ column: 'listingId', table: 'Listing' }] },
  Store: { of: ['sellerId'] },
  StoreListing: { through: [{ column: 'storeId', table: 'Store' }] },
  StoreShelf: { through: [{ column: 'storeId', table: 'Store' }] },
  ShelfListing: { through: [{ column: 'shelfId', table: 'StoreShelf' }] },
  ProductPurchase: {
    of: ['buyerId', 'receiverId'],
    without: { inputHash: 'Recognises repeated requests.', fee: PROCEEDS, value: PROCEEDS },
    mentions: { sellerId: 'What others have bought is theirs; what the seller got is in LedgerEntry.' },
  },
}
