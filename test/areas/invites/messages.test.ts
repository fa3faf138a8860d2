import { beforeEach, describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '../../../src/areas/accounts/account/deletion.ts'
import { erasers } from '../../../src/areas/index.ts'
import { MINUTE } from '../../../src/kernel/clock.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedClockApp } from '../../support/app.ts'
import { runConcurrently } from '../../support/concurrency.ts'
import { refusal } from '../../support/refusals.ts'
import { rounds } from '../../support/rounds.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

const app = await sharedClockApp()
let ada: TestUser
beforeEach(async () => {
  ada = await aUser(app)
})

const TYPES = ['message', 'response', 'request', 'requestResponse'] as const
type MessageType = (typeof TYPES)[number]

const TOO_HIGH = 'That is too high of a slot number.'
const NOT_AUTHORIZED = refusal(401, 'You are not authorized to perform that action.')
const wait = (minutes: number) => refusal(429, `Please wait ${minutes} more minutes until you try again.`)

const slotOf = ({ id }: TestUser, slot: number | string = 3, messageType: MessageType = 'message') => ({
  userId: id,
  messageType,
  slot,
})
const list = (person: TestUser, messageType: MessageType = 'message', by = person) =>
  by.api.call('getInviteMessages', { userId: person.id, messageType })
const edit = (person: TestUser, message: string, slot: number | string = 3) =>
  person.api.try('updateInviteMessage', { ...slotOf(person, slot), body: { message } })
const reset = (person: TestUser, slot: number | string = 3) =>
  person.api.try('resetInviteMessage', slotOf(person, slot))

describe('getInviteMessages', () => {
  it('lists the twelve slots of each collection in order, each with its own text', async () => {
    const { createdAt } = await app.scope().db.user.findUniqueOrThrow({ where: { id: ada.id } })
    const all: Awaited<ReturnType<typeof list>> = []
    for (const type of TYPES) {
      const messages = await list(ada, type)
      expect(messages.map(({ slot }) => slot)).toEqual(Array.from({ length: 12 }, (_, slot) => slot))
      expect(new Set(messages.map(({ message }) => message)).size).toBe(12)
      for (const message of messages)
        expect(message).toMatchObject({
          ...{ messageType: type, canBeUpdated: true, remainingCooldownMinutes: 0 },
          ...{ id: expect.stringMatching(/^invm_[0-9a-f-]{36}$/), updatedAt: createdAt.toISOString() },
          message: expect.stringMatching(/^.{1,64}$/),
        })
      all.push(...messages)
    }
    expect(new Set(all.map(({ id }) => id)).size).toBe(48)
    expect((await list(ada)).map(({ id }) => id)).toEqual(all.slice(0, 12).map(({ id }) => id))
    const other = await list(await aUser(app))
    expect(other.map(({ message }) => message)).toEqual(all.slice(0, 12).map(({ message }) => message))
    expect(other.filter(({ id }) => all.some((one) => one.id === id))).toEqual([])
  })

  it('is refused for another collection', async () => {
    const none = { userId: ada.id, messageType: 'other' }
    expect(await ada.api.try('getInviteMessages', none)).toMatchObject(
      refusal(404, 'There are no messages of the type other'),
    )
  })
})

describe('getInviteMessage', () => {
  it('returns one message, equal to the one in the list', async () => {
    const messages = await list(ada, 'request')
    for (const slot of [0, 11])
      expect(await ada.api.call('getInviteMessage', slotOf(ada, slot, 'request'))).toEqual(messages[slot])
  })

  it.each([
    [-1, refusal(400, /negative slot/)],
    [12, refusal(404, TOO_HIGH)],
    [999_999_999, refusal(404, TOO_HIGH)],
    ['one', refusal(404, "There's no entry for that slot.")],
    ['1.5', refusal(404, "There's no entry for that slot.")],
  ])('refuses slot %s', async (slot, refused) => {
    expect(await ada.api.try('getInviteMessage', slotOf(ada, slot))).toMatchObject(refused)
  })
})

describe('a changed invite message', () => {
  it('has a cooldown of 60 minutes, and is returned with its collection', async () => {
    const before = await list(ada)
    const at = app.clock.now().getTime()
    const after = await ada.api.call('updateInviteMessage', { ...slotOf(ada), body: { message: '  Meet me here \t' } })
    expect(after).toEqual(await list(ada))
    expect(after[3]).toMatchObject({
      ...{ id: before[3]?.id, slot: 3, message: 'Meet me here' },
      ...{ canBeUpdated: false, remainingCooldownMinutes: 60 },
    })
    expect(Date.parse(after[3]?.updatedAt ?? '')).toBeGreaterThanOrEqual(at)
    expect(Date.parse(after[3]?.updatedAt ?? '')).toBeLessThanOrEqual(app.clock.now().getTime())
    expect(after.toSpliced(3, 1)).toEqual(before.toSpliced(3, 1))
    expect(await list(ada, 'response')).not.toContainEqual(expect.objectContaining({ message: 'Meet me here' }))
  })

  it('cannot be changed during the cooldown: 429 with the remaining minutes', async () => {
    await edit(ada, 'First')
    const early = await edit(ada, 'Second')
    expect(early).toMatchObject(wait(60))
    const seconds = Number(early.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(59 * 60)
    expect(seconds).toBeLessThanOrEqual(60 * 60)
    app.clock.advance(17.5 * MINUTE)
    expect(await edit(ada, 'Second')).toMatchObject(wait(43))
    expect((await list(ada))[3]).toMatchObject({ message: 'First', remainingCooldownMinutes: 43 })
    app.clock.advance(42 * MINUTE)
    expect(await edit(ada, 'Second')).toMatchObject(wait(1))
    app.clock.advance(MINUTE)
    expect((await list(ada))[3]).toMatchObject({ message: 'First', canBeUpdated: true, remainingCooldownMinutes: 0 })
    expect(await edit(ada, 'Second')).toMatchObject({ status: 200 })
    expect((await list(ada))[3]).toMatchObject({ message: 'Second', remainingCooldownMinutes: 60 })
  })

  it('starts no cooldown for another slot, collection or person', async () => {
    await edit(ada, 'First')
    expect(await edit(ada, 'Another', 4)).toMatchObject({ status: 200 })
    await ada.api.call('updateInviteMessage', { ...slotOf(ada, 3, 'request'), body: { message: 'Other' } })
    expect(await edit(await aUser(app), 'Third')).toMatchObject({ status: 200 })
  })

  it.each([
    [{}, /^message/],
    [{ message: 7 }, 'message must be a text'],
    [{ message: '' }, 'message must not be empty'],
    [{ message: ' \n ' }, 'message must not be empty'],
    [{ message: 'x'.repeat(65) }, 'message must have at most 64 characters'],
    [{ message: 'two\nlines' }, 'message must not contain control characters'],
    [{ message: 'bell\u0007' }, 'message must not contain control characters'],
    [{ message: 'half \ud800' }, 'message must not contain control characters'],
  ])('cannot be %j', async (body, message) => {
    expect(await ada.api.try('updateInviteMessage', { ...slotOf(ada), body })).toMatchObject(refusal(400, message))
    expect(await app.scope().db.inviteMessage.count({ where: { userId: ada.id } })).toBe(0)
  })

  it('needs a body, and can have any 64 characters', async () => {
    expect(await ada.api.try('updateInviteMessage', slotOf(ada))).toMatchObject(refusal(400, /^message/))
    const message = `${'x'.repeat(58)} \u{1f30d} é'`
    expect(await edit(ada, message)).toMatchObject({ status: 200 })
    expect((await list(ada))[3]?.message).toBe(message)
  })

  it.each([
    [-1, refusal(400, /negative slot/)],
    [12, refusal(400, TOO_HIGH)],
    ['one', refusal(404, "There's no entry for that slot.")],
  ])('cannot be in slot %s', async (slot, refused) => {
    expect(await edit(ada, 'Nowhere', slot)).toMatchObject(refused)
    expect(await reset(ada, slot)).toMatchObject(refused)
  })
})

describe('resetInviteMessage', () => {
  it('restores the default text, and starts no cooldown', async () => {
    const before = await list(ada)
    await edit(ada, 'For a while')
    app.clock.advance(60 * MINUTE)
    expect(await ada.api.call('resetInviteMessage', slotOf(ada))).toEqual(before)
    expect(await edit(ada, 'At once')).toMatchObject({ status: 200 })
    expect((await list(ada))[3]).toMatchObject({ message: 'At once', remainingCooldownMinutes: 60 })
  })

  it('is refused with 429 during the cooldown', async () => {
    await edit(ada, 'Stays')
    app.clock.advance(MINUTE)
    const early = await reset(ada)
    expect(early).toMatchObject(wait(59))
    expect(Number(early.headers.get('retry-after'))).toBeLessThanOrEqual(59 * 60)
    expect((await list(ada))[3]).toMatchObject({ message: 'Stays', remainingCooldownMinutes: 59 })
  })

  it('is refused for a slot with its default text', async () => {
    const none = refusal(404, "There's no entry for that slot.")
    expect(await reset(ada)).toMatchObject(none)
    await edit(ada, 'For a while')
    app.clock.advance(60 * MINUTE)
    expect(await reset(ada)).toMatchObject({ status: 200 })
    expect(await reset(ada)).toMatchObject(none)
  })
})

describe('invite messages of others', () => {
  it('are for admins only, whose changes are audited', async () => {
    const [grace, admin] = [await aUser(app), await anAdmin(app)]
    const body = { message: 'By another' }
    for (const slot of [3, -1, 12]) {
      expect(await grace.api.try('getInviteMessage', slotOf(ada, slot))).toMatchObject(NOT_AUTHORIZED)
      expect(await grace.api.try('updateInviteMessage', { ...slotOf(ada, slot), body })).toMatchObject(NOT_AUTHORIZED)
      expect(await grace.api.try('resetInviteMessage', slotOf(ada, slot))).toMatchObject(NOT_AUTHORIZED)
    }
    const named = { userId: ada.id, messageType: 'message' }
    expect(await grace.api.try('getInviteMessages', named)).toMatchObject(NOT_AUTHORIZED)

    expect(await list(ada, 'message', admin)).toEqual(await list(ada))
    const changed = await admin.api.call('updateInviteMessage', { ...slotOf(ada), body })
    expect(changed).toEqual(await list(ada))
    expect(await admin.api.try('updateInviteMessage', { ...slotOf(ada), body })).toMatchObject(wait(60))
    app.clock.advance(60 * MINUTE)
    await admin.api.call('resetInviteMessage', slotOf(ada))
    const entries = await app.scope().db.auditEntry.findMany({ where: { subjectId: ada.id }, orderBy: { at: 'asc' } })
    expect(entries).toMatchObject(
      ['updateInviteMessage', 'resetInviteMessage'].map((act) => ({
        ...{ act, actorId: admin.id, details: { messageType: 'message', slot: 3 } },
      })),
    )
    await edit(admin, 'My own')
    expect(await app.scope().db.auditEntry.count({ where: { subjectId: admin.id } })).toBe(0)
  })

  it('are refused for an unknown person', async () => {
    const admin = await anAdmin(app)
    const nobody = { ...slotOf(ada), userId: newId('user', new Date()) }
    const missing = refusal(404, /^User usr_.* not found$/)
    expect(await admin.api.try('getInviteMessages', nobody)).toMatchObject(missing)
    expect(await admin.api.try('updateInviteMessage', { ...nobody, body: { message: 'x' } })).toMatchObject(missing)
    expect(await admin.api.try('resetInviteMessage', nobody)).toMatchObject(missing)
  })

  it('are deleted with an erased account', async () => {
    await edit(ada, 'Goes')
    await ada.api.call('deleteUser', { userId: ada.id })
    const now = new Date(app.clock.now().getTime() + 15 * 24 * 60 * MINUTE)
    await eraseDueAccounts({ ...app.scope(), now }, erasers)
    expect(await app.scope().db.inviteMessage.count({ where: { userId: ada.id } })).toBe(0)
    const admin = await anAdmin(app)
    expect(await admin.api.try('getInviteMessages', slotOf(ada))).toMatchObject({ status: 404 })
  })
})

/** Requests at once. */
const AT_ONCE = rounds(50)

describe('concurrent edits', () => {
  const statuses = (answers: readonly { status: number }[]) =>
    answers.map(({ status }) => status).toSorted((a, b) => a - b)

  it(`of ${AT_ONCE} changes of one slot one succeeds, and the others are refused with 429`, async () => {
    const answers = await runConcurrently(app, AT_ONCE, (at) => edit(ada, `Edit ${at}`))
    expect(statuses(answers)).toEqual([200, ...Array.from({ length: AT_ONCE - 1 }, () => 429)])
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await list(ada))[3]?.message).toBe(`Edit ${winner}`)
  })

  it('of 20 resets one succeeds, and the others are refused with 404', async () => {
    await edit(ada, 'For a while')
    app.clock.advance(60 * MINUTE)
    const answers = await runConcurrently(app, 20, () => reset(ada))
    expect(statuses(answers)).toEqual([200, ...Array.from({ length: 19 }, () => 404)])
  })
})
