import { describe, expect, it } from 'vitest'
import { MAX_SHELVES } from '../../../../src/areas/economy/catalogue/shelves.ts'
import { HOUSE_STORE_ID } from '../../../../src/areas/economy/seed.ts'
import type { StoreView } from '../../../../src/contract/shapes/economy.ts'
import { newId } from '../../../../src/kernel/ids.ts'
import { sharedApp } from '../../../support/app.ts'
import { graphIdOf } from '../../../support/catalogue.ts'
import { aListing, aSeller } from '../../../support/economy.ts'
import { mutate, query, refusedMutation } from '../../../support/jams.ts'
import { refusal } from '../../../support/refusals.ts'
import { anAdmin, aUser } from '../../../support/users.ts'

const app = await sharedApp()
const [seller, admin, stranger] = [await aSeller(app), await anAdmin(app), await aUser(app)]
const storeId = HOUSE_STORE_ID
const titles = async () =>
  (await query(app, admin, '{ platformStore { shelves { title } } }')).platformStore.shelves.map(
    ({ title }: { title: string }) => title,
  )

async function createdShelf(given: object): Promise<string> {
  const { payload, error } = await mutate(app, admin, 'createStoreShelf { shelf { id } }', { storeId, ...given })
  if (error) throw new Error(error.message)
  return Object(payload?.shelf).id
}

describe('shelves of the store of the platform', () => {
  it('are made, changed, arranged and deleted by admins', async () => {
    const listings = [await aListing(app, seller), await aListing(app, seller)]
    const [one, two] = listings.map(graphIdOf)
    const given = {
      title: ' Hats ',
      description: 'Soft.',
      layout: 'carousel',
      status: 'PUBLIC',
      listingIds: [two, one],
      highlightId: one,
    }
    const selection = `shelf { id title description layout status highlight { id } store { id }
      listings { nodes { id } totalCount } } store { shelves { title } viewerCanUpdateShelves }`
    const { payload } = await mutate(app, admin, `createStoreShelf { ${selection} }`, { storeId, ...given })
    const { id: first } = Object(payload?.shelf)
    expect(payload).toEqual({
      shelf: {
        ...{ id: expect.stringMatching(/^ess_/), title: 'Hats', description: 'Soft.', layout: 'carousel' },
        ...{ status: 'PUBLIC', highlight: { id: one }, store: { id: storeId } },
        listings: { nodes: [{ id: two }, { id: one }], totalCount: 2 },
      },
      store: { shelves: [{ title: 'Hats' }], viewerCanUpdateShelves: true },
    })
    const second = await createdShelf({ title: 'Caps' })
    await createdShelf({ title: 'Bows', position: 0 })
    expect(await titles()).toEqual(['Bows', 'Hats', 'Caps'])
    const update = (id: string, change: object) => mutate(app, admin, 'updateStoreShelf', { shelfId: id, ...change })
    await update(second, { position: 0, status: 'PREVIEW' })
    await update(first, { highlightId: null, listingIds: [one], description: '' })
    expect(await titles()).toEqual(['Caps', 'Bows', 'Hats'])
    expect(await query(app, stranger, '{ platformStore { shelves { title highlight { id } description } } }')).toEqual({
      platformStore: { shelves: [{ title: 'Hats', highlight: null, description: null }] },
    })
    const deleted = await mutate(app, admin, 'deleteStoreShelf { deletedStoreShelfId store { shelves { title } } }', {
      shelfId: second,
    })
    expect(deleted.payload).toEqual({
      ...{ deletedStoreShelfId: second, store: { shelves: [{ title: 'Bows' }, { title: 'Hats' }] } },
    })
    const acts = await app.scope().db.auditEntry.findMany({ where: { subjectId: second }, orderBy: { id: 'asc' } })
    expect(acts.map(({ act }) => act)).toEqual(['createStoreShelf', 'updateStoreShelf', 'deleteStoreShelf'])
  })

  it('are for admins alone', async () => {
    const shelfId = await createdShelf({ title: 'x' })
    for (const [name, input] of [
      ['createStoreShelf', { storeId, title: 'x' }],
      ['updateStoreShelf', { shelfId, title: 'y' }],
      ['deleteStoreShelf', { shelfId }],
    ] as const)
      expect(await refusedMutation(app, seller, name, input)).toMatchObject({ code: 'FORBIDDEN', reason: 'ADMIN_ONLY' })
  })

  it.each<[string, object, string, readonly string[]]>([
    ['no title', { title: ' ' }, 'TOO_SHORT', ['title']],
    ['a long description', { description: 'x'.repeat(501) }, 'TOO_LONG', ['description']],
    ['a strange layout', { layout: 'a b' }, 'INVALID_CHARACTERS', ['layout']],
    ['an unknown listing', { listingIds: [newId('listing', new Date())] }, 'UNKNOWN_REFERENCE', ['listingIds.0']],
    ['an unknown highlight', { highlightId: newId('listing', new Date()) }, 'UNKNOWN_REFERENCE', ['highlightId']],
    ['several faults', { title: '', layout: '' }, 'TOO_SHORT', ['title', 'layout']],
  ])('refuse %s', async (_name, given, reason, fields) => {
    const shelfId = await createdShelf({ title: 'x' })
    const expected = { code: 'BAD_INPUT', reason, fields }
    expect(await refusedMutation(app, admin, 'updateStoreShelf', { shelfId, ...given })).toEqual(expected)
    expect(await refusedMutation(app, admin, 'createStoreShelf', { storeId, title: 'x', ...given })).toEqual(expected)
  })

  it('take active listings alone, and none in stores of sellers', async () => {
    const draft = graphIdOf(await aListing(app, seller, { state: 'draft' }))
    expect(
      await refusedMutation(app, admin, 'createStoreShelf', { storeId, title: 'x', listingIds: [draft] }),
    ).toMatchObject({
      fields: ['listingIds.0'],
    })
    const { db, now } = app.scope()
    const other = { storeType: 'world', sellerId: seller.id, displayName: 'x', createdAt: now, updatedAt: now }
    const { id } = await db.store.create({ data: { id: newId('store', now), ...other } })
    expect(await refusedMutation(app, admin, 'createStoreShelf', { storeId: id, title: 'x' })).toMatchObject({
      ...{ reason: 'WRONG_COMBINATION', fields: ['storeId'] },
    })
    const unknown = newId('storeShelf', now)
    for (const [name, input] of [
      ['updateStoreShelf', { shelfId: unknown, title: 'y' }],
      ['deleteStoreShelf', { shelfId: unknown }],
    ] as const)
      expect(await refusedMutation(app, admin, name, input)).toMatchObject({ reason: 'STORE_SHELF_NOT_FOUND' })
    expect(
      await refusedMutation(app, admin, 'createStoreShelf', { storeId: newId('store', now), title: 'x' }),
    ).toMatchObject({
      reason: 'STORE_NOT_FOUND',
    })
  })
})

