import { beforeAll, describe, expect, it } from 'vitest'
import { GUEST_USER_ID, newId, PLATFORM_USER_ID } from '../../../src/kernel/ids.ts'
import { anApp, sharedApp } from '../../support/app.ts'
import { runConcurrently } from '../../support/concurrency.ts'
import { refusal } from '../../support/refusals.ts'
import { aRestClient } from '../../support/restClient.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'
import {
  aFileUrl,
  anOccupiedInstance,
  aVisit,
  aWorld,
  aWorldFavorite,
  aWorldRequest,
  parseWorldId,
} from '../../support/worlds.ts'

const app = await sharedApp()
let author: TestUser
let other: TestUser
let admin: TestUser

beforeAll(async () => {
  ;[author, other, admin] = [await aUser(app), await aUser(app), await anAdmin(app)]
})

const notFound = (id: string) => refusal(404, `World ${id} not found`)

describe('createWorld', () => {
  it('creates a private world of the caller', async () => {
    const request = await aWorldRequest(app, author.id)
    const body = {
      ...request,
      authorId: other.id,
      releaseStatus: 'public' as const,
      capacity: 20,
      tags: ['author_tag_a'],
    }
    const world = await author.api.call('createWorld', { body })
    expect(world).toMatchObject({
      authorId: author.id,
      authorName: author.username,
      releaseStatus: 'private',
      capacity: 20,
      recommendedCapacity: 10,
      tags: ['author_tag_a'],
      name: request.name,
      imageUrl: request.imageUrl,
      labsPublicationDate: 'none',
      publicationDate: 'none',
      version: 1,
      visits: 0,
      instances: [],
      thumbnailImageUrl: request.imageUrl.replace('/file/', '/image/').replace('/1/file', '/1/256'),
    })
    expect(world.unityPackages).toMatchObject([
      {
        platform: 'standalonewindows',
        unityVersion: '2022.3.22f1',
        unitySortNumber: 20220322000,
        assetUrl: request.assetUrl,
      },
    ])
    expect(await other.api.call('getWorld', { worldId: world.id })).toEqual(world)
  })

  it('uses the id of the request, but never an id of a world that exists or was deleted', async () => {
    const id = newId('world', new Date())
    const body = { ...(await aWorldRequest(app, author.id)), id }
    expect(await author.api.call('createWorld', { body })).toMatchObject({ id })
    const refused = refusal(400, /^id: /)
    expect(await author.api.try('createWorld', { body })).toMatchObject(refused)
    await author.api.call('deleteWorld', { worldId: id })
    const again = { ...(await aWorldRequest(app, author.id)), id }
    expect(await author.api.try('createWorld', { body: again })).toMatchObject(refused)
    for (const malformed of ['wrld_1', 'usr_00000000-0000-4000-8000-000000000000', ''])
      expect(await author.api.try('createWorld', { body: { ...again, id: malformed } })).toMatchObject(refused)
  })

  it('creates one world for concurrent requests with one id', async () => {
    const body = { ...(await aWorldRequest(app, author.id)), id: newId('world', new Date()) }
    const answers = await runConcurrently(app, 6, () => author.api.try('createWorld', { body }))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400])
  })

  it('needs an uploaded .vrcw file and an image, both of the caller', async () => {
    const good = await aWorldRequest(app, author.id)
    const wrong = [
      { assetUrl: await aFileUrl(app, other.id) },
      { assetUrl: await aFileUrl(app, author.id, '.png') },
      { assetUrl: await aFileUrl(app, author.id, '.vrcw', 'waiting') },
      { assetUrl: 'https://example.org/a.vrcw' },
      { assetUrl: good.assetUrl.replace('plaza.test', 'elsewhere.test') },
      { imageUrl: good.assetUrl },
      { imageUrl: await aFileUrl(app, other.id, '.png') },
      { imageUrl: 'javascript:alert(1)' },
    ]
    for (const part of wrong) {
      const [field = ''] = Object.keys(part)
      const refused = refusal(400, new RegExp(`^${field} must`))
      expect(await author.api.try('createWorld', { body: { ...good, ...part } })).toMatchObject(refused)
    }
    const { imageUrl: _, ...without } = good
    expect(await author.api.try('createWorld', { body: without })).toMatchObject(refusal(400, /imageUrl/))
  })

  it.each([
    ['name', ''],
    ['name', '   '],
    ['name', 'x'.repeat(65)],
    ['description', 'x'.repeat(1_001)],
    ['capacity', 41],
    ['capacity', -1],
    ['capacity', 1.5],
    ['tags', ['system_approved']],
    ['tags', ['admin_featured']],
    ['tags', ['plain']],
    ['tags', ['author_tag_with,comma']],
    ['tags', Array.from({ length: 21 }, (_, at) => `author_tag_${at}`)],
    ['unityVersion', 'the newest'],
    ['platform', 'x'.repeat(33)],
    ['assetVersion', -1],
  ])('refuses the %s %j', async (field, value) => {
    const body = { ...(await aWorldRequest(app, author.id)), [field]: value }
    expect(await author.api.try('createWorld', { body })).toMatchObject(refusal(400, new RegExp(`^${field}`)))
  })

  it('is limited to 20 worlds in a day', async () => {
    const busy = await aUser(app)
    const body = await aWorldRequest(app, busy.id)
    for (let count = 0; count < 20; count++) await busy.api.call('createWorld', { body })
    expect(await busy.api.try('createWorld', { body })).toMatchObject(
      refusal(400, `"You can't create a world right now"`),
    )
  })
})

