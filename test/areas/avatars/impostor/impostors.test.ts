import { describe, expect, it } from 'vitest'
import { buildImpostors } from '../../../../src/areas/avatars/impostor/buildJob.ts'
import { addMilliseconds, DAY, MINUTE } from '../../../../src/kernel/clock.ts'
import { newId } from '../../../../src/kernel/ids.ts'
import { anApp } from '../../../support/app.ts'
import { anAvatar } from '../../../support/avatars.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { bytesOf, download } from '../../../support/files.ts'
import { anAvatarWithAssets, impostorsOf } from '../../../support/impostors.ts'
import { refusal } from '../../../support/refusals.ts'
import { rounds } from '../../../support/rounds.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'

const app = await anApp()
const jobsOf = (avatarId: string) => app.scope().db.impostorJob.findMany({ where: { avatarId } })
const enqueue = ({ api }: TestUser, avatarId: string) => api.call('enqueueImpostor', { avatarId })
const tryEnqueue = ({ api }: TestUser, avatarId: string) => api.try('enqueueImpostor', { avatarId })
const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)

/** Requests at once. */
const AT_ONCE = rounds(100)

describe('enqueueImpostor', () => {
  it(`opens one job of an avatar, also when ${AT_ONCE} requests come at once`, async () => {
    const [author, admin] = [await aUser(app), await anAdmin(app)]
    const avatarId = await anAvatarWithAssets(app, author)
    const answers = await runConcurrently(app, AT_ONCE, (at) => tryEnqueue(at % 2 === 0 ? author : admin, avatarId))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => Object(body).id)).size).toBe(1)
    expect(await jobsOf(avatarId)).toHaveLength(1)
    const [{ body } = { body: undefined }] = answers
    expect(body).toEqual({
      id: UUID,
      type: 'IMPOSTORIZE',
      state: 'QUEUED',
      progress: [],
      subjectType: 'avatar',
      subjectId: avatarId,
      requesterUserId: expect.toBeOneOf([author.id, admin.id]),
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
  })

  it('is for the author and admins, of avatars that they can read', async () => {
    const [author, stranger, admin] = [await aUser(app), await aUser(app), await anAdmin(app)]
    const avatarId = await anAvatarWithAssets(app, author)
    expect(await tryEnqueue(stranger, avatarId)).toMatchObject(refusal(403, 'This avatar belongs to somebody else'))
    const hidden = await anAvatar(app, author, { releaseStatus: 'private' })
    for (const unknown of [hidden, newId('avatar', new Date()), 'avtr_1'])
      expect(await tryEnqueue(stranger, unknown)).toMatchObject(refusal(404, 'Avatar Not Found'))
    expect(await enqueue(admin, avatarId)).toMatchObject({ requesterUserId: admin.id })
    expect(await app.scope().db.auditEntry.findMany({ where: { subjectId: avatarId } })).toMatchObject([
      { act: 'enqueueImpostor', actorId: admin.id },
    ])
  })

  it('needs an asset, and an avatar that was not deleted', async () => {
    const author = await aUser(app)
    const avatarId = await anAvatar(app, author)
    const message = 'avatarId must be an avatar whose asset was uploaded'
    expect(await tryEnqueue(author, avatarId)).toMatchObject(refusal(400, message))
    await app.scope().db.avatar.update({ where: { id: avatarId }, data: { deletedAt: new Date() } })
    expect((await tryEnqueue(author, avatarId)).status).toBe(400)
    expect(await jobsOf(avatarId)).toEqual([])
  })

  it('is possible 20 times in 24 hours, and deleting does not count back', async () => {
    const author = await aUser(app)
    const avatarId = await anAvatarWithAssets(app, author)
    for (let time = 0; time < 20; time++) {
      await enqueue(author, avatarId)
      await author.api.call('deleteImpostor', { avatarId })
    }
    const refused = await tryEnqueue(author, avatarId)
    expect(refused).toMatchObject(refusal(429, 'Too many requests, try again later'))
    const createdAt = addMilliseconds(new Date(), -DAY)
    const [oldest] = await jobsOf(avatarId)
    await app.scope().db.impostorJob.update({ where: { id: oldest?.id ?? '' }, data: { createdAt } })
    expect((await tryEnqueue(author, avatarId)).status).toBe(200)
    // The open job is answered, though no further one can be opened.
    expect((await tryEnqueue(author, avatarId)).status).toBe(200)
  })
})

describe('without a builder', () => {
  it('nothing is queued, and nothing is to be waited for', async () => {
    const bare = await anApp({ IMPOSTOR_BUILDER: 'none' })
    const author = await aUser(bare)
    const avatarId = await anAvatarWithAssets(bare, author)
    expect(await author.api.try('enqueueImpostor', { avatarId })).toMatchObject(
      refusal(503, 'No impostor builder is connected.'),
    )
    expect(await author.api.call('getImpostorQueueStats')).toEqual({ estimatedServiceDurationSeconds: 0 })
    await buildImpostors(bare.scope())
    expect((await author.api.try('deleteImpostor', { avatarId })).status).toBe(200)
  })
})

