import { beforeEach, describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '../../../src/areas/accounts/account/deletion.ts'
import { unfriend } from '../../../src/areas/friends/friendships.ts'
import { erasers } from '../../../src/areas/index.ts'
import { respondInvite } from '../../../src/areas/invites/inviteResponses.ts'
import { inviteUser } from '../../../src/areas/invites/invites.ts'
import { isId, type NotificationId } from '../../../src/kernel/ids.ts'
import { parseLocation } from '../../../src/kernel/location.ts'
import { transact } from '../../../src/kernel/transaction.ts'
import { sharedApp } from '../../support/app.ts'
import { countDeadlocks, runConcurrently } from '../../support/concurrency.ts'
import { befriend, feedEntriesOf } from '../../support/friends.ts'
import { aPrivateInstance, notificationsReceivedBy, sendInvite, suspendFriendshipOf } from '../../support/invites.ts'
import { raceForLock } from '../../support/lockRace.ts'
import { refusal } from '../../support/refusals.ts'
import { rounds } from '../../support/rounds.ts'
import { viewerScopeOf } from '../../support/scopes.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
let ada: TestUser
let grace: TestUser
let place: string
beforeEach(async () => {
  ;[ada, grace] = [await aUser(app), await aUser(app)]
  await befriend(ada, grace)
  place = await aPrivateInstance(app, ada)
})

const NO_FRIEND = refusal(403, '"You need to be friends with that user first."')
const invite = () => ada.api.try('inviteUser', { userId: grace.id, body: { instanceId: place } })
const respond = (notificationId: string, responseSlot = 0) =>
  grace.api.try('respondInvite', { notificationId, body: { responseSlot } })

function idOf(text: string): NotificationId {
  if (!isId('notification', text)) throw new Error(`${text} is no id of a notification`)
  return text
}

/** Erases the account of a person who requested its deletion 15 days ago. */
async function erase({ api, id: userId }: TestUser) {
  await api.call('deleteUser', { userId })
  const now = new Date(app.clock.now().getTime() + 15 * 86_400_000)
  return () => eraseDueAccounts({ ...app.scope(), now }, erasers)
}

/** Requests at once. */
const AT_ONCE = rounds(50)

describe('concurrent responses', () => {
  it.each(['inviteResponse', 'requestInviteResponse'] as const)(
    'of many (%s) one succeeds, and the others are refused with 400',
    async (type) => {
      const asked = () => ada.api.call('requestInvite', { userId: grace.id })
      const id = type === 'inviteResponse' ? await sendInvite(ada, grace, place) : (await asked()).id
      const answers = await runConcurrently(app, AT_ONCE, (at) => respond(id, at % 12))
      const [winner, ...more] = answers.filter(({ status }) => status === 200)
      expect(more).toEqual([])
      expect(winner?.body).toMatchObject({ type, senderUserId: grace.id })
      for (const refused of answers.filter((one) => one !== winner))
        expect(refused).toMatchObject(refusal(400, `"You've already responded to that request."`))
      expect(await notificationsReceivedBy(app, ada, type)).toHaveLength(1)
      expect((await feedEntriesOf(app, grace.id)).filter(({ kind }) => kind === 'responded')).toHaveLength(1)
    },
  )

  it('of two friends to each other do not deadlock, whichever come first', async () => {
    const back = async () => (await grace.api.call('requestInvite', { userId: ada.id })).id
    for (let round = 0; round < rounds(10); round++) {
      const [there, home] = [await sendInvite(ada, grace, place), await back()]
      const reply = { notificationId: home, body: { responseSlot: 1 } }
      const answers = await Promise.all([respond(there), ada.api.try('respondInvite', reply)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
    }
  })
})

/** Invites in each direction. */
const INVITES = rounds(25)

describe('two friends who answer each other concurrently', () => {
  it(`${INVITES} invites in each direction: all responses succeed without deadlocks`, async () => {
    const before = await countDeadlocks(app)
    const home = await aPrivateInstance(app, grace)
    const [there, back] = [await manyOf(INVITES, ada, grace, place), await manyOf(INVITES, grace, ada, home)]
    const answers = await runConcurrently(app, 2 * INVITES, (at) => {
      const [{ api }, ids] = at % 2 ? [ada, back] : [grace, there]
      return api.try('respondInvite', { notificationId: ids[at >> 1] ?? '', body: { responseSlot: at % 12 } })
    })
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await notificationsReceivedBy(app, ada, 'inviteResponse')).toHaveLength(INVITES)
    expect(await notificationsReceivedBy(app, grace, 'inviteResponse')).toHaveLength(INVITES)
    expect(await countDeadlocks(app)).toBe(before)
  })

  it('10 boops in each direction: all are answered without deadlocks', async () => {
    const before = await countDeadlocks(app)
    for (let at = 0; at < 10; at++) {
      await ada.api.call('boop', { userId: grace.id })
      await grace.api.call('boop', { userId: ada.id })
    }
    const boopsOf = async (person: TestUser) => (await notificationsReceivedBy(app, person, 'boop')).map(({ id }) => id)
    const [toAda, toGrace] = [await boopsOf(ada), await boopsOf(grace)]
    const answers = await runConcurrently(app, 20, (at) => {
      const [{ api }, ids] = at % 2 ? [ada, toAda] : [grace, toGrace]
      const body = { responseType: 'boop', responseData: '' }
      return api.try('respondNotificationV2', { notificationId: ids[at >> 1] ?? '', body })
    })
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await boopsOf(ada)).toHaveLength(20)
    expect(await countDeadlocks(app)).toBe(before)
  })
})

async function manyOf(count: number, by: TestUser, friend: TestUser, location: string): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at++) ids.push(await sendInvite(by, friend, location))
  return ids
}

