import { describe, expect, it } from 'vitest'
import { DAY } from '../../../src/kernel/clock.ts'
import { sharedClockApp } from '../../support/app.ts'
import { aBuyer, aListing, aSeller, forDays } from '../../support/economy.ts'
import { countStatements } from '../../support/graphClient.ts'
import { actOnPurchase, buy, settleDue } from '../../support/purchases.ts'
import { refusal } from '../../support/refusals.ts'
import { aRestClient } from '../../support/restClient.ts'
import { anAdmin, aUser, logIn, type TestUser } from '../../support/users.ts'

const app = await sharedClockApp()
const { db } = app.scope()

type Query = Record<string, string>
const earningsOf = ({ id: sellerId, api }: TestUser, query: Query = {}) =>
  api.call('getEarningsMetrics', { query: { sellerId, ...query } })

const sums = (otpEarnings: number, otpPurchaseCount: number, subscriberEarnings = 0, subscriberMonths = 0) => ({
  otpEarnings,
  otpPurchaseCount,
  subscriberEarnings,
  subscriberMonths,
  totalEarnings: otpEarnings + subscriberEarnings,
})

/** A sale at a time, whose purchase is moved there with its id, which begins with its time. */
async function aSaleAt(seller: TestUser, buyer: TestUser, at: string): Promise<void> {
  const { purchaseId } = await buy(buyer, await aListing(app, seller))
  const time = new Date(at)
  const hex = time.getTime().toString(16).padStart(12, '0')
  const id = `pur_${hex.slice(0, 8)}-${hex.slice(8)}${purchaseId.slice('pur_01234567-89ab'.length)}`
  await db.$executeRaw`
    UPDATE "ProductPurchase" SET id = ${id}, "createdAt" = ${time}::timestamptz WHERE id = ${purchaseId}`
}

describe('what sales have brought', () => {
  it('is told to the seller and admins alone', async () => {
    const [seller, admin] = [await aSeller(app), await anAdmin(app)]
    const query = { sellerId: seller.id }
    expect(await aRestClient(app).try('getEarningsMetrics', { query })).toMatchObject({ status: 401 })
    expect(await (await aUser(app)).api.try('getEarningsMetrics', { query })).toMatchObject(
      refusal(403, 'User ID must be your own.'),
    )
    const nothing = { breakdown: [], sellerId: seller.id, totals: sums(0, 0) }
    for (const { api } of [seller, admin]) expect(await api.call('getEarningsMetrics', { query })).toEqual(nothing)
  })

  it('is net of fees and of what was refunded, subscriptions apart', async () => {
    const [seller, buyer] = [await aSeller(app), await aBuyer(app, 5_000)]
    await buy(buyer, await aListing(app, seller))
    const returned = await buy(buyer, await aListing(app, seller))
    expect(await actOnPurchase(app, buyer, 'refundPurchase', returned.purchaseId)).toBe('done')
    const stackable = await aListing(app, seller, { listingType: 'instant', isStackable: true })
    await buy(buyer, stackable, { quantity: 3, totalPrice: 300 })
    const yearly = { listingType: 'subscription', duration: 1, durationType: 'year' }
    await buy(buyer, await aListing(app, seller, yearly))
    await buy(buyer, await aListing(app, seller, { ...forDays(3, 'subscription'), durationType: 'month' }))
    const weekly = await aListing(app, seller, { ...forDays(1, 'subscription'), durationType: 'week' })
    await buy(buyer, weekly)
    const { totals, breakdown } = await earningsOf(seller)
    expect(totals).toEqual(sums(360, 2, 270, 12 + 3 + 1))
    const today = app.clock.now().toISOString().slice(0, 10)
    expect(breakdown).toEqual([{ _id: today, ...totals }])
    app.clock.advance(7 * DAY)
    await settleDue(app)
    await logIn(seller.api, seller)
    expect((await earningsOf(seller)).totals).toEqual(sums(360, 2, 360, 12 + 3 + 2))
  })

  it('has the days, weeks or months that had sales, in UTC', async () => {
    const [seller, buyer] = [await aSeller(app), await aBuyer(app)]
    const times = ['2020-12-27T23:59:59.999Z', '2020-12-28T00:00:00.000Z', '2021-01-03T12:00:00.000Z']
    for (const at of times) await aSaleAt(seller, buyer, at)
    const time = { metricDateStart: '2020-12-01', metricDateEnd: '2021-01-31' }
    const parts = async (groupByDuration: string) =>
      (await earningsOf(seller, { ...time, groupByDuration })).breakdown.map(({ _id, otpPurchaseCount }) => [
        _id,
        otpPurchaseCount,
      ])
    const days = [
      ['2020-12-27', 1],
      ['2020-12-28', 1],
      ['2021-01-03', 1],
    ]
    expect(await parts('day')).toEqual(days)
    expect(await parts('days')).toEqual(days)
    for (const name of ['week', 'weeks'])
      expect(await parts(name)).toEqual([
        ['2020-W52', 1],
        ['2020-W53', 2],
      ])
    for (const name of ['month', 'months'])
      expect(await parts(name)).toEqual([
        ['2020-12', 2],
        ['2021-01', 1],
      ])
    const inTime = async (metricDateStart: string, metricDateEnd: string) =>
      (await earningsOf(seller, { metricDateStart, metricDateEnd })).totals.otpPurchaseCount
    // The last day counts as a whole; a time ends with its millisecond.
    expect(await inTime('2020-12-27', '2020-12-27')).toBe(1)
    expect(await inTime('2020-12-28', '2021-01-03')).toBe(2)
    expect(await inTime('2020-12-28T00:00:00.001Z', '2021-01-03T11:59:59.999Z')).toBe(0)
    expect(await inTime('2020-12-28T00:00:00.000Z', '2021-01-03T12:00:00.000Z')).toBe(2)
    expect((await earningsOf(seller)).totals).toEqual(sums(0, 0))
  })

  it('takes as many statements at every size', async () => {
    const [seller, buyer] = [await aSeller(app), await aBuyer(app)]
    const none = await countStatements(app, () => earningsOf(seller))
    for (let count = 0; count < 3; count++) await buy(buyer, await aListing(app, seller))
    expect(await countStatements(app, () => earningsOf(seller))).toBe(none)
  })
})

it.each([
  [{ metricDateStart: '2024-01-01', metricDateEnd: '2025-01-01' }, /^metricDateEnd must be at most 366 days after/],
  [{ metricDateStart: '2024-01-02', metricDateEnd: '2024-01-01' }, /^metricDateEnd must not be before metricDateStart/],
  [{ metricDateStart: 'yesterday' }, /metricDateStart must be a date/],
  [{ metricDateEnd: '2024-02-30' }, /metricDateEnd must be a date/],
  [{ groupByDuration: 'years' }, /groupByDuration must be day, week or month/],
])('a metric of %j is refused', async (query, message) => {
  const seller = await aSeller(app)
  const exchange = await seller.api.try('getEarningsMetrics', { query: { sellerId: seller.id, ...query } })
  expect(exchange).toMatchObject(refusal(400, message))
})

it('a leap year is a time of 366 days', async () => {
  const seller = await aSeller(app)
  const time = { metricDateStart: '2024-01-01', metricDateEnd: '2024-12-31' }
  expect((await earningsOf(seller, time)).breakdown).toEqual([])
})
