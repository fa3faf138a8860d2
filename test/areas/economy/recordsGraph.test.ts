import { expect, it } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { aBuyer, aListing, aSeller, forDays } from '../../support/economy.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { query } from '../../support/jams.ts'
import { buy } from '../../support/purchases.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
const [seller, buyer] = [await aSeller(app), await aBuyer(app)]

const refusalOf = async ({ api }: TestUser, text: string) => {
  const { errors = [] } = await aGraphClient(app, api).send(text, {})
  return errors.map(({ extensions: { code, reason } }) => [code, reason])
}

it('the graph tells what sales have brought, and refuses a time that is too long or ends first', async () => {
  await buy(buyer, await aListing(app, seller))
  await buy(buyer, await aListing(app, seller, { ...forDays(1, 'subscription'), durationType: 'month' }))
  const sums = '{ total oneTime oneTimeCount subscriptions subscriptionMonths }'
  const selection = `{ sellerId totals ${sums} parts { period earnings ${sums} } }`
  const totals = { total: 180, oneTime: 90, oneTimeCount: 1, subscriptions: 90, subscriptionMonths: 1 }
  const month = app.clock.now().toISOString().slice(0, 7)
  expect(await query(app, seller, `{ earningsMetrics(groupBy: MONTH) ${selection} }`)).toEqual({
    earningsMetrics: { sellerId: seller.id, totals, parts: [{ period: month, earnings: totals }] },
  })
  const { earningsMetrics } = await query(app, seller, `{ earningsMetrics ${selection} }`)
  expect(earningsMetrics.parts[0].period).toBe(app.clock.now().toISOString().slice(0, 10))
  const inTime = (from: string, until: string) =>
    refusalOf(seller, `{ earningsMetrics(from: "${from}", until: "${until}") { sellerId } }`)
  expect(await inTime('2024-01-01T00:00:00Z', '2025-01-02T00:00:00Z')).toEqual([['BAD_INPUT', 'TOO_FAR_AHEAD']])
  expect(await inTime('2024-01-02T00:00:00Z', '2024-01-01T00:00:00Z')).toEqual([['BAD_INPUT', 'WRONG_ORDER']])
  const ofSeller = `{ earningsMetrics(sellerId: "${seller.id}") { sellerId } }`
  expect(await refusalOf(buyer, ofSeller)).toEqual([['FORBIDDEN', 'NOT_OWN']])
})

it('the graph tells what sellers must meet, and that nothing is paid out', async () => {
  const text = `{ viewer {
    sellerEligibility { isEligible hasConfirmedEmail hasSecondFactor hasAcceptedTerms isBlocked }
    payoutStatus { canPayout issue earnings hasEarnings isInGoodStanding }
  } }`
  const unmet = { isEligible: false, hasConfirmedEmail: false, hasSecondFactor: false, isBlocked: false }
  const nothing = { canPayout: false, issue: 'NO_PROVIDER', isInGoodStanding: true }
  expect(await query(app, buyer, text)).toEqual({
    viewer: {
      sellerEligibility: { ...unmet, hasAcceptedTerms: true },
      payoutStatus: { ...nothing, earnings: 0, hasEarnings: false },
    },
  })
  await buy(buyer, await aListing(app, seller))
  expect(await query(app, seller, text)).toMatchObject({
    viewer: { payoutStatus: { ...nothing, hasEarnings: true } },
  })
})

it('the graph lists what adds up with a purchase by pages, for those with a part in it', async () => {
  const listingId = await aListing(app, seller, { listingType: 'instant', isStackable: true })
  const ids: string[] = []
  for (let count = 0; count < 3; count++) ids.push((await buy(buyer, listingId)).purchaseId)
  const stack = (purchaseId: string, page = '') =>
    `{ purchaseStack(purchaseId: "${purchaseId}"${page}) { totalCount nodes { id } pageInfo { hasNextPage endCursor } } }`
  const { purchaseStack: first } = await query(app, buyer, stack(ids[0] ?? '', ', first: 2'))
  expect(first).toMatchObject({ totalCount: 3, nodes: [{ id: ids[2] }, { id: ids[1] }] })
  const next = `, first: 2, after: "${first.pageInfo.endCursor}"`
  expect(await query(app, buyer, stack(ids[0] ?? '', next))).toMatchObject({
    purchaseStack: { nodes: [{ id: ids[0] }], pageInfo: { hasNextPage: false } },
  })
  const missing = [['NOT_FOUND', 'PURCHASE_NOT_FOUND']]
  expect(await refusalOf(await aUser(app), stack(ids[0] ?? ''))).toEqual(missing)
  expect(await refusalOf(buyer, stack(newId('purchase', new Date())))).toEqual(missing)
})
