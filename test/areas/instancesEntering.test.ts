import { describe, expect, it } from 'vitest'
import { erasers } from '../../src/app.ts'
import { eraseDueAccounts } from '../../src/areas/accounts/deletion.ts'
import { emptyClosed } from '../../src/areas/instances/closing.ts'
import { takeOutAway } from '../../src/areas/instances/departures.ts'
import { removeEmptyInstances } from '../../src/areas/instances/jobs.ts'
import { DAY, HOUR, MINUTE } from '../../src/kernel/clock.ts'
import { newId } from '../../src/kernel/ids.ts'
import { waitUntil } from '../../src/platform/database/processes.ts'
import { anApp } from '../support/app.ts'
import { aFriendOf, befriend, comeOnline } from '../support/friends.ts'
import { enter, faring, leave, made, partsOf, placeOf } from '../support/instances.ts'
import { tell } from '../support/notifications.ts'
import { aUser, type Person } from '../support/people.ts'
import { aWorld } from '../support/worlds.ts'

const app = await anApp()
const owner = await aUser(app)
const friend = await aFriendOf(app, owner)
const friendOfFriend = await aFriendOf(app, friend)
const stranger = await aUser(app)
const worldId = await aWorld(app, owner, { capacity: 5 })

const gets = (person: Person, location: string) => faring(app, person, location)

/** Who gets into an instance in which nobody else is. */
async function whoEnters(location: string) {
  const found: Record<string, string> = {}
  for (const [name, person] of Object.entries({ owner, friend, friendOfFriend, stranger })) {
    found[name] = await gets(person, location)
    await leave(app, person)
  }
  return found
}

const REFUSED = 'may_not_enter'

describe('who may enter', () => {
  it('public: everybody', async () => {
    const { location } = await made(owner, worldId)
    expect(await whoEnters(location)).toEqual({ owner: 'in', friend: 'in', friendOfFriend: 'in', stranger: 'in' })
  })

  it('hidden: friends of the owner, and of anybody inside', async () => {
    const { location } = await made(owner, worldId, { type: 'hidden' })
    expect(await whoEnters(location)).toEqual({
      owner: 'in',
      friend: 'in',
      friendOfFriend: REFUSED,
      stranger: REFUSED,
    })
    await enter(app, friend, location)
    expect(await gets(friendOfFriend, location)).toBe('in')
    expect(await gets(stranger, location)).toBe(REFUSED)
    await leave(app, friendOfFriend)
    await leave(app, friend)
  })

  it('friends: friends of the owner, whoever is inside', async () => {
    const { location } = await made(owner, worldId, { type: 'friends' })
    await enter(app, friend, location)
    expect(await gets(friendOfFriend, location)).toBe(REFUSED)
    expect(await gets(owner, location)).toBe('in')
    await leave(app, friend)
    await leave(app, owner)
  })

  it.each([false, true])(
    'private (invite+ %s): the owner, and whoever has an invite there',
    async (canRequestInvite) => {
      const { location } = await made(owner, worldId, { type: 'private', canRequestInvite })
      const other = await made(owner, worldId, { type: 'private', canRequestInvite })
      expect(await whoEnters(location)).toEqual({
        owner: 'in',
        friend: REFUSED,
        friendOfFriend: REFUSED,
        stranger: REFUSED,
      })
      const details = { worldId: location, worldName: 'World' }
      await tell(app, friend.id, { type: 'invite', senderId: owner.id, details })
      expect(await gets(friend, location)).toBe('in')
      expect(await gets(friend, other.location)).toBe(REFUSED)
      await leave(app, friend)
    },
  )

  it('private: not by an invite that has expired', async () => {
    const { location } = await made(owner, worldId, { type: 'private' })
    const details = { worldId: location, worldName: 'World' }
    const expiresAt = new Date(app.clock.now().getTime() - 1)
    await tell(app, stranger.id, { type: 'invite', senderId: owner.id, details, expiresAt })
    expect(await gets(stranger, location)).toBe(REFUSED)
  })

  it('group: nobody, for there are no groups', async () => {
    const group = newId('group', new Date())
    expect(await gets(owner, `${worldId}:12345~group(${group})~groupAccessType(public)`)).toBe(REFUSED)
  })

  it('behind an age gate: whoever is known to be of age', async () => {
    const location = `${worldId}:24680~ageGate`
    const adult = await aUser(app)
    await app.scope().db.user.update({ where: { id: adult.id }, data: { ageVerified: true } })
    expect(await gets(stranger, location)).toBe(REFUSED)
    expect(await gets(adult, location)).toBe('in')
    await leave(app, adult)
  })

  it('a made-up one: whoever may, and then it is written down as its owner’s', async () => {
    const location = `${worldId}:31337~hidden(${owner.id})~region(eu)`
    expect(await gets(stranger, location)).toBe(REFUSED)
    expect(await app.scope().db.instance.count({ where: { location } })).toBe(0)
    expect(await gets(friend, location)).toBe('in')
    expect(await app.scope().db.instance.findUnique({ where: { location } })).toMatchObject({
      creatorId: owner.id,
      ownerId: owner.id,
      capacity: 5,
      emptySince: null,
    })
    await leave(app, friend)
  })

  it('a made-up one of nobody: nobody', async () => {
    const location = `${worldId}:1~private(${newId('user', new Date())})`
    await tell(app, stranger.id, { type: 'invite', senderId: owner.id, details: { worldId: location } })
    await expect(enter(app, stranger, location)).rejects.toMatchObject({ kind: 'missing' })
  })

  it('is refused for what is no place, no platform, no world', async () => {
    const nowhere = `${newId('world', new Date())}:1`
    await expect(enter(app, owner, 'private')).rejects.toMatchObject({ kind: 'invalid', field: 'location' })
    await expect(enter(app, owner, `${worldId}:1`, 'a b')).rejects.toMatchObject({ kind: 'invalid', field: 'platform' })
    await expect(enter(app, owner, nowhere)).rejects.toMatchObject({ kind: 'missing' })
  })
})

