import { describe, expect, it } from 'vitest'
import { anApp } from '../support/app.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { aGraphSocket, isAcknowledged, sessionTokenOf } from '../support/graphSocket.ts'
import { aNotification } from '../support/notifications.ts'
import { openPipelineSocket } from '../support/pipelineSocket.ts'
import { aRestClient } from '../support/restClient.ts'
import { aConfirmedUser, aUser, basicAuthHeader, enableTotp, logIn, mailedLink, totpCode } from '../support/users.ts'

const app = await anApp()
const UNKNOWN = 'authcookie_00000000-0000-4000-8000-000000000000'

/** Cookie headers in which the valid value of a name is not the only one. */
const headersWith = (name: string, good: string) => [
  `${name}=; ${name}=${good}`,
  `${name}=${good}; ${name}=`,
  `${name}=""; ${name}=${good}`,
  `${name}=${UNKNOWN}; ${name}=${good}`,
  `${name}=${good}; ${name}=${UNKNOWN}`,
  `${name}=; ${name}=nonsense; ${name}=nonsense; other=1; ${name}=${good}`,
]

describe('a session cookie beside empty and outdated ones', () => {
  it('is the credential of REST, and the token that is verified', async () => {
    const person = await aUser(app)
    const token = sessionTokenOf(person)
    for (const cookie of headersWith('auth', token)) {
      const api = aRestClient(app)
      expect(await api.try('getCurrentUser', { headers: { cookie } }), cookie).toMatchObject({
        status: 200,
        body: { id: person.id },
      })
      expect(await api.try('verifyAuthToken', { headers: { cookie } }), cookie).toMatchObject({ body: { token } })
      const renamed = { headers: { cookie }, userId: person.id, body: { bio: cookie.slice(0, 20) } }
      expect(await api.try('updateUser', renamed), cookie).toMatchObject({ status: 200 })
    }
  })

  it('is the credential of GraphQL, by HTTP and by websocket', async () => {
    const person = await aUser(app)
    for (const cookie of headersWith('auth', sessionTokenOf(person))) {
      const answer = await aGraphClient(app).send('{ viewer { user { id } } }', {}, { cookie })
      expect(answer, cookie).toEqual({ data: { viewer: { user: { id: person.id } } } })
      const socket = await aGraphSocket(app, { headers: { cookie }, payload: { authToken: '' } })
      await socket.until(isAcknowledged)
      socket.socket.close()
    }
  })

  it('is preferred to that of a login that needs its second factor', async () => {
    const [owing, person] = [await aUser(app), await aUser(app)]
    await enableTotp(app, owing)
    owing.api.cookies.delete('twoFactorAuth')
    await logIn(owing.api, owing)
    const [unfinished, finished] = [sessionTokenOf(owing), sessionTokenOf(person)]
    for (const cookie of [`auth=${unfinished}; auth=${finished}`, `auth=${finished}; auth=${unfinished}`])
      expect(await aRestClient(app).try('getCurrentUser', { headers: { cookie } })).toMatchObject({
        body: { id: person.id },
      })
  })

  it('is found among five values at most, so that one request can not ask for many sessions', async () => {
    const token = sessionTokenOf(await aUser(app))
    const invalid = Array.from({ length: 5 }, (_, at) => `auth=invalid${at}`)
    const statusWith = async (cookies: readonly string[]) =>
      (await aRestClient(app).try('getCurrentUser', { headers: { cookie: cookies.join('; ') } })).status
    expect(await statusWith([...invalid.slice(1), `auth=${token}`])).toBe(200)
    expect(await statusWith([...invalid, `auth=${token}`])).toBe(401)
  })

  it('finishes its login by the mailed link', async () => {
    const person = await aConfirmedUser(app)
    for (const position of headersWith('auth', '').keys()) {
      const api = aRestClient(app)
      await logIn(api, person)
      const cookie = headersWith('auth', api.cookies.get('auth') ?? '')[position] ?? ''
      const link = mailedLink(app, person.email)
      const { headers } = await api.fetch(`${link.pathname}${link.search}`, { headers: { cookie } })
      expect(headers.get('location'), cookie).toContain('loginPlace=verified')
    }
  })
})

describe('the cookie of a trusted device', () => {
  it('is found beside empty ones and those of other people', async () => {
    const [person, other] = [await aUser(app), await aUser(app)]
    const trustOf = async (owner: typeof person) => {
      const secret = await enableTotp(app, owner)
      const api = aRestClient(app)
      await logIn(api, owner)
      await api.call('verify2FA', { body: { code: await totpCode(app, secret) } })
      return api.cookies.get('twoFactorAuth') ?? ''
    }
    const trust = await trustOf(person)
    const foreign = `twoFactorAuth=${await trustOf(other)}; twoFactorAuth=${trust}`
    for (const cookie of [...headersWith('twoFactorAuth', trust), foreign]) {
      const headers = { ...basicAuthHeader(person.username, person.password), cookie }
      const api = aRestClient(app)
      expect(await api.try('getCurrentUser', { headers }), cookie).toMatchObject({ body: { id: person.id } })
      await api.call('logout')
      const answer = await aGraphClient(app, api).send(
        'mutation ($input: SignInInput!) { signIn(input: $input) { viewer { user { id } } } }',
        { input: { username: person.username, password: person.password } },
        { cookie },
      )
      expect(answer.data, cookie).toMatchObject({ signIn: { viewer: { user: { id: person.id } } } })
      await api.call('logout')
    }
  })
})

describe('the session tokens of the legacy websocket', () => {
  it('are tried in turn, whichever parameter comes first', async () => {
    const person = await aUser(app)
    const token = sessionTokenOf(person)
    for (const query of [
      `authToken=${UNKNOWN}&auth=${token}`,
      `auth=${UNKNOWN}&auth=&auth=${token}`,
      `authToken=nonsense&authToken=${token}`,
      `auth=${token}&authToken=${UNKNOWN}`,
    ]) {
      const line = await openPipelineSocket(app, `/?${query}`)
      const id = await aNotification(app, person.id, { title: query })
      expect(await line.nextContent('notification-v2')).toMatchObject({ id })
      await line.close()
    }
  })
})
