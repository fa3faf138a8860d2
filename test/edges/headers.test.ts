import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { anApp } from '../support/app.ts'
import { sendRawRequest } from '../support/rawHttp.ts'
import { refusal } from '../support/refusals.ts'
import { aRestClient } from '../support/restClient.ts'
import { aUser, type TestUser } from '../support/users.ts'

const OWN = 'http://plaza.test'
const WEB = 'https://www.plaza.test'
const ALLOWED = 'https://third.test'
const app = await anApp({ WEB_URL: `${WEB}/home`, ALLOWED_ORIGINS: `${ALLOWED}, https://fourth.test/` })
let person: TestUser
let cookie: string

beforeAll(async () => {
  person = await aUser(app)
  cookie = `auth=${person.api.cookies.get('auth')}`
})

const own = () => `/api/1/users/${person.id}`
const corsOf = (headers: object) => Object.entries(headers).filter(([name]) => name.startsWith('access-control-'))

describe('CORS', () => {
  it.each([OWN, WEB, ALLOWED, 'https://fourth.test'])(
    'allows credentials for an allowed origin: %s',
    async (origin) => {
      const asked = { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' }
      const preflight = await sendRawRequest(app.origin, { method: 'OPTIONS', path: own(), headers: asked })
      expect(preflight).toMatchObject({ status: 204, text: '' })
      expect(preflight.headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': expect.stringContaining('PUT'),
        'access-control-allow-headers': 'content-type',
        'access-control-max-age': '600',
        vary: expect.stringMatching(/\bOrigin\b/i),
      })
      const answered = await sendRawRequest(app.origin, { path: own(), headers: { cookie, origin } })
      expect(answered).toMatchObject({ status: 200 })
      expect(answered.headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': expect.stringMatching(/x-request-id.*x-plaza-version.*retry-after/i),
        vary: expect.stringMatching(/\bOrigin\b/i),
      })
      for (const [path, status] of [
        [own(), 401],
        ['/nothing', 404],
        ['/upload/nothing', 405],
      ] as const)
        expect(await sendRawRequest(app.origin, { path, headers: { origin } })).toMatchObject({
          status,
          headers: { 'access-control-allow-origin': origin },
        })
    },
  )

  it.each([
    'https://evil.test',
    'null',
    'http://plaza.test.evil.test',
    'https://plaza.test',
    'http://PLAZA.test:80',
    `${WEB}/home`,
  ])('sends no CORS headers to a foreign origin: %s', async (origin) => {
    const asked = { origin, 'access-control-request-method': 'PUT' }
    for (const sent of [
      { method: 'OPTIONS', path: own(), headers: asked },
      { path: own(), headers: { cookie, origin } },
      { path: '/api/1/nothing', headers: { origin } },
    ]) {
      const { headers } = await sendRawRequest(app.origin, sent)
      expect(corsOf(headers)).toEqual([])
      expect(headers.vary).toMatch(/\bOrigin\b/i)
    }
  })

  it('refuses writes with cookies from foreign origins', async () => {
    const body = '{"bio":"forged"}'
    const typed = { cookie, 'content-type': 'application/json' }
    for (const origin of ['https://evil.test', 'null', ''])
      expect(
        await sendRawRequest(app.origin, { method: 'PUT', path: own(), headers: { ...typed, origin }, body }),
      ).toMatchObject(refusal(403, 'Origin not allowed'))
    expect(await person.api.call('getUser', { userId: person.id })).toMatchObject({ bio: '' })
    for (const origin of [OWN, WEB, ALLOWED])
      expect(
        await sendRawRequest(app.origin, { method: 'PUT', path: own(), headers: { ...typed, origin }, body }),
      ).toMatchObject({
        status: 200,
      })
    expect(
      await sendRawRequest(app.origin, { path: own(), headers: { cookie, origin: 'https://evil.test' } }),
    ).toMatchObject({
      status: 200,
    })
  })
})

