import { beforeAll, describe, expect, it } from 'vitest'
import { sharedApp } from '../../../support/app.ts'
import { aRestClient } from '../../../support/restClient.ts'
import { aName, aUser, PASSWORD, type TestUser } from '../../../support/users.ts'

const app = await sharedApp()
const visitor = aRestClient(app)
const displayName = aName('D')
let person: TestUser
let other: TestUser

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
  it('compares username, e-mail address and display name regardless of case and form', async () => {
    for (const query of [{ username: person.username }, { email: person.email }, { displayName }]) {
      expect(await exists(query)).toBe(true)
      const [[field = '', text = ''] = []] = Object.entries(query)
      expect(await exists({ [field]: ` ${text.toUpperCase()} ` })).toBe(true)
      expect(await exists({ [field]: `x${text}` })).toBe(false)
    }
    expect(await exists({ displayName: person.username })).toBe(false)
  })

  it('looks for one account with all given values', async () => {
    const { username, email } = person
    expect(await exists({ username, email, displayName })).toBe(true)
    expect(await exists({ username, email: other.email })).toBe(false)
    expect(await exists({ username: other.username, displayName })).toBe(false)
    expect(await exists({ username: '', displayName: '', email })).toBe(true)
  })

  it('excludes one person', async () => {
    expect(await exists({ username: person.username, excludeUserId: person.id })).toBe(false)
    expect(await exists({ username: person.username, excludeUserId: other.id })).toBe(true)
    expect(await exists({ username: person.username, excludeUserId: 'usr_nobody' })).toBe(true)
  })

  it('tells whether names are valid', async () => {
    expect(await nameOk({ username: 'Ada Lovelace' })).toBe(true)
    expect(await nameOk({ email: 'ada@plaza.test' })).toBe(true)
    for (const name of ['abc', 'a'.repeat(16), 'ada@plaza', '<script>', '\u200Bname', 'two  spaces']) {
      expect(await nameOk({ username: name })).toBe(false)
      expect(await nameOk({ username: 'Ada Lovelace', displayName: name })).toBe(false)
    }
  })

  it('needs a value, and refuses its absence in a text that clients know', async () => {
    for (const query of [{}, { excludeUserId: person.id }, { username: '', email: '', displayName: '' }]) {
      const answer = await visitor.try('checkUserExists', { query })
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({
        error: { message: '"username, email, or displayName required"', status_code: 400 },
      })
    }
  })

  it('needs no session, and accepts one', async () => {
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
