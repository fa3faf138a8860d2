import type { Scope } from '../../../kernel/scope.ts'
import type { GrantedLicense, Grants } from '../licenses/grants.ts'
import { isForSale } from '../policy.ts'
import type { NewPurchase } from './newPurchase.ts'
import type { PurchaseRow } from './queries.ts'

/** A product as it was bought. */
export interface BoughtProduct {
  readonly id: string
  readonly productType: string
  readonly displayName: string
  readonly imageId: string
  /** The role that it gives; null for other types. */
  readonly groupId: string | null
  readonly groupRoleId: string | null
  /** Whether the receiver joins the group. */
  readonly groupAccess: boolean
  /** Whether the receiver leaves the group at the end, if they joined it by a purchase. */
  readonly groupAccessRemove: boolean
  /** Templates of the items that it gives. */
  readonly templateIds: readonly string[]
  /** Avatars that the receiver may wear. */
  readonly avatarIds: readonly string[]
}

const textsOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])
const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

/** The products of a purchase, which are stored as JSON. */
export const boughtProducts = (stored: unknown): BoughtProduct[] =>
  (Array.isArray(stored) ? stored : []).map((given: unknown) => {
    const product: Readonly<Record<string, unknown>> = { ...Object(given) }
    return {
      id: String(product.id),
      productType: String(product.productType),
      displayName: String(product.displayName),
      imageId: String(product.imageId),
      groupId: textOrNull(product.groupId),
      groupRoleId: textOrNull(product.groupRoleId),
      groupAccess: product.groupAccess === true,
      groupAccessRemove: product.groupAccessRemove === true,
      templateIds: textsOf(product.templateIds),
      avatarIds: textsOf(product.avatarIds),
    }
  })

/** The templates of the items that products give. */
export const templatesOf = (products: readonly BoughtProduct[]): string[] =>
  products.flatMap(({ templateIds }) => [...templateIds])

/** Where something was bought. */
export interface PurchaseContext {
  readonly locationType?: string | undefined
  readonly storeId?: string | undefined
  readonly worldId?: string | undefined
}

/** The place of a purchase, which is stored as JSON. */
export function purchaseContext(stored: unknown): PurchaseContext {
  const { locationType, storeId, worldId }: Readonly<Record<string, unknown>> = { ...Object(stored) }
  return {
    ...(typeof locationType === 'string' && { locationType }),
    ...(typeof storeId === 'string' && { storeId }),
    ...(typeof worldId === 'string' && { worldId }),
  }
}

/** Statuses of purchases whose effect lasts: `cancelled` ones are not renewed at the end. */
export const LASTING_STATUSES = ['active', 'cancelled']

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

/** The status of a purchase at a time: one whose end has passed has expired, even before the job has noted it. */
export const purchaseStatusOf = ({ status, endsAt }: Pick<PurchaseRow, 'status' | 'endsAt'>, now: Date): string =>
  LASTING_STATUSES.includes(status) && endsAt !== null && endsAt <= now ? 'expired' : status

/** Whether what a purchase gave lasts at a time. */
export const isRunningAt = (purchase: Pick<PurchaseRow, 'status' | 'endsAt'>, now: Date): boolean =>
  LASTING_STATUSES.includes(purchaseStatusOf(purchase, now))

/** Whether the listing of a purchase is sold now. */
export const isStillSold = (
  { now }: Pick<Scope, 'now'>,
  { listingState: state, listingExpiresAt: expiresAt }: PurchaseRow,
): boolean => isForSale({ now }, { state, expiresAt })
