import { describe, expect, it } from 'vitest'
import { anApi } from '../support/api.ts'
import { anApp } from '../support/app.ts'
import { anAdmin, aRegistration, basic } from '../support/people.ts'

const app = await anApp()
const admin = await anAdmin(app)

/** PostgreSQL can't store it, so it is refused before it gets there. */
describe('a zero byte in a text', () => {
  it('is bad input that names the field', async () => {
    const refused = [
      ['username', await anApi(app).try('checkUserExists', { query: { username: 'a\0b' } })],
      ['include', await admin.api.try('getInfoPush', { query: { include: 'a\0b' } })],
      ['search', await admin.api.try('searchUsers', { query: { search: '\0' } })],
      ['branch', await admin.api.try('getCSS', { query: { branch: '\0' } })],
      ['email', await anApi(app).try('registerUserAccount', { body: { ...aRegistration(), email: 'a\0@plaza.test' } })],
      ['note', await admin.api.try('updateUserNote', { body: { note: '\0', targetUserId: admin.id } })],
      ['tags', await admin.api.try('addTags', { userId: admin.id, body: { tags: ['language_eng', '\0'] } })],
    ] as const
    for (const [field, { status, body }] of refused) {
      expect({ field, status }).toEqual({ field, status: 400 })
      expect(body).toEqual({ error: { message: `${field}: text must not contain a zero byte`, status_code: 400 } })
    }
  })

  it('names nobody in a path, and logs nobody in', async () => {
    expect((await admin.api.try('getUserByName', { username: 'a\0b' })).status).toBe(404)
    expect((await admin.api.try('getUser', { userId: `${admin.id}\0` })).status).toBe(404)
    expect((await anApi(app).try('getCurrentUser', { headers: basic('a\0b', 'whatever it is') })).status).toBe(401)
  })

  it('is no matter in a field that is not read', async () => {
    expect((await anApi(app).fetch('/api/1/config?x=%00')).status).toBe(200)
  })

  it('is not seen in a text that merely spells it', async () => {
    const note = await admin.api.call('updateUserNote', { body: { note: '\\u0000', targetUserId: admin.id } })
    expect(note.note).toBe('\\u0000')
  })
})
