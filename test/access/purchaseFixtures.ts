import type { TestApp } from '../support/app.ts'
import { acceptTerms, aListing, aSeller, forDays, withTokens } from '../support/economy.ts'
import { buy } from '../support/purchases.ts'
import type { TestUser } from '../support/users.ts'

/** What the owner of the fixture objects, who alone can pay, buys of another person. */
export interface PurchaseThings {
  /** A listing that can be bought again and again. */
  readonly soldListingId: string
  /** A purchase that may be refunded, and one that is renewed. */
  readonly purchaseId: string
  readonly renewedPurchaseId: string
}

export async function addPurchases(app: TestApp, owner: TestUser): Promise<PurchaseThings> {
  await acceptTerms(app, owner)
  await withTokens(app, owner, 10_000)
  const seller = await aSeller(app)
  const [kept, renewed] = [await aListing(app, seller), await aListing(app, seller, forDays(30, 'subscription'))]
  return {
    soldListingId: await aListing(app, seller, { listingType: 'instant', isStackable: true }),
    purchaseId: (await buy(owner, kept)).purchaseId,
    renewedPurchaseId: (await buy(owner, renewed)).purchaseId,
  }
}
