import { describe, expect, it } from 'vitest'
import { newId } from '../../../../src/kernel/ids.ts'
import { sharedApp } from '../../../support/app.ts'
import { anAvatar } from '../../../support/avatars.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { anImage } from '../../../support/files.ts'
import { aGraphClient } from '../../../support/graphClient.ts'
import { refusal } from '../../../support/refusals.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'

const app = await sharedApp()
const file = await anImage()
const add = ({ api }: TestUser, galleryId: string, tag = 'avatargallery') =>
  api.try('uploadImage', { form: { file, tag, galleryId } })
const list = ({ api }: TestUser, galleryId: string, query: object = {}) =>
  api.try('getFiles', { query: { tag: 'avatargallery', galleryId, ...query } })
const idsOf = ({ body }: { readonly body: unknown }): string[] =>
  Array.isArray(body) ? body.map(({ id }) => id) : [Object(body).id]
const order = ({ api }: TestUser, ids: readonly string[]) => api.try('setGroupGalleryFileOrder', { body: { ids } })

/** Inserts images of a person into the gallery of an avatar, and answers their ids. */
async function someImages({ id: ownerId }: TestUser, avatarId: string, count: number): Promise<string[]> {
  const { db, now } = app.scope()
  const ids = Array.from({ length: count }, () => newId('file', now))
  const file = { ownerId, name: 'avatargallery', mimeType: 'image/png', extension: '.png', tags: ['avatargallery'] }
  await db.file.createMany({
    data: ids.map((id, at) => ({ id, ...file, avatarId, galleryPosition: at + 1, createdAt: now, updatedAt: now })),
  })
  await db.fileVersion.createMany({ data: ids.map((fileId) => ({ fileId, version: 0, createdAt: now })) })
  return ids
}

describe('the gallery of an avatar', () => {
  it('shows the images that its author adds, the latest last, to everybody who reads the avatar', async () => {
    const [author, other] = [await aUser(app), await aUser(app)]
    const avatarId = await anAvatar(app, author)
    const ids = [...idsOf(await add(author, avatarId)), ...idsOf(await add(author, avatarId))]
    for (const person of [author, other]) expect(idsOf(await list(person, avatarId))).toEqual(ids)
    expect(idsOf(await list(other, avatarId, { n: 1, offset: 1 }))).toEqual(ids.slice(1))
    expect(idsOf(await list(other, avatarId, { tag: 'icon' }))).toEqual([])
    const mine = await author.api.call('getFiles', { query: { tag: 'avatargallery' } })
    expect(mine.map(({ id }) => id)).toEqual(ids)
    expect(await other.api.call('getFiles', { query: {} })).toEqual([])
    await author.api.call('deleteFile', { fileId: ids[0] ?? '' })
    expect(idsOf(await list(other, avatarId))).toEqual(ids.slice(1))
  })

  it('is not shown to those who cannot read the avatar', async () => {
    const [author, other, admin] = [await aUser(app), await aUser(app), await anAdmin(app)]
    const avatarId = await anAvatar(app, author, { releaseStatus: 'private' })
    await add(author, avatarId)
    for (const unknown of [avatarId, newId('avatar', new Date())])
      expect(await list(other, unknown)).toMatchObject(refusal(404, 'Avatar Not Found'))
    for (const person of [author, admin]) expect(idsOf(await list(person, avatarId))).toHaveLength(1)
  })

  it('takes images of the author alone, with its tag', async () => {
    const [author, other, admin] = [await aUser(app), await aUser(app), await anAdmin(app)]
    const [avatarId, hidden] = [await anAvatar(app, author), await anAvatar(app, author, { releaseStatus: 'hidden' })]
    for (const person of [other, admin])
      expect(await add(person, avatarId)).toMatchObject(refusal(403, 'This avatar belongs to somebody else'))
    expect(await add(other, hidden)).toMatchObject(refusal(404, 'Avatar Not Found'))
    expect(await add(author, avatarId, 'icon')).toMatchObject(
      refusal(400, 'galleryId is for images with the tag avatargallery'),
    )
    expect((await add(author, 'avtr_1')).status).toBe(400)
    expect(idsOf(await list(author, avatarId))).toEqual([])
    expect(await app.scope().db.file.count({ where: { ownerId: { in: [author.id, other.id, admin.id] } } })).toBe(0)
  })

  it('has 20 images at most, also when several are added at once', async () => {
    const author = await aUser(app)
    const avatarId = await anAvatar(app, author)
    await someImages(author, avatarId, 18)
    const answers = await runConcurrently(app, 4, () => add(author, avatarId))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400])
    expect(idsOf(await list(author, avatarId))).toHaveLength(20)
    expect(await add(author, await anAvatar(app, author))).toMatchObject({ status: 200 })
  })

  it('goes with the avatar', async () => {
    const author = await aUser(app)
    const avatarId = await anAvatar(app, author)
    const [id = ''] = idsOf(await add(author, avatarId))
    await author.api.call('deleteAvatar', { avatarId })
    expect((await author.api.try('getFile', { fileId: id })).status).toBe(404)
  })
})

describe('the order of a gallery', () => {
  it('is set by all of its images', async () => {
    const author = await aUser(app)
    const avatarId = await anAvatar(app, author)
    const [a = '', b = '', c = ''] = await someImages(author, avatarId, 3)
    expect(await order(author, [c, a, b])).toMatchObject({ status: 200, body: { ids: [c, a, b] } })
    expect(idsOf(await list(author, avatarId))).toEqual([c, a, b])
    const [d = ''] = idsOf(await add(author, avatarId))
    expect(idsOf(await list(author, avatarId))).toEqual([c, a, b, d])
    await order(author, [d, c, b, a])
    expect(idsOf(await list(author, avatarId))).toEqual([d, c, b, a])
  })

  it('is refused unless it names all images of one own gallery once', async () => {
    const [author, admin] = [await aUser(app), await anAdmin(app)]
    const avatars = [await anAvatar(app, author), await anAvatar(app, author)] as const
    const [a = '', b = ''] = await someImages(author, avatars[0], 2)
    const [other = ''] = await someImages(author, avatars[1], 1)
    const message = 'ids must be all images in the gallery of an avatar of yours'
    const wrong = [[], [a], [a, other], [a, b, other], [newId('file', new Date())]]
    for (const ids of wrong) expect(await order(author, ids)).toMatchObject(refusal(400, message))
    expect(await order(admin, [b, a])).toMatchObject(refusal(400, message))
    expect(await order(author, [a, a])).toMatchObject(refusal(400, 'ids must name each file once'))
    expect(idsOf(await list(author, avatars[0]))).toEqual([a, b])
  })

  it('is set by GraphQL, too', async () => {
    const author = await aUser(app)
    const avatarId = await anAvatar(app, author)
    const [a, b] = await someImages(author, avatarId, 2)
    const text = `mutation($input: SetAvatarGalleryOrderInput!) {
      setAvatarGalleryOrder(input: $input) { avatar { id gallery(first: 5) { nodes { id } } } } }`
    const { data } = await aGraphClient(app, author.api).send(text, { input: { fileIds: [b, a] } })
    expect(data).toEqual({
      setAvatarGalleryOrder: { avatar: { id: avatarId, gallery: { nodes: [{ id: b }, { id: a }] } } },
    })
  })
})
