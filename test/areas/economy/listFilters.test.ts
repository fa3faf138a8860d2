import { beforeAll, describe, expect, it } from 'vitest'
import { addMilliseconds, DAY } from '../../../src/kernel/clock.ts'
import { anApp, type TestApp } from '../../support/app.ts'
import { aBuyer, aListing, aProduct, aSeller } from '../../support/economy.ts'
import { befriend } from '../../support/friends.ts'
import { query } from '../../support/jams.ts'
import { aPayment } from '../../support/payments.ts'
import { actOnPurchase, buy } from '../../support/purchases.ts'
import { aUser, type TestUser } from '../../support/users.ts'

let app: TestApp
let seller: TestUser
let buyer: TestUser
const day = (days: number) => addMilliseconds(new Date(), days * DAY)
beforeAll(async () => {
  app = await anApp()
  ;[seller, buyer] = [await aSeller(app), await aBuyer(app)]
})

/** The nodes of a list of the viewer, and that its number is theirs. */
async function listed(person: TestUser, path: string, args: object, selection = 'id') {
  const given = Object.entries(args).map(([name, value]) => {
    const isEnum = typeof value === 'string' && /^[A-Z_]+$/.test(value)
    return `${name}: ${isEnum ? value : JSON.stringify(value).replaceAll(/"([A-Z_]+)"/g, '$1')}`
  })
  const [outer, inner = ''] = path.split('.')
  const list = `${inner || outer}${given.length > 0 ? `(${given.join(', ')})` : ''} { totalCount nodes { ${selection} } }`
  const { viewer } = await query(app, person, `{ viewer { ${inner ? `${outer} { ${list} }` : list} } }`)
  const { totalCount, nodes } = inner ? viewer[outer ?? ''][inner] : viewer[outer ?? '']
  expect(totalCount).toBe(nodes.length)
  return nodes
}

describe('a person narrows', () => {
  it('purchases, gifts and sales by state, kind and time', async () => {
    const friend = await aUser(app)
    await befriend(buyer, friend)
    const listing = await aListing(app, seller, { isBuyerRefundable: true })
    const [kept, refunded] = [
      await buy(buyer, listing),
      await buy(buyer, await aListing(app, seller, { isBuyerRefundable: true })),
    ]
    const gift = await buy(buyer, await aListing(app, seller), { receiverId: friend.id })
    const ids = [kept, refunded, gift].map((purchase) => String(Object(purchase).id ?? Object(purchase).purchaseId))
    expect(await actOnPurchase(app, buyer, 'refundPurchase', ids[1] ?? '')).toBe('done')
    const idsOf = async (person: TestUser, name: string, args: object) =>
      (await listed(person, name, args)).map(({ id }: { readonly id: string }) => id).sort()
    expect(await idsOf(buyer, 'purchases', {})).toEqual([...ids].sort())
    expect(await idsOf(buyer, 'purchases', { status: 'REFUNDED' })).toEqual([ids[1]])
    expect(await idsOf(buyer, 'purchases', { kind: 'GIFT' })).toEqual([ids[2]])
    expect(await idsOf(buyer, 'purchases', { kind: 'GIFT', status: 'REFUNDED' })).toEqual([])
    expect(await idsOf(friend, 'receivedGifts', { kind: 'GIFT' })).toEqual([ids[2]])
    expect(await idsOf(seller, 'sales', { status: 'REFUNDED' })).toEqual([ids[1]])
    expect(await idsOf(buyer, 'purchases', { since: day(-1).toISOString(), until: day(1).toISOString() })).toHaveLength(
      3,
    )
    expect(await idsOf(buyer, 'purchases', { until: day(-1).toISOString() })).toEqual([])
    expect(await idsOf(buyer, 'purchases', { since: day(1).toISOString() })).toEqual([])
    expect(await idsOf(await aBuyer(app), 'purchases', {})).toEqual([])
  })

  it('entries of the wallet by kind and time', async () => {
    const person = await aBuyer(app)
    await buy(person, await aListing(app, seller))
    const kindsOf = async (args: object) =>
      (await listed(person, 'wallet.entries', args, 'kind')).map(({ kind }: { readonly kind: string }) => kind)
    const all = await kindsOf({})
    expect(all).toContain('PURCHASE')
    expect(all.length).toBeGreaterThan(1)
    expect(await kindsOf({ kinds: ['PURCHASE'] })).toEqual(['PURCHASE'])
    expect(await kindsOf({ kinds: ['REFUND', 'PAYOUT'] })).toEqual([])
    expect(await kindsOf({ kinds: [] })).toEqual([])
    expect(await kindsOf({ since: day(-1).toISOString(), until: day(1).toISOString() })).toEqual(all)
    expect(await kindsOf({ until: day(-1).toISOString() })).toEqual([])
    expect(await kindsOf({ since: day(1).toISOString(), kinds: ['PURCHASE'] })).toEqual([])
  })

  it('payments by state and time, and products by time', async () => {
    const person = await aSeller(app)
    const paid = await aPayment(app, person, { status: 'active', createdAt: day(-10) })
    const pending = await aPayment(app, person)
    const paymentsOf = async (args: object) =>
      (await listed(person, 'storeTransactions', args)).map(({ id }: { readonly id: string }) => id)
    expect((await paymentsOf({})).sort()).toEqual([paid, pending].sort())
    expect(await paymentsOf({ status: 'PENDING' })).toEqual([pending])
    expect(await paymentsOf({ until: day(-5).toISOString() })).toEqual([paid])
    expect(await paymentsOf({ since: day(-5).toISOString(), status: 'ACTIVE' })).toEqual([])
    const [old, recent] = [await aProduct(app, person, { createdAt: day(-10) }), await aProduct(app, person)]
    const productsOf = async (args: object) =>
      (await listed(person, 'products', args)).map(({ id }: { readonly id: string }) => id)
    expect(await productsOf({ until: day(-5).toISOString() })).toEqual([old])
    expect(await productsOf({ since: day(-5).toISOString(), type: 'UDON' })).toEqual([recent])
  })
})
