import { HOUSE_STORE_ID } from '../../src/areas/economy/seed.ts'
import { newId } from '../../src/kernel/ids.ts'
import type { TestApp } from '../support/app.ts'
import { aListing, aProduct, letSell } from '../support/economy.ts'
import type { TestUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'

/** What the owner of the fixture objects sells, and shelves of the platform. */
export interface CatalogueThings {
  /** A product in no listing, and one that may be archived. */
  readonly productId: string
  readonly goneProductId: string
  /** Active listings, of which one may be archived, and a variant of the first. */
  readonly listingId: string
  readonly goneListingId: string
  readonly variantId: string
  /** The public store of a world of the owner, and a world that has none. */
  readonly storeId: string
  readonly emptyWorldId: string
  /** Public shelves of the store of the platform, of which one may be deleted. */
  readonly shelfId: string
  readonly goneShelfId: string
}

export async function addCatalogue(app: TestApp, owner: TestUser): Promise<CatalogueThings> {
  await letSell(app, owner)
  const { db, now } = app.scope()
  const times = { createdAt: now, updatedAt: now }
  const listingId = await aListing(app, owner)
  const variantId = newId('listingVariant', now)
  await db.listingVariant.create({ data: { id: variantId, listingId, quantity: 1, unitPriceTokens: 90 } })
  const storeId = newId('store', now)
  const worldId = await aWorld(app, owner)
  const ofWorld = { storeType: 'world', worldId, displayName: 'Shop', status: 'public' }
  const listings = { create: { listingId, position: 0 } }
  await db.store.create({ data: { id: storeId, sellerId: owner.id, ...ofWorld, ...times, listings } })
  await db.world.update({ where: { id: worldId }, data: { storeId } })
  const [shelfId, goneShelfId] = [newId('storeShelf', now), newId('storeShelf', now)]
  for (const [position, id] of [shelfId, goneShelfId].entries())
    await db.storeShelf.create({
      data: { id, storeId: HOUSE_STORE_ID, title: 'Hats', status: 'public', position, ...times },
    })
  return {
    productId: await aProduct(app, owner),
    goneProductId: await aProduct(app, owner),
    listingId,
    goneListingId: await aListing(app, owner),
    variantId,
    storeId,
    emptyWorldId: await aWorld(app, owner),
    shelfId,
    goneShelfId,
  }
}
