import { describe, expect, it } from 'vitest'
import { holdTokens, userAccount } from '../../../../src/areas/economy/ledger/transfers.ts'
import { transact } from '../../../../src/kernel/transaction.ts'
import { anApp } from '../../../support/app.ts'
import { aBuyer, aListing, aSeller, withTokens } from '../../../support/economy.ts'
import { buy } from '../../../support/purchases.ts'
import { refusal } from '../../../support/refusals.ts'
import { aRestClient } from '../../../support/restClient.ts'
import { anAdmin, aRegisteredUser, aUser, confirmEmail, enableTotp, type TestUser } from '../../../support/users.ts'

const app = await anApp()
const [person, stranger, admin] = [await aUser(app), await aUser(app), await anAdmin(app)]
const OWN_OPERATIONS = [
  'getEconomyBalance',
  'getEconomyBalances',
  'getEconomyPayouts',
  'getEconomyPayoutStatus',
  'getProductPurchaseHistory',
  'getUserProviderKyc',
] as const

const balancesOf = ({ id: userId, api }: TestUser) => api.call('getEconomyBalances', { userId })

describe('what a person has', () => {
  it.each(OWN_OPERATIONS)('%s answers its owner and admins alone', async (operation) => {
    const own = { userId: person.id, query: {} }
    expect(await aRestClient(app).try(operation, own)).toMatchObject({ status: 401 })
    expect(await stranger.api.try(operation, own)).toMatchObject(refusal(403, 'User ID must be your own.'))
    expect(await person.api.try(operation, own)).toMatchObject({ status: 200 })
    expect(await admin.api.try(operation, own)).toMatchObject({ status: 200 })
  })

  it('is nothing at first', async () => {
    expect(await balancesOf(await aUser(app))).toEqual({ balance: 0, earnings: 0, standard: 0 })
  })

  it('is what can be spent, what was earned, and their sum', async () => {
    const [seller, buyer] = [await aSeller(app), await aBuyer(app, 300)]
    await buy(buyer, await aListing(app, seller))
    await withTokens(app, seller, 40)
    const account = userAccount(buyer.id, 'standard')
    await transact(app.scope(), (tx) => holdTokens(tx, { key: `test:${buyer.id}`, account, amount: 50, until: null }))
    expect(await balancesOf(buyer)).toEqual({ balance: 150, earnings: 0, standard: 150 })
    // What is held of a sale was earned.
    expect(await balancesOf(seller)).toEqual({ balance: 130, earnings: 90, standard: 40 })
    const own = { userId: buyer.id }
    expect(await buyer.api.call('getEconomyBalance', own)).toEqual(await buyer.api.call('getBalance', own))
    expect(await buyer.api.call('getEconomyBalance', own)).toMatchObject({ balance: 150, noTransactions: false })
  })
})

describe('whether a person can sell', () => {
  const eligibilityOf = ({ api }: TestUser) => api.call('getSellerEligibility')

  it('needs a confirmed e-mail address, a second factor, accepted terms and no block', async () => {
    expect(await aRestClient(app).try('getSellerEligibility')).toMatchObject({ status: 401 })
    const someone = await aRegisteredUser(app)
    const { id: userId } = someone
    const steps = [
      () => confirmEmail(app, someone),
      () => enableTotp(app, someone),
      () => someone.api.call('updateProviderTos', { userId, body: { accepted: true } }),
    ]
    for (const step of steps) {
      expect(await eligibilityOf(someone)).toEqual({ eligible: false })
      await step()
    }
    expect(await eligibilityOf(someone)).toEqual({ eligible: true })
    const { db, now } = app.scope()
    await db.economyProfile.update({ where: { userId }, data: { blockedAt: now } })
    expect(await eligibilityOf(someone)).toEqual({ eligible: false })
    await db.economyProfile.update({ where: { userId }, data: { blockedAt: null, tosVersion: '0' } })
    expect(await eligibilityOf(someone)).toEqual({ eligible: false })
  })
})