describe('an invite', () => {
  it('waits for a concurrent unfriend, and is then refused', async () => {
    const answer = await raceForLock(app, grace, (tx) => unfriend(tx, ada.id), invite)
    expect(answer).toMatchObject(NO_FRIEND)
    expect(await notificationsReceivedBy(app, grace, 'invite')).toEqual([])
  })

  it('makes a concurrent unfriend wait, and succeeds', async () => {
    const sending = { place: parseLocation(place) }
    const parting = () => grace.api.try('unfriend', { userId: ada.id })
    expect(await raceForLock(app, ada, (tx) => inviteUser(tx, grace.id, sending), parting)).toMatchObject({
      status: 200,
    })
    expect(await notificationsReceivedBy(app, grace, 'invite')).toHaveLength(1)
    expect(await invite()).toMatchObject(NO_FRIEND)
  })

  it.each([
    ['sender', () => ada],
    ['receiver', () => grace],
  ])('makes the erasure of its %s wait, and is deleted by it', async (_who, whom) => {
    const erased = await erase(whom())
    await raceForLock(app, ada, (tx) => inviteUser(tx, grace.id, { place: parseLocation(place) }), erased)
    expect(await notificationsReceivedBy(app, grace, 'invite')).toEqual([])
  })
})

describe('a response', () => {
  it('waits for a concurrent block, and is then refused', async () => {
    const id = await sendInvite(ada, grace, place)
    const answer = await raceForLock(
      app,
      ada,
      (tx) => suspendFriendshipOf({ ...app, scope: () => tx }, ada, grace),
      () => respond(id),
    )
    expect(answer).toMatchObject(NO_FRIEND)
    expect(await notificationsReceivedBy(app, ada, 'inviteResponse')).toEqual([])
  })

  it('makes a second one wait, which is refused', async () => {
    const id = await sendInvite(ada, grace, place)
    const answer = await raceForLock(
      app,
      grace,
      (tx) => respondInvite(tx, idOf(id), { responseSlot: 3 }),
      () => respond(id, 4),
    )
    expect(answer).toMatchObject(refusal(400, `"You've already responded to that request."`))
  })

  it('leaves nothing behind when its transaction fails', async () => {
    const id = await sendInvite(ada, grace, place)
    const broken = transact(viewerScopeOf(app, grace), async (tx) => {
      await respondInvite(tx, idOf(id), { responseSlot: 3 })
      throw new Error('the server dies')
    })
    await expect(broken).rejects.toThrow('the server dies')
    expect(await notificationsReceivedBy(app, ada, 'inviteResponse')).toEqual([])
    expect(await respond(id)).toMatchObject({ status: 200 })
  })
})
