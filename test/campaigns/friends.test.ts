import { describe, expect, it } from 'vitest'
import { pairOf } from '../../src/areas/users/relations.ts'
import { newId } from '../../src/kernel/ids.ts'
import { anApp } from '../support/app.ts'
import { letBefriend, type Outcome } from './befriending.ts'

const app = await anApp()
const PLAN = { steps: 500, people: 5, connections: 8 }

const countOf = ({ answers }: Outcome, key: string) => answers.get(key) ?? 0

describe('500 random steps by five people over 8 connections', () => {
  it.each([1, 2, 3])(
    'leave friendship symmetric and no request beside one: seed %i',
    async (seed) => {
      const outcome = await letBefriend(app.origin, { seed, ...PLAN })
      expect(outcome.breaches).toEqual([])
      // Every act has succeeded and was refused, or the steps would show nothing.
      for (const act of ['friend', 'accept', 'cancel', 'unfriend', 'decline'])
        expect(countOf(outcome, `${act} 200`), act).toBeGreaterThan(0)
      expect([...outcome.answers.values()].reduce((sum, count) => sum + count, 0)).toBe(PLAN.steps)
    },
    60_000,
  )

  const idle = { ...PLAN, seed: 4, steps: 0, people: 3 }

  it('would notice a friendship with one side', async () => {
    const { db, now } = app.scope()
    const { breaches } = await letBefriend(app.origin, idle, async ([userId = '', friendId = '']) => {
      await db.friendship.create({ data: { userId, friendId, key: 'k', createdAt: now } })
    })
    expect(breaches).toHaveLength(1)
  })

  it('would notice a request beside a friendship', async () => {
    const { db, now } = app.scope()
    const { breaches } = await letBefriend(app.origin, idle, async ([one = '', other = '']) => {
      const side = (userId: string, friendId: string) => ({ userId, friendId, key: 'k', createdAt: now })
      await db.friendship.createMany({ data: [side(one, other), side(other, one)] })
      const times = { createdAt: now, updatedAt: now }
      const request = { id: newId('friendRequest', now), type: 'friendRequest', senderId: one, receiverId: other }
      await db.notification.create({ data: { ...request, friendPair: pairOf(one, other), ...times } })
    })
    expect(breaches.length).toBeGreaterThan(0)
  })

  it('finds nothing amiss among strangers', async () => {
    expect(await letBefriend(app.origin, idle)).toMatchObject({ breaches: [], friendships: 0, requests: 0 })
  })
})