describe('being somewhere', () => {
  it('is being in one place: entering leaves the former', async () => {
    const [one, other] = [await made(owner, worldId), await made(owner, worldId)]
    await enter(app, friend, one.location)
    await enter(app, friend, other.location)
    expect(await owner.api.call('getInstance', partsOf(one.location))).toMatchObject({ n_users: 0 })
    expect(await owner.api.call('getInstance', partsOf(other.location))).toMatchObject({ n_users: 1 })
    expect(await leave(app, friend)).toBe(true)
    expect(await leave(app, friend)).toBe(false)
  })

  it('keeps the places once each, the latest first, a hundred at most', async () => {
    const visitor = await aUser(app)
    const [one, other] = [await made(owner, worldId), await made(owner, worldId)]
    for (const { location } of [one, other, one]) {
      await enter(app, visitor, location)
      app.clock.advance(1_000)
    }
    expect(await visitor.api.call('getRecentLocations')).toEqual([one.location, other.location])
    expect(await visitor.api.call('getRecentLocations', { query: { n: '1', offset: '1' } })).toEqual([other.location])
    const old = Array.from({ length: 120 }, (_, at) => ({
      userId: visitor.id,
      location: `${worldId}:${at}`,
      at: new Date(Date.UTC(2024, 0, 1, 0, at)),
    }))
    await app.scope().db.recentLocation.createMany({ data: old })
    await enter(app, visitor, other.location)
    const kept = await visitor.api.call('getRecentLocations', { query: { n: '100' } })
    expect(kept.slice(0, 3)).toEqual([other.location, one.location, `${worldId}:119`])
    expect(await app.scope().db.recentLocation.count({ where: { userId: visitor.id } })).toBe(100)
    await leave(app, visitor)
  })

  it('counts a visit of the world with each coming', async () => {
    const visitor = await aUser(app)
    const { location } = await made(owner, worldId)
    await enter(app, visitor, location)
    await enter(app, visitor, location)
    const key = { userId_worldId: { userId: visitor.id, worldId } }
    expect(await app.scope().db.worldVisitor.findUnique({ where: key })).toMatchObject({ visits: 1 })
    await leave(app, visitor)
  })

  it('of a full instance is refused, to its owner too, and open again when somebody leaves', async () => {
    const small = await aWorld(app, owner, { capacity: 1 })
    const { location } = await made(owner, small)
    await enter(app, friend, location)
    expect(await gets(owner, location)).toBe('instance_full')
    expect(await owner.api.call('getInstance', partsOf(location))).toMatchObject({
      full: true,
      hasCapacityForYou: false,
    })
    await leave(app, friend)
    expect(await gets(owner, location)).toBe('in')
    await leave(app, owner)
  })
})

