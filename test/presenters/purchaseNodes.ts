import { acceptTerms, aListing, aProduct, aSeller, forDays, withTokens } from '../support/economy.ts'
import { buy } from '../support/purchases.ts'
import type { PrepareNode } from './graphNode.ts'

/** Purchases of the owner: one that lasts for ever, and one that is renewed. */
export const purchaseNodes: Readonly<Record<string, PrepareNode>> = {
  async *ProductPurchase(app, owner) {
    const { db } = app.scope()
    await acceptTerms(app, owner)
    await withTokens(app, owner, 1_000)
    const seller = await aSeller(app)
    const texts = { subtitle: 'Of felt.', description: 'Wear it.', imageId: null }
    for (const given of [texts, { ...texts, ...forDays(7, 'subscription') }]) {
      const productIds = [await aProduct(app, seller)]
      const { purchaseId: id } = await buy(owner, await aListing(app, seller, { ...given, productIds }))
      const row = await db.productPurchase.findUniqueOrThrow({ where: { id } })
      yield { id, row: { ...row, buyerName: owner.username, sellerName: seller.username } }
    }
  },
}
