import type { Product } from '../../../generated/prisma/client.ts'
import { assertBelowCap } from '../../../kernel/caps.ts'
import { assertUnchanged, type ConditionalChange } from '../../../kernel/changedSince.ts'
import { Failure } from '../../../kernel/failure.ts'
import { newId, PLATFORM_USER_ID, type ProductId } from '../../../kernel/ids.ts'
import { assertAll, type InputRule, tellingAllFaults } from '../../../kernel/inputFaults.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction, ViewerTransaction } from '../../../kernel/transaction.ts'
import { ownerOrAdminAct } from '../../audit/staffAct.ts'
import { lockGroup } from '../../groups/locks.ts'
import { setRoleSold } from '../../groups/roles/sale.ts'
import { lockSellingGroup } from '../locks.ts'
import { productNotFound } from '../policy.ts'
import { lockSeller, ownSellerOf, sellerOf } from '../sellers.ts'
import { contentsOf, flagsOf, type NewProduct, type ProductFields, productRules, roleRulesOf } from './productFields.ts'

/** Of one seller, without archived ones. */
export const MAX_PRODUCTS = 1_000
const CREATE_LIMIT: RateLimit = { name: 'create-product', points: 500, window: 24 * 60 * 60 }

/** The rules for what is given of a new product. */
export const newProductRules = (scope: ViewerScope, given: Partial<NewProduct>): InputRule[] => {
  const sellerId = given.isOfPlatform ? PLATFORM_USER_ID : scope.viewer.id
  const { productType } = given
  return [...productRules(scope, { ...given, productType, sellerId }, null), ...roleRulesOf(scope, sellerId, given)]
}

/**
 * Creates a product of the viewer's, or of the platform. The role of a product of type role can only be had by a purchase
 * from now on. Throws `forbidden` for who does not sell, `invalid`, `conflict` beyond 1,000 products, `exhausted` after 500
 * a day.
 */
export async function createProduct(scope: ViewerScope, given: NewProduct): Promise<ProductId> {
  const sellerId = await sellerOf(scope, given.isOfPlatform ?? false)
  await scope.limits.take(CREATE_LIMIT, scope.viewer.id)
  return ownerOrAdminAct(scope, 'createProduct', async (tx) => {
    await lockSeller(tx, sellerId)
    const where = { sellerId, archivedAt: null }
    assertBelowCap(await tx.db.product.count({ where }), MAX_PRODUCTS, 'products')
    await assertAll(newProductRules(tx, given))
    if (given.groupId !== undefined) await lockGroup(tx, given.groupId)
    // After the lock: the group may have got another owner while this waited.
    await assertAll(roleRulesOf(tx, sellerId, given))
    const id = await insertProduct(tx, sellerId, given)
    await sellRole(tx, given)
    return { subjectId: id, ownerId: sellerId, details: { productType: given.productType }, result: id }
  })
}

async function insertProduct({ db, now }: ViewerTransaction, sellerId: string, given: NewProduct): Promise<ProductId> {
  const id = newId('product', now)
  await db.product.create({
    data: {
      id,
      sellerId,
      productType: given.productType,
      displayName: given.displayName.trim(),
      description: given.description?.trim() ?? '',
      imageId: given.imageId,
      tags: [...(given.tags ?? [])],
      groupId: given.groupId ?? null,
      groupRoleId: given.groupRoleId ?? null,
      ...flagsOf(given, null),
      ...contentsOf(given, null),
      useForSubscriberList: given.useForSubscriberList ?? false,
      createdAt: now,
      updatedAt: now,
    },
  })
  return id
}

async function sellRole(tx: ViewerTransaction, { groupId, groupRoleId: roleId }: NewProduct): Promise<void> {
  if (groupId !== undefined && roleId !== undefined) await setRoleSold(tx, { groupId, roleId, isSold: true })
}

/** The rules for the update of a product. */
export async function productUpdateRules(scope: ViewerScope, id: string, given: ProductFields): Promise<InputRule[]> {
  const product = await scope.db.product.findUnique({ where: { id } })
  return product ? rulesFor(scope, product, given) : []
}

