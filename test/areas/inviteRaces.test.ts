import { beforeEach, describe, expect, it } from 'vitest'
import { erasers } from '../../src/app.ts'
import { eraseDueAccounts } from '../../src/areas/accounts/deletion.ts'
import { unfriend } from '../../src/areas/friends/friendships.ts'
import { inviteUser } from '../../src/areas/invites/inviting.ts'
import { respondInvite } from '../../src/areas/invites/responding.ts'
import { isId, type NotificationId } from '../../src/kernel/ids.ts'
import { parseLocation } from '../../src/kernel/location.ts'
import { transact } from '../../src/kernel/transaction.ts'
import { anApp } from '../support/app.ts'
import { befriend, feedOf } from '../support/friends.ts'
import { signedAs } from '../support/instances.ts'
import { aPrivatePlace, invited, receivedBy, rest } from '../support/invites.ts'
import { meanwhile } from '../support/meanwhile.ts'
import { aUser, type Person } from '../support/people.ts'
import { refusal } from '../support/refusals.ts'
import { atOnce, deadlocksIn } from '../support/rush.ts'

const app = await anApp()
let ada: Person
let grace: Person
let place: string
beforeEach(async () => {
  ;[ada, grace] = [await aUser(app), await aUser(app)]
  await befriend(ada, grace)
  place = await aPrivatePlace(app, ada)
})

const NO_FRIEND = refusal(403, '"You need to be friends with that user first."')
const invite = () => ada.api.try('inviteUser', { userId: grace.id, body: { instanceId: place } })
const respond = (notificationId: string, responseSlot = 0) =>
  grace.api.try('respondInvite', { notificationId, body: { responseSlot } })

function idOf(text: string): NotificationId {
  if (!isId('notification', text)) throw new Error(`${text} is no id of a notification`)
  return text
}

/** Erases the account of somebody who has asked for it 15 days ago. */
async function erase({ api, id: userId }: Person) {
  await api.call('deleteUser', { userId })
  const now = new Date(app.clock.now().getTime() + 15 * 86_400_000)
  return () => eraseDueAccounts({ ...app.scope(), now }, erasers)
}

describe('at once', () => {
  it.each(['inviteResponse', 'requestInviteResponse'] as const)(
    'of 50 replies one counts, as an %s, and the rest are 400',
    async (type) => {
      const asked = () => ada.api.call('requestInvite', { userId: grace.id })
      const id = type === 'inviteResponse' ? await invited(ada, grace, place) : (await asked()).id
      const answers = await atOnce(app, 50, (at) => respond(id, at % 12))
      const [winner, ...more] = answers.filter(({ status }) => status === 200)
      expect(more).toEqual([])
      expect(winner?.body).toMatchObject({ type, senderUserId: grace.id })
      for (const refused of answers.filter((one) => one !== winner))
        expect(refused).toMatchObject(refusal(400, `"You've already responded to that request."`))
      expect(await receivedBy(app, ada, type)).toHaveLength(1)
      expect((await feedOf(app, grace.id)).filter(({ kind }) => kind === 'responded')).toHaveLength(1)
    },
  )

  it('two friends answer what each has sent the other, ten times', async () => {
    const back = async () => (await grace.api.call('requestInvite', { userId: ada.id })).id
    for (let round = 0; round < 10; round++) {
      const [there, home] = [await invited(ada, grace, place), await back()]
      const reply = { notificationId: home, body: { responseSlot: 1 } }
      const answers = await Promise.all([respond(there), ada.api.try('respondInvite', reply)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
    }
  })
})

describe('two friends who answer each other at once', () => {
  it('25 invites each way: all replies count, and none waits for another in a circle', async () => {
    const before = await deadlocksIn(app)
    const home = await aPrivatePlace(app, grace)
    const [there, back] = [await manyOf(25, ada, grace, place), await manyOf(25, grace, ada, home)]
    const answers = await atOnce(app, 50, (at) => {
      const [{ api }, ids] = at % 2 ? [ada, back] : [grace, there]
      return api.try('respondInvite', { notificationId: ids[at >> 1] ?? '', body: { responseSlot: at % 12 } })
    })
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await receivedBy(app, ada, 'inviteResponse')).toHaveLength(25)
    expect(await receivedBy(app, grace, 'inviteResponse')).toHaveLength(25)
    expect(await deadlocksIn(app)).toBe(before)
  })

  it('10 boops each way: all are answered, and none waits for another in a circle', async () => {
    const before = await deadlocksIn(app)
    for (let at = 0; at < 10; at++) {
      await ada.api.call('boop', { userId: grace.id })
      await grace.api.call('boop', { userId: ada.id })
    }
    const boopsOf = async (person: Person) => (await receivedBy(app, person, 'boop')).map(({ id }) => id)
    const [toAda, toGrace] = [await boopsOf(ada), await boopsOf(grace)]
    const answers = await atOnce(app, 20, (at) => {
      const [{ api }, ids] = at % 2 ? [ada, toAda] : [grace, toGrace]
      const body = { responseType: 'boop', responseData: '' }
      return api.try('respondNotificationV2', { notificationId: ids[at >> 1] ?? '', body })
    })
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await boopsOf(ada)).toHaveLength(20)
    expect(await deadlocksIn(app)).toBe(before)
  })
})