describe('createWorld without a session', () => {
  it('creates a private world of the guest user, from files of the platform', async () => {
    const body = {
      ...(await aWorldRequest(app, PLATFORM_USER_ID)),
      authorId: other.id,
      releaseStatus: 'public' as const,
    }
    const world = await aRestClient(app).call('createWorld', { body })
    expect(world).toMatchObject({ authorId: GUEST_USER_ID, authorName: 'Guest of the plaza', releaseStatus: 'private' })
    expect(world.unityPackages).toEqual([])
    expect(await other.api.try('updateWorld', { worldId: world.id, body: { name: 'Mine' } })).toMatchObject({
      status: 403,
    })
  })

  it('is refused with files of a person', async () => {
    const [free, taken] = [await aWorldRequest(app, GUEST_USER_ID), await aWorldRequest(app, other.id)]
    for (const field of ['assetUrl', 'imageUrl'] as const)
      expect(await aRestClient(app).try('createWorld', { body: { ...free, [field]: taken[field] } })).toMatchObject(
        refusal(400, `${field} must be the address of a file of yours that is uploaded`),
      )
    expect(await aRestClient(app).try('createWorld', { body: free })).toMatchObject({ status: 200 })
  })

  it('is limited to 5 worlds in a day per network address', async () => {
    const nobody = aRestClient(app)
    const body = await aWorldRequest(app, GUEST_USER_ID)
    for (let count = 0; count < 5; count++) await nobody.call('createWorld', { body })
    const refused = refusal(400, `"You can't create a world right now"`)
    expect(await nobody.try('createWorld', { body })).toMatchObject(refused)
    expect(await aRestClient(app).try('createWorld', { body })).toMatchObject({ status: 200 })
  })

  it('is refused if anonymous worlds are disabled', async () => {
    const closed = await anApp({ ANONYMOUS_WORLDS: 'off' })
    const person = await aUser(closed)
    const body = await aWorldRequest(closed, person.id)
    expect(await aRestClient(closed).try('createWorld', { body })).toMatchObject(refusal(401, '"Missing Credentials"'))
    expect(await person.api.call('createWorld', { body })).toMatchObject({ authorId: person.id })
  })

  it('does not make the guest user visible to others', async () => {
    expect(await other.api.call('searchUsers', { query: { search: 'Guest of' } })).toEqual([])
    expect(await other.api.try('friend', { userId: GUEST_USER_ID })).toMatchObject({ status: 404 })
  })
})

