import { describe, expect, it } from 'vitest'
import { removeEmptyInstances } from '../../../src/areas/instances/close.ts'
import { insertInstance } from '../../../src/areas/instances/insert.ts'
import { DAY } from '../../../src/kernel/clock.ts'
import { parseLocation } from '../../../src/kernel/location.ts'
import { transact } from '../../../src/kernel/transaction.ts'
import { sharedApp } from '../../support/app.ts'
import { runConcurrently } from '../../support/concurrency.ts'
import { eventually } from '../../support/eventually.ts'
import { aFriendOf } from '../../support/friends.ts'
import {
  createInstanceAs,
  enterAs,
  enterOutcome,
  leaveAs,
  splitLocation,
  storedLocationOf,
} from '../../support/instances.ts'
import { isWaitingForLock } from '../../support/lockRace.ts'
import { viewerScopeOf } from '../../support/scopes.ts'
import { aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const app = await sharedApp()
const owner = await aUser(app)
const friend = await aFriendOf(app, owner)
const worldId = await aWorld(app, owner, { capacity: 5 })

const gets = (person: TestUser, location: string) => enterOutcome(app, person, location)

describe('concurrent visitors', () => {
  it('fill an instance exactly when four times its capacity enter at once', async () => {
    const capacity = 4
    const small = await aWorld(app, owner, { capacity })
    const { location } = await createInstanceAs(owner, small)
    const people = await Promise.all(Array.from({ length: 4 * capacity }, () => aUser(app)))
    const outcomes = await runConcurrently(app, people.length, (at) => gets(people[at] ?? owner, location))
    expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(capacity)
    expect(outcomes.filter((outcome) => outcome === 'instance_full')).toHaveLength(3 * capacity)
    expect(await app.scope().db.occupant.count({ where: { location } })).toBe(capacity)
  })

  it('who move between two instances end up in one each, without deadlocks', async () => {
    const large = await aWorld(app, owner, { capacity: 40 })
    const places = [await createInstanceAs(owner, large), await createInstanceAs(owner, large)].map(
      ({ location }) => location,
    )
    const people = await Promise.all(Array.from({ length: 8 }, () => aUser(app)))
    const outcomes = await runConcurrently(app, 48, (at) => gets(people[at % 8] ?? owner, places[(at >> 3) % 2] ?? ''))
    expect(new Set(outcomes)).toEqual(new Set(['in']))
    const ids = people.map(({ id }) => id)
    expect(await app.scope().db.occupant.count({ where: { userId: { in: ids }, location: { in: places } } })).toBe(8)
    for (const location of places) {
      const inside = await app.scope().db.occupant.count({ where: { location } })
      const { emptySince } = await app.scope().db.instance.findUniqueOrThrow({ where: { location } })
      expect(emptySince === null).toBe(inside > 0)
    }
  })

  it('create a missing instance once', async () => {
    const location = `${worldId}:55555`
    const people = await Promise.all(Array.from({ length: 5 }, () => aUser(app)))
    const outcomes = await runConcurrently(app, 5, (at) => gets(people[at] ?? owner, location))
    expect(new Set(outcomes)).toEqual(new Set(['in']))
    expect(await app.scope().db.occupant.count({ where: { location } })).toBe(5)
  })
})

describe('closing an instance while people enter', () => {
  it('leaves nobody inside who entered afterwards, and refuses with a conflict', async () => {
    const large = await aWorld(app, owner, { capacity: 40 })
    const { location } = await createInstanceAs(owner, large)
    const people = await Promise.all(Array.from({ length: 10 }, () => aUser(app)))
    const close = () => owner.api.try('closeInstance', { ...splitLocation(location), query: { hardClose: 'true' } })
    const outcomes = await runConcurrently(app, 11, async (at) =>
      at === 5 ? String((await close()).status) : gets(people[at] ?? people[5] ?? owner, location),
    )
    expect(outcomes[5]).toBe('200')
    const others = outcomes.filter((_, at) => at !== 5)
    expect(others.filter((outcome) => outcome !== 'in' && outcome !== 'instance_closed')).toEqual([])
    expect(await app.scope().db.occupant.count({ where: { location } })).toBe(0)
  })
})

describe('deleting empty instances while a person enters', () => {
  it('never deletes an instance with an occupant', async () => {
    const emptySince = new Date(app.clock.now().getTime() - 2 * DAY)
    for (let round = 0; round < 5; round++) {
      const { location } = await createInstanceAs(owner, worldId)
      await app.scope().db.instance.update({ where: { location }, data: { emptySince } })
      const [outcome] = await runConcurrently(app, 2, async (at) =>
        at === 0 ? gets(friend, location) : String(await removeEmptyInstances(app.scope())),
      )
      expect(['in', 'instance_removed']).toContain(outcome)
      expect((await storedLocationOf(app, friend)) === location).toBe(outcome === 'in')
      await leaveAs(app, friend)
    }
  })

  it('refuses who waited for an instance that is deleted as soon as another person has created it', async () => {
    const world = await aWorld(app, owner)
    const [former, wanted] = [`${world}:10001`, `${world}:99999`]
    const place = parseLocation(wanted)
    if (!place) throw new Error('the location is invalid')
    await enterAs(app, friend, former)
    const outcome: Promise<string>[] = []
    await transact(viewerScopeOf(app, owner), async ({ db }) => {
      await db.$executeRaw`SELECT FROM "Instance" WHERE location = ${former} FOR UPDATE`
      await transact(viewerScopeOf(app, owner), async (tx) => {
        await insertInstance(tx, place)
        outcome.push(gets(friend, wanted))
        await eventually(() => isWaitingForLock(app))
      })
      // Now the friend waits for the instance that they are in.
      await eventually(() => isWaitingForLock(app))
      await app.scope().client.instance.delete({ where: { location: wanted } })
    })
    expect(await Promise.all(outcome)).toEqual(['instance_removed'])
    expect(await storedLocationOf(app, friend)).toBe(former)
    expect(await gets(friend, wanted)).toBe('in')
    await leaveAs(app, friend)
  })
})
