import { renewAndExpirePurchases } from '../../src/areas/economy/purchases/expiry.ts'
import type { TestApp } from './app.ts'
import { aPurchaseRequest } from './economy.ts'
import { mutate } from './jams.ts'
import type { TestUser } from './users.ts'

type Buyer = Pick<TestUser, 'api'>

/** Buys one of a listing for 100 tokens, unless it is given otherwise; throws when it is refused. */
export const buy = ({ api }: Buyer, listingId: string, given: object = {}, headers: Record<string, string> = {}) =>
  api.call('purchaseProductListing', { body: aPurchaseRequest(listingId, given), headers })

/** Like `buy`, for requests that may be refused. */
export const tryToBuy = ({ api }: Buyer, listingId: string, given: object = {}, headers: object = {}) =>
  api.try('purchaseProductListing', { body: aPurchaseRequest(listingId, given), headers })

/** Runs a mutation on a purchase; answers `done`, or the reason of the refusal. */
export async function actOnPurchase(
  app: TestApp,
  person: Buyer,
  mutation: 'refundPurchase' | 'cancelRenewal',
  purchaseId: string,
): Promise<unknown> {
  const { error } = await mutate(app, person, mutation, { purchaseId })
  return error ? error.extensions.reason : 'done'
}

/** Renews and ends what is due. */
export const settleDue = ({ scope }: Pick<TestApp, 'scope'>) => renewAndExpirePurchases(scope())

/** What a person has licenses for by purchases. */
export async function ownedBy({ scope }: Pick<TestApp, 'scope'>, { id: userId }: Pick<TestUser, 'id'>) {
  const grants = await scope().db.licenseGrant.findMany({ where: { userId }, orderBy: { id: 'asc' } })
  return grants.map(({ forId }) => forId)
}
