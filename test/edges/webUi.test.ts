import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { anApp, sharedApp } from '../support/app.ts'
import { sendRawRequest } from '../support/rawHttp.ts'
import { aUser } from '../support/users.ts'

const app = await sharedApp()
const publicUrl = app.platform.settings.PUBLIC_URL
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const page = (path: string, headers: Record<string, string> = HTML, method = 'GET') =>
  sendRawRequest(app.origin, { path, headers, method })

/** The script that all pages begin with. */
const script = readdirSync('dist/web/assets').find((name) => /^start-.*\.js$/.test(name)) ?? ''
const nonceIn = (text: string) => /<meta property="csp-nonce" nonce="([^"]+)"/.exec(text)?.[1]

describe('the page of the web UI', () => {
  it.each(['/', '/sign-in', '/people/usr_1', '/worlds', '/anything/else'])(
    'is served to browsers at %s',
    async (path) => {
      const { status, headers, text } = await page(path)
      expect({ status, type: headers['content-type'], cache: headers['cache-control'] }).toEqual({
        status: 200,
        type: 'text/html; charset=utf-8',
        cache: 'no-store',
      })
      expect(text).toContain(`/assets/${script}`)
      expect(headers.etag).toBeUndefined()
      expect((await page(path, HTML, 'HEAD')).status).toBe(200)
    },
  )

  it('has a nonce of its own in each response, which its policy allows for styles, and scripts by path', async () => {
    const [one, other] = [await page('/'), await page('/')]
    const nonce = nonceIn(one.text) ?? ''
    expect(nonce).toMatch(/^[\w+/]{24}$/)
    expect(nonceIn(other.text)).not.toBe(nonce)
    const directives = String(one.headers['content-security-policy']).split('; ')
    expect(directives).toContain("default-src 'none'")
    expect(directives).toContain(`script-src ${publicUrl}/assets/`)
    expect(directives).toContain(`style-src 'self' 'nonce-${nonce}'`)
    expect(directives).toContain(`connect-src 'self' ${publicUrl.replace('http', 'ws')}`)
    expect(directives).toContain("frame-ancestors 'none'")
    expect(directives.join()).not.toContain('unsafe')
    expect(one.text).not.toContain('%PLAZA_')
  })

  it('says whether the browser may have a session, without telling the cookie', async () => {
    const person = await aUser(app)
    const token = person.api.cookies.get('auth') ?? ''
    expect((await page('/')).text).toContain('data-session="none"')
    const { text } = await page('/', { ...HTML, cookie: `auth=${token}` })
    expect(text).toContain('data-session="present"')
    expect(text).not.toContain(token)
  })

  it('is no answer to programs and to other methods, nor at paths of the APIs', async () => {
    for (const path of ['/api/1/nothing', '/graphql/nothing', '/payments/x', '/assets/none.js', '/public/x'])
      expect({ path, status: (await page(path)).status }).toEqual({ path, status: 404 })
    expect((await page('/people', { accept: 'application/json' })).status).toBe(404)
    expect((await page('/people', HTML, 'POST')).status).toBe(404)
  })

  it('allows the address at which it was opened, if that is one of the server', async () => {
    const { origin } = await anApp({ PUBLIC_URL: 'http://127.0.0.1:4321', ALLOWED_ORIGINS: 'https://plaza.example' })
    const policyAt = async (host: string) =>
      (await sendRawRequest(origin, { path: '/', headers: { ...HTML, host } })).headers['content-security-policy']
    expect(await policyAt('localhost:4321')).toContain('script-src http://localhost:4321/assets/')
    expect(await policyAt('plaza.example')).toContain('script-src https://plaza.example/assets/')
    expect(await policyAt('foreign.test')).toContain('script-src http://127.0.0.1:4321/assets/')
  })
})

describe('files of the web UI', () => {
  it('are compressed beforehand and kept for ever, as their names have a hash', async () => {
    const path = `/assets/${script}`
    for (const [accepted, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['identity', undefined],
    ] as const) {
      const { status, headers } = await page(path, { 'accept-encoding': accepted })
      expect({ status, encoding: headers['content-encoding'], cache: headers['cache-control'] }).toEqual({
        status: 200,
        encoding,
        cache: 'public, max-age=31536000, immutable',
      })
      expect(headers['content-type']).toMatch(/javascript/)
    }
  })

  it('are those of the build alone', async () => {
    for (const path of [`/assets/${script}.br`, '/assets/..%2Findex.html', '/assets/../stamp', '/stamp', '/index.html'])
      expect({ path, status: (await page(path, { accept: '*/*' })).status }).toEqual({ path, status: 404 })
  })

  it.each([
    ['/favicon.svg', /^image\/svg/],
    ['/favicon.ico', /^image\//],
    ['/manifest.webmanifest', /^application\/manifest\+json/],
    ['/robots.txt', /^text\/plain/],
  ])('%s is there for browsers and crawlers', async (path, type) => {
    const { status, headers } = await page(path, { accept: '*/*' })
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(type)
  })
})

describe('requests for pages and files', async () => {
  const limited = await anApp({ MAX_REQUESTS_PER_ADDRESS: '3' })

  it('count against no limit', async () => {
    for (let count = 0; count < 6; count += 1)
      for (const path of ['/', `/assets/${script}`, '/people'])
        expect((await sendRawRequest(limited.origin, { path, headers: HTML })).status).toBe(200)
  })
})
