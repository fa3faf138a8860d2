import { beforeEach, describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '../../../src/areas/accounts/account/deletion.ts'
import { erasers } from '../../../src/areas/index.ts'
import { MAX_MODERATIONS } from '../../../src/areas/playerModerations/policy.ts'
import { GUEST_USER_ID, newId, PLATFORM_USER_ID } from '../../../src/kernel/ids.ts'
import { sharedClockApp } from '../../support/app.ts'
import { moderate, unmoderate } from '../../support/playerModerations.ts'
import { refusal } from '../../support/refusals.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await sharedClockApp()
let ada: TestUser
let grace: TestUser
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
})

const SOMEBODY = newId('user', new Date())
const AVATAR = newId('avatar', new Date())
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const typesOf = async ({ api }: TestUser, query = {}) =>
  (await api.call('getPlayerModerations', { query })).map(({ type }) => type)
const tryTo = ({ api }: TestUser, body: Record<string, unknown>) => api.try('moderateUser', { body })

describe('moderateUser', () => {
  it('returns the stored moderation with the names of both users', async () => {
    expect(await moderate(ada, grace, 'mute')).toEqual({
      id: expect.stringMatching(/^pmod_[0-9a-f-]{36}$/),
      type: 'mute',
      sourceUserId: ada.id,
      sourceDisplayName: ada.username,
      targetUserId: grace.id,
      targetDisplayName: grace.username,
      created: expect.stringMatching(TIME),
    })
  })

  it('returns the existing moderation when it is repeated', async () => {
    const first = await moderate(ada, grace, 'block')
    app.clock.advance(1_000)
    expect(await moderate(ada, grace, 'block')).toEqual(first)
    expect(await typesOf(ada)).toEqual(['block'])
  })

  it.each([
    ['mute', 'unmute'],
    ['interactOn', 'interactOff'],
    ['showAvatar', 'hideAvatar'],
    ['muteChat', 'unmuteChat'],
  ] as const)('lets %s and %s replace each other, as new ones', async (one, other) => {
    const first = await moderate(ada, grace, one)
    app.clock.advance(1_000)
    const second = await moderate(ada, grace, other)
    expect(second.id).not.toBe(first.id)
    expect(Date.parse(second.created)).toBeGreaterThan(Date.parse(first.created))
    expect(await typesOf(ada)).toEqual([other])
    await moderate(ada, grace, one)
    expect(await typesOf(ada)).toEqual([one])
  })

  it('stores one moderation per aspect', async () => {
    for (const type of ['block', 'mute', 'interactOff', 'hideAvatar', 'muteChat'] as const)
      await moderate(ada, grace, type)
    expect(await typesOf(ada)).toEqual(['muteChat', 'hideAvatar', 'interactOff', 'mute', 'block'])
  })

  it('is 400 for oneself and for a malformed type, naming the field, and 404 for a malformed user id', async () => {
    expect(await tryTo(ada, { moderated: ada.id, type: 'mute' })).toMatchObject(refusal(400, /yourself/))
    expect(await tryTo(ada, { moderated: grace.id, type: 'banish' })).toMatchObject(refusal(400, /^type: /))
    expect(await tryTo(ada, { moderated: grace.id })).toMatchObject(refusal(400, /^type: /))
    expect(await tryTo(ada, { moderated: 'nobody', type: 'mute' })).toMatchObject(refusal(404, 'User nobody not found'))
    expect(await tryTo(ada, { type: 'mute' })).toMatchObject(refusal(400, /^moderated: /))
    expect(await typesOf(ada)).toEqual([])
  })

  it('is 404 for unknown users, system accounts and erased accounts', async () => {
    await grace.api.call('deleteUser', { userId: grace.id })
    const scope = app.scope()
    await eraseDueAccounts({ ...scope, now: new Date(scope.now.getTime() + 15 * 86_400_000) }, erasers)
    for (const id of [SOMEBODY, PLATFORM_USER_ID, GUEST_USER_ID, grace.id])
      expect(await tryTo(ada, { moderated: id, type: 'mute' })).toMatchObject(refusal(404, `User ${id} not found`))
  })

  it('is 429 after 120 in a minute', async () => {
    const { limits } = app.scope()
    const limit = { name: 'moderation', points: 120, window: 60 }
    for (let taken = 0; taken < 120; taken++) await limits.take(limit, ada.id)
    for (const act of ['moderateUser', 'unmoderateUser'] as const)
      expect(await ada.api.try(act, { body: { moderated: grace.id, type: 'mute' } })).toMatchObject({ status: 429 })
    for (const act of ['clearAllPlayerModerations', 'createGlobalAvatarModeration'] as const)
      expect(await ada.api.try(act, { body: { avatarModerationType: 'block', targetAvatarId: AVATAR } })).toMatchObject(
        { status: 429, headers: expect.anything() },
      )
    await grace.api.call('clearAllPlayerModerations')
  })

  it('is 400 beyond 10,000 moderations, but still replaces existing ones', async () => {
    const { client, now } = app.scope()
    await moderate(ada, grace, 'mute')
    await client.$executeRaw`
      INSERT INTO "User" (id, username, "usernameKey", "displayName", "displayNameKey", "createdAt", "updatedAt", "currentAvatar")
      SELECT id, id, id, id, id, ${now}, ${now}, '' FROM (
        SELECT 'usr_' || gen_random_uuid() AS id FROM generate_series(1, ${MAX_MODERATIONS - 1}::int)) AS crowd`
    await client.$executeRaw`
      INSERT INTO "PlayerModeration" (id, "sourceUserId", "targetUserId", type, matter, "createdAt")
      SELECT 'pmod_' || gen_random_uuid(), ${ada.id}, id, 'mute', 'voice', ${now} FROM "User"
      WHERE "currentAvatar" = '' LIMIT ${MAX_MODERATIONS - 1}`
    const other = await aUser(app)
    expect(await tryTo(ada, { moderated: other.id, type: 'mute' })).toMatchObject(refusal(400, /at most 10000/))
    expect(await moderate(ada, grace, 'unmute')).toMatchObject({ type: 'unmute' })
    expect(await ada.api.call('getPlayerModerations')).toHaveLength(MAX_MODERATIONS)
    await ada.api.call('clearAllPlayerModerations')
    expect(await typesOf(ada)).toEqual([])
  })
})

