import { beforeAll, describe, expect, it } from 'vitest'
import { analyseFiles } from '../../../src/areas/files/assets/analyses.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { anAvatarRequest } from '../../support/avatars.ts'
import { anImage, anUploadedFile, bytesOf, download } from '../../support/files.ts'
import { befriend } from '../../support/friends.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { block } from '../../support/playerModerations.ts'
import { refusal } from '../../support/refusals.ts'
import { aRestClient } from '../../support/restClient.ts'
import { aUnityAsset } from '../../support/unityAsset.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'
import { aFileUrl, anOccupiedInstance, aWorld } from '../../support/worlds.ts'

const app = await sharedApp()
const AVATAR_FILE = { name: 'An avatar', mimeType: 'application/octet-stream', extension: '.vrca' } as const
const BYTES = aUnityAsset()

/** Everybody who may ask for an avatar, by what they have to do with it. */
const ROLES = ['stranger', 'friend', 'blocked', 'licensed', 'near', 'wearer', 'owner', 'admin'] as const
type Role = (typeof ROLES)[number]
let people: Readonly<Record<Role, TestUser>>
const urlOf = (fileId: string, type = 'file') => `http://plaza.test/api/1/file/${fileId}/1/${type}`

beforeAll(async () => {
  const made = await Promise.all(ROLES.map(() => aUser(app)))
  const [stranger, friend, blocked, licensed, near, wearer, owner] = made
  if (!stranger || !friend || !blocked || !licensed || !near || !wearer || !owner) throw new Error('too few people')
  people = { stranger, friend, blocked, licensed, near, wearer, owner, admin: await anAdmin(app) }
  await befriend(owner, friend)
  await block(owner, blocked)
  const worldId = await aWorld(app, owner)
  await anOccupiedInstance(app, worldId, 'private', [wearer.id, near.id])
})

/** An avatar of the owner with a real asset, which one person wears and another has a license for. */
async function aWornAvatar(releaseStatus: 'public' | 'private' | 'hidden') {
  const { db, now } = app.scope()
  const { owner, wearer, licensed } = people
  const { id: fileId } = await anUploadedFile(app, owner, BYTES, AVATAR_FILE)
  const body = { name: 'Fox', assetUrl: urlOf(fileId), imageUrl: await aFileUrl(app, owner.id, '.png') }
  const { id: avatarId } = await owner.api.call('createAvatar', { body: { ...body, releaseStatus: 'public' } })
  await db.avatar.update({ where: { id: avatarId }, data: { releaseStatus } })
  await db.user.update({ where: { id: wearer.id }, data: { currentAvatar: avatarId } })
  const license = { forType: 'avatar', forId: avatarId, forAction: 'wear', source: 'admin:test', createdAt: now }
  await db.licenseGrant.create({ data: { id: newId('licenseGrant', now), userId: licensed.id, ...license } })
  await analyseFiles(app.scope())
  return { avatarId, fileId }
}

/** What each person is answered, in the order of ROLES. */
const answersOf = (ask: (person: TestUser) => Promise<unknown>) => Promise.all(ROLES.map((role) => ask(people[role])))

const CASES = [
  // In the order of ROLES: who reads the record, who gets the address of the asset in it, who gets its bytes.
  {
    releaseStatus: 'public',
    reads: [200, 200, 200, 200, 200, 200, 200, 200],
    bytes: [403, 403, 403, 403, 200, 200, 200, 200],
    updates: [403, 403, 403, 403, 403, 403, 200, 200],
  },
  {
    releaseStatus: 'private',
    reads: [404, 404, 404, 200, 404, 404, 200, 200],
    bytes: [403, 403, 403, 403, 200, 200, 200, 200],
    updates: [404, 404, 404, 403, 404, 404, 200, 200],
  },
  {
    releaseStatus: 'hidden',
    reads: [404, 404, 404, 404, 404, 404, 200, 200],
    bytes: [403, 403, 403, 403, 403, 403, 200, 200],
    updates: [404, 404, 404, 404, 404, 404, 200, 200],
  },
] as const

