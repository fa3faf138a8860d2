import { describe, expect, it } from 'vitest'
import { newId } from '../../src/kernel/ids.ts'
import { anApp } from '../support/app.ts'
import { befriend } from '../support/friends.ts'
import { enter, leave, made, partsOf } from '../support/instances.ts'
import { tell } from '../support/notifications.ts'
import { anAdmin, aUser } from '../support/people.ts'
import { refusal } from '../support/refusals.ts'
import { aWorld } from '../support/worlds.ts'

const app = await anApp()
const owner = await aUser(app)
const friend = await aUser(app)
const stranger = await aUser(app)
await befriend(owner, friend)
const worldId = await aWorld(app, owner, { capacity: 10, recommendedCapacity: 4 })

const FIVE_DIGITS = /^\d{5}$/

describe('making an instance', () => {
  it('names a public one by five digits and its region', async () => {
    const instance = await made(owner, worldId, { region: 'use' })
    expect(instance).toMatchObject({
      id: instance.location,
      location: `${worldId}:${instance.name}~region(use)`,
      instanceId: `${instance.name}~region(use)`,
      worldId,
      type: 'public',
      ownerId: null,
      creatorId: owner.id,
      region: 'use',
      photonRegion: 'use',
      capacity: 10,
      recommendedCapacity: 4,
      n_users: 0,
      userCount: 0,
      full: false,
      active: true,
      closedAt: null,
      hardClose: null,
      ageGate: null,
      displayName: null,
      platforms: { android: 0, ios: 0, standalonewindows: 0 },
      users: [],
      world: { id: worldId },
    })
    expect(instance.name).toMatch(FIVE_DIGITS)
    expect(instance.shortName).toMatch(/^[0-9a-z]{8}$/)
    expect(instance.secureName).toMatch(/^[0-9a-f]{16}$/)
    expect(instance).not.toHaveProperty('nonce')
    for (const type of ['hidden', 'friends', 'private']) expect(instance).not.toHaveProperty(type)
  })

  it.each(['hidden', 'friends', 'private'] as const)('writes the owner of a %s one into its name', async (type) => {
    const instance = await made(owner, worldId, { type })
    expect(instance.instanceId).toBe(`${instance.name}~${type}(${owner.id})~region(us)`)
    expect(instance).toMatchObject({ type, ownerId: owner.id, [type]: owner.id })
    const others = ['hidden', 'friends', 'private'].filter((other) => other !== type)
    for (const other of others) expect(instance).not.toHaveProperty(other)
  })

  it('makes a private one invite+ where others may ask to come', async () => {
    const { instanceId, name, canRequestInvite } = await made(owner, worldId, {
      type: 'private',
      canRequestInvite: true,
    })
    expect(instanceId).toBe(`${name}~private(${owner.id})~canRequestInvite~region(us)`)
    expect(canRequestInvite).toBe(true)
  })

  it('tells the nonce to the owner alone', async () => {
    const instance = await made(owner, worldId, { type: 'friends' })
    expect(instance.nonce).toMatch(/^[0-9a-f]{32}$/)
    const seen = await friend.api.call('getInstance', partsOf(instance.location))
    expect(seen).toMatchObject({ location: instance.location, shortName: instance.shortName })
    expect(seen).not.toHaveProperty('nonce')
    expect(seen).not.toHaveProperty('users')
  })

  it('takes what is kept with it', async () => {
    const closedAt = '2100-01-01T00:00:00.000Z'
    const body = { worldId, type: 'public', region: 'jp', displayName: 'Party', closedAt, hardClose: true } as const
    const instance = await owner.api.call('createInstance', { body: { ...body, contentSettings: { drones: false } } })
    expect(instance).toMatchObject({
      displayName: 'Party',
      closedAt,
      hardClose: true,
      contentSettings: { drones: false },
    })
  })

  it('gives no name twice in a world', async () => {
    const instances = await Promise.all(Array.from({ length: 20 }, () => made(owner, worldId)))
    expect(new Set(instances.map(({ name }) => name)).size).toBe(20)
  })

  const refused = (body: Record<string, unknown>) =>
    owner.api.try('createInstance', { body: { worldId, type: 'public', region: 'us', ...body } })

  it('is refused for what can not be', async () => {
    expect(await refused({ worldId: newId('world', new Date()) })).toMatchObject(
      refusal(404, /^World wrld_.* not found$/),
    )
    expect(await refused({ worldId: 'nothing' })).toMatchObject(refusal(400, /^worldId/))
    expect(await refused({ type: 'open' })).toMatchObject(refusal(400, /^type/))
    expect(await refused({ region: 'mars' })).toMatchObject(refusal(400, /^region/))
    expect(await refused({ ownerId: friend.id, type: 'hidden' })).toMatchObject(
      refusal(400, 'ownerId must be your own'),
    )
    expect(await refused({ closedAt: '2001-01-01T00:00:00.000Z' })).toMatchObject(
      refusal(400, 'closedAt must lie ahead'),
    )
    expect(await refused({ displayName: 'x'.repeat(65) })).toMatchObject(refusal(400, /^displayName/))
  })

  it('is refused in a world that was deleted', async () => {
    const gone = await aWorld(app, owner)
    await owner.api.call('deleteWorld', { worldId: gone })
    expect(await refused({ worldId: gone })).toMatchObject(refusal(404, /not found$/))
  })

  it('is refused for groups, of which there are none', async () => {
    const group = newId('group', new Date())
    expect(await refused({ type: 'group', ownerId: group })).toMatchObject(refusal(403, /group/))
    expect(await refused({ type: 'group' })).toMatchObject(refusal(400, 'ownerId must be the id of a group'))
  })
})

