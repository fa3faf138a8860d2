import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { anApp, sharedApp } from '../support/app.ts'
import { sendRawRequest } from '../support/rawHttp.ts'
import { aUser, basicAuthHeader, enableTotp } from '../support/users.ts'

const app = await sharedApp()
const page = (path: string) => sendRawRequest(app.origin, { path })

/** The URLs that a page loads, as paths for this server and in full for other hosts. */
function loadedBy(html: string, base: string): string[] {
  const found = [...html.matchAll(/<(?:script|link|img)\b[^>]*?\b(?:src|href)="([^"]+)"/g)].map(
    ([, address]) => address ?? '',
  )
  return found
    .filter((address) => !address.startsWith('data:'))
    .map((address) => new URL(address, `${app.origin}${base}`).href.replace(app.origin, ''))
}

const hashOf = (script: string) => `sha256-${createHash('sha256').update(script).digest('base64')}`

/** The scripts of a page; one that is loaded names its hash. */
async function scriptsOf(html: string, base: string): Promise<string[]> {
  const found = [...html.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)]
  return Promise.all(
    found.map(async ([, attributes = '', inline = '']) => {
      const [, address] = /\bsrc="([^"]+)"/.exec(attributes) ?? []
      if (!address) return inline
      const { text } = await page(new URL(address, `${app.origin}${base}`).href.replace(app.origin, ''))
      expect(attributes).toContain(`integrity="${hashOf(text)}"`)
      return text
    }),
  )
}

describe.each(['/docs/', '/docs/graphql'])('the page at %s', (path) => {
  it('loads its resources from this server, with their media types', async () => {
    const { status, headers, text } = await page(path)
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/html; charset=utf-8' })
    const loaded = loadedBy(text, path)
    expect(loaded.length).toBeGreaterThanOrEqual(1)
    for (const address of loaded) {
      const part = await page(address)
      const type = { css: /^text\/css/, js: /^(text|application)\/javascript/, png: /^image\/png/ }[
        new URL(address, app.origin).pathname.split('.').pop() ?? ''
      ]
      expect({ address, status: part.status }).toEqual({ address, status: 200 })
      expect(part.headers['content-type']).toMatch(type ?? /^$/)
      expect(part.headers['x-content-type-options']).toBe('nosniff')
      expect(part.text.length).toBeGreaterThan(50)
    }
  })

  it('complies with its Content-Security-Policy', async () => {
    const { headers, text } = await page(path)
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/(^|;)default-src 'self';/)
    expect(policy).toMatch(path === '/docs/graphql' ? /;script-src 'none';/ : /;script-src( 'sha256-[\w+/]+=')+;/)
    expect(policy).toMatch(/;script-src-attr 'none';/)
    expect(policy).toMatch(/;img-src 'self' data:;/)
    expect(policy).not.toContain('upgrade-insecure-requests')
    const scripts = await scriptsOf(text, path)
    expect(scripts).toHaveLength({ '/docs/': 3 }[path] ?? 0)
    for (const script of scripts) expect(policy).toContain(`'${hashOf(script)}'`)
    expect(text).not.toMatch(/\son\w+=|javascript:/i)
  })
})

describe('the pages', () => {
  /** Swagger UI shows the description of the OpenAPI document. */
  const LINKED = {
    '/docs/graphql': ['/', '/graphql', '/schema.graphql', '/docs/'],
    '/graphql': ['/', '/docs/graphql', '/schema.graphql', '/docs/'],
    '/openapi.json': ['/', '/docs/graphql'],
  }

  it.each(Object.entries(LINKED))('%s links to %s, which exist', async (from, targets) => {
    const { text } = await sendRawRequest(app.origin, { path: from, headers: { accept: 'text/html' } })
    for (const path of targets) {
      expect(text).toMatch(new RegExp(`href=\\\\?"${path}\\\\?"|\\]\\(${path}\\)`))
      const target = await sendRawRequest(app.origin, { path, headers: { accept: 'text/html' } })
      expect({ path, status: target.status }).toEqual({ path, status: 200 })
    }
  })
})

describe('the schema', () => {
  it('is served as text, described, as it stands in the repository', async () => {
    const { status, headers, text } = await page('/schema.graphql')
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/plain; charset=utf-8' })
    expect(text).toBe(readFileSync('schema.graphql', 'utf8'))
    expect(buildSchema(text).description).toContain('/docs/graphql')
  })
})

describe('what describes the APIs in production', async () => {
  const SECRET_KEY = randomBytes(36).toString('base64')
  const production = await anApp({ NODE_ENV: 'production', SECRET_KEY, PUBLIC_URL: 'https://plaza.test', DEMO: 'off' })
  const DESCRIBING = [
    '/schema.graphql',
    '/apollo-policies.json',
    '/openapi.json',
    '/docs',
    '/docs/',
    '/docs/index.html',
    '/docs/graphql',
  ]
  const statuses = (headers: Record<string, string>, method = 'GET') =>
    Promise.all(
      DESCRIBING.map(async (path) => (await sendRawRequest(production.origin, { method, path, headers })).status),
    )

  it('is refused without a session: programs get the error envelope, browsers a page', async () => {
    for (const method of ['GET', 'HEAD']) expect(new Set(await statuses({}, method))).toEqual(new Set([401]))
    expect(new Set(await statuses({ cookie: 'auth=authcookie_unknown' }))).toEqual(new Set([401]))
    const asked = { path: '/openapi.json', headers: { 'x-forwarded-for': '203.0.113.7' } }
    expect((await sendRawRequest(production.origin, asked)).body).toMatchObject({
      error: { message: '"Missing Credentials"', status_code: 401 },
    })
    const shown = await sendRawRequest(production.origin, {
      path: '/docs/',
      headers: { accept: 'text/html,*/*;q=0.8' },
    })
    expect(shown).toMatchObject({ status: 401, text: expect.stringContaining('Log in first') })
    expect((await sendRawRequest(production.origin, { path: '/' })).status).toBe(200)
  })

  it('is refused to a session that needs its second factor, and told to finished ones', async () => {
    const person = await aUser(production)
    const cookie = () => ({ cookie: `auth=${person.api.cookies.get('auth')}` })
    expect(await statuses(cookie())).toEqual([200, 200, 200, 302, 200, 200, 200])
    await enableTotp(production, person)
    const headers = { 'x-forwarded-for': '203.0.113.8', ...basicAuthHeader(person.username, person.password) }
    const login = await sendRawRequest(production.origin, { path: '/api/1/auth/user', headers })
    const [waiting = ''] = login.headers['set-cookie'] ?? []
    expect(login.body).toMatchObject({ requiresTwoFactorAuth: ['totp', 'otp'] })
    expect(new Set(await statuses({ cookie: waiting.split(';')[0] ?? '' }))).toEqual(new Set([401]))
  })
})

describe('Swagger UI', () => {
  it('is redirected to from /docs, and loads the OpenAPI document of this server', async () => {
    expect(await page('/docs')).toMatchObject({ status: 302, headers: { location: '/docs/' } })
    const start = await page('/docs/swagger-initializer.js')
    expect(start.text).toContain("url: '/openapi.json'")
    expect(start.text).not.toContain('petstore')
    expect(() => new Function(start.text)).not.toThrow()
  })

  it('finds every operation and the server URL in the document', async () => {
    const { status, headers, body } = await page('/openapi.json')
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'application/json; charset=utf-8' })
    expect(body).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: '/api/1' }],
      paths: { '/users/{userId}': { get: { operationId: 'getUser' }, put: { operationId: 'updateUser' } } },
    })
  })
})
