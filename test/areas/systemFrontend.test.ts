import { describe, expect, it } from 'vitest'
import { setFrontendAsset } from '../../src/areas/system/frontend.ts'
import { anApi } from '../support/api.ts'
import { anApp } from '../support/app.ts'
import { aName, anAdmin, aUser } from '../support/people.ts'
import { acting } from '../support/scopes.ts'

const app = await anApp()
const person = await aUser(app)
const boss = await anAdmin(app)
const admin = acting(app, boss, { admin: true })

const refusal = (message: string, status_code = 400) => ({
  status: status_code,
  body: { error: { message, status_code } },
})

describe.each([
  ['getCSS', 'text/css', 'dl {'],
  ['getJavaScript', 'application/javascript', 'fetch('],
] as const)('%s', (name, type, piece) => {
  it('gives anybody the public variant of main', async () => {
    const plain = await anApi(app).try(name)
    expect(plain.status).toBe(200)
    expect(plain.headers.get('content-type')).toBe(`${type}; charset=utf-8`)
    expect(plain.body).toContain(piece)
    const spelled = await anApi(app).call(name, { query: { variant: 'public', branch: 'main' } })
    expect(spelled).toBe(plain.body)
    expect(await anApi(app).call(name, { query: { variant: '', branch: '' } })).toBe(plain.body)
  })

  it('refuses other builds to everybody but admins', async () => {
    for (const api of [anApi(app), person.api]) {
      expect(await api.try(name, { query: { branch: 'next' } })).toMatchObject(
        refusal('only admins can get non-main branches'),
      )
      expect(await api.try(name, { query: { variant: 'internal' } })).toMatchObject(
        refusal('only admins can get non-public variants'),
      )
    }
  })

  it('gives admins the internal variant, and misses a branch that is not there', async () => {
    expect(await boss.api.call(name, { query: { variant: 'internal' } })).toContain(piece)
    expect(await boss.api.try(name, { query: { branch: 'nowhere' } })).toMatchObject(
      refusal('Frontend build not found', 404),
    )
  })

  it('refuses a variant that there is not', async () => {
    expect(await boss.api.try(name, { query: { variant: 'secret' } })).toMatchObject(
      refusal('variant must be internal or public'),
    )
  })
})

describe('setFrontendAsset', () => {
  it('puts a build in place that is served at once', async () => {
    const branch = aName('b')
    const build = { kind: 'js', variant: 'internal', branch } as const
    expect((await boss.api.try('getJavaScript', { query: { variant: 'internal', branch } })).status).toBe(404)
    await setFrontendAsset(admin(), { ...build, content: 'one()' })
    expect(await boss.api.call('getJavaScript', { query: { variant: 'internal', branch } })).toBe('one()')
    await setFrontendAsset(admin(), { ...build, content: 'two()' })
    expect(await boss.api.call('getJavaScript', { query: { variant: 'internal', branch } })).toBe('two()')
  })

  it('is for admins, and wants a branch that can be asked for', async () => {
    const build = { kind: 'css', variant: 'public', branch: 'main', content: '' } as const
    const scope = acting(app, person)()
    await expect(setFrontendAsset(scope, build)).rejects.toMatchObject({ kind: 'forbidden', code: 'admin_only' })
    const odd = { ...build, branch: '../main' }
    await expect(setFrontendAsset(admin(), odd)).rejects.toMatchObject({ kind: 'invalid', field: 'branch' })
  })
})

describe('the pages for people', () => {
  it('start with one that takes its style and script from the service', async () => {
    const { status, headers, body } = await anApi(app).fetch('/')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(body).toContain('/api/1/css/app.css')
    expect(body).toContain('/api/1/js/app.js')
  })

  it('show the API under /docs without a foreign address or an inline script', async () => {
    const api = anApi(app)
    expect((await api.fetch('/docs')).headers.get('location')).toBe('/docs/')
    const page = await api.fetch('/docs/')
    expect(page.status).toBe(200)
    expect(String(page.body)).not.toMatch(/https?:\/\//)
    expect(String(page.body)).not.toMatch(/<script>|<script [^>]*>[^<\s]/)
    const sources = [...String(page.body).matchAll(/(?:src|href)="(?:\.\/)?([^"]+)"/g)].map((match) => match[1])
    expect(sources.length).toBeGreaterThan(3)
    for (const source of sources) expect((await api.fetch(`/docs/${source}`)).status, source).toBe(200)
  })

  it("let the API be tried out with the viewer's cookies", async () => {
    const { body } = await anApi(app).fetch('/docs/swagger-initializer.js')
    expect(body).toContain("url: '/openapi.json'")
    expect(body).toContain('tryItOutEnabled: true')
    expect(body).toContain('withCredentials: true')
    expect((await anApi(app).fetch('/openapi.json')).body).toMatchObject({ openapi: '3.1.0' })
  })
})
