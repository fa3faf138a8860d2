import { describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '../../../src/areas/accounts/account/deletion.ts'
import { erasers } from '../../../src/areas/index.ts'
import { removeEmptyInstances, removeOccupantsOfClosedInstances } from '../../../src/areas/instances/close.ts'
import { removeOfflineOccupants } from '../../../src/areas/instances/occupants.ts'
import { DAY, HOUR, MINUTE } from '../../../src/kernel/clock.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedClockApp } from '../../support/app.ts'
import { eventually } from '../../support/eventually.ts'
import { aFriendOf, befriend, seeOnClient } from '../../support/friends.ts'
import {
  createInstanceAs,
  enterAs,
  enterOutcome,
  leaveAs,
  splitLocation,
  storedLocationOf,
} from '../../support/instances.ts'
import { aNotification } from '../../support/notifications.ts'
import { block, unblock } from '../../support/playerModerations.ts'
import { aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const app = await sharedClockApp()
const owner = await aUser(app)
const friend = await aFriendOf(app, owner)
const friendOfFriend = await aFriendOf(app, friend)
const stranger = await aUser(app)
const worldId = await aWorld(app, owner, { capacity: 5 })

const gets = (person: TestUser, location: string) => enterOutcome(app, person, location)

/** Result of entering an empty instance, for each person. */
async function whoEnters(location: string) {
  const found: Record<string, string> = {}
  for (const [name, person] of Object.entries({ owner, friend, friendOfFriend, stranger })) {
    found[name] = await gets(person, location)
    await leaveAs(app, person)
  }
  return found
}

const REFUSED = 'cannot_enter'

describe('access to an instance', () => {
  it('public: everybody can enter', async () => {
    const { location } = await createInstanceAs(owner, worldId)
    expect(await whoEnters(location)).toEqual({ owner: 'in', friend: 'in', friendOfFriend: 'in', stranger: 'in' })
  })

  it('hidden: friends of the owner or of an occupant can enter', async () => {
    const { location } = await createInstanceAs(owner, worldId, { type: 'hidden' })
    expect(await whoEnters(location)).toEqual({
      owner: 'in',
      friend: 'in',
      friendOfFriend: REFUSED,
      stranger: REFUSED,
    })
    await enterAs(app, friend, location)
    expect(await gets(friendOfFriend, location)).toBe('in')
    expect(await gets(stranger, location)).toBe(REFUSED)
    await leaveAs(app, friendOfFriend)
    await leaveAs(app, friend)
  })

  it('hidden: an occupant with a block to the visitor gives no access', async () => {
    const { location } = await createInstanceAs(owner, worldId, { type: 'hidden' })
    const [blocking, blocked] = [await aFriendOf(app, friend), await aFriendOf(app, friend)]
    await enterAs(app, friend, location)
    await block(blocking, friend)
    await block(friend, blocked)
    expect([await gets(blocking, location), await gets(blocked, location)]).toEqual([REFUSED, REFUSED])
    await unblock(blocking, friend)
    expect(await gets(blocking, location)).toBe('in')
    await leaveAs(app, friend)
  })

  it('friends: friends of the owner can enter, whoever the occupants are', async () => {
    const { location } = await createInstanceAs(owner, worldId, { type: 'friends' })
    await enterAs(app, friend, location)
    expect(await gets(friendOfFriend, location)).toBe(REFUSED)
    expect(await gets(owner, location)).toBe('in')
    await leaveAs(app, friend)
    await leaveAs(app, owner)
  })

  it.each([false, true])(
    'private (canRequestInvite %s): the owner and people with an invite can enter',
    async (canRequestInvite) => {
      const { location } = await createInstanceAs(owner, worldId, { type: 'private', canRequestInvite })
      const other = await createInstanceAs(owner, worldId, { type: 'private', canRequestInvite })
      expect(await whoEnters(location)).toEqual({
        owner: 'in',
        friend: REFUSED,
        friendOfFriend: REFUSED,
        stranger: REFUSED,
      })
      const details = { worldId: location, worldName: 'World' }
      await aNotification(app, friend.id, { type: 'invite', senderId: owner.id, details })
      expect(await gets(friend, location)).toBe('in')
      expect(await gets(friend, other.location)).toBe(REFUSED)
      await leaveAs(app, friend)
    },
  )

  it('private: an expired invite gives no access', async () => {
    const { location } = await createInstanceAs(owner, worldId, { type: 'private' })
    const details = { worldId: location, worldName: 'World' }
    const expiresAt = new Date(app.clock.now().getTime() - 1)
    await aNotification(app, stranger.id, { type: 'invite', senderId: owner.id, details, expiresAt })
    expect(await gets(stranger, location)).toBe(REFUSED)
  })

  it('group: nobody can enter, as groups do not exist yet', async () => {
    const group = newId('group', new Date())
    expect(await gets(owner, `${worldId}:12345~group(${group})~groupAccessType(public)`)).toBe(REFUSED)
  })

  it('with an age gate: only people with a verified age can enter', async () => {
    const location = `${worldId}:24680~ageGate`
    const adult = await aUser(app)
    await app.scope().db.user.update({ where: { id: adult.id }, data: { ageVerified: true } })
    expect(await gets(stranger, location)).toBe(REFUSED)
    expect(await gets(adult, location)).toBe('in')
    await leaveAs(app, adult)
  })

  it('an instance that was not created: is created for its owner when a person enters', async () => {
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
    await leaveAs(app, friend)
  })

  it('an instance of an unknown owner: nobody can enter', async () => {
    const location = `${worldId}:1~private(${newId('user', new Date())})`
    await aNotification(app, stranger.id, { type: 'invite', senderId: owner.id, details: { worldId: location } })
    await expect(enterAs(app, stranger, location)).rejects.toMatchObject({ kind: 'missing' })
  })

  it('is refused for an invalid location, platform or world', async () => {
    const nowhere = `${newId('world', new Date())}:1`
    await expect(enterAs(app, owner, 'private')).rejects.toMatchObject({
      kind: 'invalid',
      issues: [{ path: ['location'] }],
    })
    await expect(enterAs(app, owner, `${worldId}:1`, 'a b')).rejects.toMatchObject({
      kind: 'invalid',
      issues: [{ path: ['platform'] }],
    })
    await expect(enterAs(app, owner, nowhere)).rejects.toMatchObject({ kind: 'missing' })
  })
})

describe('the current instance', () => {
  it('is left by entering another', async () => {
    const [one, other] = [await createInstanceAs(owner, worldId), await createInstanceAs(owner, worldId)]
    await enterAs(app, friend, one.location)
    await enterAs(app, friend, other.location)
    expect(await owner.api.call('getInstance', splitLocation(one.location))).toMatchObject({ n_users: 0 })
    expect(await owner.api.call('getInstance', splitLocation(other.location))).toMatchObject({ n_users: 1 })
    expect(await leaveAs(app, friend)).toBe(other.location)
    expect(await leaveAs(app, friend)).toBeNull()
  })

  it('is kept in the recent locations, once each, latest first, at most 100', async () => {
    const visitor = await aUser(app)
    const [one, other] = [await createInstanceAs(owner, worldId), await createInstanceAs(owner, worldId)]
    for (const { location } of [one, other, one]) {
      await enterAs(app, visitor, location)
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
    await enterAs(app, visitor, other.location)
    const kept = await visitor.api.call('getRecentLocations', { query: { n: '100' } })
    expect(kept.slice(0, 3)).toEqual([other.location, one.location, `${worldId}:119`])
    expect(await app.scope().db.recentLocation.count({ where: { userId: visitor.id } })).toBe(100)
    await leaveAs(app, visitor)
  })

  it('counts as a visit of the world on each entry', async () => {
    const visitor = await aUser(app)
    const { location } = await createInstanceAs(owner, worldId)
    await enterAs(app, visitor, location)
    await enterAs(app, visitor, location)
    const key = { userId_worldId: { userId: visitor.id, worldId } }
    expect(await app.scope().db.worldVisitor.findUnique({ where: key })).toMatchObject({ visits: 1 })
    await leaveAs(app, visitor)
  })

  it('cannot become a full one, even for its owner, until an occupant leaves', async () => {
    const small = await aWorld(app, owner, { capacity: 1 })
    const { location } = await createInstanceAs(owner, small)
    await enterAs(app, friend, location)
    expect(await gets(owner, location)).toBe('instance_full')
    expect(await owner.api.call('getInstance', splitLocation(location))).toMatchObject({
      full: true,
      hasCapacityForYou: false,
    })
    await leaveAs(app, friend)
    expect(await gets(owner, location)).toBe('in')
    await leaveAs(app, owner)
  })
})

describe('hard close', () => {
  it('removes all occupants at once', async () => {
    const { location } = await createInstanceAs(owner, worldId)
    await enterAs(app, friend, location)
    await owner.api.call('closeInstance', { ...splitLocation(location), query: { hardClose: 'true' } })
    expect(await storedLocationOf(app, friend)).toBeNull()
  })

  it('removes all occupants at the closing time, and not before', async () => {
    const { location } = await createInstanceAs(owner, worldId)
    await enterAs(app, friend, location)
    const closedAt = new Date(app.clock.now().getTime() + HOUR).toISOString()
    const query = { hardClose: 'true' as const, closedAt }
    expect(await owner.api.call('closeInstance', { ...splitLocation(location), query })).toMatchObject({
      active: true,
      closedAt,
      hardClose: true,
    })
    await removeOccupantsOfClosedInstances(app.scope())
    expect(await storedLocationOf(app, friend)).toBe(location)
    app.clock.advance(HOUR)
    expect(await removeOccupantsOfClosedInstances(app.scope())).toBe(1)
    expect(await storedLocationOf(app, friend)).toBeNull()
  })
})

describe('a close that is not hard', () => {
  it('leaves the occupants inside', async () => {
    const { location } = await createInstanceAs(owner, worldId)
    await enterAs(app, friend, location)
    await owner.api.call('closeInstance', splitLocation(location))
    await removeOccupantsOfClosedInstances(app.scope())
    expect(await storedLocationOf(app, friend)).toBe(location)
    await leaveAs(app, friend)
  })
})

describe('a deleted world', () => {
  it('admits nobody, and loses its occupants', async () => {
    const gone = await aWorld(app, owner)
    const { location } = await createInstanceAs(owner, gone)
    await enterAs(app, friend, location)
    await owner.api.call('deleteWorld', { worldId: gone })
    await expect(enterAs(app, owner, location)).rejects.toMatchObject({ kind: 'missing' })
    expect(await removeOccupantsOfClosedInstances(app.scope())).toBe(1)
    expect(await storedLocationOf(app, friend)).toBeNull()
  })
})

describe('an occupant who goes offline', () => {
  it('is removed with the presence event', async () => {
    const visitor = await aUser(app)
    const { location } = await createInstanceAs(owner, worldId)
    await seeOnClient(visitor)
    await eventually(async () => (await app.scope().db.presenceTold.count({ where: { userId: visitor.id } })) > 0)
    await enterAs(app, visitor, location)
    await visitor.api.call('logout')
    await eventually(async () => (await storedLocationOf(app, visitor)) === null)
    expect(await storedLocationOf(app, visitor)).toBeNull()
  })

  it('is removed by the job without the event, unless they have just entered', async () => {
    const visitor = await aUser(app)
    const { location } = await createInstanceAs(owner, worldId)
    await enterAs(app, visitor, location)
    await removeOfflineOccupants(app.scope())
    expect(await storedLocationOf(app, visitor)).toBe(location)
    app.clock.advance(10 * MINUTE)
    expect(await removeOfflineOccupants(app.scope())).toBeGreaterThan(0)
    expect(await storedLocationOf(app, visitor)).toBeNull()
    const { emptySince } = await app.scope().db.instance.findUniqueOrThrow({ where: { location } })
    expect(emptySince).not.toBeNull()
  })

  it('stays for two minutes, as presence recorded on entry may not have reached this node yet', async () => {
    const visitor = await aUser(app)
    const { location } = await createInstanceAs(owner, worldId)
    const { db, presence } = app.scope()
    await presence.forget(visitor.id)
    await db.occupant.create({
      data: { userId: visitor.id, location, platform: 'android', joinedAt: app.clock.now() },
    })
    await removeOfflineOccupants(app.scope())
    expect(await storedLocationOf(app, visitor)).toBe(location)
    app.clock.advance(2 * MINUTE)
    await removeOfflineOccupants(app.scope())
    expect(await storedLocationOf(app, visitor)).toBeNull()
  })
})

describe('empty instances', () => {
  it('are deleted after a day, and not while they have an occupant', async () => {
    const [empty, full] = [await createInstanceAs(owner, worldId), await createInstanceAs(owner, worldId)]
    await enterAs(app, friend, full.location)
    app.clock.advance(DAY - HOUR)
    await removeEmptyInstances(app.scope())
    const count = ({ location }: { location: string }) => app.scope().db.instance.count({ where: { location } })
    expect([await count(empty), await count(full)]).toEqual([1, 1])
    app.clock.advance(2 * HOUR)
    await removeEmptyInstances(app.scope())
    expect([await count(empty), await count(full)]).toEqual([0, 1])
    await leaveAs(app, friend)
  })
})

describe('an erased account', () => {
  it('leaves no instances, no occupancy and no recent locations', async () => {
    const leaver = await aUser(app)
    await befriend(leaver, stranger)
    const [own, other] = [await createInstanceAs(leaver, worldId), await createInstanceAs(owner, worldId)]
    await enterAs(app, stranger, own.location)
    await enterAs(app, leaver, other.location)
    await leaver.api.call('deleteUser', { userId: leaver.id })
    const later = { ...app.scope(), now: new Date(app.clock.now().getTime() + 15 * DAY) }
    await eraseDueAccounts(later, erasers)
    expect(await storedLocationOf(app, leaver)).toBeNull()
    expect(await storedLocationOf(app, stranger)).toBeNull()
    const { db } = app.scope()
    expect(await db.instance.count({ where: { creatorId: leaver.id } })).toBe(0)
    expect(await db.recentLocation.count({ where: { userId: leaver.id } })).toBe(0)
  })
})
