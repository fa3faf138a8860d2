import { catalogueRest } from './rest/catalogue.ts'
import { listingsRest } from './rest/listings.ts'
import { paymentsRest } from './rest/payments.ts'
import { productsRest } from './rest/products.ts'
import { purchasesRest } from './rest/purchases.ts'
import { balancesRest, recordsRest } from './rest/records.ts'
import { subscriptionsRest } from './rest/subscriptions.ts'
import { walletRest } from './rest/wallet.ts'

export const economyRest = {
  ...catalogueRest,
  ...productsRest,
  ...listingsRest,

  ...paymentsRest,
  ...subscriptionsRest,
  ...purchasesRest,
  ...walletRest,
  ...balancesRest,
  ...recordsRest,
}
