import { describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '../../../src/areas/accounts/account/deletion.ts'
import { friendshipCreated, friendshipEnded } from '../../../src/areas/friends/events.ts'
import { erasers } from '../../../src/areas/index.ts'
import { sharedApp } from '../../support/app.ts'
import { runConcurrently } from '../../support/concurrency.ts'
import { befriend, friendStatusesOf, recordFriendshipEvents } from '../../support/friends.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
const aPair = async () => [await aUser(app), await aUser(app)] as const

const FRIENDS = {
  there: { isFriend: true, incomingRequest: false, outgoingRequest: false },
  back: { isFriend: true, incomingRequest: false, outgoingRequest: false },
}

/** Number of responses by status. */
function tally(exchanges: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of exchanges) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const rowsOf = (one: TestUser, other: TestUser) =>
  app.scope().db.friendship.count({ where: { userId: { in: [one.id, other.id] } } })
const requestsOf = (one: TestUser, other: TestUser) =>
  app.scope().db.notification.count({ where: { type: 'friendRequest', receiverId: { in: [one.id, other.id] } } })

describe('concurrent friend acts', () => {
  it('50 acceptances of one request create one friendship, with one event for each friend', async () => {
    const [ada, grace] = await aPair()
    const { id } = await ada.api.call('friend', { userId: grace.id })
    const created = recordFriendshipEvents(app, friendshipCreated)
    const answers = await runConcurrently(app, 50, () => grace.api.try('acceptFriendRequest', { notificationId: id }))
    created.stop()
    expect(tally(answers)).toEqual({ 200: 1, 404: 49 })
    expect(await friendStatusesOf(ada, grace)).toEqual(FRIENDS)
    expect(await rowsOf(ada, grace)).toBe(2)
    expect(created.recorded).toHaveLength(2)
  })

  it('25 requests in each direction create one friendship', async () => {
    const [ada, grace] = await aPair()
    const send = (at: number) =>
      at % 2 ? ada.api.try('friend', { userId: grace.id }) : grace.api.try('friend', { userId: ada.id })
    const answers = await runConcurrently(app, 50, send)
    expect(tally(answers)).toEqual({ 200: 2, 400: 48 })
    expect(await friendStatusesOf(ada, grace)).toEqual(FRIENDS)
    expect(await rowsOf(ada, grace)).toBe(2)
    expect(await requestsOf(ada, grace)).toBe(0)
  })

  it('20 requests of one person to another create one request', async () => {
    const [ada, grace] = await aPair()
    const answers = await runConcurrently(app, 20, () => ada.api.try('friend', { userId: grace.id }))
    expect(tally(answers)).toEqual({ 200: 1, 400: 19 })
    expect(await requestsOf(ada, grace)).toBe(1)
  })

  it('10 unfriends by each friend succeed once', async () => {
    const [ada, grace] = await aPair()
    await befriend(ada, grace)
    const ended = recordFriendshipEvents(app, friendshipEnded)
    const send = (at: number) =>
      at % 2 ? ada.api.try('unfriend', { userId: grace.id }) : grace.api.try('unfriend', { userId: ada.id })
    expect(tally(await runConcurrently(app, 20, send))).toEqual({ 200: 1, 400: 19 })
    ended.stop()
    expect(ended.recorded).toHaveLength(2)
    expect(await rowsOf(ada, grace)).toBe(0)
  })

  it('accepting and cancelling: one of the two wins', async () => {
    const [ada, grace] = await aPair()
    for (let round = 0; round < 5; round++) {
      const { id } = await ada.api.call('friend', { userId: grace.id })
      const [accepted, ...taken] = await runConcurrently(app, 6, (at) =>
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

  it('an erasure leaves no friendship and no request of the person', async () => {
    const leaving = await aUser(app)
    const others = await Promise.all(Array.from({ length: 12 }, () => aUser(app)))
    const [early, late, ...racing] = others
    await leaving.api.call('deleteUser', { userId: leaving.id })
    await early?.api.call('friend', { userId: leaving.id })
    const scope = { ...app.scope(), now: new Date(app.clock.now().getTime() + 15 * 86_400_000) }
    const answers = await runConcurrently(app, racing.length + 1, async (at) => {
      const other = racing[at]
      if (!other) return eraseDueAccounts(scope, erasers).then(() => ({ status: 200 }))
      return other.api.try('friend', { userId: leaving.id })
    })
    expect(Object.keys(tally(answers)).every((status) => ['200', '404'].includes(status))).toBe(true)
    expect(await late?.api.try('friend', { userId: leaving.id })).toMatchObject({ status: 404 })
    const { db } = app.scope()
    expect(await db.friendship.count({ where: { friendId: leaving.id } })).toBe(0)
    expect(await db.notification.count({ where: { receiverId: leaving.id } })).toBe(0)
  })
})