async function manyOf(count: number, by: Person, friend: Person, location: string): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at++) ids.push(await invited(by, friend, location))
  return ids
}

describe('an invite', () => {
  it('waits for a parting, and is refused after it', async () => {
    const answer = await meanwhile(app, grace, (open) => unfriend(open, ada.id), invite)
    expect(answer).toMatchObject(NO_FRIEND)
    expect(await receivedBy(app, grace, 'invite')).toEqual([])
  })

  it('lets a parting wait, and stands', async () => {
    const sending = { place: parseLocation(place) }
    const parting = () => grace.api.try('unfriend', { userId: ada.id })
    expect(await meanwhile(app, ada, (open) => inviteUser(open, grace.id, sending), parting)).toMatchObject({
      status: 200,
    })
    expect(await receivedBy(app, grace, 'invite')).toHaveLength(1)
    expect(await invite()).toMatchObject(NO_FRIEND)
  })

  it.each([
    ['who sends it', () => ada],
    ['whom it goes to', () => grace],
  ])('lets the erasure of %s wait, and goes with it', async (_who, whom) => {
    const erased = await erase(whom())
    await meanwhile(app, ada, (open) => inviteUser(open, grace.id, { place: parseLocation(place) }), erased)
    expect(await receivedBy(app, grace, 'invite')).toEqual([])
  })
})

describe('a reply', () => {
  it('waits until a friendship rests, and is refused after it', async () => {
    const id = await invited(ada, grace, place)
    const answer = await meanwhile(
      app,
      ada,
      (open) => rest({ ...app, scope: () => open }, ada, grace),
      () => respond(id),
    )
    expect(answer).toMatchObject(NO_FRIEND)
    expect(await receivedBy(app, ada, 'inviteResponse')).toEqual([])
  })

  it('keeps a second one waiting, which is refused', async () => {
    const id = await invited(ada, grace, place)
    const answer = await meanwhile(
      app,
      grace,
      (open) => respondInvite(open, idOf(id), { responseSlot: 3 }),
      () => respond(id, 4),
    )
    expect(answer).toMatchObject(refusal(400, `"You've already responded to that request."`))
  })

  it('leaves nothing behind when what it is done with breaks', async () => {
    const id = await invited(ada, grace, place)
    const broken = transact(signedAs(app, grace), async (open) => {
      await respondInvite(open, idOf(id), { responseSlot: 3 })
      throw new Error('the server dies')
    })
    await expect(broken).rejects.toThrow('the server dies')
    expect(await receivedBy(app, ada, 'inviteResponse')).toEqual([])
    expect(await respond(id)).toMatchObject({ status: 200 })
  })
})
