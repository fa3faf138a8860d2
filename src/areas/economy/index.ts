import { economy } from '../../contract/economy.ts'
import { defineArea } from '../area.ts'
import { eraseTokens, eraseTrade } from './accountErasure.ts'
import { tidyCatalogue } from './catalogue/cleanup.ts'
import { economyEvents } from './events.ts'
import { checkNewTransfers } from './ledger/check.ts'
import { releaseDueHolds } from './ledger/transfers.ts'
import { LICENSE_JOB, syncChangedGroups } from './licenses/grants.ts'
import { collectDebts } from './payments/debts.ts'
import { applyPaymentEvents } from './payments/eventJob.ts'
import { APPLY_EVENTS } from './payments/paymentEvents.ts'
import { expirePayments } from './payments/payments.ts'
import { renewAndExpirePurchases } from './purchases/expiry.ts'
import { countSales } from './queries.ts'
import { catalogueRest } from './rest/catalogue.ts'
import { purchasesRest } from './rest/purchases.ts'
import { recordsRest, walletRest } from './rest/wallet.ts'
import { expireSubscriptions } from './subscriptions/arrangement.ts'
import { CANCELLATION_JOB, cancelRenewals } from './subscriptions/ownSubscriptions.ts'
import { endSubscriptionsOfErased } from './subscriptions/subscriptions.ts'
import './graph/ledger.ts'
import './graph/wallet.ts'
import './graph/payment.ts'
import './graph/listingLists.ts'
import './graph/offer.ts'
import './graph/subscriptionMutations.ts'
import './graph/userSubscription.ts'
import './graph/seller.ts'
import './graph/listing.ts'
import './graph/product.ts'
import './graph/paymentEvent.ts'
import './graph/personEconomy.ts'
import './graph/purchase.ts'
import './graph/purchaseLists.ts'
import './graph/purchaseMutations.ts'
import './graph/store.ts'
import './graph/storeLists.ts'
import './graph/license.ts'
import './graph/productMutations.ts'
import './graph/listingMutations.ts'
import './graph/storeMutations.ts'
import { personalData } from './personalData.ts'

export const economyArea = defineArea({
  tag: 'Economy',
  contract: economy,
  rest: { ...catalogueRest, ...purchasesRest, ...walletRest, ...recordsRest },
  personalData,
  events: economyEvents,
  accountErasure: [
    { place: 33, erase: eraseTrade },
    { place: 105, erase: eraseTokens },
  ],
  nodeTypes: {
    wallet: 'Wallet',
    ledgerAccount: 'LedgerAccount',
    ledgerTransfer: 'LedgerTransfer',
    ledgerEntry: 'LedgerEntry',
    licenseGroup: 'LicenseGroup',
    subscriptionPlan: 'SubscriptionPlan',
    tokenBundle: 'TokenBundle',
    userSubscription: 'UserSubscription',
    paymentEvent: 'PaymentEvent',
    paymentTransaction: 'PaymentTransaction',
    product: 'Product',
    purchase: 'ProductPurchase',
    listing: 'Listing',
    listingVariant: 'ListingVariant',
    store: 'Store',
    storeShelf: 'StoreShelf',
  },
  deletionRequested: endSubscriptionsOfErased,
  jobs: [
    { name: 'renew-and-expire-purchases', schedule: '* * * * *', run: renewAndExpirePurchases },
    { name: 'count-sales', schedule: '* * * * *', run: countSales },
    { name: 'expire-subscriptions', schedule: '* * * * *', run: expireSubscriptions },
    // The cancellation of a renewal also requests this job at once.
    { name: CANCELLATION_JOB, schedule: '* * * * *', run: cancelRenewals },
    // A change of a license group also requests this job at once.
    { name: LICENSE_JOB, schedule: '* * * * *', run: syncChangedGroups },
    { name: 'check-ledger', schedule: '40 4 * * *', run: checkNewTransfers },
    { name: 'release-holds', schedule: '* * * * *', run: releaseDueHolds },
    // The end of what was sold of something that is deleted also runs at once.
    { name: 'tidy-catalogue', schedule: '*/10 * * * *', run: tidyCatalogue },
    // A webhook also requests this job at once.
    { name: APPLY_EVENTS, schedule: '* * * * *', runsAtStart: true, run: (scope) => applyPaymentEvents(scope) },
    { name: 'collect-debts', schedule: '* * * * *', run: collectDebts },
    { name: 'expire-payments', schedule: '*/10 * * * *', run: expirePayments },
  ],
})
