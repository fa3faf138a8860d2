import { beforeEach, describe, expect, it } from 'vitest'
import { erasers } from '../../src/app.ts'
import { eraseDueAccounts } from '../../src/areas/accounts/deletion.ts'
import { MOST } from '../../src/areas/moderation/holding.ts'
import { GUEST_USER_ID, PLATFORM_USER_ID } from '../../src/areas/users/platformUser.ts'
import { newId } from '../../src/kernel/ids.ts'
import { anApp } from '../support/app.ts'
import { moderate, unmoderate } from '../support/moderation.ts'
import { aUser, type Person } from '../support/people.ts'
import { refusal } from '../support/refusals.ts'

const app = await anApp()
let ada: Person
let grace: Person
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
})

const SOMEBODY = newId('user', new Date())
const AVATAR = newId('avatar', new Date())
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const typesOf = async ({ api }: Person, query = {}) =>
  (await api.call('getPlayerModerations', { query })).map(({ type }) => type)
const tryTo = ({ api }: Person, body: Record<string, unknown>) => api.try('moderateUser', { body })

describe('moderateUser', () => {
  it('answers what stands, with the names of the two', async () => {
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

  it('answers the standing one when it is asked for again', async () => {
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

  it('keeps one of each matter beside each other', async () => {
    for (const type of ['block', 'mute', 'interactOff', 'hideAvatar', 'muteChat'] as const)
      await moderate(ada, grace, type)
    expect(await typesOf(ada)).toEqual(['muteChat', 'hideAvatar', 'interactOff', 'mute', 'block'])
  })

  it('is 400 for oneself, and for a type or person that is none, naming the field', async () => {
    expect(await tryTo(ada, { moderated: ada.id, type: 'mute' })).toMatchObject(refusal(400, /yourself/))
    expect(await tryTo(ada, { moderated: grace.id, type: 'banish' })).toMatchObject(refusal(400, /^type: /))
    expect(await tryTo(ada, { moderated: grace.id })).toMatchObject(refusal(400, /^type: /))
    expect(await tryTo(ada, { moderated: 'nobody', type: 'mute' })).toMatchObject(refusal(400, /^moderated: /))
    expect(await tryTo(ada, { type: 'mute' })).toMatchObject(refusal(400, /^moderated: /))
    expect(await typesOf(ada)).toEqual([])
  })

  it('is 404 for nobody, for the accounts of the house, and for who was erased', async () => {
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

  it('is 400 beyond 10,000, but replaces what stands', async () => {
    const { client, now } = app.scope()
    await moderate(ada, grace, 'mute')
    await client.$executeRaw`
      INSERT INTO "User" (id, username, "usernameKey", "displayName", "displayNameKey", "createdAt", "updatedAt", "currentAvatar")
      SELECT id, id, id, id, id, ${now}, ${now}, '' FROM (
        SELECT 'usr_' || gen_random_uuid() AS id FROM generate_series(1, ${MOST - 1}::int)) AS crowd`
    await client.$executeRaw`
      INSERT INTO "PlayerModeration" (id, "sourceUserId", "targetUserId", type, matter, "createdAt")
      SELECT 'pmod_' || gen_random_uuid(), ${ada.id}, id, 'mute', 'voice', ${now} FROM "User"
      WHERE "currentAvatar" = '' LIMIT ${MOST - 1}`
    const other = await aUser(app)
    expect(await tryTo(ada, { moderated: other.id, type: 'mute' })).toMatchObject(refusal(400, /at most 10000/))
    expect(await moderate(ada, grace, 'unmute')).toMatchObject({ type: 'unmute' })
    expect(await ada.api.call('getPlayerModerations')).toHaveLength(MOST)
    await ada.api.call('clearAllPlayerModerations')
    expect(await typesOf(ada)).toEqual([])
  }, 60_000)
})

describe('getPlayerModerations', () => {
  it('lists every type where none is named, the latest first, and one type where it is', async () => {
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

  it("refuses somebody else's player moderations, and shows nobody what they are for others", async () => {
    await moderate(grace, ada, 'mute')
    expect(await typesOf(ada)).toEqual([])
    for (const sourceUserId of [grace.id, SOMEBODY, 'nobody'])
      expect(await ada.api.try('getPlayerModerations', { query: { sourceUserId } })).toMatchObject(
        refusal(403, "You can't view someone else's player moderations"),
      )
  })

  it('refuses a type that is none, and a person that is none', async () => {
    for (const query of [{ type: 'banish' }, { targetUserId: 'nobody' }])
      expect(await ada.api.try('getPlayerModerations', { query })).toMatchObject(
        refusal(400, new RegExp(`^${Object.keys(query)[0]}: `)),
      )
  })
})

describe('unmoderateUser and clearAllPlayerModerations', () => {
  it('take one type back, also when it does not stand', async () => {
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

  it('take all of the own back, and nothing of others', async () => {
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

  it('are answered with milliseconds, and listed with dates, the latest first', async () => {
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

  it('stand once, and are taken back whether or not they stand', async () => {
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
    [{ avatarModerationType: 'block', targetAvatarId: 'avtr_1' }, 'targetAvatarId: not the id of an avatar'],
    [{ avatarModerationType: 'block' }, /^targetAvatarId: /],
  ])('are refused of the wrong kind: %j', async (wrong, message) => {
    expect(await ada.api.try('createGlobalAvatarModeration', { body: wrong })).toMatchObject(refusal(400, message))
    expect(await ada.api.try('deleteGlobalAvatarModeration', { query: wrong })).toMatchObject(refusal(400, message))
  })

  it('are at most 10,000', async () => {
    const { client, now } = app.scope()
    await client.$executeRaw`
      INSERT INTO "GlobalAvatarModeration" ("userId", "targetAvatarId", type, "createdAt")
      SELECT ${ada.id}, 'avtr_' || gen_random_uuid(), 'block', ${now} FROM generate_series(1, ${MOST}::int)`
    expect(await ada.api.try('createGlobalAvatarModeration', wanted(AVATAR))).toMatchObject(refusal(400, /at most/))
  })
})

describe('an account that is erased', () => {
  it('takes its moderations along, those of others about it too', async () => {
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