describe('getStoreShelves', () => {
  it('lists the shelves of a view, others than public ones for admins alone', async () => {
    await app.scope().db.storeShelf.deleteMany({ where: { storeId } })
    for (const status of ['DRAFT', 'PREVIEW', 'PUBLIC']) await createdShelf({ title: status, status })
    const seen = async (api: typeof admin.api, fetch?: StoreView) =>
      (await api.call('getStoreShelves', { query: { storeId, ...(fetch && { fetch }) } })).map(
        (shelf) => shelf.shelfTitle,
      )
    for (const api of [stranger.api, seller.api, admin.api]) expect(await seen(api)).toEqual(['PUBLIC'])
    const views = {
      all: ['DRAFT', 'PREVIEW', 'PUBLIC'],
      draft: ['DRAFT'],
      preview: ['PREVIEW'],
      publicPreview: ['PREVIEW', 'PUBLIC'],
    }
    for (const view of ['all', 'draft', 'preview', 'publicPreview'] as const) {
      expect(await seen(admin.api, view)).toEqual(views[view])
      for (const api of [stranger.api, seller.api])
        expect(await api.try('getStoreShelves', { query: { storeId, fetch: view } })).toMatchObject(
          refusal(403, "You don't have permission."),
        )
    }
    expect(await admin.api.try('getStoreShelves', { query: { storeId, fetch: 'some' } })).toMatchObject({ status: 400 })
  })

  it('fills listings when they are asked for', async () => {
    await app.scope().db.storeShelf.deleteMany({ where: { storeId } })
    const listing = await aListing(app, seller)
    await createdShelf({
      title: 'x',
      status: 'PUBLIC',
      listingIds: [graphIdOf(listing)],
      highlightId: graphIdOf(listing),
    })
    const [bare] = await stranger.api.call('getStoreShelves', { query: { storeId } })
    expect(bare).toMatchObject({ listingIds: [listing], highlightListingId: listing })
    expect(bare?.listings).toBeUndefined()
    const [filled] = await stranger.api.call('getStoreShelves', { query: { storeId, hydrateListings: 'true' } })
    expect(filled).toMatchObject({
      listings: [{ id: listing, storeIds: [storeId] }],
      highlightListing: { id: listing },
    })
    const store = await stranger.api.call('getStore', { query: { storeId, hydrateListings: 'true' } })
    expect(store).toMatchObject({
      storeType: 'house',
      shelfIds: [filled?.id],
      shelves: [{ listings: [{ id: listing }] }],
    })
    expect(store.listingIds).toBeUndefined()
    await app.scope().db.listing.update({ where: { id: listing }, data: { state: 'draft' } })
    const [hidden] = await stranger.api.call('getStoreShelves', { query: { storeId, hydrateListings: 'true' } })
    expect(hidden).toMatchObject({ listingIds: [], listings: [] })
    expect(hidden?.highlightListingId).toBeUndefined()
    expect(await seller.api.call('getStoreShelves', { query: { storeId } })).toMatchObject([{ listingIds: [listing] }])
  })

  it('is missing for unknown and hidden stores', async () => {
    for (const operation of ['getStore', 'getStoreShelves'] as const)
      expect(await admin.api.try(operation, { query: { storeId: newId('store', new Date()) } })).toMatchObject(
        refusal(404, 'Store not found'),
      )
  })
})

describe('the number of shelves', () => {
  it('is bounded', async () => {
    const { db, now } = app.scope()
    const rows = Array.from({ length: MAX_SHELVES }, (_, position) => ({
      id: newId('storeShelf', now),
      storeId,
      title: 'x',
      position,
      createdAt: now,
      updatedAt: now,
    }))
    await db.storeShelf.createMany({ data: rows })
    expect(await refusedMutation(app, admin, 'createStoreShelf', { storeId, title: 'x' })).toMatchObject({
      ...{ code: 'CONFLICT', reason: 'LIMIT_REACHED' },
    })
  })
})
