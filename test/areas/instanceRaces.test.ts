import { describe, expect, it } from 'vitest'
import { removeEmptyInstances } from '../../src/areas/instances/jobs.ts'
import { DAY } from '../../src/kernel/clock.ts'
import { anApp } from '../support/app.ts'
import { aFriendOf } from '../support/friends.ts'
import { faring, leave, made, partsOf, placeOf } from '../support/instances.ts'
import { aUser, type Person } from '../support/people.ts'
import { atOnce } from '../support/rush.ts'
import { aWorld } from '../support/worlds.ts'

const app = await anApp()
const owner = await aUser(app)
const friend = await aFriendOf(app, owner)
const worldId = await aWorld(app, owner, { capacity: 5 })

const gets = (person: Person, location: string) => faring(app, person, location)

describe('crowds', () => {
  it('fill an instance exactly when four times as many come at once', async () => {
    const capacity = 4
    const small = await aWorld(app, owner, { capacity })
    const { location } = await made(owner, small)
    const people = await Promise.all(Array.from({ length: 4 * capacity }, () => aUser(app)))
    const outcomes = await atOnce(app, people.length, (at) => gets(people[at] ?? owner, location))
    expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(capacity)
    expect(outcomes.filter((outcome) => outcome === 'instance_full')).toHaveLength(3 * capacity)
    expect(await app.scope().db.occupant.count({ where: { location } })).toBe(capacity)
  })

  it('that come and go between two places leave everybody in one, and nothing hangs', async () => {
    const large = await aWorld(app, owner, { capacity: 40 })
    const places = [await made(owner, large), await made(owner, large)].map(({ location }) => location)
    const people = await Promise.all(Array.from({ length: 8 }, () => aUser(app)))
    const outcomes = await atOnce(app, 48, (at) => gets(people[at % 8] ?? owner, places[(at >> 3) % 2] ?? ''))
    expect(new Set(outcomes)).toEqual(new Set(['in']))
    const ids = people.map(({ id }) => id)
    expect(await app.scope().db.occupant.count({ where: { userId: { in: ids }, location: { in: places } } })).toBe(8)
    for (const location of places) {
      const inside = await app.scope().db.occupant.count({ where: { location } })
      const { emptySince } = await app.scope().db.instance.findUniqueOrThrow({ where: { location } })
      expect(emptySince === null).toBe(inside > 0)
    }
  })

  it('make an instance that nobody has made once', async () => {
    const location = `${worldId}:55555`
    const people = await Promise.all(Array.from({ length: 5 }, () => aUser(app)))
    const outcomes = await atOnce(app, 5, (at) => gets(people[at] ?? owner, location))
    expect(new Set(outcomes)).toEqual(new Set(['in']))
    expect(await app.scope().db.occupant.count({ where: { location } })).toBe(5)
  })
})

describe('closing while a crowd comes', () => {
  it('leaves nobody inside who came after, and refuses clearly', async () => {
    const large = await aWorld(app, owner, { capacity: 40 })
    const { location } = await made(owner, large)
    const people = await Promise.all(Array.from({ length: 10 }, () => aUser(app)))
    const close = () => owner.api.try('closeInstance', { ...partsOf(location), query: { hardClose: 'true' } })
    const outcomes = await atOnce(app, 11, async (at) =>
      at === 5 ? String((await close()).status) : gets(people[at] ?? people[5] ?? owner, location),
    )
    expect(outcomes[5]).toBe('200')
    const others = outcomes.filter((_, at) => at !== 5)
    expect(others.filter((outcome) => outcome !== 'in' && outcome !== 'instance_closed')).toEqual([])
    expect(await app.scope().db.occupant.count({ where: { location } })).toBe(0)
  })
})

describe('removing while somebody comes', () => {
  it('takes no place from under anybody’s feet', async () => {
    const emptySince = new Date(app.clock.now().getTime() - 2 * DAY)
    for (let round = 0; round < 5; round++) {
      const { location } = await made(owner, worldId)
      await app.scope().db.instance.update({ where: { location }, data: { emptySince } })
      const [outcome] = await atOnce(app, 2, async (at) =>
        at === 0 ? gets(friend, location) : String(await removeEmptyInstances(app.scope())),
      )
      expect(['in', 'instance_removed']).toContain(outcome)
      expect((await placeOf(app, friend)) === location).toBe(outcome === 'in')
      await leave(app, friend)
    }
  })
})
