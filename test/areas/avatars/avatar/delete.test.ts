import { beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_AVATAR_ID } from '../../../../src/areas/accounts/account/currentUser.ts'
import { eraseDueAccounts } from '../../../../src/areas/accounts/account/deletion.ts'
import { hideAvatar, showAvatar } from '../../../../src/areas/avatars/avatar/update.ts'
import { erasers } from '../../../../src/areas/index.ts'
import { trusted } from '../../../../src/kernel/ids.ts'
import { transact, type ViewerTransaction } from '../../../../src/kernel/transaction.ts'
import { sharedApp } from '../../../support/app.ts'
import { anAvatar, anAvatarRequest } from '../../../support/avatars.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { aGraphClient } from '../../../support/graphClient.ts'
import { refusal } from '../../../support/refusals.ts'
import { viewerScopeOf } from '../../../support/scopes.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'
import { fileIdIn } from '../../../support/worlds.ts'

const app = await sharedApp()
let author: TestUser
let other: TestUser
let admin: TestUser

beforeAll(async () => {
  ;[author, other, admin] = [await aUser(app), await aUser(app), await anAdmin(app)]
})

const DELAY = 15 * 86_400_000
const notFound = refusal(404, 'Avatar Not Found')
const rowOf = (id: string) => app.scope().db.avatar.findUniqueOrThrow({ where: { id } })
const filesLeft = (ids: readonly string[]) => app.scope().db.file.count({ where: { id: { in: [...ids] } } })

describe('deleteAvatar', () => {
  it('answers the avatar, hidden, and deletes its files; again it changes nothing', async () => {
    const request = { ...(await anAvatarRequest(app, author.id)), releaseStatus: 'public' as const }
    const { id: avatarId } = await author.api.call('createAvatar', { body: request })
    const files = [fileIdIn(request.imageUrl), fileIdIn(request.assetUrl)]
    expect(await filesLeft(files)).toBe(2)
    const answer = await author.api.call('deleteAvatar', { avatarId })
    expect(answer).toMatchObject({ id: avatarId, releaseStatus: 'hidden', name: request.name })
    expect(answer.assetUrl).toBeUndefined()
    expect(await filesLeft(files)).toBe(0)
    expect(await author.api.call('deleteAvatar', { avatarId })).toEqual(answer)
    expect(await author.api.try('updateAvatar', { avatarId, body: { name: 'Back' } })).toMatchObject(
      refusal(400, 'This avatar was deleted'),
    )
    const { _id: _, ...record } = answer
    expect(await author.api.call('getAvatar', { avatarId })).toEqual(record)
    expect(await other.api.try('getAvatar', { avatarId })).toMatchObject(notFound)
    expect(await rowOf(avatarId)).toMatchObject({ wearersDueAt: expect.any(Date), deletedAt: expect.any(Date) })
  })

  it('tells a client by `_id` what it has deleted, and leaves it out of the own avatars but those that are hidden', async () => {
    const person = await aUser(app)
    const avatarId = await anAvatar(app, person)
    expect(await person.api.call('deleteAvatar', { avatarId })).toMatchObject({ _id: avatarId, id: avatarId })
    const listed = async (releaseStatus: 'all' | 'hidden') =>
      (await person.api.call('searchAvatars', { query: { user: 'me', releaseStatus } })).map(({ id }) => id)
    expect([await listed('all'), await listed('hidden')]).toEqual([[], [avatarId]])
    const { data } = await aGraphClient(app, person.api).send(
      '{ viewer { avatars(filter: { anyStatus: true }) { totalCount nodes { id } } } }',
    )
    expect(data).toEqual({ viewer: { avatars: { totalCount: 0, nodes: [] } } })
    expect(await person.api.call('getAvatar', { avatarId })).not.toHaveProperty('_id')
  })

  it('keeps files that another avatar of the author links', async () => {
    const request = await anAvatarRequest(app, author.id)
    const [first, second] = [
      await author.api.call('createAvatar', { body: request }),
      await author.api.call('createAvatar', { body: request }),
    ]
    const files = [fileIdIn(request.imageUrl), fileIdIn(request.assetUrl)]
    await author.api.call('deleteAvatar', { avatarId: first.id })
    expect(await filesLeft(files)).toBe(2)
    await author.api.call('deleteAvatar', { avatarId: second.id })
    expect(await filesLeft(files)).toBe(0)
  })

  it('is refused to others, as changes are', async () => {
    const [open, secret] = [
      await anAvatar(app, author, { releaseStatus: 'public' }),
      await anAvatar(app, author, { releaseStatus: 'private' }),
    ]
    const refused = refusal(403, 'This avatar belongs to somebody else')
    expect(await other.api.try('deleteAvatar', { avatarId: open })).toMatchObject(refused)
    expect(await other.api.try('deleteAvatar', { avatarId: secret })).toMatchObject(notFound)
    expect(await rowOf(open)).toMatchObject({ deletedAt: null })
    expect(await admin.api.try('deleteAvatar', { avatarId: secret })).toMatchObject({ status: 200 })
    expect(await app.scope().db.auditEntry.findMany({ where: { subjectId: secret } })).toMatchObject([
      { act: 'deleteAvatar', actorId: admin.id },
    ])
  })

  it('never deletes the default avatar', async () => {
    const refused = refusal(403, 'The default avatar stays public')
    expect(await admin.api.try('deleteAvatar', { avatarId: DEFAULT_AVATAR_ID })).toMatchObject(refused)
  })

  it('leaves nothing half done beside changes at the same time', async () => {
    const { id: avatarId } = await author.api.call('createAvatar', { body: await anAvatarRequest(app, author.id) })
    let count = 0
    const answers = await runConcurrently(app, 6, () =>
      ++count % 2 === 0
        ? author.api.try('deleteAvatar', { avatarId })
        : author.api.try('updateAvatar', { avatarId, body: { releaseStatus: 'public' } }),
    )
    expect(answers.filter(({ status }) => status !== 200 && status !== 400)).toEqual([])
    expect(await rowOf(avatarId)).toMatchObject({ releaseStatus: 'hidden', deletedAt: expect.any(Date) })
  })
})

