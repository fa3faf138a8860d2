import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import Koa from 'koa'
import { describe, expect, it } from 'vitest'
import { graphiqlHandler } from '../../src/edges/graphql/transport/graphiql.ts'
import { staticContent } from '../../src/edges/pages/staticContent.ts'
import { anApp, sharedApp } from '../support/app.ts'
import { sendRawRequest } from '../support/rawHttp.ts'
import { refusal } from '../support/refusals.ts'
import { aUser } from '../support/users.ts'

const app = await sharedApp()
const MEBIBYTE = 1_048_576
const page = (path: string, headers: Record<string, string> = {}, origin = app.origin) =>
  sendRawRequest(origin, { path, headers })
const HTML = { accept: 'text/html' }
const PRODUCTION = {
  NODE_ENV: 'production',
  SECRET_KEY: randomBytes(36).toString('base64'),
  PUBLIC_URL: 'https://plaza.test',
  DEMO: 'off',
}
const GZIP = { 'accept-encoding': 'gzip' }

/** Serves a handler alone; returns the bodies of its responses after three requests. */
async function bodiesOf(handler: Koa.Middleware): Promise<unknown[]> {
  const bodies: unknown[] = []
  const koa = new Koa()
  koa.use(async (ctx, next) => {
    await next()
    bodies.push(ctx.body)
    // Sends nothing: only the object is of interest.
    ctx.body = ''
    ctx.remove('Content-Encoding')
  })
  const server = createServer(koa.use(handler).callback()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  for (let count = 0; count < 3; count++)
    await sendRawRequest(origin, { path: '/graphql', headers: { ...HTML, ...GZIP } })
  server.close()
  return bodies
}

describe('static content', () => {
  it('is loaded and compressed once, and all responses share its bytes', async () => {
    let loads = 0
    const load = () => {
      loads += 1
      return 'x'.repeat(MEBIBYTE)
    }
    const [first, ...others] = await bodiesOf(staticContent({ type: 'html', load }))
    expect(Buffer.isBuffer(first)).toBe(true)
    for (const other of others) expect(other).toBe(first)
    expect(loads).toBe(1)
  })

  it('is loaded again after it could not be loaded', async () => {
    let loads = 0
    const load = () => {
      loads += 1
      if (loads === 1) throw new Error('not now')
      return 'here'
    }
    const serve = staticContent({ type: 'html', load })
    const koa = new Koa()
    koa.silent = true
    const server = createServer(koa.use(serve).callback()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    expect((await page('/', {}, origin)).status).toBe(500)
    expect(await page('/', {}, origin)).toMatchObject({ status: 200, text: 'here' })
    expect(await page('/', {}, origin)).toMatchObject({ status: 200, text: 'here' })
    expect(loads).toBe(2)
    server.close()
  })

  it('can be GraphiQL, whose page is megabytes', async () => {
    const [first, ...others] = await bodiesOf(graphiqlHandler({ demoLogin: async () => null }))
    if (!Buffer.isBuffer(first)) throw new Error('the body is no buffer')
    expect(first.length).toBeGreaterThan(MEBIBYTE)
    for (const other of others) expect(other).toBe(first)
  })

  it.each([
    '/openapi.json',
    '/schema.graphql',
    '/apollo-policies.json',
    '/docs/graphql',
    '/docs/',
    '/docs/swagger-ui-bundle.js',
    '/docs/swagger-initializer.js',
  ])('%s is the same with and without compression, and is not sent again while it is current', async (path) => {
    const plain = await page(path)
    expect(plain).toMatchObject({ status: 200, headers: { vary: expect.stringContaining('Accept-Encoding') } })
    const compressed = await fetch(`${app.origin}${path}`, { headers: GZIP })
    expect(compressed.headers.get('content-encoding')).toBe('gzip')
    expect(await compressed.text()).toBe(plain.text)
    const etag = String(plain.headers.etag)
    expect(await page(path, { 'if-none-match': etag })).toMatchObject({ status: 304, text: '' })
    expect(await page(path, { 'if-none-match': '"other"' })).toMatchObject({ status: 200 })
  })

  it('may be kept by browsers for a day if it is an asset, and is asked for again if it is a page', async () => {
    for (const [path, policy] of Object.entries({
      '/docs/swagger-ui.css': 'public, max-age=86400',
      '/docs/swagger-ui-bundle.js': 'public, max-age=86400',
      '/openapi.json': 'no-cache',
      '/schema.graphql': 'no-cache',
      '/apollo-policies.json': 'no-cache',
      '/docs/graphql': 'no-cache',
    }))
      expect({ path, policy: (await page(path)).headers['cache-control'] }).toEqual({ path, policy })
  })

  it.each(['swagger-ui-bundle.js.map', 'swagger-ui.css.map', 'package.json', 'index.js', 'swagger-ui-es-bundle.js'])(
    'does not include %s',
    async (name) => {
      expect(await page(`/docs/${name}`)).toMatchObject(refusal(404, 'There is nothing at this address'))
    },
  )
})

describe('GraphiQL', () => {
  it('is current by its tag', async () => {
    const { status, headers } = await page('/graphql', { ...HTML, ...GZIP })
    expect({ status, vary: String(headers.vary) }).toEqual({ status: 200, vary: expect.stringMatching(/Accept(,|$)/) })
    const again = await page('/graphql', { ...HTML, 'if-none-match': String(headers.etag) })
    expect(again).toMatchObject({ status: 304, text: '' })
  })

  it('is left out in production, and by the links of other pages, unless GRAPHIQL=on', async () => {
    for (const [GRAPHIQL, status] of [
      [undefined, 406],
      ['on', 200],
    ] as const) {
      const production = await anApp({ ...PRODUCTION, ...(GRAPHIQL && { GRAPHIQL }) })
      const { origin, close } = production
      const answer = await page('/graphql', HTML, origin)
      const { api } = await aUser(production)
      const headers = { ...HTML, cookie: `auth=${api.cookies.get('auth')}` }
      const linked = await Promise.all(['/docs/graphql'].map((path) => page(path, headers, origin)))
      expect({
        status: answer.status,
        isPage: String(answer.headers['content-type']).includes('html'),
        allowsScript: String(answer.headers['content-security-policy']).includes("script-src 'sha256-"),
        links: linked.map(({ text }) => text.includes('href="/graphql"')),
      }).toEqual({ status, isPage: status === 200, allowsScript: status === 200, links: [status === 200] })
      await close()
    }
  })

  it('can be switched off in development', async () => {
    const { origin, close } = await anApp({ GRAPHIQL: 'off' })
    expect((await page('/graphql', HTML, origin)).status).toBe(406)
    expect((await page('/docs/graphql', HTML, origin)).text).not.toContain('href="/graphql"')
    expect((await page('/docs/graphql', HTML)).text).toContain('href="/graphql"')
    await close()
  })
})
