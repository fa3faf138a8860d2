import type { Store } from '../../../generated/prisma/client.ts'
import { invalid } from '../../../kernel/failure.ts'
import type { InputRule } from '../../../kernel/inputFaults.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { assertLength, assertList, DESCRIPTION, DISPLAY_NAME, tagRules } from './fieldRules.ts'
import type { StoreStatus } from './shelves.ts'

/** What sellers decide about a store; omitted fields stay as they are. */
export interface StoreFields {
  readonly displayName?: string | undefined
  readonly description?: string | undefined
  readonly tags?: readonly string[] | undefined
  /** `draft` by default. */
  readonly status?: StoreStatus | undefined
  /** What it offers, in this order; the store of the platform has shelves instead. */
  readonly listingIds?: readonly string[] | undefined
}

/** A new store, of a group or of a world. */
export interface NewStore extends StoreFields {
  readonly displayName: string
  readonly groupId?: string | undefined
  readonly worldId?: string | undefined
}

/** Listings that a store offers. */
export const MAX_LISTINGS_OF_STORE = 100

/** The rules for what is given of a store of a seller. */
export const storeRules = (
  scope: Pick<Scope, 'db'>,
  given: StoreFields,
  { sellerId, storeType }: Pick<Store, 'sellerId' | 'storeType'>,
): InputRule[] => [
  () => assertLength('displayName', given.displayName, DISPLAY_NAME),
  () => assertLength('description', given.description, DESCRIPTION),
  ...tagRules(given.tags),
  () => assertList('listingIds', given.listingIds, MAX_LISTINGS_OF_STORE),
  () => {
    if (storeType === 'house' && given.listingIds)
      throw invalid('listingIds', 'listingIds are for stores of groups and worlds', 'wrong_combination')
  },
  () => assertListings(scope, given.listingIds ?? [], { sellerId }),
]

/** Throws `invalid` unless these are listings that are not archived: of the seller, or active ones of anybody. */
export async function assertListings(
  { db }: Pick<Scope, 'db'>,
  listingIds: readonly string[],
  of: { readonly sellerId: string } | { readonly state: 'active' },
): Promise<void> {
  const ids = [...new Set(listingIds)]
  if (ids.length === 0) return
  const where = { AND: [{ id: { in: ids }, state: { not: 'archived' } }, of] }
  if ((await db.listing.count({ where })) < ids.length)
    throw invalid('listingIds', 'listingIds must be listings that the store can offer', 'unknown_reference')
}

/** The rules for the group or world of a new store: one of both, which is the viewer's own. */
export const placeRules = (
  { db, viewer }: ViewerScope,
  { groupId, worldId }: Pick<NewStore, 'groupId' | 'worldId'>,
): InputRule[] => [
  () => {
    if ((groupId === undefined) === (worldId === undefined))
      throw invalid('groupId', 'groupId or worldId is needed, not both', 'wrong_combination')
  },
  async () => {
    if (groupId === undefined) return
    const where = { id: groupId, ownerId: viewer.id, deletedAt: null }
    if ((await db.group.count({ where })) === 0)
      throw invalid('groupId', 'groupId must be a group of your own', 'unknown_reference')
  },
  async () => {
    if (worldId === undefined) return
    const where = { id: worldId, authorId: viewer.id, deletedAt: null }
    if ((await db.world.count({ where })) === 0)
      throw invalid('worldId', 'worldId must be a world of your own', 'unknown_reference')
  },
]
