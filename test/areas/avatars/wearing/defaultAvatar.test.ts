import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '../../../../src/areas/accounts/account/deletion.ts'
import { ensureDefaultAvatar } from '../../../../src/areas/avatars/wearing/defaultAvatar.ts'
import { erasers } from '../../../../src/areas/index.ts'
import { DAY } from '../../../../src/kernel/clock.ts'
import { GUEST_USER_ID, newId, PLATFORM_USER_ID } from '../../../../src/kernel/ids.ts'
import { shownUrl } from '../../../../src/kernel/ownUrls.ts'
import { applyWithoutRecord, MIGRATIONS_FOLDER, readMigrations } from '../../../../src/platform/database/migrations.ts'
import { openPool } from '../../../../src/platform/database/openDatabase.ts'
import { anApp, openApp } from '../../../support/app.ts'
import { anAvatar } from '../../../support/avatars.ts'
import { aDatabase, anEmptyDatabase } from '../../../support/database.ts'
import { anImage, download } from '../../../support/files.ts'
import { aGraphClient } from '../../../support/graphClient.ts'
import { sessionTokenOf } from '../../../support/graphSocket.ts'
import { aPipelineSocket } from '../../../support/pipelineSocket.ts'
import { refusal } from '../../../support/refusals.ts'
import { anAdmin, aRegisteredUser, aUser } from '../../../support/users.ts'
import { DEFAULT_AVATAR, runWearersJob, wornBy, wornByOne } from '../../../support/wearers.ts'

const app = await anApp()
const { db } = app.scope()
const theDefault = () => db.avatar.findUniqueOrThrow({ where: { id: DEFAULT_AVATAR } })
const TAGS = ['admin_featured_quest', 'admin_quest_fallback']

/** What somebody looks like who wears the default. */
async function defaultLook() {
  const imageUrl = shownUrl(app.scope(), (await theDefault()).imageUrl)
  const thumbnail = imageUrl.replace('/file/file_', '/image/file_').replace('/1/file', '/1/256')
  return { currentAvatarImageUrl: imageUrl, currentAvatarThumbnailImageUrl: thumbnail, currentAvatarTags: TAGS }
}

