import type { GrantedLicense, Grants } from '../licenses/grants.ts'
import type { NewPurchase } from './plan.ts'
import { type BoughtProduct, boughtProducts } from './snapshot.ts'

type Granting = Pick<NewPurchase, 'id' | 'receiverId' | 'listingType' | 'products' | 'endsAt'>

/**
 * The licenses of the receiver that a purchase brings: what it is of, roles, and avatars to wear. What is used at once
 * brings none.
 */
export function purchaseGrants({ id, receiverId, listingType, products, endsAt }: Granting): Grants {
  const bought = listingType === 'instant' ? [] : boughtProducts(products)
  return { userId: receiverId, source: id, licenses: withoutDoubles(bought.flatMap(licensesOf)), until: endsAt }
}

const licensesOf = ({ id, groupRoleId, avatarIds }: BoughtProduct): GrantedLicense[] => [
  { forType: 'product', forId: id, forAction: 'have' },
  ...(groupRoleId === null ? [] : [{ forType: 'groupRole', forId: groupRoleId, forAction: 'have' } as const]),
  ...avatarIds.map((forId): GrantedLicense => ({ forType: 'avatar', forId, forAction: 'wear' })),
]

/** Two products of a listing may give the same avatar. */
const withoutDoubles = (licenses: readonly GrantedLicense[]): GrantedLicense[] => [
  ...new Map(licenses.map((license) => [`${license.forType} ${license.forId}`, license])).values(),
]