describe('reading an instance', () => {
  it('tells by its location who made it and how many are there', async () => {
    const { location } = await made(owner, worldId)
    await enter(app, friend, location, 'android')
    const seen = await stranger.api.call('getInstance', partsOf(location))
    expect(seen).toMatchObject({ n_users: 1, userCount: 1, platforms: { android: 1 }, creatorId: owner.id })
    expect(seen).not.toHaveProperty('users')
    expect(await stranger.api.call('getWorldInstance', partsOf(location))).toEqual(seen)
    await leave(app, friend)
  })

  it('tells its creator who is inside, but for those who want to be seen by nobody', async () => {
    const { location } = await made(owner, worldId)
    await enter(app, friend, location, 'android')
    await enter(app, stranger, location)
    await stranger.api.call('updateUser', { userId: stranger.id, body: { status: 'offline' } })
    const seen = await owner.api.call('getInstance', partsOf(location))
    expect(seen?.users?.map(({ id, isFriend, platform }) => ({ id, isFriend, platform }))).toEqual([
      { id: friend.id, isFriend: true, platform: 'android' },
    ])
    await stranger.api.call('updateUser', { userId: stranger.id, body: { status: 'active' } })
    await leave(app, friend)
    await leave(app, stranger)
  })

  it('makes up from its location one that nobody has made', async () => {
    const instanceId = `77777~hidden(${owner.id})~region(eu)`
    expect(await stranger.api.call('getInstance', { worldId, instanceId })).toMatchObject({
      location: `${worldId}:${instanceId}`,
      name: '77777',
      type: 'hidden',
      hidden: owner.id,
      region: 'eu',
      capacity: 10,
      n_users: 0,
      shortName: null,
    })
    expect(await app.scope().db.instance.count({ where: { worldId, name: '77777' } })).toBe(0)
  })

  it('is missing for what is no location', async () => {
    for (const instanceId of ['1~region(mars)', '1~~', 'one two', '1~hidden(nobody)'])
      for (const name of ['getInstance', 'getWorldInstance'] as const)
        expect(await owner.api.try(name, { worldId, instanceId })).toMatchObject(refusal(404, '"Instance not found"'))
  })

  it('is refused for a world that is not to be read', async () => {
    const unknown = { worldId: newId('world', new Date()), instanceId: '1' }
    expect(await owner.api.try('getInstance', unknown)).toMatchObject(refusal(404, /^World/))
    const hidden = await aWorld(app, owner, { releaseStatus: 'hidden' })
    expect(await friend.api.try('getInstance', { worldId: hidden, instanceId: '1' })).toMatchObject(
      refusal(404, /^World/),
    )
  })

  it('takes the colon and the brackets of a location raw, as clients send them', async () => {
    const { location } = await made(owner, worldId, { type: 'private' })
    const raw = await owner.api.fetch(`/api/1/instances/${location}`)
    expect(raw).toMatchObject({ status: 200, body: { id: location } })
    expect(await owner.api.fetch(`/api/1/instances/${location}/shortName`)).toMatchObject({ status: 200 })
  })

  it('looks to those who may not see it as if nobody had made it', async () => {
    const { location } = await made(owner, worldId, { type: 'private' })
    await enter(app, owner, location)
    const seen = await stranger.api.call('getInstance', partsOf(location))
    expect(seen).toMatchObject({ location, n_users: 0, shortName: null, type: 'private' })
    expect(seen).not.toHaveProperty('creatorId')
    await leave(app, owner)
    const empty = await stranger.api.call('getInstance', partsOf(location))
    expect({ ...empty, world: null }).toEqual({ ...seen, world: null })
  })

  it('shows a friends instance of a stranger to whoever has a friend inside', async () => {
    const other = await aUser(app)
    await befriend(friend, other)
    const { location } = await made(owner, worldId, { type: 'friends' })
    await enter(app, friend, location)
    expect(await other.api.call('getInstance', partsOf(location))).toMatchObject({ n_users: 1 })
    await expect(enter(app, other, location)).rejects.toMatchObject({ code: 'may_not_enter' })
    await leave(app, friend)
  })
})

