import { describe, expect, it } from 'vitest'
import { anApi } from '../support/api.ts'
import { anApp } from '../support/app.ts'
import { aUser, basic, login } from '../support/people.ts'

const app = await anApp()

describe('getCurrentUser', () => {
  it('logs in with Basic credentials and sets the auth cookie once', async () => {
    const person = await aUser(app)
    const api = anApi(app)
    const first = await api.try('getCurrentUser', { headers: basic(person.username, person.password) })
    expect(first).toMatchObject({ status: 200, body: { id: person.id, username: person.username } })
    expect(first.headers.getSetCookie()).toEqual([expect.stringMatching(/^auth=authcookie_[0-9a-f-]{36}; Expires=.+ GMT; Path=\/; HttpOnly; SameSite=Lax$/)])
    const second = await api.try('getCurrentUser')
    expect(second.status).toBe(200)
    expect(second.headers.getSetCookie()).toEqual([])
  })

  it('refuses an unknown name and a wrong password alike', async () => {
    const person = await aUser(app)
    const wrong = await anApi(app).try('getCurrentUser', { headers: basic(person.username, 'nope nope nope') })
    const unknown = await anApi(app).try('getCurrentUser', { headers: basic('nobody-at-all', 'nope nope nope') })
    expect(wrong.status).toBe(401)
    expect(wrong.body).toEqual({ error: { message: '"Invalid Username/Email or Password"', status_code: 401 } })
    expect(unknown.body).toEqual(wrong.body)
  })

  it('accepts the e-mail address as a name', async () => {
    const person = await aUser(app)
    expect(await login(anApi(app), { username: person.email, password: person.password })).toMatchObject({ id: person.id })
  })
})
