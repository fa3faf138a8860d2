import { describe, expect, it } from 'vitest'
import { newId } from '../../../../src/kernel/ids.ts'
import { sharedApp } from '../../../support/app.ts'
import { aBuyer, aListing, aSeller, forDays } from '../../../support/economy.ts'
import { eventually } from '../../../support/eventually.ts'
import { aFriendOf } from '../../../support/friends.ts'
import { aSubscription, payloadsOf } from '../../../support/graphSubscriptions.ts'
import { mutate, query } from '../../../support/jams.ts'
import { mostStatements } from '../../../support/pageStatements.ts'
import { buy } from '../../../support/purchases.ts'
import { aUser, type TestUser } from '../../../support/users.ts'

const app = await sharedApp()
const seller = await aSeller(app)
const graphId = (listingId: string) => listingId.replace('prod_', 'lstg_')

const PURCHASE = `id kind status isRunning price unitPrice quantity fee proceeds isRenewed period isLatest
  buyer { id } receiver { id } seller { id } buyerName sellerName listing { id } listingName listingType location
  products { productId displayName type product { id } } startsAt endsAt purchasedAt viewerCanRefund viewerCanCancelRenewal`

const buyByGraph = (buyer: TestUser, input: object) =>
  mutate(app, buyer, `purchaseProductListing { purchase { ${PURCHASE} } purchaseEdge { cursor node { id } } }`, {
    totalPrice: 100,
    ...input,
  })

const PAGE = `query($first: Int, $after: String, $last: Int, $before: String) { viewer {
  purchases(first: $first, after: $after, last: $last, before: $before) {
    totalCount nodes { id } pageInfo { endCursor startCursor hasNextPage }
  }
} }`

