import { beforeAll, describe, expect, it } from 'vitest'
import { contentChanged } from '../../../src/areas/files/events.ts'
import { DAY } from '../../../src/kernel/clock.ts'
import { sharedClockApp } from '../../support/app.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { refusal } from '../../support/refusals.ts'
import { aRestClient } from '../../support/restClient.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'
import { aFileUrl, aPackage, aWorld, aWorldRequest, fileIdIn } from '../../support/worlds.ts'

const app = await sharedClockApp()
let author: TestUser
let other: TestUser
let admin: TestUser

beforeAll(async () => {
  ;[author, other, admin] = [await aUser(app), await aUser(app), await anAdmin(app)]
})

const notFound = (id: string) => refusal(404, `World ${id} not found`)

describe('updateWorld', () => {
  it('stores the fields, and the URL of the image exactly as sent', async () => {
    const worldId = await aWorld(app, author)
    const imageUrl = (await aFileUrl(app, author.id, '.png')).replace(/\/file$/, '')
    const body = {
      name: 'Renamed',
      description: '',
      capacity: 7,
      imageUrl,
      tags: ['content_horror'],
      previewYoutubeId: 'dQw4w9WgXcQ',
    }
    const more = {
      urlList: ['https://example.org'],
      defaultContentSettings: { drones: false },
      releaseStatus: 'public' as const,
    }
    expect(await author.api.call('updateWorld', { worldId, body: { ...body, ...more } })).toMatchObject({
      ...body,
      ...more,
      recommendedCapacity: 4,
      version: 1,
    })
  })

  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://ada:secret@example.org/',
    '//example.org',
    'https://',
  ])('refuses the URL %s of its list', async (url) => {
    const worldId = await aWorld(app, author)
    const body = { urlList: ['https://example.org/a', url] }
    expect(await author.api.try('updateWorld', { worldId, body })).toMatchObject(refusal(400, /^urlList/))
    const { data } = await aGraphClient(app, author.api).send(`{ node(id: "${worldId}") { ... on World { urls } } }`)
    expect(data).toEqual({ node: { urls: [] } })
  })

  it('replaces the asset of a platform or adds one, and increases the version', async () => {
    const worldId = await aWorld(app, author)
    const [first, second] = [await aFileUrl(app, author.id), await aFileUrl(app, author.id)]
    const update = (body: object) => author.api.call('updateWorld', { worldId, body })
    const android = { platform: 'android', assetUrl: first, assetVersion: '4', unityVersion: '2019.4.31f1' }
    expect(await update(android)).toMatchObject({
      version: 2,
      unityPackages: [{ platform: 'standalonewindows' }, { platform: 'android', assetVersion: 4, assetUrl: first }],
    })
    const [windows, before] = (await update({ platform: 'android', assetUrl: second })).unityPackages ?? []
    expect(before).toMatchObject({ assetVersion: 5, assetUrl: second, unityVersion: '2019.4.31f1' })
    expect(windows).toMatchObject({ platform: 'standalonewindows', assetVersion: 1 })
    expect(await update({ platform: 'android', assetUrl: second, description: 'again' })).toMatchObject({ version: 3 })
    const row = await app.scope().db.world.findUniqueOrThrow({ where: { id: worldId } })
    expect(row).toMatchObject({ minUnitySort: 20190431000n, maxUnitySort: 20220322000n })
    expect([...row.platforms].sort()).toEqual(['android', 'standalonewindows'])
  })

  it('keeps the assets of concurrent updates for different platforms', async () => {
    const worldId = await aWorld(app, author)
    const assets = await Promise.all(
      ['android', 'ios', 'web'].map(async (platform) => ({ platform, assetUrl: await aFileUrl(app, author.id) })),
    )
    await Promise.all(assets.map((body) => author.api.call('updateWorld', { worldId, body })))
    const world = await author.api.call('getWorld', { worldId })
    expect(world.version).toBe(4)
    expect(world.unityPackages?.map(({ platform }) => platform).sort()).toEqual([
      'android',
      'ios',
      'standalonewindows',
      'web',
    ])
  })

  it('stores metadata, which everybody who can read the world can read', async () => {
    const worldId = await aWorld(app, author)
    const metadata = { a: [1, { b: null }], ключ: 'значение' }
    await author.api.call('updateWorld', { worldId, body: { metadata } })
    expect(await aRestClient(app).call('getWorldMetadata', { worldId })).toEqual({ id: worldId, metadata })
    for (const wrong of [[1], 'text', 5, { big: 'x'.repeat(65_536) }])
      expect(await author.api.try('updateWorld', { worldId, body: { metadata: wrong } })).toMatchObject(
        refusal(400, /^metadata/),
      )
    const deep = `{"metadata":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`
    const init = { method: 'PUT', body: deep, headers: { 'content-type': 'application/json' } }
    expect(await author.api.fetch(`/api/1/worlds/${worldId}`, init)).toMatchObject(refusal(400, /^metadata/))
    expect(await author.api.call('getWorldMetadata', { worldId })).toEqual({ id: worldId, metadata })
  })

  it('is forbidden for worlds of others, and answers 404 for their hidden ones', async () => {
    const worldId = await aWorld(app, author)
    const body = { name: 'Mine' }
    expect(await other.api.try('updateWorld', { worldId, body })).toMatchObject({ status: 403 })
    expect(await admin.api.call('updateWorld', { worldId, body })).toMatchObject({ name: 'Mine', authorId: author.id })
    await author.api.call('deleteWorld', { worldId })
    expect(await other.api.try('updateWorld', { worldId, body })).toMatchObject(notFound(worldId))
    expect(await author.api.try('updateWorld', { worldId, body })).toMatchObject(refusal(400, 'This world was deleted'))
  })

  it('lets only admins set featured', async () => {
    const worldId = await aWorld(app, author)
    const refused = refusal(403, 'cannot set featured tag if you are not an admin')
    expect(await author.api.try('updateWorld', { worldId, body: { featured: true } })).toMatchObject(refused)
    expect(await author.api.call('updateWorld', { worldId, body: { featured: false } })).toMatchObject({
      featured: false,
    })
    expect(await admin.api.call('updateWorld', { worldId, body: { featured: true } })).toMatchObject({ featured: true })
  })

  it('unpublishes by releaseStatus, but neither publishes nor hides', async () => {
    const worldId = await aWorld(app, author)
    const update = (releaseStatus: string) => author.api.try('updateWorld', { worldId, body: { releaseStatus } })
    for (const status of ['hidden', 'all', 'secret'])
      expect(await update(status)).toMatchObject(refusal(400, /^releaseStatus/))
    expect(await update('private')).toMatchObject({ status: 200, body: { releaseStatus: 'private' } })
    expect(await update('public')).toMatchObject({ status: 200, body: { releaseStatus: 'private' } })
  })

  it('does not remove the last platform, unlike others, by deleteWorldPlatform', async () => {
    const worldId = await aWorld(app, author)
    await aPackage(app, worldId, 'android', '2019.4.31f1')
    await author.api.call('deleteWorldPlatform', { worldId, publishedPlatform: 'android' })
    const world = await author.api.call('getWorld', { worldId })
    expect(world).toMatchObject({ version: 2, unityPackages: [{ platform: 'standalonewindows' }] })
    expect(await author.api.try('deleteWorldPlatform', { worldId, publishedPlatform: 'android' })).toMatchObject({
      status: 404,
    })
    expect(
      await author.api.try('deleteWorldPlatform', { worldId, publishedPlatform: 'standalonewindows' }),
    ).toMatchObject({ status: 400 })
    expect(await author.api.try('deleteWorldPlatform', { worldId, publishedPlatform: 'no such' })).toMatchObject({
      status: 404,
    })
  })
})