describe('hiding an avatar', () => {
  const inTransaction = (work: (tx: ViewerTransaction) => Promise<unknown>) => {
    return transact(viewerScopeOf(app, admin, { admin: true }), work)
  }

  it('shows it again as it was', async () => {
    const avatarId = trusted<'avatar'>(await anAvatar(app, author, { releaseStatus: 'private' }))
    await inTransaction((tx) => hideAvatar(tx, avatarId))
    expect(await author.api.call('getAvatar', { avatarId })).toMatchObject({ releaseStatus: 'hidden' })
    await expect(inTransaction((tx) => hideAvatar(tx, avatarId))).rejects.toThrow('This avatar is hidden already')
    await inTransaction((tx) => showAvatar(tx, avatarId))
    expect(await author.api.call('getAvatar', { avatarId })).toMatchObject({ releaseStatus: 'private' })
    await expect(inTransaction((tx) => showAvatar(tx, avatarId))).rejects.toThrow('This avatar is not hidden')
    await expect(inTransaction((tx) => hideAvatar(tx, DEFAULT_AVATAR_ID))).rejects.toThrow('The default avatar')
  })
})

describe('the erasure of an account', () => {
  it('hides the avatars of the person for ever, and clears what the person wrote about them', async () => {
    const person = await aUser(app)
    const request = {
      ...(await anAvatarRequest(app, person.id)),
      description: 'Of mine',
      releaseStatus: 'public' as const,
    }
    const { id } = await person.api.call('createAvatar', { body: request })
    await app
      .scope()
      .db.avatarWear.create({ data: { avatarId: DEFAULT_AVATAR_ID, userId: person.id, lastAt: new Date() } })
    await person.api.call('deleteUser', { userId: person.id })
    const scope = app.scope()
    await eraseDueAccounts({ ...scope, now: new Date(scope.now.getTime() + DELAY) }, erasers)
    expect(await rowOf(id)).toMatchObject({
      ...{ releaseStatus: 'hidden', description: '', imageFileId: null },
      ...{ deletedAt: expect.any(Date), wearersDueAt: expect.any(Date) },
    })
    expect(await app.scope().db.avatarPackage.findFirstOrThrow({ where: { avatarId: id } })).toMatchObject({
      assetFileId: null,
    })
    expect(await app.scope().db.avatarWear.count({ where: { userId: person.id } })).toBe(0)
    expect(await other.api.try('getAvatar', { avatarId: id })).toMatchObject(notFound)
  })
})
