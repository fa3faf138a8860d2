import { beforeEach, describe, expect, it } from 'vitest'
import { erasers } from '../../src/app.ts'
import { eraseDueAccounts } from '../../src/areas/accounts/deletion.ts'
import { boop } from '../../src/areas/friends/boops.ts'
import { friend } from '../../src/areas/friends/requests.ts'
import { restFriendships } from '../../src/areas/friends/resting.ts'
import { moderateUser } from '../../src/areas/moderation/moderating.ts'
import { replyNotification, respondNotification } from '../../src/areas/notifications/responding.ts'
import { putAwayBetween } from '../../src/areas/notifications/severing.ts'
import type { SignedScope } from '../../src/kernel/scope.ts'
import { type Open, transact } from '../../src/kernel/transaction.ts'
import { until } from '../platform/ground.ts'
import { anApp } from '../support/app.ts'
import { befriend } from '../support/friends.ts'
import { signedAs } from '../support/instances.ts'
import { isWaiting, meanwhile } from '../support/meanwhile.ts'
import { block, moderate, restingOf, unblock } from '../support/moderation.ts'
import { tell } from '../support/notifications.ts'
import { aUser, type Person } from '../support/people.ts'
import { atOnce, deadlocksIn } from '../support/rush.ts'

const app = await anApp()
let ada: Person
let grace: Person
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
})

const blocksBetween = () => {
  const people = [ada.id, grace.id]
  const where = { type: 'block', sourceUserId: { in: people }, targetUserId: { in: people } }
  return app.scope().db.playerModeration.count({ where })
}

/** Whether the friendship rests is what the blocks that stand say. */
async function expectTruth() {
  const isBlocked = (await blocksBetween()) > 0
  expect(await restingOf(app, ada, grace)).toEqual([isBlocked, isBlocked])
}

const nothing = () => Promise.reject(new Error('no act'))

const RESPONSES = [{ type: 'boop', data: '', icon: 'bell', text: 'Back', textKey: null }]
/** A boop of Grace's that Ada can answer, and something of hers that Ada can reply to. */
const anOffer = () => tell(app, ada.id, { type: 'boop', senderId: grace.id, responses: RESPONSES })
const aQuestion = () => tell(app, ada.id, { senderId: grace.id, canReply: true })

describe('at the same moment', () => {
  const BODIES = ['block', 'mute', 'unmute', 'block', 'hideAvatar'] as const

  it('50 moderations of one pair from both sides leave one of a matter, and the friendship as they say', async () => {
    await befriend(ada, grace)
    const before = await deadlocksIn(app)
    const answers = await atOnce(app, 50, (at) => {
      const [one, other] = at % 2 ? [ada, grace] : [grace, ada]
      const body = { moderated: other.id, type: BODIES[at % BODIES.length] }
      return one.api.try(at % 3 ? 'moderateUser' : 'unmoderateUser', { body })
    })
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    await expectTruth()
    const rows = await app.scope().db.playerModeration.findMany({ where: { sourceUserId: { in: [ada.id, grace.id] } } })
    const matters = rows.map(({ sourceUserId, matter }) => `${sourceUserId} ${matter}`)
    expect(new Set(matters).size).toBe(matters.length)
    expect(await deadlocksIn(app)).toBe(before)
  })

  it('blocks, unblocks and clearings of two people at each other leave the friendship as what stands says', async () => {
    await befriend(ada, grace)
    const before = await deadlocksIn(app)
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
      const answers = await atOnce(app, 12, (at) => (acts[at % acts.length] ?? nothing)())
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      await expectTruth()
    }
    expect(await deadlocksIn(app)).toBe(before)
  })

  it('boops, answers, replies and requests beside a block come before it, or not at all', async () => {
    await befriend(ada, grace)
    const before = await deadlocksIn(app)
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
    const answers = await atOnce(app, 33, (at) => (acts[(at * 5) % acts.length] ?? nothing)())
    expect(answers.map(({ status }) => status).filter((status) => ![200, 400, 404].includes(status))).toEqual([])
    expect(await deadlocksIn(app)).toBe(before)
    const standing = { hiddenAt: null, senderId: { in: [ada.id, grace.id] }, receiverId: { in: [ada.id, grace.id] } }
    expect(await app.scope().db.notification.count({ where: standing })).toBe(0)
  })
})

type Act = (open: SignedScope & Open) => Promise<unknown>

const standingFor = ({ id }: Person) => app.scope().db.notification.count({ where: { receiverId: id, hiddenAt: null } })
const blocking: Act = (open) => moderateUser(open, ada.id, 'block')

