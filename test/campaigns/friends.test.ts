import { describe, expect, it } from 'vitest'
import { userPairKey } from '../../src/areas/users/locks.ts'
import { newId } from '../../src/kernel/ids.ts'
import { sharedApp } from '../support/app.ts'
import { type FriendsOutcome, runFriendsCampaign } from './friends/run.ts'

const app = await sharedApp()
const PLAN = { steps: 500, people: 10, connections: 8 }

const countOf = ({ answers }: FriendsOutcome, key: string) => answers.get(key) ?? 0

describe('500 random friend requests of ten users over 8 connections', () => {
  it.each([1])(
    'leave every friendship symmetric and without a pending request: seed %i',
    async (seed) => {
      const outcome = await runFriendsCampaign(app.origin, { seed, ...PLAN })
      expect(outcome.breaches).toEqual([])
      // Every kind of act must have succeeded, otherwise the run proves nothing.
      for (const act of ['friend', 'accept', 'cancel', 'unfriend', 'decline'])
        expect(countOf(outcome, `${act} 200`), act).toBeGreaterThan(0)
      expect([...outcome.answers.values()].reduce((sum, count) => sum + count, 0)).toBe(PLAN.steps)
    },
    60_000,
  )

  const idle = { ...PLAN, seed: 4, steps: 0, people: 3 }

  it('are reported when a friendship has only one side', async () => {
    const { db, now } = app.scope()
    const { breaches } = await runFriendsCampaign(app.origin, idle, async ([userId = '', friendId = '']) => {
      await db.friendship.create({ data: { userId, friendId, key: 'k', createdAt: now } })
    })
    expect(breaches).toHaveLength(1)
  })

  it('are reported when two friends have a pending request', async () => {
    const { db, now } = app.scope()
    const { breaches } = await runFriendsCampaign(app.origin, idle, async ([one = '', other = '']) => {
      const side = (userId: string, friendId: string) => ({ userId, friendId, key: 'k', createdAt: now })
      await db.friendship.createMany({ data: [side(one, other), side(other, one)] })
      const times = { createdAt: now, updatedAt: now }
      const request = { id: newId('friendRequest', now), type: 'friendRequest', senderId: one, receiverId: other }
      await db.notification.create({ data: { ...request, friendPair: userPairKey(one, other), ...times } })
    })
    expect(breaches.length).toBeGreaterThan(0)
  })

  it('are not reported among strangers', async () => {
    expect(await runFriendsCampaign(app.origin, idle)).toMatchObject({ breaches: [], friendships: 0, requests: 0 })
  })
})
