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
      const isSubscription = row.listingType === 'subscription'
      const names = { buyerName: owner.username, receiverName: owner.username, sellerName: seller.username }
      const bought = { listingName: row.listingDisplayName, listingType: isSubscription ? 'SUBSCRIPTION' : 'PERMANENT' }
      const image = `http://plaza.test/api/1/file/${row.listingImageId}/1/file`
      const state = { kind: 'PURCHASE', status: 'ACTIVE', isRunning: true, isLatest: true, period: 1 }
      const rights = { viewerCanRefund: true, viewerCanCancelRenewal: isSubscription, isRenewed: isSubscription }
      const shares = { fee: 10, proceeds: 90, location: null }
      const times = { startsAt: row.startsAt?.toISOString(), endsAt: row.endsAt?.toISOString() ?? null }
      const unit = { ...times, durationUnit: isSubscription ? 'DAY' : null, purchasedAt: row.createdAt.toISOString() }
      yield {
        id,
        row,
        computed: { ...names, ...bought, listingImageUrl: image, ...state, ...rights, ...shares, ...unit },
      }
    }
  },
}
