import { beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_AVATAR_ID } from '../../../../src/areas/accounts/account/currentUser.ts'
import { avatarChanged } from '../../../../src/areas/avatars/events.ts'
import { contentChanged } from '../../../../src/areas/files/events.ts'
import { sharedApp } from '../../../support/app.ts'
import { anAvatarRequest } from '../../../support/avatars.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { refusal } from '../../../support/refusals.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'
import { aFileUrl } from '../../../support/worlds.ts'

const app = await sharedApp()
let author: TestUser
let other: TestUser
let admin: TestUser

beforeAll(async () => {
  ;[author, other, admin] = [await aUser(app), await aUser(app), await anAdmin(app)]
})

/** Creates an avatar with an asset by its author. */
async function aCreatedAvatar(given: object = {}) {
  const { id, ...avatar } = await author.api.call('createAvatar', {
    body: { ...(await anAvatarRequest(app, author.id)), ...given },
  })
  return { avatarId: id, ...avatar }
}

const rowOf = (id: string) => app.scope().db.avatar.findUniqueOrThrow({ where: { id } })
const update = (avatarId: string, body: object, person = author) => person.api.try('updateAvatar', { avatarId, body })

describe('updateAvatar', () => {
  it('stores the fields, and the address of the picture exactly as sent', async () => {
    const { avatarId } = await aCreatedAvatar()
    const imageUrl = (await aFileUrl(app, author.id, '.png')).replace(/\/file$/, '')
    const body = { name: 'Renamed', description: 'A robot', imageUrl, tags: ['content_horror'], searchable: true }
    expect(await author.api.call('updateAvatar', { avatarId, body })).toMatchObject({ ...body, version: 2 })
    expect(await author.api.call('updateAvatar', { avatarId, body: { description: '' } })).toMatchObject({
      ...body,
      description: '',
      version: 2,
    })
    expect((await rowOf(avatarId)).nameKey).toBe('renamed')
  })

  it('changes nothing without a body', async () => {
    const { avatarId, updated_at } = await aCreatedAvatar()
    expect(await author.api.call('updateAvatar', { avatarId })).toMatchObject({ updated_at, version: 1 })
  })

  it('counts versions by new pictures and assets, not by what clients repeat', async () => {
    const { avatarId, assetUrl = '', imageUrl } = await aCreatedAvatar()
    const repeated = { assetUrl, imageUrl, assetVersion: 1, unityVersion: '2022.3.22f1', platform: 'standalonewindows' }
    expect(await author.api.call('updateAvatar', { avatarId, body: repeated })).toMatchObject({ version: 1 })
    const asset = await aFileUrl(app, author.id, '.vrca')
    const both = { assetUrl: asset, imageUrl: await aFileUrl(app, author.id, '.png') }
    expect(await author.api.call('updateAvatar', { avatarId, body: both })).toMatchObject({
      version: 2,
      assetUrl: asset,
      unityPackages: [{ assetVersion: 2, assetUrl: asset }],
    })
    const android = { assetUrl: await aFileUrl(app, author.id, '.vrca'), platform: 'android', assetVersion: '12' }
    const { unityPackages, version } = await author.api.call('updateAvatar', { avatarId, body: android })
    expect(version).toBe(3)
    expect(unityPackages).toMatchObject([{ platform: 'standalonewindows' }, { platform: 'android', assetVersion: 12 }])
    expect(await rowOf(avatarId)).toMatchObject({ platforms: ['standalonewindows', 'android'] })
  })

  it('applies all of concurrent uploads for several platforms', async () => {
    const { avatarId } = await aCreatedAvatar()
    const assetUrl = await aFileUrl(app, author.id, '.vrca')
    let count = 0
    const answers = await runConcurrently(app, 5, () => update(avatarId, { assetUrl, platform: `platform${++count}` }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await rowOf(avatarId)).toMatchObject({ version: 6, platforms: expect.arrayContaining(['platform5']) })
  })

  it('takes assets for 16 platforms', async () => {
    const { avatarId } = await aCreatedAvatar()
    const assetUrl = await aFileUrl(app, author.id, '.vrca')
    for (let index = 1; index < 16; index++)
      expect(await update(avatarId, { assetUrl, platform: `platform${index}` })).toMatchObject({ status: 200 })
    expect(await update(avatarId, { assetUrl, platform: 'platform16' })).toMatchObject(refusal(400, /^platform: /))
  })

  it('publishes and unpublishes at any time, and keeps the date of the first publication', async () => {
    const { avatarId } = await aCreatedAvatar()
    expect(await update(avatarId, { releaseStatus: 'public' })).toMatchObject({ body: { releaseStatus: 'public' } })
    const { publicationDate } = await rowOf(avatarId)
    expect(publicationDate).not.toBeNull()
    expect(await update(avatarId, { releaseStatus: 'private' })).toMatchObject({ body: { releaseStatus: 'private' } })
    expect(await other.api.try('getAvatar', { avatarId })).toMatchObject(refusal(404, 'Avatar Not Found'))
    expect(await update(avatarId, { releaseStatus: 'public' })).toMatchObject({ status: 200 })
    expect(await rowOf(avatarId)).toMatchObject({ publicationDate })
  })

  it('publishes only with an asset, which may come with the change', async () => {
    const { assetUrl, ...request } = await anAvatarRequest(app, author.id)
    const { id: avatarId } = await author.api.call('createAvatar', { body: request })
    const refused = refusal(400, 'releaseStatus must be private until the avatar has an asset')
    expect(await update(avatarId, { releaseStatus: 'public' })).toMatchObject(refused)
    const body = { releaseStatus: 'public', assetUrl }
    expect(await update(avatarId, body)).toMatchObject({ body: { releaseStatus: 'public', pendingUpload: false } })
  })

  it.each(['hidden', 'all', 'secret'])('refuses the release status %s', async (releaseStatus) => {
    const { avatarId } = await aCreatedAvatar()
    expect(await update(avatarId, { releaseStatus })).toMatchObject(refusal(400, /^releaseStatus/))
  })

  it('tells all faults together, and changes nothing then', async () => {
    const { avatarId, name } = await aCreatedAvatar()
    const body = { name: ' ', tags: ['system_x'], releaseStatus: 'hidden', imageUrl: 'https://example.org/x.png' }
    expect(await update(avatarId, body)).toMatchObject({ status: 400 })
    expect(await update(avatarId, { description: 'x', primaryStyle: 'Furry' })).toMatchObject({ status: 400 })
    expect(await rowOf(avatarId)).toMatchObject({ name, description: '' })
  })

  it('keeps tags that only admins can set, and lets only admins feature avatars', async () => {
    const { avatarId } = await aCreatedAvatar()
    const body = { tags: ['admin_quest_fallback', 'author_tag_a'], featured: true }
    expect(await update(avatarId, body, admin)).toMatchObject({ body })
    expect(await update(avatarId, { tags: ['author_tag_b'], featured: true })).toMatchObject({
      body: { tags: ['admin_quest_fallback', 'author_tag_b'] },
    })
    expect(await update(avatarId, { featured: false })).toMatchObject(
      refusal(403, 'cannot set featured tag if you are not an admin'),
    )
    expect(await update(avatarId, { tags: ['system_x'] })).toMatchObject(refusal(400, /^tags/))
    expect(await app.scope().db.auditEntry.count({ where: { subjectId: avatarId, act: 'updateAvatar' } })).toBe(1)
  })

  it('is refused to others: an avatar that they can read is not theirs, any other is unknown', async () => {
    const { avatarId } = await aCreatedAvatar()
    const body = { name: 'Mine' }
    expect(await update(avatarId, body, other)).toMatchObject(refusal(404, 'Avatar Not Found'))
    await update(avatarId, { releaseStatus: 'public' })
    const refused = refusal(403, 'This avatar belongs to somebody else')
    expect(await update(avatarId, body, other)).toMatchObject(refused)
    expect(await update('avtr_00000000-0000-4000-8000-00000000ffff', body)).toMatchObject(
      refusal(404, 'Avatar Not Found'),
    )
    expect(await update('avtr_nonsense', body)).toMatchObject(refusal(404, 'Avatar Not Found'))
    expect(await update(avatarId, body, admin)).toMatchObject({ status: 200 })
  })

  it('marks the avatar for its wearers only when they are concerned', async () => {
    const { avatarId } = await aCreatedAvatar({ releaseStatus: 'public' })
    const isDue = async (body: object) => {
      await app.scope().db.avatar.update({ where: { id: avatarId }, data: { wearersDueAt: null } })
      expect(await update(avatarId, body)).toMatchObject({ status: 200 })
      return (await rowOf(avatarId)).wearersDueAt !== null
    }
    const imageUrl = await aFileUrl(app, author.id, '.png')
    expect(await isDue({ name: 'Other', description: 'x', tags: [] })).toBe(false)
    expect(await isDue({ imageUrl })).toBe(true)
    expect(await isDue({ imageUrl })).toBe(false)
    expect(await isDue({ tags: ['author_tag_a'] })).toBe(true)
    expect(await isDue({ releaseStatus: 'private' })).toBe(true)
  })

  it('keeps the default avatar public', async () => {
    const body = { releaseStatus: 'private' }
    expect(await update(DEFAULT_AVATAR_ID, body, admin)).toMatchObject(refusal(403, 'The default avatar stays public'))
  })
})

describe('a hidden avatar', () => {
  it('cannot be published by its author, who can make it private for later', async () => {
    const { avatarId } = await aCreatedAvatar({ releaseStatus: 'public' })
    const data = { releaseStatus: 'hidden', hiddenFrom: 'public' }
    await app.scope().db.avatar.update({ where: { id: avatarId }, data })
    expect(await update(avatarId, { releaseStatus: 'public' })).toMatchObject(
      refusal(403, 'This avatar was hidden by an admin'),
    )
    expect(await update(avatarId, { releaseStatus: 'private' })).toMatchObject({ body: { releaseStatus: 'hidden' } })
    expect(await rowOf(avatarId)).toMatchObject({ releaseStatus: 'hidden', hiddenFrom: 'private' })
    expect(await other.api.try('getAvatar', { avatarId })).toMatchObject({ status: 404 })
  })
})

it('every change of an avatar emits events, a refused one does not', async () => {
  const told: string[] = []
  const stops = [
    app.platform.events.listen(contentChanged, ({ ids }) => void told.push(`${ids.itemId} ${ids.actionType}`)),
    app.platform.events.listen(avatarChanged, ({ subject }) => void told.push(subject)),
  ]
  const { avatarId } = await aCreatedAvatar({ releaseStatus: 'public' })
  expect(told.sort()).toEqual([avatarId, `${avatarId} created`])
  await update(avatarId, { name: 'Changed' })
  await update(avatarId, {})
  await update(avatarId, { name: 'Refused' }, other)
  expect(told.slice(2).sort()).toEqual([avatarId, `${avatarId} updated`])
  await author.api.call('deleteAvatar', { avatarId })
  await author.api.call('deleteAvatar', { avatarId })
  expect(told.slice(4).sort()).toEqual([avatarId, `${avatarId} deleted`])
  for (const stop of stops) stop()
})
