import { describe, expect, it } from 'vitest'
import { newId } from '../../src/kernel/ids.ts'
import { sharedApp } from '../support/app.ts'
import { directionKey } from './blocks/model.ts'
import { runBlocksCampaign } from './blocks/run.ts'
import type { CampaignState } from './blocks/state.ts'

const app = await sharedApp()
const STEPS = 50

/** The first two users of the campaign, who are friends. */
function pairIn({ people: [one, other] }: CampaignState) {
  if (!one || !other) throw new Error('the campaign has fewer than two users')
  return { one, other }
}

describe('random acts of three users who befriend, block and write to each other', () => {
  it.each([1])(
    'deliver and show nothing across a block by any API, and everything else: seed %i',
    async (seed) => {
      const { breaches, answers, deliveries } = await runBlocksCampaign(app, { seed, steps: STEPS })
      expect(breaches).toEqual([])
      // Enough acts must succeed and enough be refused, otherwise the run proves nothing.
      const count = (wanted: (key: string) => boolean) =>
        [...answers].reduce((sum, [key, times]) => sum + (wanted(key) ? times : 0), 0)
      expect(count((key) => key.endsWith(' 200'))).toBeGreaterThan(STEPS / 3)
      expect(count((key) => !key.endsWith(' 200'))).toBeGreaterThan(STEPS / 10)
      expect(count((key) => /^(block|unblock) 200$/.test(key))).toBeGreaterThan(2)
      expect(deliveries).toBeGreaterThan(STEPS)
    },
    120_000,
  )

  it('are reported when an update is delivered across a block', async () => {
    const tamper = (state: CampaignState) => {
      const { one, other } = pairIn(state)
      state.model.blocks.add(directionKey(one.id, other.id))
      return other.api.call('updateUser', { userId: other.id, body: { bio: 'Here I am' } })
    }
    const { breaches } = await runBlocksCampaign(app, { seed: 3, steps: 0, tamper })
    expect(breaches.filter((breach) => breach.includes('friend-update'))).toHaveLength(1)
    expect(breaches.filter((breach) => breach.includes('activity PROFILE'))).toHaveLength(1)
    expect(breaches.filter((breach) => breach.startsWith('REST shows'))).toHaveLength(3)
    expect(breaches.filter((breach) => breach.startsWith('GraphQL shows'))).toHaveLength(3)
  })

  it('are reported when users who are not blocked stop seeing each other', async () => {
    const tamper = (state: CampaignState) => {
      const { one, other } = pairIn(state)
      const { db, now } = app.scope()
      const about = { sourceUserId: one.id, targetUserId: other.id, type: 'block', matter: 'block' }
      return db.playerModeration.create({ data: { ...about, id: newId('playerModeration', now), createdAt: now } })
    }
    const { breaches } = await runBlocksCampaign(app, { seed: 4, steps: 0, tamper })
    expect(breaches.length).toBeGreaterThanOrEqual(4)
  })
})
