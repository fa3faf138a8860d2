import type { Prisma, StoreShelf } from '../../../generated/prisma/client.ts'
import { assertBelowCap } from '../../../kernel/caps.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import { newId, type StoreId, type StoreShelfId } from '../../../kernel/ids.ts'
import { assertAll, type InputRule, tellingAllFaults } from '../../../kernel/inputFaults.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { staffAct } from '../../audit/staffAct.ts'
import { lockStore } from '../locks.ts'
import { canManageCatalogue, isListed, listedListings, storeNotFound, visibleStores } from '../policy.ts'
import { assertLength, assertList } from './fieldRules.ts'
import { type ListingWithProducts, readListedListings } from './listings.ts'
import { assertListings } from './manageStores.ts'

/** Who sees a store or shelf: `preview` ones are ready, but neither is shown to others than the seller. */
export const STATUSES = ['draft', 'preview', 'public'] as const
export type StoreStatus = (typeof STATUSES)[number]

/** A status that was stored. */
export const storeStatusOf = ({ status }: { readonly status: string }): StoreStatus =>
  STATUSES.find((one) => one === status) ?? 'draft'

/** A shelf with the ids of its listings that lists show the viewer, in their order. */
export interface ShelfWithListings extends StoreShelf {
  readonly listingIds: readonly string[]
}

export const SHELF_ORDER = [{ position: 'asc' }, { id: 'asc' }] as const

export const shelfRelations = (scope: ViewerScope) =>
  ({
    listings: {
      where: { listing: listedListings(scope) },
      select: { listingId: true },
      orderBy: [{ position: 'asc' }, { listingId: 'asc' }],
    },
    highlightListing: { select: { id: true, state: true, sellerId: true } },
  }) satisfies Prisma.StoreShelfInclude

type ShelfRecord = Prisma.StoreShelfGetPayload<{ include: ReturnType<typeof shelfRelations> }>

/** A shelf without the highlight and the listings that lists don't show the viewer. */
export const shelfOf = (
  scope: ViewerScope,
  { listings, highlightListing, ...shelf }: ShelfRecord,
): ShelfWithListings => ({
  ...shelf,
  highlightListingId: highlightListing && isListed(scope, highlightListing) ? highlightListing.id : null,
  listingIds: listings.map(({ listingId }) => listingId),
})

/** Which shelves to list, by their status. */
const VIEWS = {
  all: STATUSES,
  draft: ['draft'],
  preview: ['preview'],
  public: ['public'],
  publicPreview: ['public', 'preview'],
} as const satisfies Readonly<Record<string, readonly StoreStatus[]>>
type ShelfView = keyof typeof VIEWS

/** Shelves, and their listings by id if asked for. */
export interface Shelves {
  readonly shelves: readonly ShelfWithListings[]
  readonly listings: ReadonlyMap<string, ListingWithProducts> | null
}

/**
 * The shelves of a store in their order. Throws `missing` for a store that the viewer can't see; `forbidden` for shelves
 * that are not public, unless the viewer has the store or is an admin.
 */
export async function readShelves(
  scope: ViewerScope,
  storeId: StoreId,
  { view, withListings = false }: { readonly view: ShelfView; readonly withListings?: boolean | undefined },
): Promise<Shelves> {
  const where = { AND: [{ id: storeId }, visibleStores(scope)] }
  const store = await scope.db.store.findFirst({ where, select: { sellerId: true } })
  if (!store) throw storeNotFound()
  if (view !== 'public' && !canManageCatalogue(scope, store))
    throw new Failure('forbidden', "You don't have permission.", { reason: 'not_own' })
  const rows = await scope.db.storeShelf.findMany({
    where: { storeId, status: { in: [...VIEWS[view]] } },
    include: shelfRelations(scope),
    orderBy: [...SHELF_ORDER],
    relationLoadStrategy: 'join',
  })
  const shelves = rows.map((row) => shelfOf(scope, row))
  const wanted = shelves.flatMap(({ listingIds, highlightListingId }) => [
    ...listingIds,
    ...(highlightListingId === null ? [] : [highlightListingId]),
  ])
  return { shelves, listings: withListings ? await readListedListings(scope, wanted) : null }
}

/** What admins decide about a shelf; omitted fields stay as they are. */
export interface ShelfFields {
  readonly title?: string | undefined
  readonly description?: string | undefined
  /** How clients lay it out. */
  readonly layout?: string | undefined
  /** `draft` by default. */
  readonly status?: StoreStatus | undefined
  /** Active listings of anybody, in this order. */
  readonly listingIds?: readonly string[] | undefined
  /** The active listing that it shows first; null for none. */
  readonly highlightListingId?: string | null | undefined
  /** Place among the shelves, from 0; a new one is the last by default. */
  readonly position?: number | undefined
}

interface NewShelf extends ShelfFields {
  readonly title: string
}

const TITLE = { min: 1, max: 64 }
const DESCRIPTION = { min: 0, max: 500 }
const LAYOUT = /^[A-Za-z][A-Za-z0-9_-]{0,31}$/
const MAX_LISTINGS_OF_SHELF = 100
/** Of one store. */
export const MAX_SHELVES = 50

const shelfNotFound = () => new Failure('missing', 'Shelf not found', { reason: 'store_shelf_not_found' })