describe('the impostors of an avatar', () => {
  it('are assets for each of its platforms, which those who may load the avatar can load', async () => {
    const [author, stranger] = [await aUser(app), await aUser(app)]
    const avatarId = await anAvatarWithAssets(app, author, ['android', 'standalonewindows'])
    const before = await author.api.call('getAvatar', { avatarId })
    await enqueue(author, avatarId)
    await buildImpostors(app.scope())
    const impostors = await impostorsOf(author, avatarId)
    expect(impostors.map(({ platform }) => platform).sort()).toEqual(['android', 'standalonewindows'])
    for (const { platform, assetUrl, impostorUrl, impostorizerVersion } of impostors) {
      expect({ impostorUrl, impostorizerVersion }).toEqual({ impostorUrl: assetUrl, impostorizerVersion: 'plaza-test' })
      expect(String(await bytesOf(await download(app, assetUrl ?? '', { person: author })))).toBe(platform)
    }
    const after = await author.api.call('getAvatar', { avatarId })
    expect(after).toEqual({ ...before, unityPackages: [...before.unityPackages, ...impostors] })
    const seen = await stranger.api.call('getAvatar', { avatarId })
    expect(seen.unityPackages.map(({ variant, assetUrl }) => [variant, assetUrl])).toEqual(
      Array.from({ length: 4 }, () => ['security', undefined]),
    )
    expect(await jobsOf(avatarId)).toMatchObject([{ state: 'DONE', openKey: null, error: '', tries: 1 }])
  })

  it('are replaced by later ones, and their files go', async () => {
    const author = await aUser(app)
    const avatarId = await anAvatarWithAssets(app, author)
    const files = () => app.scope().db.file.count({ where: { ownerId: author.id } })
    const build = async () => {
      await enqueue(author, avatarId)
      await buildImpostors(app.scope())
      return impostorsOf(author, avatarId)
    }
    const [first] = await build()
    const [second, ...others] = await build()
    expect(others).toEqual([])
    expect(second?.assetUrl).not.toBe(first?.assetUrl)
    expect(await files()).toBe(2)
    expect((await download(app, first?.assetUrl ?? '', { person: author })).status).toBe(404)
    expect(await author.api.try('deleteImpostor', { avatarId })).toMatchObject({ status: 200 })
    expect(await impostorsOf(author, avatarId)).toEqual([])
    expect(await files()).toBe(1)
  })

  it('are announced to who has asked for them', async () => {
    const [author, admin] = [await aUser(app), await anAdmin(app)]
    const avatarId = await anAvatarWithAssets(app, author)
    await enqueue(admin, avatarId)
    await buildImpostors(app.scope())
    const where = { receiverId: { in: [author.id, admin.id] }, type: { startsWith: 'avatarreview' } }
    expect(await app.scope().db.notification.findMany({ where })).toMatchObject([
      {
        receiverId: admin.id,
        type: 'avatarreview.success',
        data: { avatarId },
        message: 'The impostor of Fox is ready.',
      },
    ])
    const [file] = await app.scope().db.file.findMany({ where: { ownerId: author.id, name: 'Fox - impostor' } })
    expect(file).toBeDefined()
  })
})

describe('deleteImpostor', () => {
  it('ends the open job, and answers nothing, also without impostors', async () => {
    const [author, stranger] = [await aUser(app), await aUser(app)]
    const avatarId = await anAvatarWithAssets(app, author)
    const remove = ({ api }: TestUser) => api.try('deleteImpostor', { avatarId })
    expect(await remove(author)).toMatchObject({ status: 200, body: '' })
    await enqueue(author, avatarId)
    expect((await remove(stranger)).status).toBe(403)
    expect((await remove(author)).status).toBe(200)
    await buildImpostors(app.scope())
    expect(await impostorsOf(author, avatarId)).toEqual([])
    expect(await jobsOf(avatarId)).toMatchObject([{ state: 'FAILED', openKey: null, tries: 0 }])
  })

  it('and enqueueImpostor leave one outcome, whoever is faster', async () => {
    const author = await aUser(app)
    const avatarId = await anAvatarWithAssets(app, author)
    await runConcurrently(app, 8, (index) =>
      index % 2 === 0 ? tryEnqueue(author, avatarId) : author.api.try('deleteImpostor', { avatarId }),
    )
    const open = (await jobsOf(avatarId)).filter(({ openKey }) => openKey !== null)
    expect(open.length).toBeLessThanOrEqual(1)
  })
})

describe('getImpostorQueueStats', () => {
  it('multiplies the place in the queue by the mean duration', async () => {
    const empty = await anApp()
    const stats = ({ api }: TestUser) => api.call('getImpostorQueueStats')
    const [author, other] = [await aUser(empty), await aUser(empty)]
    expect(await stats(author)).toEqual({ estimatedServiceDurationSeconds: 60 })
    for (const person of [other, author, other])
      await person.api.call('enqueueImpostor', { avatarId: await anAvatarWithAssets(empty, person) })
    expect(await stats(author)).toEqual({ estimatedServiceDurationSeconds: 120 })
    expect(await stats(other)).toEqual({ estimatedServiceDurationSeconds: 180 })
    expect(await stats(await aUser(empty))).toEqual({ estimatedServiceDurationSeconds: 240 })
    await buildImpostors(empty.scope())
    const startedAt = addMilliseconds(new Date(), -DAY)
    const endedAt = addMilliseconds(startedAt, MINUTE / 4 + 100)
    await empty.scope().db.impostorJob.updateMany({ data: { startedAt, endedAt } })
    expect(await stats(author)).toEqual({ estimatedServiceDurationSeconds: 16 })
  })
})
