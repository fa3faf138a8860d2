import { beforeAll, describe, expect, it } from 'vitest'
import { viewerSubscriptionChanged } from '../../../../src/areas/economy/events.ts'
import { PLUS_GROUP_ID } from '../../../../src/areas/economy/licenses/queries.ts'
import {
  arrangeSubscriptions,
  type QueuedSubscription,
} from '../../../../src/areas/economy/subscriptions/arrangement.ts'
import { cancelRenewals } from '../../../../src/areas/economy/subscriptions/ownSubscriptions.ts'
import {
  cancelSubscriptionOfTransaction,
  endSubscriptionsOfTransaction,
  renewSubscription,
  restoreSubscriptionsOfTransaction,
} from '../../../../src/areas/economy/subscriptions/subscriptions.ts'
import { addMilliseconds, DAY, MINUTE } from '../../../../src/kernel/clock.ts'
import { transact } from '../../../../src/kernel/transaction.ts'
import { sharedClockApp, type TestApp } from '../../../support/app.ts'
import { aGroupRequest } from '../../../support/groups.ts'
import { mutate } from '../../../support/jams.ts'
import { aPayment } from '../../../support/payments.ts'
import {
  aPlan,
  aSubscription,
  NO_PLUS,
  PLUS,
  pass,
  plusOf,
  statusesOf,
  subscriptionsOf,
} from '../../../support/subscriptions.ts'
import { aUser, type TestUser } from '../../../support/users.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedClockApp()
  await aPlan(app, { id: 'high', tier: 9, licenseGroupId: PLUS_GROUP_ID })
  // Shorter than sessions live.
  await aPlan(app, { id: 'daily', tier: 5, licenseGroupId: PLUS_GROUP_ID, period: 'day' })
})

const inTransaction = <R>(work: (tx: Parameters<Parameters<typeof transact>[1]>[0]) => Promise<R>) =>
  transact(app.scope(), work)

/** A subscription that its owner pays again and again. */
async function aPaid(person: TestUser, given: object = {}) {
  const plan = { itemType: 'subscription', itemId: 'plus-monthly', status: 'active', tokens: 0 }
  const transactionId = await aPayment(app, person, { ...plan, providerRef: `ref_${person.id}_${Math.random()}` })
  const row = await aSubscription(app, person, { transactionId, store: 'ExternalStore', planId: 'daily', ...given })
  return { ...row, transactionId }
}

const createsGroup = async ({ api }: TestUser) => (await api.try('createGroup', { body: aGroupRequest() })).status
const daysOf = ({ startsAt, expiresAt }: { startsAt: Date; expiresAt: Date }) =>
  Math.round((expiresAt.getTime() - startsAt.getTime()) / DAY)

