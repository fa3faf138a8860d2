import { beforeAll, describe, expect, it } from 'vitest'
import { GUEST_USER_ID } from '../../src/areas/users/platformUser.ts'
import { newId } from '../../src/kernel/ids.ts'
import { anApi } from '../support/api.ts'
import { anApp } from '../support/app.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { refusal } from '../support/refusals.ts'
import { atOnce } from '../support/rush.ts'
import { aFavorite, anInstance, aStoredFile, aVisit, aWorld, aWorldRequest, worldIdOf } from '../support/worlds.ts'

const app = await anApp()
let author: Person
let other: Person
let admin: Person

beforeAll(async () => {
  ;[author, other, admin] = [await aUser(app), await aUser(app), await anAdmin(app)]
})

const notFound = (id: string) => refusal(404, `World ${id} not found`)

describe('a world that is made', () => {
  it('belongs to the caller, is private, and has what was sent', async () => {
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
      ...{ authorId: author.id, authorName: author.username, releaseStatus: 'private', capacity: 20 },
      ...{ recommendedCapacity: 10, tags: ['author_tag_a'], name: request.name, imageUrl: request.imageUrl },
      ...{ labsPublicationDate: 'none', publicationDate: 'none', version: 1, visits: 0, instances: [] },
      thumbnailImageUrl: request.imageUrl.replace('/file/', '/image/').replace('/1/file', '/1/256'),
    })
    expect(world.unityPackages).toMatchObject([
      {
        platform: 'standalonewindows',
        unityVersion: '2022.3.22f1',
        unitySortNumber: 20220322201,
        assetUrl: request.assetUrl,
      },
    ])
    expect(await other.api.call('getWorld', { worldId: world.id })).toEqual(world)
  })

  it('takes the id it is given, and no id twice, deleted or not', async () => {
    const id = newId('world', new Date())
    const body = { ...(await aWorldRequest(app, author.id)), id }
    expect(await author.api.call('createWorld', { body })).toMatchObject({ id })
    const taken = refusal(400, /^id: /)
    expect(await author.api.try('createWorld', { body })).toMatchObject(taken)
    await author.api.call('deleteWorld', { worldId: id })
    const again = { ...(await aWorldRequest(app, author.id)), id }
    expect(await author.api.try('createWorld', { body: again })).toMatchObject(taken)
    for (const malformed of ['wrld_1', 'usr_00000000-0000-4000-8000-000000000000', ''])
      expect(await author.api.try('createWorld', { body: { ...again, id: malformed } })).toMatchObject(taken)
  })

  it('is made once when its id is asked for many times at once', async () => {
    const body = { ...(await aWorldRequest(app, author.id)), id: newId('world', new Date()) }
    const answers = await atOnce(app, 6, () => author.api.try('createWorld', { body }))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400])
  })

  it('needs an uploaded .vrcw and a picture, both of the caller', async () => {
    const good = await aWorldRequest(app, author.id)
    const wrong = [
      { assetUrl: await aStoredFile(app, other.id) },
      { assetUrl: await aStoredFile(app, author.id, '.png') },
      { assetUrl: await aStoredFile(app, author.id, '.vrcw', 'waiting') },
      { assetUrl: 'https://example.org/a.vrcw' },
      { assetUrl: good.assetUrl.replace('plaza.test', 'elsewhere.test') },
      { imageUrl: good.assetUrl },
      { imageUrl: await aStoredFile(app, other.id, '.png') },
      { imageUrl: 'javascript:alert(1)' },
    ]
    for (const part of wrong) {
      const [field = ''] = Object.keys(part)
      const said = refusal(400, new RegExp(`^${field} must`))
      expect(await author.api.try('createWorld', { body: { ...good, ...part } })).toMatchObject(said)
    }
    const { assetUrl: _, ...without } = good
    expect(await author.api.try('createWorld', { body: without })).toMatchObject(refusal(400, /assetUrl/))
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
  ])('is refused with the %s %j', async (field, value) => {
    const body = { ...(await aWorldRequest(app, author.id)), [field]: value }
    expect(await author.api.try('createWorld', { body })).toMatchObject(refusal(400, new RegExp(`^${field}`)))
  })

  it('is the twentieth of a day at most', async () => {
    const busy = await aUser(app)
    const body = await aWorldRequest(app, busy.id)
    for (let made = 0; made < 20; made++) await busy.api.call('createWorld', { body })
    expect(await busy.api.try('createWorld', { body })).toMatchObject(
      refusal(400, `"You can't create a world right now"`),
    )
  })
})

