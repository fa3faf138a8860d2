import { describe, expect, it } from 'vitest'
import { erasers } from '../../src/app.ts'
import { eraseDueAccounts } from '../../src/areas/accounts/deletion.ts'
import { anApp } from '../support/app.ts'
import { befriend, between, friendshipsHeard } from '../support/friends.ts'
import { aUser, type Person } from '../support/people.ts'
import { atOnce } from '../support/rush.ts'

const app = await anApp()
const aPair = async () => [await aUser(app), await aUser(app)] as const

const FRIENDS = {
  there: { isFriend: true, incomingRequest: false, outgoingRequest: false },
  back: { isFriend: true, incomingRequest: false, outgoingRequest: false },
}

/** How often each status was answered. */
function tally(exchanges: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of exchanges) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const rowsOf = (one: Person, other: Person) =>
  app.scope().db.friendship.count({ where: { userId: { in: [one.id, other.id] } } })
const requestsOf = (one: Person, other: Person) =>
  app.scope().db.notification.count({ where: { type: 'friendRequest', receiverId: { in: [one.id, other.id] } } })

describe('at the same moment', () => {
  it('50 acceptances of one request make one friendship, of which each side hears once', async () => {
    const [ada, grace] = await aPair()
    const { id } = await ada.api.call('friend', { userId: grace.id })
    const created = friendshipsHeard(app, 'friendship.created')
    const answers = await atOnce(app, 50, () => grace.api.try('acceptFriendRequest', { notificationId: id }))
    created.stop()
    expect(tally(answers)).toEqual({ 200: 1, 404: 49 })
    expect(await between(ada, grace)).toEqual(FRIENDS)
    expect(await rowsOf(ada, grace)).toBe(2)
    expect(created.heard).toHaveLength(2)
  })

  it('50 requests that cross, 25 each way, make one friendship', async () => {
    const [ada, grace] = await aPair()
    const send = (at: number) =>
      at % 2 ? ada.api.try('friend', { userId: grace.id }) : grace.api.try('friend', { userId: ada.id })
    const answers = await atOnce(app, 50, send)
    expect(tally(answers)).toEqual({ 200: 2, 400: 48 })
    expect(await between(ada, grace)).toEqual(FRIENDS)
    expect(await rowsOf(ada, grace)).toBe(2)
    expect(await requestsOf(ada, grace)).toBe(0)
  })

  it('20 requests of one person to another make one request', async () => {
    const [ada, grace] = await aPair()
    const answers = await atOnce(app, 20, () => ada.api.try('friend', { userId: grace.id }))
    expect(tally(answers)).toEqual({ 200: 1, 400: 19 })
    expect(await requestsOf(ada, grace)).toBe(1)
  })

  it('20 partings, 10 from each side, are one', async () => {
    const [ada, grace] = await aPair()
    await befriend(ada, grace)
    const ended = friendshipsHeard(app, 'friendship.ended')
    const send = (at: number) =>
      at % 2 ? ada.api.try('unfriend', { userId: grace.id }) : grace.api.try('unfriend', { userId: ada.id })
    expect(tally(await atOnce(app, 20, send))).toEqual({ 200: 1, 400: 19 })
    ended.stop()
    expect(ended.heard).toHaveLength(2)
    expect(await rowsOf(ada, grace)).toBe(0)
  })

  it('accepting and taking back are decided for one of them', async () => {
    const [ada, grace] = await aPair()
    for (let round = 0; round < 5; round++) {
      const { id } = await ada.api.call('friend', { userId: grace.id })
      const [accepted, ...taken] = await atOnce(app, 6, (at) =>
        at === 0
          ? grace.api.try('acceptFriendRequest', { notificationId: id })
          : ada.api.try('deleteFriendRequest', { userId: grace.id }),
      )
      const isTaken = taken.some(({ status }) => status === 200)
      expect([accepted?.status, isTaken]).toEqual(isTaken ? [404, true] : [200, false])
      expect(await rowsOf(ada, grace)).toBe(isTaken ? 0 : 2)
      expect(await requestsOf(ada, grace)).toBe(0)
      await ada.api.try('unfriend', { userId: grace.id })
    }
  })

  it('an erasure leaves no friendship and no request of the person behind', async () => {
    const leaving = await aUser(app)
    const others = await Promise.all(Array.from({ length: 12 }, () => aUser(app)))
    await leaving.api.call('deleteUser', { userId: leaving.id })
    const scope = { ...app.scope(), now: new Date(app.clock.now().getTime() + 15 * 86_400_000) }
    const answers = await atOnce(app, 13, async (at) => {
      const other = others[at]
      if (!other) return eraseDueAccounts(scope, erasers).then(() => ({ status: 200 }))
      return other.api.try('friend', { userId: leaving.id })
    })
    expect(Object.keys(tally(answers)).every((status) => ['200', '404'].includes(status))).toBe(true)
    const { db } = app.scope()
    expect(await db.friendship.count({ where: { friendId: leaving.id } })).toBe(0)
    expect(await db.notification.count({ where: { receiverId: leaving.id } })).toBe(0)
  })
})
