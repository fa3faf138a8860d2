import { describe, expect, it } from 'vitest'
import { sharedApp } from '../../../support/app.ts'
import { aBuyer, aListing, aSeller } from '../../../support/economy.ts'
import { buy } from '../../../support/purchases.ts'
import { aUser, type TestUser } from '../../../support/users.ts'

const app = await sharedApp()
const statusOf = ({ id: userId, api }: TestUser) => api.call('getEconomyPayoutStatus', { userId })

const NOTHING = {
  accountId: 0,
  activePayout: null,
  activePayoutCancellable: false,
  activePayoutTiliaAmount: 0,
  earningsBalance: 0,
  eligibility: { issue: 'no_provider', okBalance: false, okFrequency: true, okNotOngoing: true, okStanding: true },
  payoutEligible: false,
  tiliaId: '',
}

describe('payouts', () => {
  it('are none, as no provider pays out', async () => {
    const person = await aUser(app)
    expect(await person.api.call('getEconomyPayouts', { userId: person.id })).toEqual({ payouts: [] })
    expect(await statusOf(person)).toEqual(NOTHING)
  })

  it('tell whether there are earnings, and whether the person is blocked', async () => {
    const [seller, buyer] = [await aSeller(app), await aBuyer(app)]
    await buy(buyer, await aListing(app, seller))
    const { eligibility } = NOTHING
    expect(await statusOf(seller)).toEqual({
      ...NOTHING,
      earningsBalance: 90,
      eligibility: { ...eligibility, okBalance: true },
    })
    await app.scope().db.economyProfile.update({
      where: { userId: buyer.id },
      data: { blockedAt: app.clock.now() },
    })
    expect(await statusOf(buyer)).toEqual({ ...NOTHING, eligibility: { ...eligibility, okStanding: false } })
  })
})

describe('what the payment provider knows of a person', () => {
  it('is nothing, under both paths', async () => {
    const person = await aUser(app)
    const expected = {
      account_id: '',
      kyc_id: '',
      kyc_requirements: 'NONE',
      match_checks: [],
      pii_level: 'NONE',
      rules: [],
      state: 'NOT_STARTED',
      tilia_retry_rule_code: '',
    }
    expect(await person.api.call('getUserProviderKyc', { userId: person.id })).toEqual(expected)
    const { PAYMENT_PROVIDER_PATH } = app.platform.settings
    const { status, body } = await person.api.fetch(`/api/1/user/${person.id}/${PAYMENT_PROVIDER_PATH}/kyc`)
    expect({ status, body }).toEqual({ status: 200, body: expected })
  })
})
