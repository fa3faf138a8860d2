import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../../../src/kernel/clock.ts'
import { anApp } from '../../../support/app.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { aRestClient, type RestClient } from '../../../support/restClient.ts'
import { aConfirmedUser, logIn, mailedLink } from '../../../support/users.ts'

const app = await anApp({ WEB_URL: 'http://web.plaza.test/home' })
const OWED = { requiresTwoFactorAuth: ['emailOtp'] }
const PAGE = '/login-place'
const AGENT = 'Evil <b>/1 & "co"'

/** A login from a new place, and the page to which the mailed link leads somebody without its cookie. */
async function waitingLogin() {
  const person = await aConfirmedUser(app)
  const api = aRestClient(app)
  const headers = { authorization: basicOf(person), 'user-agent': AGENT }
  await api.fetch('/api/1/auth/user', { headers })
  const link = mailedLink(app, person.email)
  const { headers: answer } = await aRestClient(app).fetch(`${link.pathname}${link.search}`)
  const location = new URL(answer.get('location') ?? '')
  return { person, api, location, token: link.searchParams.get('token') ?? '' }
}

const basicOf = ({ username, password }: { username: string; password: string }) =>
  `Basic ${Buffer.from(`${username}:${encodeURIComponent(password)}`).toString('base64')}`

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const press = (fields: Record<string, string>, headers: Record<string, string> = FORM, client = aRestClient(app)) =>
  client.fetch(PAGE, { method: 'POST', headers, body: new URLSearchParams(fields).toString() })
const read = ({ pathname, search }: URL, method = 'GET') => aRestClient(app).fetch(`${pathname}${search}`, { method })
const isFinished = async (api: RestClient) => 'id' in (await api.call('getCurrentUser'))

describe('the page of a login from a new place', () => {
  it('tells from where somebody logged in, and finishes nothing', async () => {
    const { person, api, location } = await waitingLogin()
    expect(location.origin + location.pathname).toBe(`http://plaza.test${PAGE}`)
    for (const method of ['HEAD', 'GET']) expect(await read(location, method)).toMatchObject({ status: 200 })
    const { body, headers } = await read(location)
    expect(String(body)).toContain(api.address)
    expect(String(body)).toContain('Evil &lt;b&gt;/1 &amp; &quot;co&quot;')
    expect(String(body)).not.toContain('<b>')
    expect(headers.get('content-type')).toMatch(/^text\/html/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(await api.call('getCurrentUser')).toEqual(OWED)
    expect(String(body)).not.toContain(person.email)
  })

  it('needs no script and nothing that its content security policy forbids', async () => {
    const { location } = await waitingLogin()
    const { body, headers } = await read(location)
    expect(String(body)).not.toMatch(/<script|<style|\son\w+=|javascript:|style=/i)
    expect(headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(String(body)).toContain(`<form method="post" action="${PAGE}">`)
  })

  it('finishes the login by its button, once, from any device', async () => {
    const { person, api, token } = await waitingLogin()
    const pressed = await press({ token, userId: person.id })
    expect(pressed).toMatchObject({ status: 200 })
    expect(String(pressed.body)).toContain('The login is finished')
    expect(String(pressed.body)).toContain('href="http://web.plaza.test/home"')
    expect(pressed.headers.getSetCookie()).toEqual([])
    expect(await isFinished(api)).toBe(true)
    expect(await press({ token })).toMatchObject({ status: 400 })
  })

  it('finishes it once for parallel presses', async () => {
    const { token } = await waitingLogin()
    const answers = await runConcurrently(app, 6, () => press({ token }))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400])
  })

  it('refuses unknown, expired and foreign tokens, other types and large forms, and finishes nothing', async () => {
    const { api, token } = await waitingLogin()
    expect(await press({ token: 'x'.repeat(32) })).toMatchObject({ status: 400 })
    expect(await press({})).toMatchObject({ status: 400 })
    expect(await press({ token, userId: 'usr_nobody' })).toMatchObject({ status: 400 })
    expect(await press({ token }, { 'content-type': 'text/plain' })).toMatchObject({ status: 415 })
    expect(await press({ token, more: 'x'.repeat(5_000) })).toMatchObject({ status: 413 })
    expect(await aRestClient(app).fetch(PAGE, { method: 'PUT' })).toMatchObject({ status: 404 })
    expect(await api.call('getCurrentUser')).toEqual(OWED)
    app.clock.advance(15 * MINUTE)
    expect(await press({ token })).toMatchObject({ status: 400 })
  })

  it('tells that a login was cancelled meanwhile; its place is known', async () => {
    const { person, api, location, token } = await waitingLogin()
    await api.call('logout')
    expect(String((await read(location)).body)).toContain('This login has ended')
    expect(String((await press({ token })).body)).toContain('This login has ended')
    const again = aRestClient(app, { address: api.address })
    expect(await logIn(again, person)).toMatchObject({ id: person.id })
  })
})