describe('a subscription', () => {
  it('gives permissions, the tag and the creation of groups at once, and all of them go within a minute of its end', async () => {
    const person = await aUser(app)
    expect(await plusOf(person)).toEqual(NO_PLUS)
    expect(await createsGroup(person)).toBe(403)
    await aSubscription(app, person, { until: addMilliseconds(app.clock.now(), DAY) })
    expect(await plusOf(person)).toEqual(PLUS)
    expect(await createsGroup(person)).toBe(200)
    await pass(app, DAY - MINUTE)
    expect(await plusOf(person)).toEqual(PLUS)
    await pass(app, MINUTE)
    expect(await plusOf(person)).toEqual(NO_PLUS)
    expect(await createsGroup(person)).toBe(403)
    expect(await statusesOf(app, person)).toEqual(['expired'])
  })

  it('lasts longer by another one of its tier', async () => {
    const person = await aUser(app)
    const first = await aSubscription(app, person, { planId: 'daily' })
    const second = await aSubscription(app, person, { planId: 'daily' })
    expect(second).toMatchObject({ status: 'waiting', startsAt: first.expiresAt })
    expect(await person.api.call('getCurrentSubscriptions')).toMatchObject([
      { active: true, status: 'active', id: 'daily', expires: second.expiresAt.toISOString() },
    ])
    await pass(app, first.expiresAt.getTime() - app.clock.now().getTime())
    expect(await statusesOf(app, person)).toEqual(['expired', 'active'])
    expect(await plusOf(person)).toEqual(PLUS)
    await pass(app, second.expiresAt.getTime() - app.clock.now().getTime())
    expect(await plusOf(person)).toEqual(NO_PLUS)
  })

  it('waits for one of a higher tier, and keeps its time', async () => {
    const person = await aUser(app)
    const low = await aSubscription(app, person, { until: addMilliseconds(app.clock.now(), 20 * DAY) })
    await pass(app, 5 * DAY)
    const high = await aSubscription(app, person, { planId: 'high', until: addMilliseconds(app.clock.now(), 10 * DAY) })
    const [waiting] = await subscriptionsOf(app, person)
    expect(waiting).toMatchObject({ id: low.id, status: 'waiting', startsAt: high.expiresAt })
    expect(daysOf(waiting ?? low)).toBe(15)
    expect(await person.api.call('getCurrentSubscriptions')).toMatchObject([
      { active: true, tier: 9 },
      { active: false, tier: 5, status: 'active', starts: high.expiresAt.toISOString() },
    ])
    await pass(app, 10 * DAY)
    expect(await statusesOf(app, person)).toEqual(['active', 'expired'])
    expect(await plusOf(person)).toEqual(PLUS)
  })

  it('has three days of grace for its renewal, and runs again if it is paid after that', async () => {
    const person = await aUser(app)
    const { transactionId, expiresAt } = await aPaid(person)
    await pass(app, expiresAt.getTime() - app.clock.now().getTime())
    expect(await statusesOf(app, person)).toEqual(['grace'])
    expect(await plusOf(person)).toEqual(PLUS)
    await pass(app, 3 * DAY)
    expect(await statusesOf(app, person)).toEqual(['failed'])
    expect(await plusOf(person)).toEqual(NO_PLUS)
    expect(await person.api.call('getRecentSubscription')).toMatchObject({ status: 'failed', active: false })
    await inTransaction((tx) => renewSubscription(tx, transactionId, addMilliseconds(app.clock.now(), DAY)))
    expect(await statusesOf(app, person)).toEqual(['active'])
    expect(await plusOf(person)).toEqual(PLUS)
  })

  it('moves its end by a renewal, once for each period, in any order', async () => {
    const person = await aUser(app)
    const { transactionId, expiresAt } = await aPaid(person)
    const later = (days: number) => addMilliseconds(expiresAt, days * DAY)
    for (const days of [60, 30, 60]) await inTransaction((tx) => renewSubscription(tx, transactionId, later(days)))
    expect((await subscriptionsOf(app, person))[0]?.expiresAt).toEqual(later(60))
  })

  it('stays to its end when it is cancelled, without grace', async () => {
    const person = await aUser(app)
    const { transactionId, expiresAt } = await aPaid(person)
    await inTransaction((tx) => cancelSubscriptionOfTransaction(tx, transactionId))
    expect(await statusesOf(app, person)).toEqual(['cancelled'])
    expect(await person.api.call('getRecentSubscription')).toMatchObject({ status: 'active', active: true })
    await pass(app, expiresAt.getTime() - app.clock.now().getTime())
    expect(await statusesOf(app, person)).toEqual(['expired'])
  })

  it('goes at once by a chargeback, and comes back with the time that was left', async () => {
    const person = await aUser(app)
    const { transactionId, expiresAt } = await aPaid(person)
    await inTransaction((tx) => endSubscriptionsOfTransaction(tx, transactionId, 'chargeback'))
    expect(await plusOf(person)).toEqual(NO_PLUS)
    expect(await person.api.call('getRecentSubscription')).toMatchObject({ status: 'chargeback', active: false })
    expect(await person.api.call('getCurrentSubscriptions')).toEqual([])
    await pass(app, 4 * DAY)
    await inTransaction((tx) => restoreSubscriptionsOfTransaction(tx, transactionId))
    expect(await plusOf(person)).toEqual(PLUS)
    const [restored] = await subscriptionsOf(app, person)
    expect(Math.round(((restored?.expiresAt.getTime() ?? 0) - expiresAt.getTime()) / DAY)).toBe(4)
  })

  it('has an unknown plan refused', async () => {
    await expect(aSubscription(app, await aUser(app), { planId: 'nothing' })).rejects.toMatchObject({ kind: 'missing' })
  })

  it('is told to its owner alone', async () => {
    const [person, other] = [await aUser(app), await aUser(app)]
    const told: string[] = []
    const stop = app.platform.events.listen(viewerSubscriptionChanged, ({ subject }) => void told.push(subject))
    await aSubscription(app, person)
    stop()
    expect(told).toEqual([person.id])
    expect(await other.api.call('getCurrentSubscriptions')).toEqual([])
    expect(await other.api.try('getRecentSubscription')).toMatchObject({
      status: 404,
      body: { error: { message: 'You have no subscription.' } },
    })
  })
})

describe('at the same time', () => {
  it('two purchases run one after the other', async () => {
    const person = await aUser(app)
    await Promise.all([1, 2, 3].map(() => aSubscription(app, person)))
    expect((await statusesOf(app, person)).toSorted()).toEqual(['active', 'waiting', 'waiting'])
    const rows = (await subscriptionsOf(app, person)).toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
    expect(rows[1]?.startsAt).toEqual(rows[0]?.expiresAt)
    expect(rows[2]?.startsAt).toEqual(rows[1]?.expiresAt)
  })

  it('an end and a renewal leave it running', async () => {
    const person = await aUser(app)
    const { transactionId, expiresAt } = await aPaid(person)
    app.clock.advance(expiresAt.getTime() - app.clock.now().getTime() + 3 * DAY)
    const end = addMilliseconds(app.clock.now(), DAY)
    await Promise.all([pass(app, 0), inTransaction((tx) => renewSubscription(tx, transactionId, end))])
    expect(await statusesOf(app, person)).toEqual(['active'])
    expect(await plusOf(person)).toEqual(PLUS)
  })
})