describe('tags of a world', () => {
  it('can be added and removed by the author, repeatedly', async () => {
    const worldId = await aWorld(app, author)
    for (let time = 0; time < 2; time++)
      expect(
        await author.api.call('addWorldTags', { worldId, body: { tags: ['author_tag_game', 'content_gore'] } }),
      ).toMatchObject({
        tags: ['author_tag_game', 'content_gore'],
      })
    expect(await author.api.call('removeWorldTags', { worldId, body: { tags: ['content_gore'] } })).toMatchObject({
      tags: ['author_tag_game'],
    })
  })

  it('can be set only by admins unless they are author tags', async () => {
    const worldId = await aWorld(app, author, { tags: ['system_labs'] })
    for (const name of ['addWorldTags', 'removeWorldTags'] as const)
      for (const tag of ['system_labs', 'admin_x', 'anything'])
        expect(await author.api.try(name, { worldId, body: { tags: [tag] } })).toMatchObject(refusal(400, /^tags: /))
    const approved = await admin.api.call('addWorldTags', { worldId, body: { tags: ['system_approved'] } })
    expect(approved.tags).toEqual(['system_approved'])
    expect(approved.publicationDate).toMatch(/^\d{4}-.*Z$/)
    expect(await author.api.call('updateWorld', { worldId, body: { tags: ['author_tag_x'] } })).toMatchObject({
      tags: ['system_approved', 'author_tag_x'],
    })
  })

  it('are all kept after concurrent additions', async () => {
    const worldId = await aWorld(app, author)
    const tags = Array.from({ length: 10 }, (_, at) => `author_tag_${at}`)
    await Promise.all(tags.map((tag) => author.api.call('addWorldTags', { worldId, body: { tags: [tag] } })))
    expect((await author.api.call('getWorld', { worldId })).tags.toSorted()).toEqual(tags)
    const more = Array.from({ length: 11 }, (_, at) => `content_${at}`)
    expect(await author.api.try('addWorldTags', { worldId, body: { tags: more } })).toMatchObject(
      refusal(400, /at most 20/),
    )
  })
})

