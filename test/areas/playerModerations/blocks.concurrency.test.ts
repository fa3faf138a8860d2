import { beforeEach, describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '../../../src/areas/accounts/account/deletion.ts'
import { boop } from '../../../src/areas/friends/boops.ts'
import { sendFriendRequest } from '../../../src/areas/friends/friendRequests.ts'
import { suspendFriendships } from '../../../src/areas/friends/friendships.ts'
import { erasers } from '../../../src/areas/index.ts'
import { replyNotification, respondNotification } from '../../../src/areas/notifications/responses.ts'
import { retractNotificationsBetween } from '../../../src/areas/notifications/withdraw.ts'
import { moderateUser } from '../../../src/areas/playerModerations/playerModerations.ts'
import type { ViewerScope } from '../../../src/kernel/scope.ts'
import { type InTransaction, transact } from '../../../src/kernel/transaction.ts'
import { sharedApp } from '../../support/app.ts'
import { countDeadlocks, runConcurrently } from '../../support/concurrency.ts'
import { eventually } from '../../support/eventually.ts'
import { befriend } from '../../support/friends.ts'
import { isWaitingForLock, raceForLock } from '../../support/lockRace.ts'
import { aNotification } from '../../support/notifications.ts'
import { block, moderate, suspendedSidesOf, unblock } from '../../support/playerModerations.ts'
import { viewerScopeOf } from '../../support/scopes.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
let ada: TestUser
let grace: TestUser
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
})

const blocksBetween = () => {
  const people = [ada.id, grace.id]
  const where = { type: 'block', sourceUserId: { in: people }, targetUserId: { in: people } }
  return app.scope().db.playerModeration.count({ where })
}

/** Expects the friendship to be suspended exactly when one of the two blocks the other. */
async function expectTruth() {
  const isBlocked = (await blocksBetween()) > 0
  expect(await suspendedSidesOf(app, ada, grace)).toEqual([isBlocked, isBlocked])
}

const nothing = () => Promise.reject(new Error('no act'))

const RESPONSES = [{ type: 'boop', data: '', icon: 'bell', text: 'Back', textKey: null }]
/** A boop and a repliable notification from Grace to Ada. */
const anOffer = () => aNotification(app, ada.id, { type: 'boop', senderId: grace.id, responses: RESPONSES })
const aQuestion = () => aNotification(app, ada.id, { senderId: grace.id, canReply: true })

describe('concurrent moderations', () => {
  const BODIES = ['block', 'mute', 'unmute', 'block', 'hideAvatar'] as const

  it('50 moderations between two users leave one row per aspect, and a friendship that matches them', async () => {
    await befriend(ada, grace)
    const before = await countDeadlocks(app)
    const answers = await runConcurrently(app, 50, (at) => {
      const [one, other] = at % 2 ? [ada, grace] : [grace, ada]
      const body = { moderated: other.id, type: BODIES[at % BODIES.length] }
      return one.api.try(at % 3 ? 'moderateUser' : 'unmoderateUser', { body })
    })
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    await expectTruth()
    const rows = await app.scope().db.playerModeration.findMany({ where: { sourceUserId: { in: [ada.id, grace.id] } } })
    const matters = rows.map(({ sourceUserId, matter }) => `${sourceUserId} ${matter}`)
    expect(new Set(matters).size).toBe(matters.length)
    expect(await countDeadlocks(app)).toBe(before)
  })

  it('blocks, unblocks and clears between two users leave a friendship that matches the remaining moderations', async () => {
    await befriend(ada, grace)
    const before = await countDeadlocks(app)
    const sides = [
      [ada, grace],
      [grace, ada],
    ] as const
    const acts = sides.flatMap(([{ api }, { id: moderated }]) => {
      const body = { moderated, type: 'block' }
      return [
        () => api.try('moderateUser', { body }),
        () => api.try('unmoderateUser', { body }),
        () => api.try('clearAllPlayerModerations'),
      ]
    })
    for (let round = 0; round < 5; round++) {
      const answers = await runConcurrently(app, 12, (at) => (acts[at % acts.length] ?? nothing)())
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      await expectTruth()
    }
    expect(await countDeadlocks(app)).toBe(before)
  })

  it('boops, responses, replies and requests that race with a block are delivered before it or refused', async () => {
    await befriend(ada, grace)
    const before = await countDeadlocks(app)
    const offers = [await anOffer(), await anOffer(), await anOffer(), await anOffer()]
    const questions = [await aQuestion(), await aQuestion(), await aQuestion(), await aQuestion()]
    const body = { responseType: 'boop' }
    const acts = [
      ...offers.map((notificationId) => () => ada.api.try('respondNotificationV2', { notificationId, body })),
      ...questions.map(
        (notificationId) => () => ada.api.try('replyNotificationV2', { notificationId, body: { text: 'Hello' } }),
      ),
      () => grace.api.try('moderateUser', { body: { moderated: ada.id, type: 'block' } }),
      () => ada.api.try('boop', { userId: grace.id }),
      () => grace.api.try('boop', { userId: ada.id }),
    ]
    const answers = await runConcurrently(app, 33, (at) => (acts[(at * 5) % acts.length] ?? nothing)())
    expect(answers.map(({ status }) => status).filter((status) => ![200, 400, 404].includes(status))).toEqual([])
    expect(await countDeadlocks(app)).toBe(before)
    const standing = { hiddenAt: null, senderId: { in: [ada.id, grace.id] }, receiverId: { in: [ada.id, grace.id] } }
    expect(await app.scope().db.notification.count({ where: standing })).toBe(0)
  })
})