describe('cancelSubscription', () => {
  const cancel = (person: TestUser, subscriptionId: string) =>
    mutate(app, person, 'cancelSubscription { subscription { id status viewerCanCancel cancelledAt } }', {
      subscriptionId,
    })

  it('cancels the renewal, tells the provider, and changes nothing again', async () => {
    const person = await aUser(app)
    const { id } = await aPaid(person)
    const { payload } = await cancel(person, id)
    expect(payload?.subscription).toMatchObject({ id, status: 'CANCELLED', viewerCanCancel: false })
    expect((await cancel(person, id)).payload).toEqual(payload)
    const told: string[] = []
    const payments = { ...app.scope().payments, cancel: async (ref: string) => void told.push(ref) }
    await cancelRenewals({ ...app.scope(), payments })
    expect(told).toEqual([expect.stringContaining(person.id)])
    await cancelRenewals({ ...app.scope(), payments })
    expect(told).toHaveLength(1)
  })

  it('is told again to a provider that did not answer', async () => {
    const person = await aUser(app)
    const { id } = await aPaid(person)
    await cancel(person, id)
    const payments = { ...app.scope().payments, cancel: () => Promise.reject(new Error('down')) }
    await cancelRenewals({ ...app.scope(), payments })
    expect((await subscriptionsOf(app, person))[0]?.cancelRequestedAt).not.toBeNull()
  })

  it('is refused for a gift, and for that of another', async () => {
    const [person, other] = [await aUser(app), await aUser(app)]
    const gift = await aSubscription(app, person)
    expect((await cancel(person, gift.id)).error?.extensions).toMatchObject({ reason: 'NOT_RECURRING' })
    expect((await cancel(other, gift.id)).error?.extensions).toMatchObject({ reason: 'SUBSCRIPTION_NOT_FOUND' })
  })
})

describe('deleteUser', () => {
  it('ends all at once, and calling it off brings nothing back', async () => {
    const person = await aUser(app)
    const { transactionId } = await aPaid(person)
    await aSubscription(app, person)
    await person.api.call('deleteUser', { userId: person.id })
    expect(await statusesOf(app, person)).toEqual(['expired', 'expired'])
    expect(await plusOf(person)).toEqual(NO_PLUS)
    const [paid] = await subscriptionsOf(app, person)
    expect(paid?.cancelRequestedAt).not.toBeNull()
    const { status } = await app.scope().db.paymentTransaction.findUniqueOrThrow({ where: { id: transactionId } })
    expect(status).toBe('expired')
  })
})

describe('the queue', () => {
  const NOW = new Date('2030-01-10T00:00:00Z')
  const day = (count: number) => addMilliseconds(NOW, count * DAY)
  let number = 0
  const row = (given: Partial<QueuedSubscription>): QueuedSubscription => ({
    ...{ id: `usub_${++number}`, tier: 5, status: 'active', isRecurring: false, startsAt: day(-5), expiresAt: day(5) },
    ...{ cancelledAt: null, createdAt: day(-5), ...given },
  })

  it('changes nothing that it has arranged', () => {
    const rows = [
      row({}),
      row({ status: 'waiting', createdAt: day(-4) }),
      row({ tier: 9, status: 'waiting', createdAt: NOW }),
    ]
    const once = arrangeSubscriptions(rows, NOW)
    const again = arrangeSubscriptions(
      rows.map((one) => ({ ...one, ...once.find(({ id }) => id === one.id) })),
      NOW,
    )
    expect(again.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(once.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
  })

  it('lets the next one begin where the last ended, even if that is noticed late', () => {
    const over = row({ expiresAt: day(-2) })
    const next = row({ status: 'waiting', startsAt: day(-2), expiresAt: day(8), createdAt: day(-4) })
    expect(arrangeSubscriptions([over, next], NOW)).toMatchObject([
      { id: over.id, status: 'expired' },
      { id: next.id, status: 'active', startsAt: day(-2), expiresAt: day(8) },
    ])
  })

  it('needs no grace for one that another of its tier follows', () => {
    const over = row({ expiresAt: day(-1), isRecurring: true })
    const next = row({ status: 'waiting', startsAt: day(-1), expiresAt: day(1), createdAt: day(-4) })
    expect(arrangeSubscriptions([over, next], NOW).map(({ status }) => status)).toEqual(['failed', 'active'])
  })
})