describe('a block that is under way', () => {
  it('is waited for by boops either way, which are refused after it', async () => {
    await befriend(ada, grace)
    const boopOf = (from: Person, to: Person) => () => from.api.try('boop', { userId: to.id })
    expect(await meanwhile(app, grace, blocking, boopOf(ada, grace))).toMatchObject({ status: 400 })
    await unblock(grace, ada)
    expect(await meanwhile(app, grace, blocking, boopOf(grace, ada))).toMatchObject({ status: 400 })
    expect([await standingFor(ada), await standingFor(grace)]).toEqual([0, 0])
  })

  it('is waited for by friend requests and replies, which are refused after it', async () => {
    const asked = meanwhile(app, grace, blocking, () => ada.api.try('friend', { userId: grace.id }))
    expect(await asked).toMatchObject({ status: 404 })
    await unblock(grace, ada)
    const notificationId = await aQuestion()
    const reply = () => ada.api.try('replyNotificationV2', { notificationId, body: { text: 'Hello' } })
    expect(await meanwhile(app, grace, blocking, reply)).toMatchObject({ status: 400 })
    expect(await standingFor(grace)).toBe(0)
  })

  it('lets a block from the other side wait, and both stand', async () => {
    await befriend(ada, grace)
    await meanwhile(app, grace, blocking, () => block(ada, grace))
    expect(await blocksBetween()).toBe(2)
    await expectTruth()
  })

  it('lets an unblocking from the other side wait, and the friendship rest on', async () => {
    await befriend(ada, grace)
    await block(ada, grace)
    await meanwhile(app, grace, blocking, () => ada.api.call('clearAllPlayerModerations'))
    expect(await blocksBetween()).toBe(1)
    await expectTruth()
  })
})

describe('a block', () => {
  it.each<readonly [string, Act]>([
    ['a boop', (open) => boop(open, grace.id)],
    ['an answer', (open) => answer(open)],
  ])('waits for %s that is under way between friends, and puts it away', async (_what, act) => {
    await befriend(ada, grace)
    offered = await anOffer()
    await meanwhile(app, ada, act, () => block(grace, ada))
    expect([await standingFor(ada), await standingFor(grace)]).toEqual([0, 0])
  })

  it.each<readonly [string, Act]>([
    ['a friend request', (open) => friend(open, grace.id)],
    ['a reply', (open) => replyNotification(open, offered, 'Hello')],
  ])('waits for %s that is under way, and puts it away', async (_what, act) => {
    offered = await aQuestion()
    await meanwhile(app, ada, act, () => block(grace, ada))
    expect([await standingFor(ada), await standingFor(grace)]).toEqual([0, 0])
  })

  let offered: Awaited<ReturnType<typeof tell>>
  const answer: Act = (open) => respondNotification(open, offered, { type: 'boop', data: '' })

  it('never waits for an answer that waits for it', async () => {
    await befriend(ada, grace)
    offered = await anOffer()
    const started: Promise<unknown>[] = []
    let runs = 0
    await transact(signedAs(app, grace), async (open) => {
      runs += 1
      // Whoever finds that two wait for each other is the one to give way, and begins anew.
      await open.db.$executeRaw`SET LOCAL deadlock_timeout = '20ms'`
      await restFriendships(open, grace.id, [ada.id])
      if (runs === 1) {
        const body = { responseType: 'boop' }
        started.push(ada.api.try('respondNotificationV2', { notificationId: offered, body }))
        await until(() => isWaiting(app))
      }
      await putAwayBetween(open, grace.id, ada.id)
    })
    await Promise.all(started)
    expect(runs).toBe(1)
  })

  it('is refused after the erasure of either, and leaves nothing behind', async () => {
    await befriend(ada, grace)
    await ada.api.call('deleteUser', { userId: ada.id })
    const scope = app.scope()
    const erasure = eraseDueAccounts({ ...scope, now: new Date(scope.now.getTime() + 15 * 86_400_000) }, erasers)
    const answers = await atOnce(app, 10, () =>
      grace.api.try('moderateUser', { body: { moderated: ada.id, type: 'block' } }),
    )
    await erasure
    expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([])
    const about = { OR: [{ sourceUserId: ada.id }, { targetUserId: ada.id }] }
    expect(await scope.db.playerModeration.count({ where: about })).toBe(0)
    await expect(moderate(grace, ada, 'mute')).rejects.toThrow('404')
  })
})
