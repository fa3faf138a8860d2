import { describe, expect, it } from 'vitest'
import { holdTokens, postTransfer, userAccount } from '../../../../src/areas/economy/ledger/transfers.ts'
import { addMilliseconds, DAY } from '../../../../src/kernel/clock.ts'
import { transact } from '../../../../src/kernel/transaction.ts'
import { sharedApp } from '../../../support/app.ts'
import { acceptTerms, aSeller, withTokens } from '../../../support/economy.ts'
import { refusal } from '../../../support/refusals.ts'
import { aRestClient } from '../../../support/restClient.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'

const app = await sharedApp()
const [person, stranger, admin] = [await aUser(app), await aUser(app), await anAdmin(app)]
const OWN_OPERATIONS = ['getBalance', 'getBalanceEarnings', 'getEconomyAccount', 'getProviderTos'] as const

/** Moves earnings to a seller from a person who has tokens. */
const earn = (buyer: TestUser, seller: TestUser, amount: number) =>
  transact(app.scope(), (tx) =>
    postTransfer(tx, {
      key: `test:${seller.id}`,
      kind: 'purchase',
      postings: [
        { account: userAccount(buyer.id, 'standard'), amount: -amount },
        { account: userAccount(seller.id, 'earnings'), amount },
      ],
    }),
  )

describe('a wallet by REST', () => {
  it.each(OWN_OPERATIONS)('%s answers its owner and admins alone', async (operation) => {
    const own = { userId: person.id }
    expect(await aRestClient(app).try(operation, own)).toMatchObject({ status: 401 })
    expect(await stranger.api.try(operation, own)).toMatchObject(refusal(403, 'User ID must be your own.'))
    expect(await person.api.try(operation, own)).toMatchObject({ status: 200 })
    expect(await admin.api.try(operation, own)).toMatchObject({ status: 200 })
  })

  it('is empty before the first use', async () => {
    const userId = (await aUser(app)).id
    for (const operation of ['getBalance', 'getBalanceEarnings'] as const)
      expect(await admin.api.call(operation, { userId })).toEqual({
        balance: 0,
        noTransactions: true,
        tiliaResponse: true,
      })
    expect(await admin.api.call('getEconomyAccount', { userId })).toEqual({
      accountActivatedOn: null,
      accountId: null,
      blocked: false,
      canEarn: false,
      canPayout: false,
      canSpend: false,
      source: 'plaza',
      userId,
    })
  })

  it('shows what can be spent, and all that was earned', async () => {
    const [buyer, seller] = [await aUser(app), await aSeller(app)]
    await withTokens(app, buyer, 100)
    await earn(buyer, seller, 40)
    await acceptTerms(app, buyer)
    const hold = (userId: string, purpose: 'standard' | 'earnings') =>
      transact(app.scope(), (tx) =>
        holdTokens(tx, { key: `test:${userId}`, account: userAccount(userId, purpose), amount: 10, until: null }),
      )
    await hold(buyer.id, 'standard')
    await hold(seller.id, 'earnings')
    const rest = { noTransactions: false, tiliaResponse: true }
    expect(await buyer.api.call('getBalance', { userId: buyer.id })).toEqual({ balance: 50, ...rest })
    expect(await seller.api.call('getBalanceEarnings', { userId: seller.id })).toEqual({ balance: 40, ...rest })
    expect(await seller.api.call('getBalance', { userId: seller.id })).toMatchObject({
      balance: 0,
      noTransactions: true,
    })
    expect(await buyer.api.call('getEconomyAccount', { userId: buyer.id })).toMatchObject({
      accountId: expect.stringMatching(/^lacc_/),
      accountActivatedOn: expect.any(String),
      canSpend: true,
      canEarn: false,
    })
    expect(await seller.api.call('getEconomyAccount', { userId: seller.id })).toMatchObject({
      accountId: null,
      canSpend: false,
      canEarn: true,
    })
  })
})

describe('the terms of the provider', () => {
  it('are accepted and withdrawn by the person alone', async () => {
    const own = { userId: person.id }
    for (const other of [stranger, admin])
      expect(await other.api.try('updateProviderTos', { ...own, body: { accepted: true } })).toMatchObject(
        refusal(403, 'User ID must be your own.'),
      )
    expect(await person.api.call('getProviderTos', own)).toEqual({ signed_tos: false })
    for (const accepted of [true, true, false]) {
      expect(await person.api.call('updateProviderTos', { ...own, body: { accepted } })).toEqual({})
      expect(await person.api.call('getProviderTos', own)).toEqual({ signed_tos: accepted })
    }
  })

  it('need the field accepted', async () => {
    const exchange = await person.api.try('updateProviderTos', { userId: person.id, body: {} })
    expect(exchange).toMatchObject({ status: 400 })
  })

  it('are to be accepted again after they have changed', async () => {
    const other = await aUser(app)
    await acceptTerms(app, other)
    await app.scope().db.economyProfile.update({ where: { userId: other.id }, data: { tosVersion: '0' } })
    expect(await other.api.call('getProviderTos', { userId: other.id })).toEqual({ signed_tos: false })
  })
})

describe('the state of the economy', () => {
  const entry = (key: string, value: string) => {
    const { now } = app.scope()
    return app.scope().db.configEntry.upsert({
      where: { key },
      create: { key, value, updatedAt: now },
      update: { value, updatedAt: now },
    })
  }

  it('is offline while a pause is planned', async () => {
    const { now } = app.scope()
    const state = () => person.api.call('getProviderStatus')
    expect(await state()).toMatchObject({ economyOnline: true, economyState: 1 })
    const [start, end] = [addMilliseconds(now, -1_000), addMilliseconds(now, DAY)]
    await entry('economyPauseStart', start.toISOString())
    await entry('economyPauseEnd', end.toISOString())
    expect(await state()).toEqual({
      economyOnline: false,
      economyState: 0,
      plannedOfflineWindowStart: start.toISOString(),
      plannedOfflineWindowEnd: end.toISOString(),
    })
    await entry('economyPauseEnd', addMilliseconds(now, -500).toISOString())
    expect(await state()).toMatchObject({ economyOnline: true, economyState: 1 })
  })
})

it('bundles of tokens are listed by their tokens', async () => {
  const bundles = await person.api.call('getTokenBundles')
  expect(bundles.map(({ tokens, amount }) => [tokens, amount])).toEqual([
    [200, 199],
    [600, 549],
    [1200, 999],
    [2500, 1999],
    [6500, 4999],
  ])
})
