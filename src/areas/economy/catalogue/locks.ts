import type { Listing, Store } from '../../../generated/prisma/client.ts'
import { rowLock } from '../../../kernel/locks.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { listingNotFound, storeNotFound } from '../policy.ts'

/** Locks a listing for changes until the transaction ends, so that purchases wait. Throws `missing`. */
export async function lockListing(tx: InTransaction, id: string): Promise<Listing> {
  const lock = rowLock(tx, 'listing', { keys: [id], strength: 'NO KEY UPDATE' })
  await tx.sql`SELECT FROM "Listing" WHERE id = ${id} ${lock}`
  const listing = await tx.db.listing.findUnique({ where: { id } })
  if (!listing) throw listingNotFound()
  return listing
}

/** Locks a store and its shelves for changes until the transaction ends. Throws `missing`. */
export async function lockStore(tx: InTransaction, id: string): Promise<Store> {
  const lock = rowLock(tx, 'store', { keys: [id], strength: 'NO KEY UPDATE' })
  await tx.sql`SELECT FROM "Store" WHERE id = ${id} ${lock}`
  const store = await tx.db.store.findUnique({ where: { id } })
  if (!store) throw storeNotFound()
  return store
}