describe.each(CASES)('the asset of a $releaseStatus avatar', ({ releaseStatus, reads, bytes, updates }) => {
  it('has an address for those who may load it alone', async () => {
    const { avatarId, fileId } = await aWornAvatar(releaseStatus)
    const answers = await answersOf(async ({ api }) => {
      const { status, body } = await api.try('getAvatar', { avatarId })
      return { status, told: JSON.stringify(body).includes(fileId) }
    })
    const expected = reads.map((status, at) => ({ status, told: status === 200 && bytes[at] === 200 }))
    expect(answers).toEqual(expected)
    expect(await aRestClient(app).try('getAvatar', { avatarId })).toMatchObject({ status: 401 })
  })

  it('has bytes, signature, record and analysis for those alone, at both doors', async () => {
    const { fileId } = await aWornAvatar(releaseStatus)
    for (const type of ['file', 'signature']) {
      const answers = await answersOf(async (person) => (await download(app, urlOf(fileId, type), { person })).status)
      expect(answers).toEqual(bytes)
    }
    const refused = refusal(403, "You don't have permission.")
    for (const name of ['getFile', 'getFileAnalysis'] as const) {
      const answers = await answersOf(({ api }) => api.try(name, { fileId, versionId: 1 }))
      expect(answers.map((answer) => Object(answer).status)).toEqual(bytes)
      expect(answers[0]).toMatchObject(refused)
    }
    const query = `{ node(id: "${fileId}") { ... on File { versions { nodes { data { url } } } } } }`
    const nodes = await answersOf(async ({ api }) => {
      const { data } = await aGraphClient(app, api).send(query)
      return Object(data).node === null ? 403 : 200
    })
    expect(nodes).toEqual(bytes)
    expect((await download(app, urlOf(fileId))).status).toBe(401)
  })

  it('changes and goes by its owner and admins alone', async () => {
    const { avatarId } = await aWornAvatar(releaseStatus)
    const body = { name: 'Wolf' }
    const answers = await answersOf(async ({ api }) => (await api.try('updateAvatar', { avatarId, body })).status)
    expect(answers).toEqual(updates)
    const refusedTo = ROLES.slice(0, -2)
    for (const [at, role] of refusedTo.entries())
      expect((await people[role].api.try('deleteAvatar', { avatarId })).status).toBe(updates[at])
    expect((await people.admin.api.try('deleteAvatar', { avatarId })).status).toBe(200)
  })
})

describe('the bytes of an asset', () => {
  it('are those that were uploaded', async () => {
    const { fileId } = await aWornAvatar('public')
    expect(await bytesOf(await download(app, urlOf(fileId), { person: people.near }))).toEqual(BYTES)
  })

  it('are no longer given to whoever has left the instance', async () => {
    const { fileId } = await aWornAvatar('public')
    const { near } = people
    const statusOf = async () => (await download(app, urlOf(fileId), { person: near })).status
    expect(await statusOf()).toBe(200)
    const { db } = app.scope()
    const place = await db.occupant.findFirstOrThrow({ where: { userId: near.id } })
    await db.occupant.delete({ where: { userId: near.id } })
    expect(await statusOf()).toBe(403)
    await db.occupant.create({ data: place })
  })

  it('are given of a file that several avatars have if one of them allows it', async () => {
    const { fileId } = await aWornAvatar('public')
    const { owner, stranger, wearer } = people
    const body = { name: 'Twin', assetUrl: urlOf(fileId), imageUrl: await aFileUrl(app, owner.id, '.png') }
    await owner.api.call('createAvatar', { body })
    expect((await download(app, urlOf(fileId), { person: wearer })).status).toBe(200)
    expect((await download(app, urlOf(fileId), { person: stranger })).status).toBe(403)
  })

  it('are kept from people without a session, even of a file that calls itself a picture', async () => {
    const { owner } = people
    const pretended = { ...AVATAR_FILE, mimeType: 'image/png' } as const
    const { id: fileId } = await anUploadedFile(app, owner, await anImage(64), pretended)
    const body = { name: 'Painted', assetUrl: urlOf(fileId), imageUrl: await aFileUrl(app, owner.id, '.png') }
    await owner.api.call('createAvatar', { body })
    expect((await download(app, urlOf(fileId))).status).toBe(403)
    const own = await download(app, urlOf(fileId), { person: owner })
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, expect.not.stringContaining('public')])
  })

  it('are open to people with a session until an avatar has the file', async () => {
    const { id: fileId } = await anUploadedFile(app, people.owner, BYTES, AVATAR_FILE)
    expect((await download(app, urlOf(fileId), { person: people.stranger })).status).toBe(200)
  })
})

describe('an agreement about an avatar', () => {
  it('is for its author', async () => {
    const { owner, stranger } = people
    const { id: contentId } = await owner.api.call('createAvatar', { body: await anAvatarRequest(app, owner.id) })
    const body = { agreementCode: 'content.copyright.owned', contentId, version: 1, agreementFulltext: 'Mine' } as const
    expect(await owner.api.try('submitContentAgreement', { body })).toMatchObject({ status: 200 })
    expect(await stranger.api.try('submitContentAgreement', { body })).toMatchObject(
      refusal(403, 'This content belongs to somebody else'),
    )
  })
})
