import { createListing } from '../areas/economy/catalogue/manageListings.ts'
import { createProduct } from '../areas/economy/catalogue/manageProducts.ts'
import { createStore } from '../areas/economy/catalogue/manageStores.ts'
import { createStoreShelf } from '../areas/economy/catalogue/shelves.ts'
import { grantTokens } from '../areas/economy/ledger/adminTransfers.ts'
import { purchaseListing } from '../areas/economy/purchases/purchase.ts'
import { HOUSE_STORE_ID } from '../areas/economy/seed.ts'
import { updateProviderTos } from '../areas/economy/wallet/wallet.ts'
import { createGroupRole } from '../areas/groups/roles/roles.ts'
import { trusted } from '../kernel/ids.ts'
import type { Scope, ViewerScope } from '../kernel/scope.ts'
import { scopeOfAdmin, scopeOfUser } from './scopes.ts'

/** Who sells, with the code of the group whose role is sold. */
const SELLER = { username: 'demo_linus', shortCode: 'HOBBY' } as const
const TOKENS = 10_000

/**
 * Gives the demo admin tokens to spend, and lets a demo person sell: a role, things of worlds and two avatars, in the store of
 * a group.
 */
export async function addEconomy(scope: Scope): Promise<void> {
  const asAdmin = await scopeOfAdmin(scope)
  const userId = asAdmin.viewer.id
  await grantTokens(asAdmin, { userId, tokens: TOKENS, idempotencyKey: 'demo', reason: 'Tokens of the demo' })
  await updateProviderTos(asAdmin, userId, true)
  const listingIds = await addStore(await scopeOf(scope, SELLER.username))
  const shelf = {
    title: 'Made by hobbyists',
    description: 'Small things that got out of hand.',
    status: 'public',
  } as const
  await createStoreShelf(asAdmin, HOUSE_STORE_ID, { ...shelf, listingIds })
  await addTrade(scope, asAdmin, listingIds)
}

/** Demo people who trade with each other, and the tokens that each gets for that. */
const TRADERS = ['demo_ada', SELLER.username] as const
const TOKENS_TO_TRADE = 1_500

/** Lets demo people buy from each other, so that there are purchases, sales and earnings to see. */
async function addTrade(scope: Scope, asAdmin: ViewerScope, listingIds: readonly string[]): Promise<void> {
  const [ada, linus] = [await scopeOf(scope, TRADERS[0]), await scopeOf(scope, TRADERS[1])]
  for (const { viewer } of [ada, linus]) {
    const grant = { userId: viewer.id, tokens: TOKENS_TO_TRADE, idempotencyKey: `demo ${viewer.id}` }
    await grantTokens(asAdmin, { ...grant, reason: 'Tokens of the demo' })
    await updateProviderTos(scopeOfUser(scope, viewer.id), viewer.id, true)
  }
  const [patron = '', , firework = ''] = listingIds
  await purchaseListing(ada, { listingId: patron, totalPrice: 400 })
  await purchaseListing(ada, { listingId: firework, quantity: 3, totalPrice: 60 })
  const { db, viewer } = ada
  const where = { ownerId: viewer.id, tags: { has: 'icon' } }
  const { id: imageId } = await db.file.findFirstOrThrow({ where, orderBy: { id: 'asc' }, select: { id: true } })
  const product = { productType: 'udon', displayName: 'Key to the tower', imageId } as const
  const offer = { ...product, productIds: [await createProduct(ada, product)], priceTokens: 150, isActive: true }
  const key = await createListing(ada, { ...offer, listingType: 'duration', duration: 1, durationType: 'week' })
  await createListing(ada, { ...offer, displayName: 'Key for good', listingType: 'permanent', isActive: false })
  await purchaseListing(linus, { listingId: key, totalPrice: 150 })
}

async function scopeOf(scope: Scope, username: string): Promise<ViewerScope> {
  const { id } = await scope.db.user.findFirstOrThrow({ where: { usernameKey: username }, select: { id: true } })
  return scopeOfUser(scope, trusted<'user'>(id))
}

/** Makes the seller's products, three listings of them, and the store that offers these. */
async function addStore(seller: ViewerScope): Promise<string[]> {
  const { db, viewer } = seller
  const where = { ownerId: viewer.id, tags: { has: 'icon' } }
  const { id: imageId } = await db.file.findFirstOrThrow({ where, orderBy: { id: 'asc' }, select: { id: true } })
  const owned = { ownerId: viewer.id, shortCode: SELLER.shortCode }
  const { id } = await db.group.findFirstOrThrow({ where: owned, select: { id: true } })
  const groupId = trusted<'group'>(id)
  const role = await createGroupRole(seller, groupId, { name: 'Patron', description: 'Keeps the workshop warm.' })
  const products = {
    patron: { productType: 'role', displayName: 'Patron of the workshop', groupId, groupRoleId: role.id },
    lantern: { productType: 'udon', displayName: 'Lantern that never goes out' },
    firework: { productType: 'udon', displayName: 'Firework' },
  } as const
  const listings = {
    patron: { listingType: 'subscription', priceTokens: 400, duration: 1, durationType: 'month' },
    lantern: { listingType: 'permanent', priceTokens: 250, plusDiscountPrice: 200 },
    firework: { listingType: 'instant', priceTokens: 20, isQuantifiable: true, isStackable: true },
  } as const
  const listingIds: string[] = []
  for (const name of ['patron', 'lantern', 'firework'] as const) {
    const product = { ...products[name], imageId, groupAccess: name === 'patron' }
    const productId = await createProduct(seller, product)
    const { productType, displayName } = product
    const sold = { productType, displayName, imageId, productIds: [productId], isActive: true }
    listingIds.push(await createListing(seller, { ...listings[name], ...sold }))
  }
  listingIds.push(...(await listAvatars(seller, imageId)))
  const texts = { displayName: 'The workshop', description: 'What the members of Just a Hobby make.' }
  await createStore(seller, { ...texts, groupId, status: 'public', listingIds })
  return listingIds
}

/** Offers licenses for two public avatars of the seller. */
async function listAvatars(seller: ViewerScope, imageId: string): Promise<string[]> {
  const { db, viewer } = seller
  const where = { authorId: viewer.id, releaseStatus: 'public' }
  const avatars = await db.avatar.findMany({ where, orderBy: { id: 'asc' }, take: 2, select: { id: true, name: true } })
  const listingIds: string[] = []
  for (const { id, name: displayName } of avatars) {
    const productType = 'inventory' as const
    const productId = await createProduct(seller, { productType, displayName, imageId, avatarIds: [id] })
    const sold = { productType, displayName, imageId, productIds: [productId], isActive: true }
    listingIds.push(await createListing(seller, { listingType: 'permanent', priceTokens: 300, ...sold }))
  }
  return listingIds
}