describe('the default avatar', () => {
  it("is there from the start: the platform's, public, featured, and without assets", async () => {
    const person = await aUser(app)
    const avatar = await person.api.call('getAvatar', { avatarId: DEFAULT_AVATAR })
    expect(avatar).toMatchObject({ authorId: PLATFORM_USER_ID, releaseStatus: 'public', featured: true, tags: TAGS })
    expect(avatar.unityPackages.map(({ platform }) => platform).sort()).toEqual(['android', 'ios', 'standalonewindows'])
    expect(JSON.stringify(avatar)).not.toContain('.vrca')
    expect(await person.api.call('getConfig')).toMatchObject({ defaultAvatar: DEFAULT_AVATAR })
  })

  it('has a picture and a thumbnail that everybody can load', async () => {
    const person = await aUser(app)
    const look = await defaultLook()
    for (const url of [look.currentAvatarImageUrl, look.currentAvatarThumbnailImageUrl]) {
      const headers = { cookie: `auth=${sessionTokenOf(person)}` }
      const answer = await fetch(`${app.origin}${new URL(url).pathname}`, { headers })
      expect(answer.status).toBe(200)
      const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      expect(width).toBe(height)
    }
  })

  it('is worn by every new account, as REST, GraphQL and the socket tell', async () => {
    const person = await aRegisteredUser(app)
    const look = await defaultLook()
    const worn = { currentAvatar: DEFAULT_AVATAR, fallbackAvatar: DEFAULT_AVATAR, ...look }
    expect(await person.api.call('getCurrentUser')).toMatchObject(worn)
    expect(await person.api.call('getOwnAvatar', { userId: person.id })).toMatchObject({ id: DEFAULT_AVATAR })
    const { data, errors } = await aGraphClient(app, person.api).send(
      '{ viewer { user { avatarImageUrl avatarThumbnailUrl avatarTags } } }',
    )
    expect(errors).toBeUndefined()
    expect(Object(data).viewer.user).toEqual({
      avatarImageUrl: look.currentAvatarImageUrl,
      avatarThumbnailUrl: look.currentAvatarThumbnailImageUrl,
      avatarTags: TAGS,
    })
    const socket = await aPipelineSocket(app, person)
    await person.api.call('updateUser', { userId: person.id, body: { bio: 'new' } })
    expect(await socket.nextContent('user-update')).toMatchObject({ user: worn })
  })

  it('is made once by several nodes that start at the same time, with one file', async () => {
    const { url } = await aDatabase()
    const nodes = await Promise.all([1, 2, 3].map(() => openApp({ DATABASE_URL: url })))
    const [node] = nodes
    if (!node) throw new Error('three servers were opened')
    const scope = node.scope()
    expect(await scope.db.avatar.count()).toBe(1)
    expect(await scope.db.avatarPackage.count()).toBe(3)
    expect(await scope.db.file.count({ where: { ownerId: PLATFORM_USER_ID } })).toBe(1)
    await Promise.all(nodes.map((each) => each.close()))
  })

  it('is there with its picture however little people may store', async () => {
    const { url } = await aDatabase()
    const small = await openApp({ DATABASE_URL: url, MAX_STORED_BYTES: '1' })
    const person = await aUser(small)
    const { imageUrl } = await person.api.call('getAvatar', { avatarId: DEFAULT_AVATAR })
    expect((await download(small, imageUrl, { person })).status).toBe(200)
    const form = { tag: 'gallery', file: await anImage() }
    expect(await person.api.try('uploadImage', { form })).toMatchObject(
      refusal(400, 'Your files can have at most 1 bytes'),
    )
    await small.close()
  })

  it('stays as an admin has made it', async () => {
    await db.avatar.update({ where: { id: DEFAULT_AVATAR }, data: { name: 'Our own' } })
    await ensureDefaultAvatar(app.scope())
    expect(await theDefault()).toMatchObject({ name: 'Our own' })
  })

  it('shows on the accounts that are older than it once the job has run', async () => {
    const old = await aUser(app)
    await db.user.update({ where: { id: old.id }, data: { currentAvatarImageUrl: '', currentAvatarTags: [] } })
    await db.avatar.update({ where: { id: DEFAULT_AVATAR }, data: { wearersDueAt: app.clock.now() } })
    await runWearersJob(app)
    const look = await defaultLook()
    const worn = await wornBy(app, [old, { id: PLATFORM_USER_ID }, { id: GUEST_USER_ID }])
    for (const each of worn) expect(each).toMatchObject({ currentAvatar: DEFAULT_AVATAR, ...look })
  })

  it('is what the row of an erased account names', async () => {
    const person = await aUser(app)
    const avatarId = await anAvatar(app, await aUser(app), { tags: ['author_quest_fallback'] })
    await person.api.call('selectAvatar', { avatarId })
    await person.api.call('selectFallbackAvatar', { avatarId })
    await person.api.call('deleteUser', { userId: person.id })
    app.clock.advance(14 * DAY + 1)
    await eraseDueAccounts(app.scope(), erasers)
    expect(await wornByOne(app, person)).toEqual({
      currentAvatar: DEFAULT_AVATAR,
      currentAvatarImageUrl: '',
      currentAvatarThumbnailImageUrl: '',
      currentAvatarTags: [],
      fallbackAvatar: DEFAULT_AVATAR,
    })
    expect(await db.avatarWear.count({ where: { userId: person.id } })).toBe(0)
  })

  it('cannot be deleted, hidden or made private, by admins neither', async () => {
    const admin = await anAdmin(app)
    const avatarId = DEFAULT_AVATAR
    expect((await admin.api.try('deleteAvatar', { avatarId })).status).toBe(403)
    expect((await admin.api.try('updateAvatar', { avatarId, body: { releaseStatus: 'private' } })).status).toBe(403)
    expect(await theDefault()).toMatchObject({ releaseStatus: 'public', deletedAt: null })
  })
})

const AVATARS_MIGRATION = '20261123050000_avatars'

describe('the migration', () => {
  it('leaves nobody with an avatar that is not there', async () => {
    const { url } = await anEmptyDatabase()
    const pool = openPool(url, 1, { debug() {}, info() {}, warn() {}, error() {} })
    const migrations = readMigrations(MIGRATIONS_FOLDER)
    const at = migrations.findIndex(({ name }) => name === AVATARS_MIGRATION)
    for (const migration of migrations.slice(0, at)) await applyWithoutRecord(pool, migration)
    const id = newId('user', new Date())
    await pool.query(
      `INSERT INTO "User" (id, username, "usernameKey", "displayName", "displayNameKey", "currentAvatar", "createdAt", "updatedAt")
        VALUES ($1, $1, $1, $1, $1, $2, now(), now())`,
      [id, newId('avatar', new Date())],
    )
    for (const migration of migrations.slice(at)) await applyWithoutRecord(pool, migration)
    const { rows } = await pool.query(`SELECT "currentAvatar", "fallbackAvatar" FROM "User"`)
    expect(rows).toEqual([{ currentAvatar: DEFAULT_AVATAR, fallbackAvatar: DEFAULT_AVATAR }])
    await pool.end()
  })
})
