import type { purchaseRows } from '../../../contract/economy.ts'
import type { Handlers } from '../../../contract/operation.ts'
import type { ScopeByAccess } from '../../../kernel/scope.ts'
import { purchaseListing } from '../purchases/purchase.ts'
import { listPurchases } from '../purchases/purchaseLists.ts'
import { purchaseWire } from '../wire/purchase.ts'

export const purchasesRest: Handlers<typeof purchaseRows, ScopeByAccess> = {
  purchaseProductListing: async (scope, { headers, body: { contextData, stackable: _stackable, ...request } }) => {
    const context = { ...contextData }
    const idempotencyKey = headers['idempotency-key']
    return purchaseWire(scope, await purchaseListing(scope, { ...request, context, idempotencyKey }))
  },
  getProductPurchases: async (scope, { query: { buyerId, sellerId, mostRecent = false, n, offset, order } }) => {
    const page = { limit: n, offset, isDescending: order === 'desc' }
    const purchases = await listPurchases(scope, { buyerId, sellerId, mostRecent, ...page })
    return purchases.map((purchase) => purchaseWire(scope, purchase))
  },
}
