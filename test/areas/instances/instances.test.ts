import { describe, expect, it } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { befriend } from '../../support/friends.ts'
import { createInstanceAs, enterAs, leaveAs, splitLocation } from '../../support/instances.ts'
import { aNotification } from '../../support/notifications.ts'
import { refusal } from '../../support/refusals.ts'
import { anAdmin, aUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const app = await sharedApp()
const owner = await aUser(app)
const friend = await aUser(app)
const stranger = await aUser(app)
await befriend(owner, friend)
const worldId = await aWorld(app, owner, { capacity: 10, recommendedCapacity: 4 })

const FIVE_DIGITS = /^\d{5}$/

describe('creating an instance', () => {
  it('gives a public instance a name of five digits and its region', async () => {
    const instance = await createInstanceAs(owner, worldId, { region: 'use' })
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

  it.each(['hidden', 'friends', 'private'] as const)('adds the owner of a %s instance to its id', async (type) => {
    const instance = await createInstanceAs(owner, worldId, { type })
    expect(instance.instanceId).toBe(`${instance.name}~${type}(${owner.id})~region(us)`)
    expect(instance).toMatchObject({ type, ownerId: owner.id, [type]: owner.id })
    const others = ['hidden', 'friends', 'private'].filter((other) => other !== type)
    for (const other of others) expect(instance).not.toHaveProperty(other)
  })

  it('marks a private instance that others can request invites to', async () => {
    const { instanceId, name, canRequestInvite } = await createInstanceAs(owner, worldId, {
      type: 'private',
      canRequestInvite: true,
    })
    expect(instanceId).toBe(`${name}~private(${owner.id})~canRequestInvite~region(us)`)
    expect(canRequestInvite).toBe(true)
  })

  it('shows the nonce only to the owner', async () => {
    const instance = await createInstanceAs(owner, worldId, { type: 'friends' })
    expect(instance.nonce).toMatch(/^[0-9a-f]{32}$/)
    const seen = await friend.api.call('getInstance', splitLocation(instance.location))
    expect(seen).toMatchObject({ location: instance.location, shortName: instance.shortName })
    expect(seen).not.toHaveProperty('nonce')
    expect(seen).not.toHaveProperty('users')
  })

  it('stores the options of the request', async () => {
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

  it('gives each instance of a world its own name', async () => {
    const instances = await Promise.all(Array.from({ length: 20 }, () => createInstanceAs(owner, worldId)))
    expect(new Set(instances.map(({ name }) => name)).size).toBe(20)
  })

  it('is refused in a world where every name is in use', async () => {
    const full = await aWorld(app, owner)
    await app.scope().client.$executeRaw`
      INSERT INTO "Instance" (location, "worldId", "instanceId", name, type, "creatorId", region, "secureName", capacity,
        "recommendedCapacity", "createdAt")
      SELECT ${full} || ':' || name, ${full}, name, name, 'public', ${owner.id}, 'us', ${full} || name, 1, 1, now()
      FROM (SELECT number::text AS name FROM generate_series(10000, 99999) number) names`
    const answer = await owner.api.try('createInstance', { body: { worldId: full, type: 'public', region: 'us' } })
    await app.scope().client.instance.deleteMany({ where: { worldId: full } })
    expect(answer).toMatchObject(refusal(400, 'This world has too many instances; try again later'))
  })

  const refused = (body: Record<string, unknown>) =>
    owner.api.try('createInstance', { body: { worldId, type: 'public', region: 'us', ...body } })

  it('is refused for invalid requests', async () => {
    expect(await refused({ worldId: newId('world', new Date()) })).toMatchObject(
      refusal(404, /^World wrld_.* not found$/),
    )
    expect(await refused({ worldId: 'nothing' })).toMatchObject(refusal(404, 'World nothing not found'))
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

  it('is refused in a deleted world', async () => {
    const gone = await aWorld(app, owner)
    await owner.api.call('deleteWorld', { worldId: gone })
    expect(await refused({ worldId: gone })).toMatchObject(refusal(404, /not found$/))
  })

  it('is refused for an unknown group and for none', async () => {
    const group = newId('group', new Date())
    expect(await refused({ type: 'group', ownerId: group })).toMatchObject(refusal(404, "Can't find group!"))
    expect(await refused({ type: 'group' })).toMatchObject(refusal(400, 'ownerId must be the id of a group'))
  })
})

describe('reading an instance', () => {
  it('returns its creator and its number of occupants', async () => {
    const { location } = await createInstanceAs(owner, worldId)
    await enterAs(app, friend, location, 'android')
    const seen = await stranger.api.call('getInstance', splitLocation(location))
    expect(seen).toMatchObject({ n_users: 1, userCount: 1, platforms: { android: 1 }, creatorId: owner.id })
    expect(seen).not.toHaveProperty('users')
    expect(await stranger.api.call('getWorldInstance', splitLocation(location))).toEqual(seen)
    await leaveAs(app, friend)
  })

  it('shows its occupants to its creator, except those who appear offline', async () => {
    const { location } = await createInstanceAs(owner, worldId)
    await enterAs(app, friend, location, 'android')
    await enterAs(app, stranger, location)
    await stranger.api.call('updateUser', { userId: stranger.id, body: { status: 'offline' } })
    const seen = await owner.api.call('getInstance', splitLocation(location))
    expect(seen?.users?.map(({ id, isFriend, platform }) => ({ id, isFriend, platform }))).toEqual([
      { id: friend.id, isFriend: true, platform: 'android' },
    ])
    await stranger.api.call('updateUser', { userId: stranger.id, body: { status: 'active' } })
    await leaveAs(app, friend)
    await leaveAs(app, stranger)
  })

  it('derives an instance that was not created from its location', async () => {
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

  it('is refused for an invalid location', async () => {
    for (const instanceId of ['1~region(mars)', '1~~', 'one two', '1~hidden(nobody)'])
      for (const name of ['getInstance', 'getWorldInstance'] as const)
        expect(await owner.api.try(name, { worldId, instanceId })).toMatchObject(refusal(404, '"Instance not found"'))
  })

  it('is refused for a world that the viewer cannot read', async () => {
    const unknown = { worldId: newId('world', new Date()), instanceId: '1' }
    expect(await owner.api.try('getInstance', unknown)).toMatchObject(refusal(404, /^World/))
    const hidden = await aWorld(app, owner, { releaseStatus: 'hidden' })
    expect(await friend.api.try('getInstance', { worldId: hidden, instanceId: '1' })).toMatchObject(
      refusal(404, /^World/),
    )
  })

  it('accepts the colon and the parentheses of a location unescaped, as clients send them', async () => {
    const { location } = await createInstanceAs(owner, worldId, { type: 'private' })
    const raw = await owner.api.fetch(`/api/1/instances/${location}`)
    expect(raw).toMatchObject({ status: 200, body: { id: location } })
    expect(await owner.api.fetch(`/api/1/instances/${location}/shortName`)).toMatchObject({ status: 200 })
  })

  it('looks as if it was not created to viewers who may not see it', async () => {
    const { location } = await createInstanceAs(owner, worldId, { type: 'private' })
    await enterAs(app, owner, location)
    const seen = await stranger.api.call('getInstance', splitLocation(location))
    expect(seen).toMatchObject({ location, n_users: 0, shortName: null, type: 'private' })
    expect(seen).not.toHaveProperty('creatorId')
    await leaveAs(app, owner)
    const empty = await stranger.api.call('getInstance', splitLocation(location))
    expect({ ...empty, world: null }).toEqual({ ...seen, world: null })
  })

  it('shows a friends instance of a stranger to people with a friend inside', async () => {
    const other = await aUser(app)
    await befriend(friend, other)
    const { location } = await createInstanceAs(owner, worldId, { type: 'friends' })
    await enterAs(app, friend, location)
    expect(await other.api.call('getInstance', splitLocation(location))).toMatchObject({ n_users: 1 })
    await expect(enterAs(app, other, location)).rejects.toMatchObject({ reason: 'cannot_enter' })
    await leaveAs(app, friend)
  })
})

describe('short names', () => {
  it('identify an instance, like the secure name', async () => {
    const { location, shortName, secureName } = await createInstanceAs(owner, worldId)
    expect(await stranger.api.call('getShortName', splitLocation(location))).toEqual({ shortName, secureName })
    for (const name of [shortName, secureName])
      expect(await stranger.api.call('getInstanceByShortName', { shortName: name ?? '' })).toMatchObject({ location })
  })

  it('reveal no private instance to strangers', async () => {
    const { location, shortName, secureName } = await createInstanceAs(owner, worldId, { type: 'private' })
    expect(await stranger.api.call('getShortName', splitLocation(location))).toEqual({ shortName: null, secureName })
    for (const name of [shortName, secureName, 'nothing1'])
      expect(await stranger.api.try('getInstanceByShortName', { shortName: name })).toMatchObject(
        refusal(404, '"Instance not found"'),
      )
  })

  it('are refused for an invalid location', async () => {
    expect(await owner.api.try('getShortName', { worldId, instanceId: '~' })).toMatchObject(
      refusal(404, '"Instance not found"'),
    )
  })
})

describe('closing an instance', () => {
  it('is allowed for its owner, its creator and admins', async () => {
    const { location } = await createInstanceAs(owner, worldId)
    expect(await friend.api.try('closeInstance', splitLocation(location))).toMatchObject(
      refusal(403, "You're not allowed to close this instance."),
    )
    const closed = await owner.api.call('closeInstance', splitLocation(location))
    expect(closed).toMatchObject({ active: false, hardClose: false })
    expect(await owner.api.try('closeInstance', splitLocation(location))).toMatchObject(
      refusal(403, "You're not allowed to close an already closed instance."),
    )
    const other = await createInstanceAs(owner, worldId)
    const admin = await anAdmin(app)
    expect(await admin.api.call('closeInstance', splitLocation(other.location))).toMatchObject({ active: false })
  })

  it('is refused for an instance that was not created or that the viewer may not see', async () => {
    const hidden = await createInstanceAs(owner, worldId, { type: 'private' })
    for (const named of [
      { worldId, instanceId: '88888' },
      splitLocation(hidden.location),
      { worldId, instanceId: '~' },
    ])
      expect(await stranger.api.try('closeInstance', named)).toMatchObject(refusal(404, '"Instance not found"'))
  })

  it('prevents entering, and does not remove occupants', async () => {
    const { location } = await createInstanceAs(owner, worldId)
    await enterAs(app, friend, location)
    await owner.api.call('closeInstance', splitLocation(location))
    await expect(enterAs(app, stranger, location)).rejects.toMatchObject({
      kind: 'conflict',
      reason: 'instance_closed',
    })
    await expect(enterAs(app, owner, location)).rejects.toMatchObject({ reason: 'instance_closed' })
    await enterAs(app, friend, location)
    expect(await owner.api.call('getInstance', splitLocation(location))).toMatchObject({ n_users: 1 })
    await leaveAs(app, friend)
  })

  it('refuses an invalid time', async () => {
    const { location } = await createInstanceAs(owner, worldId)
    expect(
      await owner.api.try('closeInstance', { ...splitLocation(location), query: { closedAt: 'soon' } }),
    ).toMatchObject(refusal(400, /^closedAt/))
  })
})

describe('inviteMyselfTo', () => {
  it('sends an invite with the whole location, which is delivered like any invite', async () => {
    const { location, world } = await createInstanceAs(owner, worldId, { type: 'private' })
    const sent = await owner.api.call('inviteMyselfTo', splitLocation(location))
    const details = { worldId: location, worldName: world.name }
    expect(sent).toMatchObject({ type: 'invite', senderUserId: owner.id, receiverUserId: owner.id, details })
    const [listed] = await owner.api.call('getNotifications')
    expect(listed).toMatchObject({ id: sent.id, type: 'invite', details: JSON.stringify(details) })
  })

  it('is refused for an instance that the viewer may not enter, and gives no access', async () => {
    const { location } = await createInstanceAs(owner, worldId, { type: 'private' })
    const missing = refusal(404, '"Instance not found"')
    expect(await stranger.api.try('inviteMyselfTo', splitLocation(location))).toMatchObject(missing)
    expect(await stranger.api.try('inviteMyselfTo', { worldId, instanceId: '~' })).toMatchObject(missing)
    const unknown = { worldId: newId('world', new Date()), instanceId: '1' }
    expect(await stranger.api.try('inviteMyselfTo', unknown)).toMatchObject(missing)
    const details = { worldId: location, worldName: 'x' }
    await aNotification(app, stranger.id, { type: 'invite', senderId: stranger.id, details })
    await expect(enterAs(app, stranger, location)).rejects.toMatchObject({ reason: 'cannot_enter' })
  })
})