describe('closing hard', () => {
  it('puts everybody out at once', async () => {
    const { location } = await made(owner, worldId)
    await enter(app, friend, location)
    await owner.api.call('closeInstance', { ...partsOf(location), query: { hardClose: 'true' } })
    expect(await placeOf(app, friend)).toBeNull()
  })

  it('puts everybody out when its time has come, and not before', async () => {
    const { location } = await made(owner, worldId)
    await enter(app, friend, location)
    const closedAt = new Date(app.clock.now().getTime() + HOUR).toISOString()
    const query = { hardClose: 'true' as const, closedAt }
    expect(await owner.api.call('closeInstance', { ...partsOf(location), query })).toMatchObject({
      active: true,
      closedAt,
      hardClose: true,
    })
    await emptyClosed(app.scope())
    expect(await placeOf(app, friend)).toBe(location)
    app.clock.advance(HOUR)
    expect(await emptyClosed(app.scope())).toBe(1)
    expect(await placeOf(app, friend)).toBeNull()
  })
})

describe('a world that is deleted', () => {
  it('lets nobody in, and those inside out', async () => {
    const gone = await aWorld(app, owner)
    const { location } = await made(owner, gone)
    await enter(app, friend, location)
    await owner.api.call('deleteWorld', { worldId: gone })
    await expect(enter(app, owner, location)).rejects.toMatchObject({ kind: 'missing' })
    expect(await emptyClosed(app.scope())).toBe(1)
    expect(await placeOf(app, friend)).toBeNull()
  })
})

describe('who goes away', () => {
  it('leaves as soon as the others are told so', async () => {
    const visitor = await aUser(app)
    const { location } = await made(owner, worldId)
    await comeOnline(visitor)
    await waitUntil(async () => (await app.scope().db.presenceTold.count({ where: { userId: visitor.id } })) > 0, 5_000)
    await enter(app, visitor, location)
    await visitor.api.call('logout')
    await waitUntil(async () => (await placeOf(app, visitor)) === null, 5_000)
    expect(await placeOf(app, visitor)).toBeNull()
  })

  it('is taken out by the job where nobody was told, but not whoever has just come', async () => {
    const visitor = await aUser(app)
    const { location } = await made(owner, worldId)
    await enter(app, visitor, location)
    await takeOutAway(app.scope())
    expect(await placeOf(app, visitor)).toBe(location)
    app.clock.advance(10 * MINUTE)
    expect(await takeOutAway(app.scope())).toBeGreaterThan(0)
    expect(await placeOf(app, visitor)).toBeNull()
    const { emptySince } = await app.scope().db.instance.findUniqueOrThrow({ where: { location } })
    expect(emptySince).not.toBeNull()
  })
})

describe('instances that are empty', () => {
  it('are removed after a day, and not while somebody is there', async () => {
    const [empty, full] = [await made(owner, worldId), await made(owner, worldId)]
    await enter(app, friend, full.location)
    app.clock.advance(DAY - HOUR)
    await removeEmptyInstances(app.scope())
    const count = ({ location }: { location: string }) => app.scope().db.instance.count({ where: { location } })
    expect([await count(empty), await count(full)]).toEqual([1, 1])
    app.clock.advance(2 * HOUR)
    await removeEmptyInstances(app.scope())
    expect([await count(empty), await count(full)]).toEqual([0, 1])
    await leave(app, friend)
  })
})

describe('an account that is erased', () => {
  it('leaves no instance, no place and no trace of places', async () => {
    const leaver = await aUser(app)
    await befriend(leaver, stranger)
    const [own, other] = [await made(leaver, worldId), await made(owner, worldId)]
    await enter(app, stranger, own.location)
    await enter(app, leaver, other.location)
    await leaver.api.call('deleteUser', { userId: leaver.id })
    const later = { ...app.scope(), now: new Date(app.clock.now().getTime() + 15 * DAY) }
    await eraseDueAccounts(later, erasers)
    expect(await placeOf(app, leaver)).toBeNull()
    expect(await placeOf(app, stranger)).toBeNull()
    const { db } = app.scope()
    expect(await db.instance.count({ where: { creatorId: leaver.id } })).toBe(0)
    expect(await db.recentLocation.count({ where: { userId: leaver.id } })).toBe(0)
  })
})