describe('response headers', () => {
  it('forbid caching, framing and MIME sniffing', async () => {
    for (const path of [own(), '/api/1/time', '/api/1/nothing', '/api/1/health']) {
      const { headers } = await sendRawRequest(app.origin, { path, headers: { cookie } })
      expect(headers).toMatchObject({
        'cache-control': expect.stringContaining('no-store'),
        'content-security-policy': expect.stringContaining("default-src 'self'"),
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'no-referrer',
      })
      expect(headers).not.toHaveProperty('strict-transport-security')
      expect(headers).not.toHaveProperty('x-powered-by')
    }
  })

  it('declare JSON in UTF-8 for records, lists, strings, numbers and errors', async () => {
    const kinds: [string, unknown][] = [
      [own(), expect.any(Object)],
      ['/api/1/userNotes', []],
      ['/api/1/time', expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)],
      ['/api/1/visits', expect.any(Number)],
      ['/api/1/health', expect.objectContaining({ error: expect.anything() })],
    ]
    for (const [path, body] of kinds) {
      const answer = await sendRawRequest(app.origin, { path, headers: { cookie } })
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.body).toEqual(body)
    }
  })

  it('carry a request id: a new one, or a valid one from the proxy', async () => {
    const idOf = async (given?: string) => {
      const headers = given === undefined ? {} : { 'x-request-id': given }
      return (await sendRawRequest(app.origin, { path: '/api/1/time', headers })).headers['x-request-id']
    }
    const ids = [await idOf(), await idOf(), await idOf('short'), await idOf('x'.repeat(65)), await idOf('a b<script>')]
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
    expect(new Set(ids).size).toBe(ids.length)
    expect(await idOf('proxy_id-0123456789')).toBe('proxy_id-0123456789')
    for (const path of [
      '/',
      '/livez',
      '/readyz',
      '/metrics',
      '/docs/',
      '/openapi.json',
      '/graphql',
      '/nothing',
      '/api/1/nothing',
    ])
      expect((await sendRawRequest(app.origin, { path })).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('keep other sites from embedding anything but files', async () => {
    for (const path of ['/', '/api/1/time', '/api/1/auth/user', '/openapi.json', '/nothing', '/graphql'])
      expect((await sendRawRequest(app.origin, { path })).headers['cross-origin-resource-policy']).toBe('same-origin')
  })

  it('set Secure cookies when PUBLIC_URL is https', async () => {
    const https = await anApp({ PUBLIC_URL: 'https://plaza.test' })
    const { headers } = await aRestClient(https).fetch('/api/1/time')
    expect(headers.get('strict-transport-security')).toMatch(/max-age=\d+/)
    const { api } = await aUser(https)
    const again = await api.fetch('/api/1/logout', { method: 'PUT' })
    for (const set of again.headers.getSetCookie()) expect(set).toMatch(/; HttpOnly; SameSite=Lax; Secure$/)
  })
})

describe('compression', () => {
  it('is applied on request to large responses', async () => {
    const plain = await sendRawRequest(app.origin, { path: '/api/1/config' })
    expect(plain.headers).not.toHaveProperty('content-encoding')
    const response = await fetch(`${app.origin}/api/1/config`, { headers: { 'accept-encoding': 'gzip' } })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(response.headers.get('vary')).toMatch(/accept-encoding/i)
    expect(await response.json()).toEqual(plain.body)
    const small = await sendRawRequest(app.origin, { path: '/api/1/time', headers: { 'accept-encoding': 'gzip' } })
    expect(small.headers).not.toHaveProperty('content-encoding')
  })
})

describe('probes and metrics', () => {
  it('report that the server is alive and ready', async () => {
    expect(await sendRawRequest(app.origin, { path: '/livez' })).toMatchObject({
      status: 200,
      text: 'ok',
      headers: { 'cache-control': 'no-store' },
    })
    expect(await sendRawRequest(app.origin, { path: '/readyz' })).toMatchObject({ status: 200, text: 'ready' })
    expect(await sendRawRequest(app.origin, { method: 'HEAD', path: '/readyz' })).toMatchObject({
      status: 200,
      text: '',
    })
  })

  it('count requests by operation, without ids', async () => {
    await sendRawRequest(app.origin, { path: own(), headers: { cookie } })
    await sendRawRequest(app.origin, { path: '/some/odd/path' })
    const counted = (await sendRawRequest(app.origin, { path: '/metrics' })).text
    expect(counted).toMatch(/plaza_http_requests_total\{operation="getUser",method="GET",status="200"\} \d+/)
    expect(counted).toMatch(/plaza_http_requests_total\{operation="page",method="GET",status="404"\} \d+/)
    expect(counted).toMatch(
      /plaza_http_request_duration_seconds_bucket\{le="0.25",operation="getUser",method="GET"\} \d+/,
    )
    expect(counted).toMatch(/plaza_password_hashes_total \d+/)
    expect(counted).toContain('process_cpu_user_seconds_total')
    for (const secret of [person.id, person.username, cookie, 'odd']) expect(counted).not.toContain(secret)
  })

  it('count requests that the client aborted', async () => {
    const count = async () =>
      Number(
        /operation="getCSS",method="GET",status="\d+"\} (\d+)/.exec(
          (await sendRawRequest(app.origin, { path: '/metrics' })).text,
        )?.[1] ?? 0,
      )
    const before = await count()
    const socket = connect(Number(new URL(app.origin).port), '127.0.0.1')
    socket.end('GET /api/1/css/app.css HTTP/1.1\r\nHost: plaza.test\r\n\r\n', () => socket.destroy())
    await expect.poll(count).toBe(before + 1)
  })

  it('tell the metrics to this machine, and to others that have the token', async () => {
    const token = 'a token of the monitoring'
    const guarded = await anApp({ METRICS_TOKEN: token })
    const statusFor = async (origin: string, headers: Record<string, string>) =>
      (await sendRawRequest(origin, { path: '/metrics', headers })).status
    const elsewhere = { 'x-forwarded-for': '198.51.100.7' }
    const wrongTokens = ['Bearer', 'Bearer ', `Bearer ${token}x`, token, 'Bearer undefined']
    const strangers: Record<string, string>[] = [
      elsewhere,
      { 'x-forwarded-for': '127.0.0.1' },
      { forwarded: 'for=127.0.0.1' },
      { host: 'plaza.test' },
      { host: '127.0.0.1.plaza.test:3000' },
      ...wrongTokens.map((authorization) => ({ ...elsewhere, authorization })),
    ]
    for (const { origin } of [app, guarded]) {
      for (const host of ['127.0.0.1:3000', 'LOCALHOST', '[::1]:3000'])
        expect(await statusFor(origin, { host })).toBe(200)
      for (const headers of strangers) expect(await statusFor(origin, headers)).toBe(403)
    }
    expect(await statusFor(guarded.origin, { ...elsewhere, authorization: `Bearer ${token}` })).toBe(200)
  })

  it('tell the metrics to nobody without the token behind a proxy that adds no header, nor in production', async () => {
    const token = 'a token of the monitoring'
    const SECRET_KEY = randomBytes(36).toString('base64')
    const production = { NODE_ENV: 'production', SECRET_KEY, PUBLIC_URL: 'http://127.0.0.1:3000' }
    const guarded = await Promise.all([anApp({ TRUST_PROXY: '0', METRICS_TOKEN: token }), anApp(production)])
    for (const { origin } of guarded) {
      const refused = await sendRawRequest(origin, { path: '/metrics' })
      expect(refused).toMatchObject(refusal(403, /^needs METRICS_TOKEN as bearer token$/))
    }
    const headers = { authorization: `Bearer ${token}` }
    expect((await sendRawRequest(guarded[0].origin, { path: '/metrics', headers })).status).toBe(200)
  })

  it('hide /metrics when METRICS is off', async () => {
    const quiet = await anApp({ METRICS: 'off' })
    expect(await sendRawRequest(quiet.origin, { path: '/metrics' })).toMatchObject(refusal(404, /./))
    expect(await sendRawRequest(quiet.origin, { path: '/readyz' })).toMatchObject({ status: 200 })
  })
})

describe('an Expect header', () => {
  it.each(['100-continue', 'nonsense', ''])('does not fail the request: %j', async (expected) => {
    const sent = {
      method: 'PUT',
      path: own(),
      headers: { cookie, expect: expected, 'content-type': 'application/json' },
    }
    expect(await sendRawRequest(app.origin, { ...sent, body: '{"bio":"expected"}' })).toMatchObject({ status: 200 })
    expect(await sendRawRequest(app.origin, { ...sent, body: '{' })).toMatchObject(refusal(400, /JSON/))
  })
})