describe('getWorld', () => {
  it('hides occupants, instances and assets from callers without a session', async () => {
    const worldId = await aWorld(app, author, { visits: 7, favorites: 3 })
    const [a, b, c] = [await aUser(app), await aUser(app), await aUser(app)]
    const instanceId = await anOccupiedInstance(app, worldId, 'public', [a.id, b.id])
    await anOccupiedInstance(app, worldId, 'friends', [c.id])
    expect(await other.api.call('getWorld', { worldId })).toMatchObject({
      occupants: 3,
      publicOccupants: 2,
      privateOccupants: 1,
      instances: [[instanceId, 2]],
      unityPackages: [{ platform: 'standalonewindows' }],
    })
    expect(await aRestClient(app).call('getWorld', { worldId })).toMatchObject({
      occupants: 0,
      publicOccupants: 0,
      privateOccupants: 0,
      instances: [],
      unityPackages: [],
      visits: 7,
      favorites: 3,
    })
  })

  it('answers a private world to everybody who knows its id', async () => {
    const worldId = await aWorld(app, author, { releaseStatus: 'private' })
    for (const api of [author.api, other.api, aRestClient(app)])
      expect(await api.call('getWorld', { worldId })).toMatchObject({ releaseStatus: 'private' })
  })

  it('answers 404 for unknown and malformed ids, as other operations do', async () => {
    const id = newId('world', new Date())
    for (const worldId of [id, 'wrld_nonsense', 'usr_1'])
      for (const name of [
        'getWorld',
        'getWorldMetadata',
        'getWorldPublishStatus',
        'publishWorld',
        'deleteWorld',
      ] as const)
        expect(await author.api.try(name, { worldId })).toMatchObject(notFound(worldId))
  })
})

describe('personal lists of worlds', () => {
  it('getRecentWorlds lists the worlds that the viewer has visited, latest first', async () => {
    const person = await aUser(app)
    const worlds = [await aWorld(app, author), await aWorld(app, author), await aWorld(app, author)]
    for (const worldId of [...worlds, worlds[0]]) await aVisit(app, person.id, parseWorldId(String(worldId)))
    const listed = await person.api.call('getRecentWorlds')
    expect(listed.map(({ id }) => id)).toEqual([worlds[0], worlds[2], worlds[1]])
    expect(await person.api.call('getRecentWorlds', { query: { n: '1', offset: '1' } })).toMatchObject([
      { id: worlds[2] },
    ])
    expect(await person.api.try('getRecentWorlds', { query: { userId: other.id } })).toMatchObject(
      refusal(403, '"You can only see your own recent worlds!"'),
    )
    expect(await admin.api.call('getRecentWorlds', { query: { userId: person.id } })).toHaveLength(3)
    expect(await person.api.call('getRecentWorlds', { query: { userId: person.id } })).toHaveLength(3)
  })

  it('getFavoritedWorlds lists favorite worlds with their groups, up to 300 on a page', async () => {
    const person = await aUser(app)
    const [a, b] = [await aWorld(app, author, { description: 'A place' }), await aWorld(app, author)]
    const [first, second] = [
      await aWorldFavorite(app, person.id, a),
      await aWorldFavorite(app, person.id, b, 'worlds2'),
    ]
    const listed = await person.api.call('getFavoritedWorlds', { query: { n: '300' } })
    expect(listed).toMatchObject([
      { id: b, favoriteId: second, favoriteGroup: 'worlds2' },
      { id: a, favoriteId: first, favoriteGroup: 'worlds1', description: 'A place' },
    ])
    expect(await person.api.try('getFavoritedWorlds', { query: { n: '301' } })).toMatchObject({ status: 400 })
    expect(await person.api.try('getFavoritedWorlds', { query: { userId: other.id } })).toMatchObject(
      refusal(403, "403 You can't see another user's favorites"),
    )
    expect(await admin.api.call('getFavoritedWorlds', { query: { userId: person.id } })).toHaveLength(2)
    await app.scope().db.world.update({ where: { id: b }, data: { releaseStatus: 'private' } })
    expect(await person.api.call('getFavoritedWorlds')).toMatchObject([{ id: a }])
  })

  it('getActiveWorlds lists worlds that have occupants now', async () => {
    const [full, empty] = [await aWorld(app, author), await aWorld(app, author)]
    const somebody = await aUser(app)
    await anOccupiedInstance(app, full, 'private', [somebody.id])
    const listed = (await other.api.call('getActiveWorlds')).filter(({ id }) => id === full || id === empty)
    expect(listed).toMatchObject([{ id: full, occupants: 1 }])
    await app.scope().db.occupant.deleteMany({ where: { userId: somebody.id } })
    expect((await other.api.call('getActiveWorlds')).map(({ id }) => id)).not.toContain(full)
  })
})