describe('short names', () => {
  it('stand for an instance, as the secure name does', async () => {
    const { location, shortName, secureName } = await made(owner, worldId)
    expect(await stranger.api.call('getShortName', partsOf(location))).toEqual({ shortName, secureName })
    for (const name of [shortName, secureName])
      expect(await stranger.api.call('getInstanceByShortName', { shortName: name ?? '' })).toMatchObject({ location })
  })

  it('open no private instance to strangers', async () => {
    const { location, shortName, secureName } = await made(owner, worldId, { type: 'private' })
    expect(await stranger.api.call('getShortName', partsOf(location))).toEqual({ shortName: null, secureName })
    for (const name of [shortName, secureName, 'nothing1'])
      expect(await stranger.api.try('getInstanceByShortName', { shortName: name })).toMatchObject(
        refusal(404, '"Instance not found"'),
      )
  })

  it('are refused where the location is none', async () => {
    expect(await owner.api.try('getShortName', { worldId, instanceId: '~' })).toMatchObject(
      refusal(404, '"Instance not found"'),
    )
  })
})

describe('closing an instance', () => {
  it('is for its owner, its creator and admins', async () => {
    const { location } = await made(owner, worldId)
    expect(await friend.api.try('closeInstance', partsOf(location))).toMatchObject(
      refusal(403, "You're not allowed to close this instance."),
    )
    const closed = await owner.api.call('closeInstance', partsOf(location))
    expect(closed).toMatchObject({ active: false, hardClose: false })
    expect(await owner.api.try('closeInstance', partsOf(location))).toMatchObject(
      refusal(403, "You're not allowed to close an already closed instance."),
    )
    const other = await made(owner, worldId)
    const admin = await anAdmin(app)
    expect(await admin.api.call('closeInstance', partsOf(other.location))).toMatchObject({ active: false })
  })

  it('is refused for one that nobody has made or the viewer may not see', async () => {
    const hidden = await made(owner, worldId, { type: 'private' })
    for (const named of [{ worldId, instanceId: '88888' }, partsOf(hidden.location), { worldId, instanceId: '~' }])
      expect(await stranger.api.try('closeInstance', named)).toMatchObject(refusal(404, '"Instance not found"'))
  })

  it('lets nobody in any more, and leaves those inside where they are', async () => {
    const { location } = await made(owner, worldId)
    await enter(app, friend, location)
    await owner.api.call('closeInstance', partsOf(location))
    await expect(enter(app, stranger, location)).rejects.toMatchObject({ kind: 'conflict', code: 'instance_closed' })
    await expect(enter(app, owner, location)).rejects.toMatchObject({ code: 'instance_closed' })
    await enter(app, friend, location)
    expect(await owner.api.call('getInstance', partsOf(location))).toMatchObject({ n_users: 1 })
    await leave(app, friend)
  })

  it('refuses a time that is no time', async () => {
    const { location } = await made(owner, worldId)
    expect(await owner.api.try('closeInstance', { ...partsOf(location), query: { closedAt: 'soon' } })).toMatchObject(
      refusal(400, /^closedAt/),
    )
  })
})

describe('inviting oneself', () => {
  it('sends an invite with the whole location, which is told as every invite is', async () => {
    const { location, world } = await made(owner, worldId, { type: 'private' })
    const sent = await owner.api.call('inviteMyselfTo', partsOf(location))
    const details = { worldId: location, worldName: world.name }
    expect(sent).toMatchObject({ type: 'invite', senderUserId: owner.id, receiverUserId: owner.id, details })
    const [listed] = await owner.api.call('getNotifications')
    expect(listed).toMatchObject({ id: sent.id, type: 'invite', details: JSON.stringify(details) })
  })

  it('is refused where the viewer may not go, and opens no door', async () => {
    const { location } = await made(owner, worldId, { type: 'private' })
    const missing = refusal(404, '"Instance not found"')
    expect(await stranger.api.try('inviteMyselfTo', partsOf(location))).toMatchObject(missing)
    expect(await stranger.api.try('inviteMyselfTo', { worldId, instanceId: '~' })).toMatchObject(missing)
    const unknown = { worldId: newId('world', new Date()), instanceId: '1' }
    expect(await stranger.api.try('inviteMyselfTo', unknown)).toMatchObject(missing)
    const details = { worldId: location, worldName: 'x' }
    await tell(app, stranger.id, { type: 'invite', senderId: stranger.id, details })
    await expect(enter(app, stranger, location)).rejects.toMatchObject({ code: 'may_not_enter' })
  })
})
