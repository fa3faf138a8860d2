import { beforeEach, describe, expect, it } from 'vitest'
import { sharedApp } from '../../../support/app.ts'
import { anAvatar } from '../../../support/avatars.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { anImage, download, uploadBytes } from '../../../support/files.ts'
import { aGraphClient } from '../../../support/graphClient.ts'
import { aSubscription, payloadsOf } from '../../../support/graphSubscriptions.ts'
import { aUnityAsset } from '../../../support/unityAsset.ts'
import { aName, anAdmin, aUser, type TestUser } from '../../../support/users.ts'

const app = await sharedApp()
let ada: TestUser
let other: TestUser
let admin: TestUser
beforeEach(async () => {
  ada = await aUser(app)
  other = await aUser(app)
  admin = await anAdmin(app)
})

const send = async (person: TestUser, text: string, variables: object = {}) =>
  Object(await aGraphClient(app, person.api).send(text, variables))
const reasonOf = async (person: TestUser, text: string, variables: object = {}): Promise<string> =>
  (await send(person, text, variables)).errors?.[0]?.extensions.reason ?? 'none'

const PNG = await anImage(300)
const ASSET = aUnityAsset()

/** Uploads bytes for a purpose, and answers the id of the upload. */
async function upload(person: TestUser, bytes: Buffer, kind: { purpose: string; fileName: string; mimeType: string }) {
  const text = 'mutation($input: CreateUploadInput!) { createUpload(input: $input) { upload { id url } } }'
  const input = { ...kind, sizeInBytes: bytes.length }
  const { id, url } = (await send(person, text, { input })).data.createUpload.upload
  expect((await uploadBytes(app, url, bytes, { contentType: kind.mimeType })).status).toBe(200)
  return String(id)
}
const imageOf = (person: TestUser) =>
  upload(person, PNG, { purpose: 'AVATAR_IMAGE', fileName: 'a.png', mimeType: 'image/png' })
const assetOf = (person: TestUser, fileName = 'fox.vrca') =>
  upload(person, ASSET, { purpose: 'AVATAR_ASSET', fileName, mimeType: 'application/octet-stream' })

const FIELDS = `id name version releaseStatus isUploadPending isSearchable imageUrl tags primaryStyle { id }
  packages { id assetUrl platform variant } publishedAt`
const CREATE = `mutation($input: CreateAvatarInput!) { createAvatar(input: $input) {
  avatar { ${FIELDS} } avatarEdge { cursor node { id } } } }`
const UPDATE = `mutation($input: UpdateAvatarInput!) { updateAvatar(input: $input) { avatar { ${FIELDS} } } }`

