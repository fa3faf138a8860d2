import { invalid } from '../../../kernel/failure.ts'
import type { InputRule } from '../../../kernel/inputFaults.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { assertList } from './fieldRules.ts'
import { MAX_LISTINGS_OF_STORE } from './storeFields.ts'

const MAX_STORES = 20

/** The rules for the stores that offer a listing: stores of its seller, of groups that the seller owns and of worlds. */
export const offeringRules = (
  scope: Pick<Scope, 'db'>,
  sellerId: string,
  storeIds: readonly string[] | undefined,
): InputRule[] => [
  () => assertList('storeIds', storeIds, MAX_STORES),
  () => assertStores(scope, sellerId, [...new Set(storeIds)].slice(0, MAX_STORES)),
]

async function assertStores({ db }: Pick<Scope, 'db'>, sellerId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const stores = await db.store.findMany({
    where: { id: { in: ids }, sellerId, storeType: { not: 'house' } },
    select: { groupId: true },
  })
  const groupIds = stores.flatMap(({ groupId }) => groupId ?? [])
  const owned = { id: { in: groupIds }, ownerId: sellerId, deletedAt: null }
  const isOwned = groupIds.length === 0 || (await db.group.count({ where: owned })) === groupIds.length
  if (stores.length < ids.length || !isOwned)
    throw invalid('storeIds', 'storeIds must be stores of yours', 'unknown_reference')
}

/**
 * Makes the stores that offer a listing, whose seller is locked, these; it comes last in those that did not offer it. Throws
 * `invalid` for a store that offers as many listings as it can.
 */
export async function writeStores(
  { db }: InTransaction,
  listingId: string,
  storeIds: readonly string[] | undefined,
): Promise<void> {
  if (storeIds === undefined) return
  const offering = await db.storeListing.findMany({ where: { listingId } })
  await db.storeListing.deleteMany({ where: { listingId, storeId: { notIn: [...storeIds] } } })
  const added = storeIds.filter((id) => !offering.some(({ storeId }) => storeId === id))
  for (const storeId of added) {
    const { _count: count, _max: last } = await db.storeListing.aggregate({
      where: { storeId },
      _count: true,
      _max: { position: true },
    })
    if (count >= MAX_LISTINGS_OF_STORE)
      throw invalid('storeIds', `storeIds must be stores with less than ${MAX_LISTINGS_OF_STORE} listings`, {
        reason: 'too_many_entries',
        max: MAX_LISTINGS_OF_STORE,
      })
    await db.storeListing.create({ data: { storeId, listingId, position: (last.position ?? -1) + 1 } })
  }
}
