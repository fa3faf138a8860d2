import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../src/kernel/ids.ts'
import { sharedApp } from '../../../support/app.ts'
import { anAvatar, anAvatarRequest } from '../../../support/avatars.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { refusal } from '../../../support/refusals.ts'
import { aRestClient } from '../../../support/restClient.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'
import { aFileUrl } from '../../../support/worlds.ts'

const app = await sharedApp()
let author: TestUser
let other: TestUser
let admin: TestUser

beforeAll(async () => {
  ;[author, other, admin] = [await aUser(app), await aUser(app), await anAdmin(app)]
})

const aStyle = async (name: string) =>
  (await app.scope().db.avatarStyle.create({ data: { id: newId('avatarStyle', new Date()), name } })).id

describe('createAvatar', () => {
  it('creates a private avatar of the caller, with the address of its picture as it was sent', async () => {
    const request = await anAvatarRequest(app, author.id)
    const tags = ['author_tag_a', 'content_gore', 'author_quest_fallback']
    const sent = {
      version: 9,
      created_at: 'yesterday',
      updated_at: 'today',
      thumbnailImageUrl: 'x',
      unityPackageUrl: 'y',
    }
    const avatar = await author.api.call('createAvatar', { body: { ...request, ...sent, tags, assetVersion: '7' } })
    expect(avatar).toMatchObject({
      ...{ authorId: author.id, authorName: author.username, name: request.name, description: '', tags },
      ...{ releaseStatus: 'private', featured: false, searchable: false, version: 1, pendingUpload: false },
      imageUrl: request.imageUrl,
      thumbnailImageUrl: request.imageUrl.replace('/file/', '/image/').replace('/1/file', '/1/256'),
      assetUrl: request.assetUrl,
      unityPackageUrl: '',
      unityPackageUrlObject: {},
      styles: { primary: null, secondary: null, supplementary: [] },
      performance: { standalonewindows: 'None', 'standalonewindows-sort': 0 },
      lock: false,
      publishedListings: [],
      listingDate: null,
    })
    expect(avatar.unityPackages).toMatchObject([
      {
        ...{ platform: 'standalonewindows', variant: 'standard', assetVersion: 7, assetUrl: request.assetUrl },
        ...{ unityVersion: '2022.3.22f1', unitySortNumber: 20220322000, scanStatus: 'pending' },
      },
    ])
    expect(avatar.productId).toBeUndefined()
    expect(await author.api.call('getAvatar', { avatarId: avatar.id })).toEqual(avatar)
  })

  it('creates one without an asset, which waits for its upload', async () => {
    const { assetUrl: _, ...body } = await anAvatarRequest(app, author.id)
    expect(await author.api.call('createAvatar', { body })).toMatchObject({
      pendingUpload: true,
      unityPackages: [{ variant: 'security', assetVersion: 0 }],
      performance: {},
    })
    const refused = refusal(400, /^releaseStatus must be private/)
    expect(await author.api.try('createAvatar', { body: { ...body, releaseStatus: 'public' } })).toMatchObject(refused)
  })

  it('creates a public one with an asset, which has then been published', async () => {
    const body = { ...(await anAvatarRequest(app, author.id)), releaseStatus: 'public' as const, searchable: true }
    const { id } = await author.api.call('createAvatar', { body })
    expect(await other.api.call('getAvatar', { avatarId: id })).toMatchObject({
      releaseStatus: 'public',
      searchable: true,
    })
    const { publicationDate } = await app.scope().db.avatar.findUniqueOrThrow({ where: { id } })
    expect(publicationDate).not.toBeNull()
  })

  it.each(['hidden', 'all'])('refuses the release status %s', async (releaseStatus) => {
    const body = { ...(await anAvatarRequest(app, author.id)), releaseStatus }
    expect(await author.api.try('createAvatar', { body })).toMatchObject(
      refusal(400, /^releaseStatus must be public or private/),
    )
  })

  it('gives styles by id, which answers name', async () => {
    const [furry, robot] = [await aStyle('Test Furry'), await aStyle('Test Robot')]
    const request = await anAvatarRequest(app, author.id)
    const styles = { primaryStyle: furry, secondaryStyle: robot }
    expect(await author.api.call('createAvatar', { body: { ...request, ...styles } })).toMatchObject({
      styles: { primary: 'Test Furry', secondary: 'Test Robot', supplementary: [] },
    })
    expect(await author.api.call('createAvatar', { body: { ...request, primaryStyle: '' } })).toMatchObject({
      styles: { primary: null },
    })
    for (const field of ['primaryStyle', 'secondaryStyle'])
      for (const value of [newId('avatarStyle', new Date()), 'Furry'])
        expect(await author.api.try('createAvatar', { body: { ...request, [field]: value } })).toMatchObject(
          refusal(400, new RegExp(`^${field} must be the id of a style`)),
        )
  })

  it('lets only admins feature avatars and set other tags', async () => {
    const request = await anAvatarRequest(app, author.id)
    expect(await author.api.try('createAvatar', { body: { ...request, featured: true } })).toMatchObject(
      refusal(403, 'cannot set featured tag if you are not an admin'),
    )
    expect(await author.api.try('createAvatar', { body: { ...request, featured: false } })).toMatchObject({
      status: 200,
    })
    const body = { ...(await anAvatarRequest(app, admin.id)), featured: true, tags: ['admin_featured_quest'] }
    const { id } = await admin.api.call('createAvatar', { body })
    expect(await app.scope().db.auditEntry.findMany({ where: { subjectId: id } })).toMatchObject([
      { act: 'createAvatar', actorId: admin.id },
    ])
  })

  it('uses the id of the request, but never one that exists or was deleted', async () => {
    const id = newId('avatar', new Date())
    const body = { ...(await anAvatarRequest(app, author.id)), id }
    expect(await author.api.call('createAvatar', { body })).toMatchObject({ id })
    const again = { ...(await anAvatarRequest(app, other.id)), id }
    const refused = refusal(400, 'This id is taken')
    expect(await other.api.try('createAvatar', { body: again })).toMatchObject(refused)
    await author.api.call('deleteAvatar', { avatarId: id })
    expect(await other.api.try('createAvatar', { body: again })).toMatchObject(refused)
    for (const malformed of ['avtr_1', 'wrld_00000000-0000-4000-8000-000000000000', ''])
      expect(await author.api.try('createAvatar', { body: { ...again, id: malformed } })).toMatchObject(
        refusal(400, /^id: /),
      )
  })

  it('creates one avatar for concurrent requests with one id, and refunds the others', async () => {
    const person = await aUser(app)
    const body = { ...(await anAvatarRequest(app, person.id)), id: newId('avatar', new Date()) }
    const answers = await runConcurrently(app, 6, () => person.api.try('createAvatar', { body }))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400])
    expect(await app.scope().db.avatar.count({ where: { authorId: person.id } })).toBe(1)
  })

  it('needs an image, and takes a .vrca file, both of the caller', async () => {
    const good = await anAvatarRequest(app, author.id)
    const wrong = [
      { assetUrl: await aFileUrl(app, other.id, '.vrca') },
      { assetUrl: await aFileUrl(app, author.id, '.vrcw') },
      { assetUrl: await aFileUrl(app, author.id, '.vrca', 'waiting') },
      { assetUrl: 'https://example.org/a.vrca' },
      { imageUrl: good.assetUrl },
      { imageUrl: await aFileUrl(app, other.id, '.png') },
      { imageUrl: 'javascript:alert(1)' },
    ]
    for (const part of wrong) {
      const [field = ''] = Object.keys(part)
      const refused = refusal(400, new RegExp(`^${field} must`))
      expect(await author.api.try('createAvatar', { body: { ...good, ...part } })).toMatchObject(refused)
    }
    const { imageUrl: _, ...without } = good
    expect(await author.api.try('createAvatar', { body: without })).toMatchObject(refusal(400, /imageUrl/))
    const foreign = await anAvatarRequest(app, other.id)
    expect(await admin.api.try('createAvatar', { body: foreign })).toMatchObject({ status: 200 })
  })

  it.each([
    ['name', ''],
    ['name', '   '],
    ['name', 'x'.repeat(65)],
    ['description', 'x'.repeat(1_001)],
    ['tags', ['system_approved']],
    ['tags', ['admin_quest_fallback']],
    ['tags', ['plain']],
    ['tags', Array.from({ length: 21 }, (_, at) => `author_tag_${at}`)],
    ['unityVersion', 'the newest'],
    ['platform', 'x'.repeat(33)],
    ['assetVersion', -1],
    ['assetVersion', 'seven'],
    ['searchable', 'yes'],
  ])('refuses the %s %j', async (field, value) => {
    const body = { ...(await anAvatarRequest(app, author.id)), [field]: value }
    expect(await author.api.try('createAvatar', { body })).toMatchObject(refusal(400, new RegExp(`^${field}`)))
  })

  it('needs a session', async () => {
    const body = await anAvatarRequest(app, author.id)
    expect(await aRestClient(app).try('createAvatar', { body })).toMatchObject(refusal(401, '"Missing Credentials"'))
  })

  it('is limited to 30 avatars in a day', async () => {
    const busy = await aUser(app)
    const body = await anAvatarRequest(app, busy.id)
    for (let count = 0; count < 30; count++) await busy.api.call('createAvatar', { body })
    expect(await busy.api.try('createAvatar', { body })).toMatchObject({ status: 429 })
  })

  it('is limited to 1,000 avatars of a person, deleted ones aside, also at once', async () => {
    const person = await aUser(app)
    const { client, now } = app.scope()
    await client.$executeRaw`
      INSERT INTO "Avatar" (id, "authorId", name, "nameKey", "imageUrl", "releaseStatus", "shuffleKey", "createdAt", "updatedAt")
      SELECT 'avtr_' || gen_random_uuid(), ${person.id}, 'x', 'x', 'https://images.example/x.png', 'private', 1, ${now}, ${now}
      FROM generate_series(1, 998)`
    const last = await anAvatar(app, person)
    const body = await anAvatarRequest(app, person.id)
    const answers = await runConcurrently(app, 4, () => person.api.try('createAvatar', { body }))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    const refused = refusal(400, "You can't create an avatar right now")
    expect(await person.api.try('createAvatar', { body })).toMatchObject(refused)
    await person.api.call('deleteAvatar', { avatarId: last })
    expect(await person.api.try('createAvatar', { body })).toMatchObject({ status: 200 })
  })
})