describe('getPlayerModerations', () => {
  it('lists every type by default, latest first, or one type', async () => {
    const linus = await aUser(app)
    await moderate(ada, grace, 'block')
    app.clock.advance(10)
    await moderate(ada, linus, 'unmute')
    app.clock.advance(10)
    await moderate(ada, grace, 'hideAvatar')
    expect(await typesOf(ada)).toEqual(['hideAvatar', 'unmute', 'block'])
    expect(await typesOf(ada, { type: 'unmute' })).toEqual(['unmute'])
    expect(await typesOf(ada, { type: 'mute' })).toEqual([])
    expect(await typesOf(ada, { targetUserId: grace.id })).toEqual(['hideAvatar', 'block'])
    expect(await typesOf(ada, { targetUserId: grace.id, type: 'block', sourceUserId: ada.id })).toEqual(['block'])
    expect(await typesOf(ada, { targetUserId: SOMEBODY })).toEqual([])
  })

  it("refuses other users' moderations and does not show who moderated the caller", async () => {
    await moderate(grace, ada, 'mute')
    expect(await typesOf(ada)).toEqual([])
    for (const sourceUserId of [grace.id, SOMEBODY, 'nobody'])
      expect(await ada.api.try('getPlayerModerations', { query: { sourceUserId } })).toMatchObject(
        refusal(403, "You can't view someone else's player moderations"),
      )
  })

  it('refuses malformed types and user ids', async () => {
    const tryBy = (query: object) => ada.api.try('getPlayerModerations', { query })
    expect(await tryBy({ type: 'banish' })).toMatchObject(refusal(400, /^type: /))
    expect(await tryBy({ targetUserId: 'nobody' })).toMatchObject(refusal(404, 'User nobody not found'))
  })
})

describe('unmoderateUser and clearAllPlayerModerations', () => {
  it('remove one type, and succeed when there is none', async () => {
    await moderate(ada, grace, 'mute')
    await moderate(ada, grace, 'hideAvatar')
    const said = { success: { message: `User ${grace.id} unmoderated`, status_code: 200 } }
    expect(await unmoderate(ada, grace, 'unmute')).toEqual(said)
    expect(await typesOf(ada)).toEqual(['hideAvatar', 'mute'])
    expect(await unmoderate(ada, grace, 'mute')).toEqual(said)
    expect(await unmoderate(ada, grace, 'mute')).toEqual(said)
    expect(await typesOf(ada)).toEqual(['hideAvatar'])
    expect(await unmoderate(ada, { id: SOMEBODY }, 'mute')).toMatchObject({ success: { status_code: 200 } })
  })

  it('remove all moderations of the caller and none of other users', async () => {
    await moderate(ada, grace, 'mute')
    await moderate(ada, await aUser(app), 'block')
    await moderate(grace, ada, 'mute')
    expect(await ada.api.call('clearAllPlayerModerations')).toEqual({ success: { message: 'OK', status_code: 200 } })
    expect(await typesOf(ada)).toEqual([])
    expect(await typesOf(grace)).toEqual(['mute'])
    expect(await ada.api.call('clearAllPlayerModerations')).toMatchObject({ success: { message: 'OK' } })
  })
})