type Act = (tx: ViewerScope & InTransaction) => Promise<unknown>

const standingFor = ({ id }: TestUser) =>
  app.scope().db.notification.count({ where: { receiverId: id, hiddenAt: null } })
const blocking: Act = (tx) => moderateUser(tx, ada.id, 'block')

describe('an uncommitted block', () => {
  it('delays boops in both directions, which are refused after its commit', async () => {
    await befriend(ada, grace)
    const boopOf = (from: TestUser, to: TestUser) => () => from.api.try('boop', { userId: to.id })
    expect(await raceForLock(app, grace, blocking, boopOf(ada, grace))).toMatchObject({ status: 400 })
    await unblock(grace, ada)
    expect(await raceForLock(app, grace, blocking, boopOf(grace, ada))).toMatchObject({ status: 400 })
    expect([await standingFor(ada), await standingFor(grace)]).toEqual([0, 0])
  })

  it('delays friend requests and replies, which are refused after its commit', async () => {
    const asked = raceForLock(app, grace, blocking, () => ada.api.try('friend', { userId: grace.id }))
    expect(await asked).toMatchObject({ status: 404 })
    await unblock(grace, ada)
    const notificationId = await aQuestion()
    const reply = () => ada.api.try('replyNotificationV2', { notificationId, body: { text: 'Hello' } })
    expect(await raceForLock(app, grace, blocking, reply)).toMatchObject({ status: 400 })
    expect(await standingFor(grace)).toBe(0)
  })

  it('delays the block of the other user, and both are stored', async () => {
    await befriend(ada, grace)
    await raceForLock(app, grace, blocking, () => block(ada, grace))
    expect(await blocksBetween()).toBe(2)
    await expectTruth()
  })

  it('delays the unblock of the other user, and the friendship stays suspended', async () => {
    await befriend(ada, grace)
    await block(ada, grace)
    await raceForLock(app, grace, blocking, () => ada.api.call('clearAllPlayerModerations'))
    expect(await blocksBetween()).toBe(1)
    await expectTruth()
  })
})

describe('a block', () => {
  it.each<readonly [string, Act]>([
    ['a boop', (tx) => boop(tx, grace.id)],
    ['an answer', (tx) => answer(tx)],
  ])('waits for %s that is under way between friends, and puts it away', async (_what, act) => {
    await befriend(ada, grace)
    offered = await anOffer()
    await raceForLock(app, ada, act, () => block(grace, ada))
    expect([await standingFor(ada), await standingFor(grace)]).toEqual([0, 0])
  })

  it.each<readonly [string, Act]>([
    ['a friend request', (tx) => sendFriendRequest(tx, grace.id)],
    ['a reply', (tx) => replyNotification(tx, offered, 'Hello')],
  ])('waits for %s that is under way, and puts it away', async (_what, act) => {
    offered = await aQuestion()
    await raceForLock(app, ada, act, () => block(grace, ada))
    expect([await standingFor(ada), await standingFor(grace)]).toEqual([0, 0])
  })

  let offered: Awaited<ReturnType<typeof aNotification>>
  const answer: Act = (tx) => respondNotification(tx, offered, { type: 'boop', data: '' })

  it('does not deadlock with a response to a notification', async () => {
    await befriend(ada, grace)
    offered = await anOffer()
    const started: Promise<unknown>[] = []
    let runs = 0
    await transact(viewerScopeOf(app, grace), async (tx) => {
      runs += 1
      // PostgreSQL aborts the transaction that detects a deadlock; it would be retried.
      await tx.db.$executeRaw`SET LOCAL deadlock_timeout = '20ms'`
      await suspendFriendships(tx, grace.id, [ada.id])
      if (runs === 1) {
        const body = { responseType: 'boop' }
        started.push(ada.api.try('respondNotificationV2', { notificationId: offered, body }))
        await eventually(() => isWaitingForLock(app))
      }
      await retractNotificationsBetween(tx, grace.id, ada.id)
    })
    await Promise.all(started)
    expect(runs).toBe(1)
  })

  it('is refused after the erasure of either account, and stores nothing', async () => {
    await befriend(ada, grace)
    await ada.api.call('deleteUser', { userId: ada.id })
    const scope = app.scope()
    const erasure = eraseDueAccounts({ ...scope, now: new Date(scope.now.getTime() + 15 * 86_400_000) }, erasers)
    const answers = await runConcurrently(app, 10, () =>
      grace.api.try('moderateUser', { body: { moderated: ada.id, type: 'block' } }),
    )
    await erasure
    expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([])
    const about = { OR: [{ sourceUserId: ada.id }, { targetUserId: ada.id }] }
    expect(await scope.db.playerModeration.count({ where: about })).toBe(0)
    await expect(moderate(grace, ada, 'mute')).rejects.toThrow('404')
  })
})