describe('an avatar', () => {
  it('is created from uploads and published, changed and deleted', async () => {
    const input = { name: 'Fox', imageUploadId: await imageOf(ada), assetUploadId: await assetOf(ada) }
    const made = (await send(ada, CREATE, { input: { ...input, releaseStatus: 'PUBLIC', isSearchable: true } })).data
    const { avatar, avatarEdge } = made.createAvatar
    expect(avatar).toMatchObject({ releaseStatus: 'PUBLIC', isUploadPending: false, isSearchable: true, version: 1 })
    expect(avatar.publishedAt).not.toBeNull()
    expect(avatar.packages).toMatchObject([{ platform: 'standalonewindows', variant: 'STANDARD' }])
    expect((await download(app, avatar.imageUrl)).status).toBe(200)
    const list = await send(ada, '{ viewer { avatars { totalCount edges { cursor node { id } } } } }')
    expect(list.data.viewer.avatars).toEqual({ totalCount: 1, edges: [avatarEdge] })
    expect(avatarEdge.node.id).toBe(avatar.id)

    const change = { avatarId: avatar.id, name: 'Vixen', releaseStatus: 'PRIVATE', tags: ['author_tag_fox'] }
    const changed = (await send(ada, UPDATE, { input: { ...change, imageUploadId: await imageOf(ada) } })).data
    expect(changed.updateAvatar.avatar).toMatchObject({
      ...{ name: 'Vixen', releaseStatus: 'PRIVATE', tags: ['author_tag_fox'], version: 2 },
      packages: avatar.packages,
    })
    expect(changed.updateAvatar.avatar.imageUrl).not.toBe(avatar.imageUrl)

    const text = `mutation { deleteAvatar(input: { avatarId: "${avatar.id}" }) { deletedAvatarId
      avatar { id releaseStatus viewerCanUpdate packages { assetUrl } } } }`
    expect((await send(ada, text)).data.deleteAvatar).toEqual({
      deletedAvatarId: avatar.id,
      avatar: { id: avatar.id, releaseStatus: 'HIDDEN', viewerCanUpdate: false, packages: [{ assetUrl: null }] },
    })
    expect(await reasonOf(ada, UPDATE, { input: { avatarId: avatar.id, name: 'x' } })).toBe('ALREADY_DELETED')
  })

  it('gets and loses styles, of which null stands for none', async () => {
    const avatarId = await anAvatar(app, ada)
    const name = aName('Style ')
    const SET = 'mutation($input: SetAvatarStyleInput!) { setAvatarStyle(input: $input) { avatarStyle { id name } } }'
    const { avatarStyle } = (await send(admin, SET, { input: { name } })).data.setAvatarStyle
    const styleOf = async (primaryStyleId: string | null) =>
      (await send(ada, UPDATE, { input: { avatarId, primaryStyleId } })).data.updateAvatar.avatar.primaryStyle
    expect(await styleOf(avatarStyle.id)).toEqual({ id: avatarStyle.id })
    expect(await styleOf(null)).toBeNull()
    const unknown = 'avst_11111111-1111-4111-8111-111111111111'
    const answer = await send(ada, UPDATE, { input: { avatarId, primaryStyleId: unknown } })
    expect(answer.errors[0].extensions).toMatchObject({
      reason: 'UNKNOWN_REFERENCE',
      issues: [{ path: ['input', 'primaryStyleId'] }],
    })
    const renamed = await send(admin, SET, { input: { styleId: avatarStyle.id, name: `${name}!` } })
    expect(renamed.data.setAvatarStyle.avatarStyle).toEqual({ id: avatarStyle.id, name: `${name}!` })
    expect(await reasonOf(admin, SET, { input: { name: `${name}!` } })).toBe('STYLE_EXISTS')
    expect(await reasonOf(admin, SET, { input: { styleId: unknown, name } })).toBe('AVATAR_STYLE_NOT_FOUND')
    expect(await reasonOf(admin, SET, { input: { name: ' ' } })).toBe('TOO_SHORT')
    expect(await reasonOf(ada, SET, { input: { name } })).toBe('ADMIN_ONLY')
    const acts = await app.scope().db.auditEntry.findMany({ where: { actorId: admin.id } })
    expect(acts.map(({ act }) => act)).toEqual(['setAvatarStyle', 'setAvatarStyle'])
  })

  it.each([
    [{}, 'REQUIRED'],
    [{ releaseStatus: 'HIDDEN', imageUploadId: 'IMAGE' }, 'UNKNOWN_VALUE'],
    [{ releaseStatus: 'PUBLIC', imageUploadId: 'IMAGE' }, 'ASSET_MISSING'],
    [{ isFeatured: true, imageUploadId: 'IMAGE' }, 'ADMIN_ONLY'],
    [{ imageUploadId: 'ASSET' }, 'WRONG_PURPOSE'],
  ])('is not created of %j', async (given, reason) => {
    const uploads: Readonly<Record<string, () => Promise<string>>> = {
      IMAGE: () => imageOf(ada),
      ASSET: () => assetOf(ada),
    }
    const named = 'imageUploadId' in given ? given.imageUploadId : undefined
    const imageUploadId = named && (await uploads[named]?.())
    const input = { name: 'Fox', ...given, ...(imageUploadId && { imageUploadId }) }
    expect(await reasonOf(ada, CREATE, { input })).toBe(reason)
    expect(await app.scope().db.avatar.count({ where: { authorId: ada.id } })).toBe(0)
  })

  it('is changed by its author and admins alone', async () => {
    const [open, closed] = [await anAvatar(app, ada), await anAvatar(app, ada, { releaseStatus: 'private' })]
    const change = (avatarId: string) => ({ input: { avatarId, description: 'd' } })
    expect(await reasonOf(other, UPDATE, change(open))).toBe('NOT_OWN')
    expect(await reasonOf(other, UPDATE, change(closed))).toBe('AVATAR_NOT_FOUND')
    expect(await reasonOf(admin, UPDATE, change(open))).toBe('none')
  })
})