describe('global avatar moderations', () => {
  const wanted = (targetAvatarId: string) => ({ body: { avatarModerationType: 'block', targetAvatarId } }) as const
  const list = () => ada.api.call('getGlobalAvatarModerations')

  it('are returned with milliseconds on creation, and listed with dates, latest first', async () => {
    const before = app.clock.now().getTime()
    const made = await ada.api.call('createGlobalAvatarModeration', wanted(AVATAR))
    expect(made).toEqual({ avatarModerationType: 'block', created: expect.any(Number), targetAvatarId: AVATAR })
    expect(made.created).toBeGreaterThanOrEqual(before)
    app.clock.advance(10)
    const other = newId('avatar', new Date())
    await ada.api.call('createGlobalAvatarModeration', wanted(other))
    expect((await list()).map(({ targetAvatarId }) => targetAvatarId)).toEqual([other, AVATAR])
    expect((await list())[1]).toEqual({ ...made, created: new Date(made.created).toISOString() })
    expect(await grace.api.call('getGlobalAvatarModerations')).toEqual([])
  })

  it('are created once, and can be removed whether or not they exist', async () => {
    const made = await ada.api.call('createGlobalAvatarModeration', wanted(AVATAR))
    app.clock.advance(10)
    expect(await ada.api.call('createGlobalAvatarModeration', wanted(AVATAR))).toEqual(made)
    const query = { avatarModerationType: 'block', targetAvatarId: AVATAR } as const
    for (let time = 0; time < 2; time++) {
      expect(await ada.api.call('deleteGlobalAvatarModeration', { query })).toEqual({ OK: 'OK' })
      expect(await list()).toEqual([])
    }
  })

  it.each([
    [{ avatarModerationType: 'praise', targetAvatarId: AVATAR }, /^avatarModerationType: /],
    [{ avatarModerationType: 'block' }, /^targetAvatarId: /],
  ])('are refused of the wrong kind: %j', async (wrong, message) => {
    expect(await ada.api.try('createGlobalAvatarModeration', { body: wrong })).toMatchObject(refusal(400, message))
    expect(await ada.api.try('deleteGlobalAvatarModeration', { query: wrong })).toMatchObject(refusal(400, message))
  })

  it('of a malformed id are not found', async () => {
    const wrong = { avatarModerationType: 'block', targetAvatarId: 'avtr_1' }
    const missing = refusal(404, 'Avatar Not Found')
    expect(await ada.api.try('createGlobalAvatarModeration', { body: wrong })).toMatchObject(missing)
    expect(await ada.api.try('deleteGlobalAvatarModeration', { query: wrong })).toMatchObject(missing)
  })

  it('are limited to 10,000', async () => {
    const { client, now } = app.scope()
    await client.$executeRaw`
      INSERT INTO "GlobalAvatarModeration" ("userId", "targetAvatarId", type, "createdAt")
      SELECT ${ada.id}, 'avtr_' || gen_random_uuid(), 'block', ${now} FROM generate_series(1, ${MAX_MODERATIONS}::int)`
    expect(await ada.api.try('createGlobalAvatarModeration', wanted(AVATAR))).toMatchObject(refusal(400, /at most/))
  })
})

describe('account erasure', () => {
  it('deletes the moderations by and of the user', async () => {
    const linus = await aUser(app)
    await moderate(ada, grace, 'block')
    await moderate(grace, ada, 'mute')
    await moderate(grace, linus, 'mute')
    await ada.api.call('createGlobalAvatarModeration', {
      body: { avatarModerationType: 'block', targetAvatarId: AVATAR },
    })
    await ada.api.call('deleteUser', { userId: ada.id })
    const scope = app.scope()
    await eraseDueAccounts({ ...scope, now: new Date(scope.now.getTime() + 15 * 86_400_000) }, erasers)
    const { db } = scope
    expect(
      await db.playerModeration.count({ where: { OR: [{ sourceUserId: ada.id }, { targetUserId: ada.id }] } }),
    ).toBe(0)
    expect(await db.globalAvatarModeration.count({ where: { userId: ada.id } })).toBe(0)
    expect(await grace.api.call('getPlayerModerations')).toMatchObject([{ targetUserId: linus.id }])
  })
})