describe('a world that is made without a session', () => {
  it('belongs to the guest of the platform, is private, and uses anybody’s files', async () => {
    const body = { ...(await aWorldRequest(app, other.id)), authorId: other.id, releaseStatus: 'public' as const }
    const made = await anApi(app).call('createWorld', { body })
    expect(made).toMatchObject({ authorId: GUEST_USER_ID, authorName: 'Guest of the plaza', releaseStatus: 'private' })
    expect(made.unityPackages).toEqual([])
    expect(await other.api.try('updateWorld', { worldId: made.id, body: { name: 'Mine' } })).toMatchObject({
      status: 403,
    })
  })

  it('is the fifth of a day from an address at most', async () => {
    const nobody = anApi(app)
    const body = await aWorldRequest(app, other.id)
    for (let made = 0; made < 5; made++) await nobody.call('createWorld', { body })
    const said = refusal(400, `"You can't create a world right now"`)
    expect(await nobody.try('createWorld', { body })).toMatchObject(said)
    expect(await anApi(app).try('createWorld', { body })).toMatchObject({ status: 200 })
  })

  it('is refused where that is turned off', async () => {
    const closed = await anApp({ ANONYMOUS_WORLDS: 'off' })
    const person = await aUser(closed)
    const body = await aWorldRequest(closed, person.id)
    expect(await anApi(closed).try('createWorld', { body })).toMatchObject(refusal(401, '"Missing Credentials"'))
    expect(await person.api.call('createWorld', { body })).toMatchObject({ authorId: person.id })
  })

  it('does not make its guest a person whom others find', async () => {
    expect(await other.api.call('searchUsers', { query: { search: 'Guest of' } })).toEqual([])
    expect(await other.api.try('friend', { userId: GUEST_USER_ID })).toMatchObject({ status: 404 })
  })
})

describe('a world that is read', () => {
  it('is told without those who are there, their instances and its assets to whoever has no session', async () => {
    const worldId = await aWorld(app, author, { visits: 7, favorites: 3 })
    const [a, b, c] = [await aUser(app), await aUser(app), await aUser(app)]
    const instanceId = await anInstance(app, worldId, 'public', [a.id, b.id])
    await anInstance(app, worldId, 'friends', [c.id])
    expect(await other.api.call('getWorld', { worldId })).toMatchObject({
      ...{ occupants: 3, publicOccupants: 2, privateOccupants: 1, instances: [[instanceId, 2]] },
      unityPackages: [{ platform: 'standalonewindows' }],
    })
    expect(await anApi(app).call('getWorld', { worldId })).toMatchObject({
      ...{ occupants: 0, publicOccupants: 0, privateOccupants: 0, instances: [], unityPackages: [] },
      ...{ visits: 7, favorites: 3 },
    })
  })

  it('is found by everybody who knows its id though it is private', async () => {
    const worldId = await aWorld(app, author, { releaseStatus: 'private' })
    for (const api of [author.api, other.api, anApi(app)])
      expect(await api.call('getWorld', { worldId })).toMatchObject({ releaseStatus: 'private' })
  })

  it('is missing when nothing has its id, or can have', async () => {
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

describe('own lists of worlds', () => {
  it('are worlds that the viewer was in, the latest first', async () => {
    const person = await aUser(app)
    const worlds = [await aWorld(app, author), await aWorld(app, author), await aWorld(app, author)]
    for (const worldId of [...worlds, worlds[0]]) await aVisit(app, person.id, worldIdOf(String(worldId)))
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

  it('are favorites with their places, up to 300 of them', async () => {
    const person = await aUser(app)
    const [a, b] = [await aWorld(app, author, { description: 'A place' }), await aWorld(app, author)]
    const [first, second] = [await aFavorite(app, person.id, a), await aFavorite(app, person.id, b, 'worlds2')]
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

  it('are worlds in which somebody is now', async () => {
    const [full, empty] = [await aWorld(app, author), await aWorld(app, author)]
    const somebody = await aUser(app)
    await anInstance(app, full, 'private', [somebody.id])
    const listed = (await other.api.call('getActiveWorlds')).filter(({ id }) => id === full || id === empty)
    expect(listed).toMatchObject([{ id: full, occupants: 1 }])
    await app.scope().db.occupant.deleteMany({ where: { userId: somebody.id } })
    expect((await other.api.call('getActiveWorlds')).map(({ id }) => id)).not.toContain(full)
  })
})