describe('what is worn', () => {
  it('is selected, with the profile that others see', async () => {
    const avatarId = await anAvatar(app, other, { tags: ['author_quest_fallback'] })
    const text = `mutation { selectAvatar(input: { avatarId: "${avatarId}" }) { avatar { id } user { avatarTags }
      viewer { currentAvatar { id } } } }`
    expect((await send(ada, text)).data.selectAvatar).toEqual({
      avatar: { id: avatarId },
      user: { avatarTags: ['author_quest_fallback'] },
      viewer: { currentAvatar: { id: avatarId } },
    })
    const fallback = `mutation { selectFallbackAvatar(input: { avatarId: "${avatarId}" }) { viewer { fallbackAvatar { id } } } }`
    expect((await send(ada, fallback)).data.selectFallbackAvatar.viewer.fallbackAvatar.id).toBe(avatarId)
    const plain = await anAvatar(app, other)
    expect(await reasonOf(ada, fallback.replace(avatarId, plain))).toBe('NO_FALLBACK')
    const closed = await anAvatar(app, other, { releaseStatus: 'private' })
    expect(await reasonOf(ada, text.replace(avatarId, closed))).toBe('AVATAR_NOT_FOUND')
  })
})

describe('impostors', () => {
  const enqueue = (avatarId: string) =>
    `mutation { enqueueImpostor(input: { avatarId: "${avatarId}" }) { impostorJob { id state } avatar { impostorJob { id } } } }`

  it('are queued once, told to the author over the socket, and deleted', async () => {
    const input = { name: 'Fox', imageUploadId: await imageOf(ada), assetUploadId: await assetOf(ada) }
    const { id } = (await send(ada, CREATE, { input })).data.createAvatar.avatar
    const field = (name: string, more: string) => `subscription { ${name}(avatarId: "${id}") { avatarId ${more} } }`
    const jobs = await aSubscription(app, ada, field('impostorJobChanged', 'impostorJob { state }'))
    const avatars = await aSubscription(app, ada, field('avatarChanged', 'avatar { id packages { variant } }'))
    const answers = await runConcurrently(app, 5, () => send(ada, enqueue(id)))
    const ids = new Set(answers.map(({ data }) => data.enqueueImpostor.impostorJob.id))
    expect(ids.size).toBe(1)
    await jobs.until((messages) => payloadsOf(messages, 'impostorJobChanged').length > 0)
    expect(payloadsOf(jobs.messages, 'impostorJobChanged')[0]).toMatchObject({ avatarId: id })
    const seconds = (await send(ada, '{ viewer { impostorQueueSeconds } }')).data.viewer.impostorQueueSeconds
    expect(seconds).toBeGreaterThan(0)
    await send(ada, UPDATE, { input: { avatarId: id, description: 'd' } })
    await avatars.until((messages) => payloadsOf(messages, 'avatarChanged').length > 0)
    expect(payloadsOf(avatars.messages, 'avatarChanged')[0]).toMatchObject({ avatarId: id, avatar: { id } })
    const removed = `mutation { deleteImpostor(input: { avatarId: "${id}" }) { avatar { packages { variant } } } }`
    expect((await send(ada, removed)).data.deleteImpostor.avatar.packages).toEqual([{ variant: 'STANDARD' }])
    jobs.socket.close()
    avatars.socket.close()
  })

  it('are not queued for an avatar without an asset or of somebody else', async () => {
    const id = await anAvatar(app, ada)
    expect(await reasonOf(ada, enqueue(id))).toBe('ASSET_MISSING')
    expect(await reasonOf(other, enqueue(id))).toBe('NOT_OWN')
  })
})

describe('changes of an avatar', () => {
  it('are told without the avatar, once, to those who cannot see it any longer', async () => {
    const id = await anAvatar(app, ada)
    const text = `subscription { avatarChanged(avatarId: "${id}") { avatarId avatar { id } } }`
    const connection = await aSubscription(app, other, text)
    await send(ada, UPDATE, { input: { avatarId: id, description: 'd' } })
    await send(ada, UPDATE, { input: { avatarId: id, releaseStatus: 'PRIVATE' } })
    await connection.until((messages) => payloadsOf(messages, 'avatarChanged').length >= 2)
    await send(ada, UPDATE, { input: { avatarId: id, description: 'private' } })
    // In the database, as an avatar without an asset is not published.
    await app.scope().db.avatar.update({ where: { id }, data: { releaseStatus: 'public' } })
    await send(ada, UPDATE, { input: { avatarId: id, description: 'public' } })
    await connection.until((messages) => payloadsOf(messages, 'avatarChanged').length >= 3)
    expect(payloadsOf(connection.messages, 'avatarChanged')).toEqual([
      { avatarId: id, avatar: { id } },
      { avatarId: id, avatar: null },
      { avatarId: id, avatar: { id } },
    ])
    connection.socket.close()
  })
})