/** The rules for what is given of a shelf. */
export const shelfRules = (scope: Pick<Scope, 'db'>, given: ShelfFields): InputRule[] => [
  () => assertLength('title', given.title, TITLE),
  () => assertLength('description', given.description, DESCRIPTION),
  () => {
    if (given.layout !== undefined && !LAYOUT.test(given.layout))
      throw invalid('layout', 'layout must have 1 to 32 letters, digits, - and _, a letter first', {
        reason: 'invalid_characters',
        min: 1,
        max: 32,
      })
  },
  () => assertList('listingIds', given.listingIds, MAX_LISTINGS_OF_SHELF),
  () => assertListings(scope, given.listingIds ?? [], { state: 'active' }),
  () => assertHighlight(scope, given.highlightListingId ?? null),
]

async function assertHighlight({ db }: Pick<Scope, 'db'>, id: string | null): Promise<void> {
  if (id === null || (await db.listing.count({ where: { id, state: 'active' } })) > 0) return
  throw invalid('highlightListingId', 'highlightListingId must be an active listing', 'unknown_reference')
}

/**
 * Creates a shelf in the store of the platform. Throws `forbidden` unless an admin acts, `missing`, `invalid`, also for
 * other stores, which have no shelves, `conflict` beyond 50 shelves.
 */
export const createStoreShelf = (scope: ViewerScope, storeId: StoreId, given: NewShelf): Promise<StoreShelfId> =>
  staffAct(scope, 'createStoreShelf', async (tx) => {
    const { storeType } = await lockStore(tx, storeId)
    if (storeType !== 'house')
      throw invalid('storeId', 'storeId must be the store of the platform', 'wrong_combination')
    const shelves = await shelvesOf(tx, storeId)
    assertBelowCap(shelves.length, MAX_SHELVES, 'shelves')
    await assertAll(shelfRules(tx, given))
    const id = newId('storeShelf', tx.now)
    const { title, description = '', layout = 'grid', status = 'draft', highlightListingId = null } = given
    const fields = { title: title.trim(), description: description.trim(), layout, status, highlightListingId }
    const times = { createdAt: tx.now, updatedAt: tx.now }
    await tx.db.storeShelf.create({ data: { id, storeId, ...fields, position: shelves.length, ...times } })
    await writeListings(tx, id, given.listingIds ?? [])
    await arrangeShelves(tx, shelves, { id, position: given.position ?? shelves.length })
    return { subjectId: id, details: { storeId }, result: id }
  })

const shelvesOf = async ({ db }: InTransaction, storeId: string): Promise<string[]> =>
  (await db.storeShelf.findMany({ where: { storeId }, select: { id: true }, orderBy: [...SHELF_ORDER] })).map(
    ({ id }) => id,
  )

async function writeListings({ db }: InTransaction, shelfId: string, listingIds: readonly string[]): Promise<void> {
  await db.shelfListing.deleteMany({ where: { shelfId } })
  const rows = listingIds.map((listingId, position) => ({ shelfId, listingId, position }))
  if (rows.length > 0) await db.shelfListing.createMany({ data: rows })
}

/** Puts a shelf at its place among the others of the store, which is locked. */
async function arrangeShelves(
  { db }: InTransaction,
  shelves: readonly string[],
  { id, position }: Pick<StoreShelf, 'id' | 'position'>,
): Promise<void> {
  const others = shelves.filter((other) => other !== id)
  const arranged = others.toSpliced(position, 0, id)
  for (const [place, shelfId] of arranged.entries())
    await db.storeShelf.updateMany({ where: { id: shelfId, position: { not: place } }, data: { position: place } })
}

/**
 * Changes a shelf; omitted fields stay as they are. Throws `forbidden` unless an admin acts, `missing`, `invalid`.
 */
export const updateStoreShelf = (scope: ViewerScope, id: StoreShelfId, given: ShelfFields): Promise<void> =>
  tellingAllFaults(
    () => shelfRules(scope, given),
    () =>
      staffAct(scope, 'updateStoreShelf', async (tx) => {
        const shelf = await lockShelf(tx, id)
        await assertAll(shelfRules(tx, given))
        await tx.db.storeShelf.update({ where: { id }, data: { ...columnsOf(shelf, given), updatedAt: tx.now } })
        if (given.listingIds) await writeListings(tx, id, given.listingIds)
        if (given.position !== undefined)
          await arrangeShelves(tx, await shelvesOf(tx, shelf.storeId), { id, position: given.position })
        return { subjectId: id, details: { storeId: shelf.storeId } }
      }),
  )

const columnsOf = (shelf: StoreShelf, given: ShelfFields) => ({
  title: given.title?.trim() ?? shelf.title,
  description: given.description?.trim() ?? shelf.description,
  layout: given.layout ?? shelf.layout,
  status: given.status ?? shelf.status,
  highlightListingId: given.highlightListingId === undefined ? shelf.highlightListingId : given.highlightListingId,
})

/** Locks a shelf by its store. Throws `missing`. */
async function lockShelf(tx: InTransaction, id: string): Promise<StoreShelf> {
  const found = await tx.db.storeShelf.findUnique({ where: { id }, select: { storeId: true } })
  if (!found) throw shelfNotFound()
  await lockStore(tx, found.storeId)
  const shelf = await tx.db.storeShelf.findUnique({ where: { id } })
  if (!shelf) throw shelfNotFound()
  return shelf
}

/** Deletes a shelf; its listings stay. Returns the store. Throws `forbidden` unless an admin acts, `missing`. */
export const deleteStoreShelf = (scope: ViewerScope, id: StoreShelfId): Promise<{ readonly storeId: string }> =>
  staffAct(scope, 'deleteStoreShelf', async (tx) => {
    const { storeId } = await lockShelf(tx, id)
    await tx.db.storeShelf.delete({ where: { id } })
    return { subjectId: id, details: { storeId }, result: { storeId } }
  })
