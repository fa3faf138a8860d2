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
