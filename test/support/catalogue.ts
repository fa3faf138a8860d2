import { siblingId, type UserId } from '../../src/kernel/ids.ts'
import type { TestApp } from './app.ts'
import { mutate } from './jams.ts'
import type { TestUser } from './users.ts'
import { aFileUrl, fileIdIn } from './worlds.ts'

/** The id of a complete image of a person. */
export const anOwnImage = async (app: TestApp, { id }: { readonly id: UserId }): Promise<string> =>
  fileIdIn(await aFileUrl(app, id, '.png'))

/** The id of a listing in the graph, by its stored one. */
export const graphIdOf = (listingId: string): string => siblingId('listing', listingId)
/** The stored id of a listing, by its id in the graph. */
export const storedIdOf = (listingId: string): string => siblingId('product', listingId)

/** Creates a product by the graph. Answers its id; throws when it is refused. */
export async function createdProduct(app: TestApp, seller: TestUser, given: object = {}): Promise<string> {
  const texts = { displayName: 'Hat', type: 'UDON', imageId: await anOwnImage(app, seller) }
  const { payload, error } = await mutate(app, seller, 'createProduct { product { id } }', { ...texts, ...given })
  if (error) throw new Error(error.message)
  return Object(payload?.product).id
}

/** Creates a listing by the graph, a draft of no product unless more is given. Answers its id in the graph. */
export async function createdListing(app: TestApp, seller: TestUser, given: object = {}): Promise<string> {
  const fields = { displayName: 'A hat', type: 'PERMANENT', productType: 'UDON', price: 100 }
  const { payload, error } = await mutate(app, seller, 'createListing { listing { id } }', { ...fields, ...given })
  if (error) throw new Error(error.message)
  return Object(payload?.listing).id
}
