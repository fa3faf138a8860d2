import type { Store } from '../../../generated/prisma/client.ts'
import { assertUnchanged, type ConditionalChange } from '../../../kernel/changedSince.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import { newId, type StoreId } from '../../../kernel/ids.ts'
import { assertAll, assertFound, type InputRule, tellingAllFaults } from '../../../kernel/inputFaults.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { type InTransaction, isUniqueViolation, transact, type ViewerTransaction } from '../../../kernel/transaction.ts'
import { ownerOrAdminAct } from '../../audit/staffAct.ts'
import { groupChanged } from '../../groups/events.ts'
import { setWorldStore } from '../../worlds/world/write.ts'
import { lockSellingGroup, lockStore } from '../locks.ts'
import { storeNotFound } from '../policy.ts'
import { assertSeller, lockSeller, ownSellerOf } from '../sellers.ts'
import { assertLength, assertList, DESCRIPTION, DISPLAY_NAME, tagRules } from './fieldRules.ts'
import type { StoreStatus } from './shelves.ts'

const CREATE_LIMIT: RateLimit = { name: 'create-store', points: 100, window: 24 * 60 * 60 }

/** The rules for what is given of a new store. */
export const newStoreRules = (scope: ViewerScope, given: Partial<NewStore>): InputRule[] => [
  ...storeRules(scope, given, { sellerId: scope.viewer.id, storeType: 'group' }),
  ...placeRules(scope, given),
]

/**
 * Creates the store of a group that the viewer owns, or of a world of the viewer's. Throws `forbidden` for who does not
 * sell, `invalid`, `conflict` if the group or world has one already, `exhausted` after 100 a day.
 */
export async function createStore(scope: ViewerScope, given: NewStore): Promise<StoreId> {
  await assertSeller(scope)
  await scope.limits.take(CREATE_LIMIT, scope.viewer.id)
  try {
    return await transact(scope, async (tx) => {
      await lockSeller(tx, tx.viewer.id)
      if (given.groupId !== undefined) await lockSellingGroup(tx, given.groupId)
      await assertAll(newStoreRules(tx, given))
      const store = await insertStore(tx, given)
      await writeListings(tx, store.id, given.listingIds ?? [])
      await linkPlace(tx, store)
      return store.id
    })
  } catch (error) {
    throw isUniqueViolation(error)
      ? new Failure('conflict', 'The group or world has a store already', { reason: 'already_exists' })
      : error
  }
}

async function insertStore({ db, now, viewer }: ViewerTransaction, given: NewStore) {
  const id = newId('store', now)
  const place = { groupId: given.groupId ?? null, worldId: given.worldId ?? null }
  const row = {
    ...place,
    storeType: place.groupId === null ? 'world' : 'group',
    sellerId: viewer.id,
    displayName: given.displayName.trim(),
    description: given.description?.trim() ?? '',
    status: given.status ?? 'draft',
    tags: [...(given.tags ?? [])],
  }
  await db.store.create({ data: { id, ...row, createdAt: now, updatedAt: now } })
  return { ...place, id, status: row.status }
}

/** Makes the listings of a store, whose seller is locked, these. */
async function writeListings({ db }: InTransaction, storeId: string, listingIds: readonly string[]): Promise<void> {
  await db.storeListing.deleteMany({ where: { storeId } })
  const rows = listingIds.map((listingId, position) => ({ storeId, listingId, position }))
  if (rows.length > 0) await db.storeListing.createMany({ data: rows })
}

/** Lets the record of a group or world name its store while everybody can see it. The group is locked. */
async function linkPlace(
  tx: Scope & InTransaction,
  { id, groupId, worldId, status }: Pick<Store, 'id' | 'groupId' | 'worldId' | 'status'>,
): Promise<void> {
  const storeId = status === 'public' ? id : null
  if (groupId !== null) await setGroupStore(tx, { groupId, storeId })
  if (worldId !== null) await setWorldStore(tx, { worldId, storeId })
}

async function setGroupStore(
  tx: Scope & InTransaction,
  { groupId, storeId }: { readonly groupId: string; readonly storeId: string | null },
): Promise<void> {
  const group = await tx.db.group.findUniqueOrThrow({ where: { id: groupId }, select: { storeId: true } })
  if (group.storeId === storeId) return
  await tx.db.group.update({ where: { id: groupId }, data: { storeId } })
  tx.emit(groupChanged(groupId))
}

/** The rules for the update of a store. */
export async function storeUpdateRules(scope: ViewerScope, id: string, given: StoreFields): Promise<InputRule[]> {
  const store = await scope.db.store.findUnique({ where: { id } })
  return store ? storeRules(scope, given, store) : []
}

/**
 * Changes a store of the viewer's, admins also that of the platform; omitted fields stay as they are. Throws `forbidden` for
 * who does not sell, `missing` for stores of others and of groups that the viewer owns no longer, `invalid`.
 */
export const updateStore = (scope: ViewerScope, id: StoreId, given: StoreFields & ConditionalChange): Promise<void> =>
  tellingAllFaults(
    () => storeUpdateRules(scope, id, given),
    () =>
      ownerOrAdminAct(scope, 'updateStore', async (tx) => {
        const store = await lockOwnStore(tx, id)
        assertUnchanged(store, given)
        await assertAll(storeRules(tx, given, store))
        const status = given.status ?? store.status
        await tx.db.store.update({ where: { id }, data: { ...columnsOf(store, given), status, updatedAt: tx.now } })
        if (given.listingIds) await writeListings(tx, id, given.listingIds)
        await linkPlace(tx, { ...store, status })
        return { subjectId: id, ownerId: store.sellerId }
      }),
  )

const columnsOf = (store: Store, { displayName, description, tags }: StoreFields) => ({
  displayName: displayName?.trim() ?? store.displayName,
  description: description?.trim() ?? store.description,
  tags: tags ? [...tags] : store.tags,
})

/** Locks a store of the viewer's with its seller and group. Throws `forbidden`, `missing`. */
async function lockOwnStore(tx: ViewerTransaction, id: StoreId): Promise<Store> {
  const found = await tx.db.store.findUnique({ where: { id }, select: { sellerId: true } })
  await lockSeller(tx, await ownSellerOf(tx, found, storeNotFound))
  const store = await lockStore(tx, id)
  if (store.groupId === null) return store
  await lockSellingGroup(tx, store.groupId)
  const where = { id: store.groupId, ownerId: store.sellerId, deletedAt: null }
  if ((await tx.db.group.count({ where })) === 0) throw storeNotFound()
  return store
}

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
interface NewStore extends StoreFields {
  readonly displayName: string
  readonly groupId?: string | undefined
  readonly worldId?: string | undefined
}

/** Listings that a store offers. */
export const MAX_LISTINGS_OF_STORE = 100

/** The rules for what is given of a store of a seller. */
const storeRules = (
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
  const found = await db.listing.findMany({ where, select: { id: true } })
  assertFound('listingIds', listingIds, { found, message: 'listingIds must be listings that the store can offer' })
}

/** The rules for the group or world of a new store: one of both, which is the viewer's own. */
const placeRules = (
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