describe('a purchase in the graph', () => {
  it('is made, cancelled and refunded by the same acts as over REST', async () => {
    const buyer = await aBuyer(app)
    const listingId = await aListing(app, seller, forDays(3, 'subscription'))
    const input = { listingId: graphId(listingId), location: 'CLIENT_WORLD_STORE', idempotencyKey: 'one' }
    const { payload } = await buyByGraph(buyer, input)
    const purchase = Object(payload?.purchase)
    expect(purchase).toMatchObject({
      ...{ kind: 'PURCHASE', status: 'ACTIVE', isRunning: true, price: 100, fee: null, proceeds: null, period: 1 },
      ...{ buyer: { id: buyer.id }, receiver: { id: buyer.id }, seller: { id: seller.id }, isRenewed: true },
      ...{ listing: { id: graphId(listingId) }, listingType: 'SUBSCRIPTION', location: 'CLIENT_WORLD_STORE' },
      ...{ products: [{ displayName: 'Hat', type: 'UDON' }], viewerCanRefund: true, viewerCanCancelRenewal: true },
    })
    expect(Object(payload?.purchaseEdge).node).toEqual({ id: purchase.id })
    expect((await buyByGraph(buyer, input)).payload?.purchase).toMatchObject({ id: purchase.id })
    const reused = await buyByGraph(buyer, { ...input, totalPrice: 1 })
    expect(reused.error?.extensions).toMatchObject({ code: 'BAD_INPUT', reason: 'KEY_REUSED' })
    const cancelled = await mutate(app, buyer, `cancelRenewal { purchase { ${PURCHASE} } }`, {
      purchaseId: purchase.id,
    })
    expect(cancelled.payload?.purchase).toMatchObject({ status: 'CANCELLED', isRunning: true, isRenewed: false })
    const refunded = await mutate(app, buyer, `refundPurchase { purchase { ${PURCHASE} refundedAt } }`, {
      purchaseId: purchase.id,
    })
    expect(refunded.payload?.purchase).toMatchObject({ status: 'REFUNDED', isRunning: false, viewerCanRefund: false })
  })

  it('is refused with the reasons of its checks', async () => {
    const [buyer, poor] = [await aBuyer(app), await aBuyer(app, 0)]
    const listingId = graphId(await aListing(app, seller))
    const reasonOf = async (person: TestUser, input: object) =>
      (await buyByGraph(person, { listingId, ...input })).error?.extensions.reason
    expect(await reasonOf(poor, {})).toBe('INSUFFICIENT_FUNDS')
    expect(await reasonOf(await aUser(app), {})).toBe('TERMS_NOT_ACCEPTED')
    expect(await reasonOf(buyer, { totalPrice: 99 })).toBe('PRICE_CHANGED')
    expect(await reasonOf(buyer, { quantity: 2, totalPrice: 200 })).toBe('TOO_LARGE')
    expect(await reasonOf(buyer, { receiverId: poor.id })).toBe('NOT_FRIENDS')
    expect(await reasonOf(buyer, { listingId: newId('listing', new Date()) })).toBe('LISTING_NOT_FOUND')
    expect(await reasonOf(buyer, {})).toBeUndefined()
    expect(await reasonOf(buyer, {})).toBe('ALREADY_OWNED')
  })

  it('is found by those who have a part in it alone, and shows proceeds to the seller', async () => {
    const buyer = await aBuyer(app)
    const friend = await aFriendOf(app, buyer)
    const { purchaseId } = await buy(buyer, await aListing(app, seller), { receiverId: friend.id })
    const find = async (person: TestUser) =>
      (
        await query(app, person, 'query($id: ID!) { node(id: $id) { ... on ProductPurchase { id fee proceeds } } }', {
          id: purchaseId,
        })
      ).node
    for (const person of [buyer, friend])
      expect(await find(person)).toEqual({ id: purchaseId, fee: null, proceeds: null })
    expect(await find(seller)).toEqual({ id: purchaseId, fee: 10, proceeds: 90 })
    expect(await find(await aUser(app))).toBeNull()
    const lists = '{ viewer { purchases { nodes { id } } receivedGifts { totalCount nodes { id } } } }'
    const { viewer } = await query(app, friend, lists)
    expect(viewer).toEqual({ purchases: { nodes: [] }, receivedGifts: { totalCount: 1, nodes: [{ id: purchaseId }] } })
  })

  it('is paged in the lists of its people, by as many statements at every size', async () => {
    const buyer = await aBuyer(app)
    const ids: string[] = []
    for (let at = 0; at < 5; at++) ids.unshift((await buy(buyer, await aListing(app, seller))).purchaseId)
    const page = async (given: object) => (await query(app, buyer, PAGE, given)).viewer.purchases
    const first = await page({ first: 3 })
    expect(first).toMatchObject({ totalCount: 5, pageInfo: { hasNextPage: true } })
    const second = await page({ first: 3, after: first.pageInfo.endCursor })
    expect([...first.nodes, ...second.nodes].map(({ id }: { id: string }) => id)).toEqual(ids)
    const back = await page({ last: 2, before: second.pageInfo.startCursor })
    expect(back.nodes.map(({ id }: { id: string }) => id)).toEqual(ids.slice(1, 3))
    const text = `query($first: Int) { viewer { purchases(first: $first) { totalCount nodes { ${PURCHASE} } } } }`
    const reading = (count: number) => mostStatements(app, () => query(app, buyer, text, { first: count }))
    expect(await reading(5)).toBe(await reading(2))
  })

  it('is announced to its buyer, receiver and seller', async () => {
    const buyer = await aBuyer(app)
    const listingId = await aListing(app, seller)
    const watch = await aSubscription(app, seller, 'subscription { purchasesChanged { purchase { id proceeds } } }')
    const { purchaseId } = await buy(buyer, listingId)
    await eventually(() => payloadsOf(watch.messages, 'purchasesChanged').length === 1)
    expect(payloadsOf(watch.messages, 'purchasesChanged')).toEqual([{ purchase: { id: purchaseId, proceeds: 90 } }])
  })
})