const rulesFor = (scope: ViewerScope, product: Product, given: ProductFields): InputRule[] => {
  const { sellerId, productType } = product
  return productRules(scope, { ...given, sellerId, productType }, product)
}

/**
 * Changes a product of the viewer's; omitted fields stay as they are. What was sold already stays as it was bought. Throws
 * `forbidden` for who does not sell, `missing` for what others sell, `invalid`, `conflict` for an archived product.
 */
export const updateProduct = (
  scope: ViewerScope,
  id: ProductId,
  given: ProductFields & ConditionalChange,
): Promise<void> =>
  tellingAllFaults(
    () => productUpdateRules(scope, id, given),
    () =>
      ownerOrAdminAct(scope, 'updateProduct', async (tx) => {
        const product = await lockOwnProduct(tx, id)
        assertUnchanged(product, given)
        if (product.archivedAt !== null) throw archived('product')
        await assertAll(rulesFor(tx, product, given))
        await writeProduct(tx, product, given)
        return { subjectId: id, ownerId: product.sellerId }
      }),
  )

/** The refusal to change what is archived. */
export const archived = (what: 'product' | 'listing') =>
  new Failure('conflict', `The ${what} is archived`, { reason: 'already_archived' })

async function writeProduct({ db, now }: ViewerTransaction, product: Product, given: ProductFields): Promise<void> {
  const { displayName, description, imageId, tags, useForSubscriberList } = given
  await db.product.update({
    where: { id: product.id },
    data: {
      displayName: displayName?.trim() ?? product.displayName,
      description: description?.trim() ?? product.description,
      imageId: imageId ?? product.imageId,
      ...(tags && { tags: [...tags] }),
      ...flagsOf(given, product),
      ...contentsOf(given, product),
      useForSubscriberList: useForSubscriberList ?? product.useForSubscriberList,
      updatedAt: now,
    },
  })
}

/** Locks the seller of a product of the viewer's, so that the product stays as it is. Throws `forbidden`, `missing`. */
async function lockOwnProduct(tx: ViewerTransaction, id: ProductId): Promise<Product> {
  const found = await tx.db.product.findUnique({ where: { id }, select: { sellerId: true } })
  await lockSeller(tx, await ownSellerOf(tx, found, productNotFound))
  return tx.db.product.findUniqueOrThrow({ where: { id } })
}

/**
 * Archives a product of the viewer's for good; a second call changes nothing. What was sold already stays. A role that no
 * other product sells can be given by hand again. Throws `forbidden` for who does not sell, `missing` for what others sell,
 * `conflict` while it is in an active listing.
 */
export const archiveProduct = (scope: ViewerScope, id: ProductId): Promise<void> =>
  ownerOrAdminAct(scope, 'archiveProduct', async (tx) => {
    const product = await lockOwnProduct(tx, id)
    const outcome = { subjectId: id, ownerId: product.sellerId }
    if (product.archivedAt !== null) return outcome
    const inUse = { productId: id, listing: { state: 'active' } }
    if ((await tx.db.listingProduct.count({ where: inUse })) > 0)
      throw new Failure('conflict', 'This product is in an active listing.', { reason: 'product_in_use' })
    const { groupId, groupRoleId: roleId } = product
    if (groupId !== null && roleId !== null) await lockSellingGroup(tx, groupId)
    await tx.db.product.update({ where: { id }, data: { archivedAt: tx.now, updatedAt: tx.now } })
    if (groupId !== null && roleId !== null) await releaseRole(tx, { groupId, roleId })
    return outcome
  })

/** Lets a role be given by hand again, unless a product sells it. The caller has locked the group. */
export async function releaseRole(
  tx: Scope & InTransaction,
  { groupId, roleId }: { readonly groupId: string; readonly roleId: string },
): Promise<void> {
  if ((await tx.db.product.count({ where: { groupRoleId: roleId, archivedAt: null } })) === 0)
    await setRoleSold(tx, { groupId, roleId, isSold: false })
}
