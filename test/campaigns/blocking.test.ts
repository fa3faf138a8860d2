import { describe, expect, it } from 'vitest'
import { newId } from '../../src/kernel/ids.ts'
import { anApp } from '../support/app.ts'
import type { Field } from './blocking/field.ts'
import { way } from './blocking/model.ts'
import { letBlock } from './blocking/run.ts'

const app = await anApp()
const STEPS = 50

/** Two of the people, who are friends. */
function pairIn({ people: [one, other] }: Field) {
  if (!one || !other) throw new Error('nobody is there')
  return { one, other }
}

describe('three people who befriend, block and write to each other at random', () => {
  it.each([1, 2])(
    'are told nothing across a block at any door, and everything else: seed %i',
    async (seed) => {
      const { breaches, answers, facts } = await letBlock(app, { seed, steps: STEPS })
      expect(breaches).toEqual([])
      // Much has come about and much was refused, or the steps would show nothing.
      const count = (wanted: (key: string) => boolean) =>
        [...answers].reduce((sum, [key, times]) => sum + (wanted(key) ? times : 0), 0)
      expect(count((key) => key.endsWith(' 200'))).toBeGreaterThan(STEPS / 3)
      expect(count((key) => !key.endsWith(' 200'))).toBeGreaterThan(STEPS / 10)
      expect(count((key) => /^(block|unblock) 200$/.test(key))).toBeGreaterThan(2)
      expect(facts).toBeGreaterThan(STEPS)
    },
    60_000,
  )

  it('would notice what is told across a block', async () => {
    const meddle = (field: Field) => {
      const { one, other } = pairIn(field)
      field.model.blocks.add(way(one.id, other.id))
      return other.api.call('updateUser', { userId: other.id, body: { bio: 'Here I am' } })
    }
    const { breaches } = await letBlock(app, { seed: 3, steps: 0, meddle })
    expect(breaches.filter((breach) => breach.includes('friend-update'))).toHaveLength(1)
    expect(breaches.filter((breach) => breach.includes('activity PROFILE'))).toHaveLength(1)
    expect(breaches.filter((breach) => breach.startsWith('REST shows'))).toHaveLength(3)
    expect(breaches.filter((breach) => breach.startsWith('GraphQL shows'))).toHaveLength(3)
  })

  it('would notice what is kept from people though nobody blocks them', async () => {
    const meddle = (field: Field) => {
      const { one, other } = pairIn(field)
      const { db, now } = app.scope()
      const about = { sourceUserId: one.id, targetUserId: other.id, type: 'block', matter: 'block' }
      return db.playerModeration.create({ data: { ...about, id: newId('playerModeration', now), createdAt: now } })
    }
    const { breaches } = await letBlock(app, { seed: 4, steps: 0, meddle })
    expect(breaches.length).toBeGreaterThanOrEqual(4)
  })
})
