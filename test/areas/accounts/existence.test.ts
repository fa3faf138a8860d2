import { beforeAll, describe, expect, it } from 'vitest'
import { anApi } from '../../support/api.ts'
import { anApp } from '../../support/app.ts'
import { aName, aUser, PASSWORD, type Person } from '../../support/people.ts'

const app = await anApp()
const visitor = anApi(app)
const displayName = aName('D')
let person: Person
let other: Person

beforeAll(async () => {
  ;[person, other] = [await aUser(app), await aUser(app)]
  await person.api.call('updateUser', { userId: person.id, body: { displayName, currentPassword: PASSWORD } })
})

interface Sought {
  username?: string
  email?: string
  displayName?: string
  excludeUserId?: string
}
const exists = async (query: Sought) => (await visitor.call('checkUserExists', { query })).userExists
const nameOk = async (query: Sought) => (await visitor.call('checkUserExists', { query })).nameOk

describe('checkUserExists', () => {
  it('looks by username, e-mail address and display name, in any spelling', async () => {
    for (const query of [{ username: person.username }, { email: person.email }, { displayName }]) {
      expect(await exists(query)).toBe(true)
      const [[field = '', text = ''] = []] = Object.entries(query)
      expect(await exists({ [field]: ` ${text.toUpperCase()} ` })).toBe(true)
      expect(await exists({ [field]: `x${text}` })).toBe(false)
    }
    expect(await exists({ displayName: person.username })).toBe(false)
  })

  it('combines what it is given', async () => {
    const { username, email } = person
    expect(await exists({ username, email, displayName })).toBe(true)
    expect(await exists({ username, email: other.email })).toBe(false)
    expect(await exists({ username: other.username, displayName })).toBe(false)
    expect(await exists({ username: '', displayName: '', email })).toBe(true)
  })

  it('leaves one person out', async () => {
    expect(await exists({ username: person.username, excludeUserId: person.id })).toBe(false)
    expect(await exists({ username: person.username, excludeUserId: other.id })).toBe(true)
    expect(await exists({ username: person.username, excludeUserId: 'usr_nobody' })).toBe(true)
  })

  it('tells whether names may be chosen at all', async () => {
    expect(await nameOk({ username: 'Ada Lovelace' })).toBe(true)
    expect(await nameOk({ email: 'ada@plaza.test' })).toBe(true)
    for (const name of ['abc', 'a'.repeat(16), 'ada@plaza', '<script>', '\u200Bname', 'two  spaces']) {
      expect(await nameOk({ username: name })).toBe(false)
      expect(await nameOk({ username: 'Ada Lovelace', displayName: name })).toBe(false)
    }
  })

  it('needs something to look for, and says so in words that clients know', async () => {
    for (const query of [{}, { excludeUserId: person.id }, { username: '', email: '', displayName: '' }]) {
      const answer = await visitor.try('checkUserExists', { query })
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({
        error: { message: '"username, email, or displayName required"', status_code: 400 },
      })
    }
  })

  it('asks no session, and answers one that is presented', async () => {
    expect(await person.api.call('checkUserExists', { query: { username: aName() } })).toEqual({
      userExists: false,
      nameOk: true,
    })
    const headers = { cookie: 'auth=authcookie_of-nobody' }
    expect(await visitor.try('checkUserExists', { query: { username: aName() }, headers })).toMatchObject({
      status: 200,
    })
  })
})