describe('publishing', () => {
  const aDraft = (person: TestUser) => aWorld(app, person, { releaseStatus: 'private' })

  it('makes a world public with the labs tag; unpublishing makes it private again', async () => {
    const person = await aUser(app)
    const worldId = await aDraft(person)
    expect(await person.api.call('getWorldPublishStatus', { worldId })).toEqual({ canPublish: true })
    await person.api.call('publishWorld', { worldId })
    const world = await other.api.call('getWorld', { worldId })
    expect(world).toMatchObject({ releaseStatus: 'public', tags: ['system_labs'], publicationDate: 'none' })
    expect(Date.parse(world.labsPublicationDate)).toBeGreaterThan(Date.now() - DAY)
    await person.api.call('publishWorld', { worldId })
    expect(await person.api.call('getWorldPublishStatus', { worldId })).toEqual({ canPublish: false })
    await person.api.call('unpublishWorld', { worldId })
    await person.api.call('unpublishWorld', { worldId })
    expect(await other.api.call('getWorld', { worldId })).toMatchObject({ releaseStatus: 'private', tags: [] })
  })

  it('is possible once in seven days per author, even after the world was unpublished or deleted', async () => {
    const own = await sharedClockApp()
    const person = await aUser(own)
    const [first, second] = [
      await aWorld(own, person, { releaseStatus: 'private' }),
      await aWorld(own, person, { releaseStatus: 'private' }),
    ]
    await person.api.call('publishWorld', { worldId: first })
    await person.api.call('unpublishWorld', { worldId: first })
    const refused = refusal(400, 'You can publish one world in 7 days')
    for (const worldId of [first, second])
      expect(await person.api.try('publishWorld', { worldId })).toMatchObject(refused)
    await person.api.call('deleteWorld', { worldId: first })
    expect(await person.api.try('publishWorld', { worldId: second })).toMatchObject(refused)
    expect(await person.api.call('getWorldPublishStatus', { worldId: second })).toEqual({ canPublish: false })
    own.clock.advance(7 * DAY + 1_000)
    await person.api.call('publishWorld', { worldId: second })
  })

  it('of several worlds at the same time succeeds for one', async () => {
    const person = await aUser(app)
    const drafts = [await aDraft(person), await aDraft(person), await aDraft(person), await aDraft(person)]
    const answers = await Promise.all(drafts.map((worldId) => person.api.try('publishWorld', { worldId })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    expect(await other.api.call('searchWorlds', { query: { userId: person.id } })).toHaveLength(1)
  })
})

describe('deleteWorld', () => {
  it('hides the world from everybody but its author and admins, and deletes its files', async () => {
    const worldId = await aWorld(app, author)
    const { imageUrl, unityPackages } = await author.api.call('getWorld', { worldId })
    const files = [imageUrl, unityPackages?.[0]?.assetUrl ?? ''].map(fileIdIn)
    const count = () => app.scope().db.file.count({ where: { id: { in: files } } })
    expect(await count()).toBe(2)
    await author.api.call('deleteWorld', { worldId })
    await author.api.call('deleteWorld', { worldId })
    expect(await count()).toBe(0)
    for (const { api } of [author, admin])
      expect(await api.call('getWorld', { worldId })).toMatchObject({
        releaseStatus: 'hidden',
        unityPackages: [{ assetUrl: null }],
      })
    for (const api of [other.api, aRestClient(app)])
      expect(await api.try('getWorld', { worldId })).toMatchObject(notFound(worldId))
    expect(await other.api.try('getWorldMetadata', { worldId })).toMatchObject(notFound(worldId))
  })

  it('deletes files that only worlds of others use', async () => {
    const scope = app.scope()
    const id = await aWorld(app, author)
    const { imageFileId } = await scope.db.world.findUniqueOrThrow({ where: { id } })
    await scope.db.world.update({ where: { id: await aWorld(app, await aUser(app)) }, data: { imageFileId } })
    await author.api.call('deleteWorld', { worldId: id })
    expect(await author.api.try('getFile', { fileId: imageFileId })).toMatchObject({ status: 404 })
  })

  it('keeps files that another world uses', async () => {
    const request = await aWorldRequest(app, author.id)
    const scope = app.scope()
    const [gone, stays] = [await aWorld(app, author), await aWorld(app, author)]
    for (const id of [gone, stays])
      await scope.db.world.update({ where: { id }, data: { imageFileId: fileIdIn(request.imageUrl) } })
    await author.api.call('deleteWorld', { worldId: gone })
    expect(await scope.db.file.count({ where: { id: fileIdIn(request.imageUrl) } })).toBe(1)
    await author.api.call('deleteWorld', { worldId: stays })
    expect(await scope.db.file.count({ where: { id: fileIdIn(request.imageUrl) } })).toBe(0)
  })
})

it('every change of a world emits an event, a refused one does not', async () => {
  const events: string[] = []
  const stop = app.platform.events.listen(
    contentChanged,
    ({ ids }) => void events.push(`${ids.itemId} ${ids.actionType}`),
  )
  const worldId = await aWorld(app, author, { releaseStatus: 'private' })
  expect(events).toEqual([`${worldId} created`])
  await author.api.call('updateWorld', { worldId, body: { name: 'Changed' } })
  await author.api.call('addWorldTags', { worldId, body: { tags: ['author_tag_changed'] } })
  await author.api.call('unpublishWorld', { worldId })
  await other.api.try('updateWorld', { worldId, body: { name: 'Refused' } })
  expect(events.slice(1)).toEqual([`${worldId} updated`, `${worldId} updated`])
  await author.api.call('deleteWorld', { worldId })
  await author.api.call('deleteWorld', { worldId })
  expect(events.slice(3)).toEqual([`${worldId} deleted`])
  stop()
})
