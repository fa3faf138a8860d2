import { describe, expect, it } from 'vitest'
import { setFrontendAsset } from '../../../src/areas/system/frontendAssets.ts'
import { anApp } from '../../support/app.ts'
import { aRestClient } from '../../support/restClient.ts'
import { scopeSourceOf } from '../../support/scopes.ts'
import { aName, anAdmin, aUser } from '../../support/users.ts'

const app = await anApp()
const person = await aUser(app)
const boss = await anAdmin(app)
const admin = scopeSourceOf(app, boss, { admin: true })

const refusal = (message: string, status_code = 400) => ({
  status: status_code,
  body: { error: { message, status_code } },
})

describe.each([
  ['getCSS', 'text/css', 'dl {'],
  ['getJavaScript', 'application/javascript', 'fetch('],
] as const)('%s', (name, type, piece) => {
  it('serves the public variant of main to everybody', async () => {
    const plain = await aRestClient(app).try(name)
    expect(plain.status).toBe(200)
    expect(plain.headers.get('content-type')).toBe(`${type}; charset=utf-8`)
    expect(plain.body).toContain(piece)
    const spelled = await aRestClient(app).call(name, { query: { variant: 'public', branch: 'main' } })
    expect(spelled).toBe(plain.body)
    expect(await aRestClient(app).call(name, { query: { variant: '', branch: '' } })).toBe(plain.body)
  })

  it('refuses other builds to everybody but admins', async () => {
    for (const api of [aRestClient(app), person.api]) {
      expect(await api.try(name, { query: { branch: 'next' } })).toMatchObject(
        refusal('only admins can get non-main branches'),
      )
      expect(await api.try(name, { query: { variant: 'internal' } })).toMatchObject(
        refusal('only admins can get non-public variants'),
      )
    }
  })

  it('serves the internal variant to admins, and 404 for an unknown branch', async () => {
    expect(await boss.api.call(name, { query: { variant: 'internal' } })).toContain(piece)
    expect(await boss.api.try(name, { query: { branch: 'nowhere' } })).toMatchObject(
      refusal('Frontend build not found', 404),
    )
  })

  it('refuses an unknown variant', async () => {
    expect(await boss.api.try(name, { query: { variant: 'secret' } })).toMatchObject(
      refusal('variant must be internal or public'),
    )
  })
})

describe('setFrontendAsset', () => {
  it('replaces a build, which is served at once', async () => {
    const branch = aName('b')
    const build = { kind: 'js', variant: 'internal', branch } as const
    expect((await boss.api.try('getJavaScript', { query: { variant: 'internal', branch } })).status).toBe(404)
    await setFrontendAsset(admin(), { ...build, content: 'one()' })
    expect(await boss.api.call('getJavaScript', { query: { variant: 'internal', branch } })).toBe('one()')
    await setFrontendAsset(admin(), { ...build, content: 'two()' })
    expect(await boss.api.call('getJavaScript', { query: { variant: 'internal', branch } })).toBe('two()')
  })

  it('is for admins, and refuses an invalid branch name', async () => {
    const build = { kind: 'css', variant: 'public', branch: 'main', content: '' } as const
    const scope = scopeSourceOf(app, person)()
    await expect(setFrontendAsset(scope, build)).rejects.toMatchObject({ kind: 'forbidden', reason: 'admin_only' })
    const odd = { ...build, branch: '../main' }
    await expect(setFrontendAsset(admin(), odd)).rejects.toMatchObject({
      kind: 'invalid',
      issues: [{ path: ['branch'] }],
    })
  })
})

describe('the web pages', () => {
  it('include API documentation under /docs without external URLs or inline scripts', async () => {
    const api = aRestClient(app)
    expect((await api.fetch('/docs')).headers.get('location')).toBe('/docs/')
    const page = await api.fetch('/docs/')
    expect(page.status).toBe(200)
    expect(String(page.body)).not.toMatch(/https?:\/\//)
    expect(String(page.body)).not.toMatch(/<script>|<script [^>]*>[^<\s]/)
    const sources = [...String(page.body).matchAll(/(?:src|href)="(?:\.\/)?([^"]+)"/g)].map((match) => match[1])
    expect(sources.length).toBeGreaterThan(3)
    for (const source of sources) expect((await api.fetch(`/docs/${source}`)).status, source).toBe(200)
  })

  it("can call the API with the viewer's cookies", async () => {
    const { body } = await aRestClient(app).fetch('/docs/swagger-initializer.js')
    expect(body).toContain("url: '/openapi.json'")
    expect(body).toContain('tryItOutEnabled: true')
    expect(body).toContain('withCredentials: true')
    expect((await aRestClient(app).fetch('/openapi.json')).body).toMatchObject({ openapi: '3.1.0' })
  })
})

describe('a script that an admin has set', () => {
  const PATHS = ['/api/1/js/app.js', '/api/1/css/app.css', '/API/1/js/app.js']

  it('is given to clients that ask for its text, and shown by browsers without an origin', async () => {
    for (const path of PATHS) {
      const { status, headers } = await aRestClient(app).fetch(path, { headers: { 'sec-fetch-dest': 'document' } })
      expect({ path, status }).toEqual({ path, status: 200 })
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*; sandbox$/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('is refused to browsers that would run it: by an element, a worker or a service worker', async () => {
    const runs: Record<string, string>[] = [
      ...['script', 'worker', 'sharedworker', 'serviceworker'].map((dest) => ({ 'sec-fetch-dest': dest })),
      { 'service-worker': 'script' },
    ]
    for (const path of PATHS)
      for (const headers of runs)
        expect(await aRestClient(app).fetch(path, { headers })).toMatchObject(
          refusal('Nothing at this address can be run as a script', 403),
        )
  })

  it('is loaded by no page of the server, and no response of the server allows scripts by their address', async () => {
    const planted = `/* ${aName('planted')} */`
    await setFrontendAsset(admin(), { kind: 'js', variant: 'public', branch: 'main', content: planted })
    expect(await aRestClient(app).call('getJavaScript')).toBe(planted)
    const pages = [
      '/docs/',
      '/docs/graphql',
      '/graphql',
      '/login-place',
      '/account/end-sessions',
      '/payments/test/terms',
    ]
    for (const path of [...pages, '/api/nowhere', '/api/1/time', '/openapi.json', '/schema.graphql']) {
      const { headers, body } = await aRestClient(app).fetch(path, { headers: { accept: 'text/html' } })
      const [, sources] = /(?:^|;) ?script-src ([^;]+)/.exec(headers.get('content-security-policy') ?? '') ?? []
      expect({ path, sources }).toEqual({
        path,
        sources: expect.stringMatching(/^('none'|'sha256-[^ ]+'( 'sha256-[^ ]+')*)$/),
      })
      expect(String(body)).not.toMatch(/(src|href)="[^"]*(app\.js|app\.css)/)
    }
  })
})
