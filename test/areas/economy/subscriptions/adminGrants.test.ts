import { describe, expect, it } from 'vitest'
import { newId } from '../../../../src/kernel/ids.ts'
import { sharedClockApp } from '../../../support/app.ts'
import { mutate } from '../../../support/jams.ts'
import { aSubscriptionPayment, tell } from '../../../support/payments.ts'
import { refusal } from '../../../support/refusals.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'

const app = await sharedClockApp()
const admin = await anAdmin(app)
const list = ({ api }: TestUser) => api.call('getAdminTransactions')
const tryToRead = ({ api }: TestUser, transactionId: string) => api.try('getAdminTransaction', { transactionId })

const grant = (person: TestUser, planId: string) =>
  mutate(app, admin, 'grantSubscription', {
    userId: person.id,
    planId: `splan_${planId}`,
    reason: 'Thanks.',
    idempotencyKey: `${person.id}-${planId}`,
  })

describe('what admins gave in place of payments', () => {
  it('is listed newest first, without what was paid', async () => {
    const person = await aUser(app)
    expect(await list(person)).toEqual([])
    expect((await grant(person, 'plus-monthly')).error).toBeUndefined()
    app.clock.advance(1_000)
    expect((await grant(person, 'plus-yearly')).error).toBeUndefined()
    await tell(app, await aSubscriptionPayment(app, person), 'payment.succeeded')
    const rows = await list(person)
    expect(rows.map(({ subscription }) => subscription.id)).toEqual(['plus-yearly', 'plus-monthly'])
    expect(rows[1]).toEqual({
      created_at: expect.any(String),
      error: null,
      id: expect.stringMatching(/^txn_/),
      isGift: false,
      isTokens: false,
      sandbox: false,
      status: 'active',
      subscription: expect.objectContaining({ id: 'plus-monthly', amount: 999, period: 'month', tier: 5 }),
      updated_at: expect.any(String),
      userDisplayName: expect.any(String),
      userId: person.id,
    })
    expect(await list(admin)).toEqual([])
  })

  it('has the id that the record of the subscription tells', async () => {
    const person = await aUser(app)
    await grant(person, 'plus-monthly')
    const { transactionId, store } = await person.api.call('getRecentSubscription')
    expect(store).toBe('Admin')
    expect(await person.api.call('getAdminTransaction', { transactionId })).toEqual((await list(person))[0])
    expect((await tryToRead(admin, transactionId)).status).toBe(200)
    expect(await tryToRead(await aUser(app), transactionId)).toMatchObject(refusal(404, 'Transaction not found'))
  })

  it('is missing for payments, unknown ids and other texts', async () => {
    const person = await aUser(app)
    const paid = await aSubscriptionPayment(app, person)
    await tell(app, paid, 'payment.succeeded')
    for (const id of [paid, newId('paymentTransaction', new Date()), 'none'])
      expect(await tryToRead(person, id)).toMatchObject(refusal(404, 'Transaction not found'))
  })

  it('ends with its subscription', async () => {
    const person = await aUser(app)
    await grant(person, 'plus-monthly')
    const { id = '' } = (await app.scope().db.userSubscription.findFirst({ where: { userId: person.id } })) ?? {}
    expect((await mutate(app, admin, 'endSubscription', { subscriptionId: id, reason: 'Over.' })).error).toBeUndefined()
    expect((await list(person)).map(({ status }) => status)).toEqual(['expired'])
  })
})
