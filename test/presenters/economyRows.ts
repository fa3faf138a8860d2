import { newId } from '../../src/kernel/ids.ts'
import type { TestApp } from '../support/app.ts'
import { aListing } from '../support/economy.ts'
import { buy } from '../support/purchases.ts'
import type { TestUser } from '../support/users.ts'
import { moment } from './records.ts'

/** A product with an image, as it was bought. */
export const aBoughtProduct = () => ({
  ...{ id: newId('product', new Date()), imageId: newId('file', new Date()) },
  ...{ displayName: 'A product', productType: 'inventory' },
})

/** The people of a purchase. */
export interface PurchasePeople {
  readonly buyer: TestUser
  readonly receiver: TestUser
  readonly seller: TestUser
}

/** A purchase with a different value in each column. */
export async function aPurchaseRow(app: TestApp, { buyer, receiver, seller }: PurchasePeople, given: object = {}) {
  // Snapshots name the id of the transfer only if it is longer than one digit.
  await app.scope().db.$queryRaw`
    SELECT setval(sequence, greatest(1000000, nextval(sequence)))::text
    FROM (SELECT pg_get_serial_sequence('"LedgerTransfer"', 'id')::regclass AS sequence) AS named`
  const { purchaseId: id } = await buy(buyer, await aListing(app, seller))
  const texts = { listingDisplayName: 'A listing', listingSubtitle: 'Below', listingDescription: 'About the listing' }
  const kind = { purchaseType: 'gift', listingType: 'subscription', productType: 'inventory', status: 'active' }
  const numbers = { quantity: 3, unitPrice: 41, price: 123, fee: 13, value: 110, duration: 2, durationType: 'week' }
  const times = { createdAt: moment(1), startsAt: moment(2), endsAt: new Date('2100-01-01T00:00:00.000Z') }
  return app.scope().db.productPurchase.update({
    where: { id },
    data: {
      ...{ receiverId: receiver.id, listingImageId: newId('file', new Date()), ...texts, ...kind, ...numbers },
      ...{ ...times, ...given },
    },
  })
}
