import { describe, expect, it } from 'vitest'
import { contract } from '../../src/areas/index.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { anApp } from '../support/app.ts'
import { refusal } from '../support/refusals.ts'
import { aRestClient } from '../support/restClient.ts'
import { aRegistration, aUser, basicAuthHeader } from '../support/users.ts'

const app = await anApp({ ALLOWED_ORIGINS: 'https://a.example, https://b.example:8443' })
const FORGED = refusal(403, 'Origin not allowed')
const FOREIGN = [
  'https://evil.example',
  'null',
  'https://plaza.test',
  'http://plaza.test.evil.example',
  'https://b.example',
  '',
]
const OWN = ['http://plaza.test', 'https://a.example', 'https://b.example:8443']

const from = (origin: string) => ({ headers: { origin } })

describe('a request with the auth cookie and a foreign Origin', () => {
  it('is 403 for every operation that changes state, and changes nothing', async () => {
    const { api, id, username } = await aUser(app)
    const rows: [string, Operation][] = Object.entries(contract)
    const changing = rows.filter(([, { method }]) => method !== 'get')
    expect(changing.length).toBeGreaterThan(12)
    for (const [name, { method, path }] of changing) {
      const target = path.replace('{userId}', id).replace(/\{\w+\}/g, 'x')
      const exchange = await api.fetch(`/api/1${target}`, {
        method: method.toUpperCase(),
        ...from('https://evil.example'),
      })
      expect({ name, ...exchange }).toMatchObject({ name, ...FORGED })
    }
    expect(await api.call('getCurrentUser')).toMatchObject({
      id,
      username,
      accountDeletionLog: null,
      twoFactorAuthEnabled: false,
    })
    expect(await app.scope().db.account.findUnique({ where: { userId: id } })).toMatchObject({
      totpPendingSecret: null,
    })
  })

  it('is 403 unless the origin equals the own or an allowed one exactly', async () => {
    const { api } = await aUser(app)
    for (const origin of FOREIGN)
      expect({ origin, ...(await api.try('enable2FA', from(origin))) }).toMatchObject({ origin, ...FORGED })
  })

  it('is 403 with an invalid token, too', async () => {
    const headers = { cookie: 'auth=authcookie_of-nobody', origin: 'https://evil.example' }
    expect(await aRestClient(app).try('logout', { headers })).toMatchObject(FORGED)
  })

  it('is answered for reads', async () => {
    const { api, id } = await aUser(app)
    for (const origin of FOREIGN)
      expect(await api.try('getCurrentUser', from(origin))).toMatchObject({ status: 200, body: { id } })
  })
})

describe('a request with the auth cookie', () => {
  it('changes state from the own origin, and from the allowed ones', async () => {
    const { api } = await aUser(app)
    for (const origin of OWN) expect(await api.try('enable2FA', from(origin))).toMatchObject({ status: 200 })
  })

  it('changes state without an Origin: legacy clients send none', async () => {
    const { api } = await aUser(app)
    expect(await api.try('enable2FA')).toMatchObject({ status: 200 })
    expect(await api.try('logout')).toMatchObject({ status: 200 })
  })
})

describe('a request without the auth cookie', () => {
  it('is answered from any origin', async () => {
    const api = aRestClient(app)
    const wanted = aRegistration()
    const registered = await api.try('registerUserAccount', { body: wanted, ...from('https://evil.example') })
    expect(registered).toMatchObject({ status: 200, body: { username: wanted.username } })
    const headers = { ...basicAuthHeader(wanted.username, wanted.password), origin: 'https://evil.example' }
    expect(await aRestClient(app).try('getCurrentUser', { headers })).toMatchObject({ status: 200 })
  })
})

describe('a response', () => {
  it('may be read only by pages of the own and the allowed origins', async () => {
    const { api } = await aUser(app)
    const allowed = async (origin: string) =>
      (await api.try('getCurrentUser', from(origin))).headers.get('access-control-allow-origin')
    for (const origin of OWN) expect(await allowed(origin)).toBe(origin)
    for (const origin of FOREIGN) expect(await allowed(origin)).toBeNull()
  })
})
