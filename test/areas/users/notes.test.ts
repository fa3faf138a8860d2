import { beforeAll, describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '../../../src/areas/accounts/account/deletion.ts'
import { erasers } from '../../../src/areas/index.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedClockApp } from '../../support/app.ts'
import { refusal } from '../../support/refusals.ts'
import { aRestClient } from '../../support/restClient.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

const app = await sharedClockApp()
let author: TestUser
let target: TestUser

beforeAll(async () => {
  author = await aUser(app)
  target = await aUser(app)
})

const write = (note: unknown, targetUserId: unknown = target.id, api = author.api) =>
  api.try('updateUserNote', { body: { note, targetUserId } })
const noted = async (api = author.api) => (await api.call('getUserNotes')).map(({ note }) => note)

describe('updateUserNote', () => {
  it('writes a note, and replaces it', async () => {
    const first = await author.api.call('updateUserNote', { body: { targetUserId: target.id, note: 'first 🌍' } })
    expect(first).toMatchObject({ userId: author.id, targetUserId: target.id, note: 'first 🌍' })
    expect(first.id).toMatch(/^unt_[0-9a-f-]{36}$/)
    app.clock.advance(1_000)
    const second = await author.api.call('updateUserNote', { body: { targetUserId: target.id, note: 'second' } })
    expect(second).toEqual({ ...first, note: 'second' })
    expect(await author.api.call('getUserNote', { userNoteId: first.id })).toEqual(second)
  })

  it('shows only the list fields of the other person', async () => {
    const worn = { currentAvatarTags: ['x'], currentAvatarThumbnailImageUrl: 'small' }
    await app.scope().db.user.update({ where: { id: target.id }, data: { userIcon: 'icon', ...worn } })
    const { targetUser } = await author.api.call('updateUserNote', { body: { targetUserId: target.id, note: 'n' } })
    expect(targetUser).toEqual({
      id: target.id,
      displayName: target.username,
      ...worn,
      profilePicOverride: '',
      userIcon: 'icon',
    })
  })

  it('keeps an empty note, a long one, and one about oneself', async () => {
    for (const note of ['', 'x'.repeat(1_000), 'línea\n"quoted" \\ <b>'])
      expect(await write(note)).toMatchObject({ status: 200, body: { note } })
    expect(await write('me', author.id)).toMatchObject({ status: 200, body: { targetUserId: author.id } })
  })

  it.each<[string, Record<string, unknown>]>([
    ['note', { targetUserId: 'target' }],
    ['note', { targetUserId: 'target', note: null }],
    ['note', { targetUserId: 'target', note: 5 }],
    ['note', { targetUserId: 'target', note: ['x'] }],
    ['note', { targetUserId: 'target', note: 'x'.repeat(1_001) }],
    ['targetUserId', { note: 'x' }],
    ['targetUserId', { note: 'x', targetUserId: 5 }],
    ['targetUserId', { note: 'x', targetUserId: null }],
  ])('refuses a bad %s and writes nothing', async (field, body) => {
    const writer = await aUser(app)
    const sent = body.targetUserId === 'target' ? { ...body, targetUserId: target.id } : body
    expect(await writer.api.try('updateUserNote', { body: sent })).toMatchObject(
      refusal(400, new RegExp(`\\b${field}\\b`)),
    )
    expect(await noted(writer.api)).toEqual([])
  })

  it('answers 404 for unknown and erased people', async () => {
    for (const unknown of [newId('user', app.scope().now), 'usr_1'])
      expect(await write('x', unknown)).toMatchObject(refusal(404, `User ${unknown} not found`))
    const leaving = await aUser(app)
    await write('gone soon', leaving.id)
    await leaving.api.call('deleteUser', { userId: leaving.id })
    const scope = app.scope()
    await eraseDueAccounts({ ...scope, now: new Date(scope.now.getTime() + 15 * 86_400_000) }, erasers)
    expect(await write('x', leaving.id)).toMatchObject(refusal(404, `User ${leaving.id} not found`))
    expect(await noted()).not.toContain('gone soon')
  })

  it('keeps one note of 20 concurrent writes', async () => {
    const [writer, about] = [await aUser(app), await aUser(app)]
    const notes = Array.from({ length: 20 }, (_, at) => `version ${at}`)
    const answers = await Promise.all(notes.map((note) => write(note, about.id, writer.api)))
    expect(answers.map(({ status }) => status)).toEqual(notes.map(() => 200))
    expect(answers.map(({ body }) => body)).toMatchObject(notes.map((note) => ({ note })))
    expect(await noted(writer.api)).toEqual([expect.stringMatching(/^version \d+$/)])
  })
})

describe('getUserNotes', () => {
  it('lists the own notes, latest change first, page by page', async () => {
    const writer = await aUser(app)
    const people: TestUser[] = []
    for (let at = 0; at < 5; at++) people.push(await aUser(app))
    for (const [at, person] of people.entries()) {
      app.clock.advance(1_000)
      await write(`note ${at}`, person.id, writer.api)
    }
    app.clock.advance(1_000)
    await write('note 1', people[1]?.id, writer.api)
    const wanted = ['note 1', 'note 4', 'note 3', 'note 2', 'note 0']
    expect(await noted(writer.api)).toEqual(wanted)
    const page = async (n: number, offset: number) =>
      (await writer.api.call('getUserNotes', { query: { n: String(n), offset: String(offset) } })).map(
        ({ note }) => note,
      )
    expect([await page(2, 0), await page(2, 2), await page(2, 4), await page(2, 6)]).toEqual([
      wanted.slice(0, 2),
      wanted.slice(2, 4),
      wanted.slice(4),
      [],
    ])
    expect(await noted((await aUser(app)).api)).toEqual([])
  })

  it('needs a session', async () => {
    for (const operation of ['getUserNotes', 'updateUserNote'] as const)
      expect(await aRestClient(app).try(operation)).toMatchObject(refusal(401, '"Missing Credentials"'))
  })
})

describe('getUserNote', () => {
  it("hides other people's notes, even from admins and from the person they are about", async () => {
    const { id } = await author.api.call('updateUserNote', { body: { targetUserId: target.id, note: 'secret' } })
    for (const { api } of [target, await aUser(app), await anAdmin(app)])
      expect(await api.try('getUserNote', { userNoteId: id })).toMatchObject(refusal(404, 'Note not found'))
    expect(await aRestClient(app).try('getUserNote', { userNoteId: id })).toMatchObject(
      refusal(401, '"Missing Credentials"'),
    )
  })

  it('answers 404 for an unknown note', async () => {
    for (const userNoteId of [newId('userNote', app.scope().now), 'unt_1', 'x', target.id])
      expect(await author.api.try('getUserNote', { userNoteId })).toMatchObject(refusal(404, 'Note not found'))
  })
})
