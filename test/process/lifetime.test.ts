import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { DEMO_LOGINS, DEMO_PASSWORD } from '../../src/demo/logins.ts'
import { type Api, anApi } from '../support/api.ts'
import { within } from '../support/patience.ts'
import { aRegistration, login } from '../support/people.ts'
import { aSite, hasDatabase, PATIENCE, type Serving, serve, statusOf } from './server.ts'

const site = aSite()
const servers: Serving[] = []
const begin = async (env: Record<string, string> = {}) => {
  const server = await serve({ DATA_DIR: site.dataDir, LOG_LEVEL: 'trace', ...env })
  servers.push(server)
  return server
}
afterAll(() => site.clear(servers))

const told: string[] = []
const wanted = aRegistration()
const secrets: string[] = [wanted.password]

async function registered(server: Serving): Promise<Api> {
  const api = anApi(server)
  const person = await api.call('registerUserAccount', { body: wanted })
  const basic = Buffer.from(`${wanted.username}:${encodeURIComponent(wanted.password)}`).toString('base64')
  await api.fetch('/api/1/auth/user', { headers: { cookie: '', authorization: `Basic ${basic}` } })
  await api.fetch('/api/1/auth/verifyLoginPlace?token=a-token-of-a-link')
  secrets.push(basic, api.cookies.get('auth') ?? '', 'a-token-of-a-link', wanted.email)
  if (!('id' in person)) throw new Error('not registered')
  await api.call('updateUser', { userId: person.id, body: { bio: 'will outlive it' } })
  return api
}

describe('the first start, on an empty folder', PATIENCE, () => {
  it('is over in 10 seconds, with everything there that it tells of', async () => {
    const server = await begin()
    told.push(`first start: ${Math.round(server.took)} ms`)
    expect(server.took).toBeLessThan(within(10_000))
    for (const page of ['/', '/docs/', '/openapi.json', '/livez', '/readyz', '/metrics', '/api/1/config']) {
      expect(await statusOf(`${server.origin}${page}`)).toBe(200)
    }
    for (const name of ['/api/1', '/graphql', '/docs', '/openapi.json', '/livez', '/readyz', '/metrics'])
      expect(server.output()).toContain(`${server.origin}${name}`)
    expect(server.output()).toContain(`${DEMO_LOGINS.join(', ')} (demo_admin is an admin), password ${DEMO_PASSWORD}`)
  })

  it('lets the demo people in, one of them an admin', async () => {
    const [server] = servers
    if (!server) throw new Error('no server')
    for (const username of DEMO_LOGINS) {
      const api = anApi(server)
      expect(await login(api, { username, password: DEMO_PASSWORD })).toMatchObject({ username })
      const { status } = await api.try('getUserByName', { username: 'demo_ada' })
      expect({ username, status }).toEqual({ username, status: username === 'demo_admin' ? 200 : 403 })
    }
  })
})

/** A request whose body is only half sent: it is in flight until `finish` sends the rest. */
async function anUnfinished({ origin }: Serving, path: string, cookie: string) {
  const body = JSON.stringify({ bio: 'finished while it drained' })
  const headers = { cookie, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const sent = request(`${origin}${path}`, { method: 'PUT', headers })
  const answer = once(sent, 'response')
  sent.write(body.slice(0, 5))
  await pause(100)
  return {
    async finish() {
      sent.end(body.slice(5))
      const [{ statusCode }] = await answer
      return statusCode
    },
  }
}

async function aSocket({ origin }: Serving, cookie: string) {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { cookie },
  })
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'connection_init' }))
  const [ack] = await once(socket, 'message')
  expect(JSON.parse(String(ack))).toMatchObject({ type: 'connection_ack' })
  return once(socket, 'close').then(([code]) => code)
}

describe('SIGTERM', PATIENCE, () => {
  it('turns away what is new, finishes what has begun, and stops the database', async () => {
    const [server] = servers
    if (!server) throw new Error('no server')
    const api = await registered(server)
    const record = await api.call('getCurrentUser')
    const cookie = `auth=${api.cookies.get('auth')}`
    const closed = aSocket(server, cookie)
    await pause(200)
    const unfinished = await anUnfinished(server, `/api/1/users/${'id' in record ? record.id : ''}`, cookie)

    const begun = performance.now()
    server.child.kill('SIGTERM')
    const seen = new Set<number>()
    while (performance.now() - begun < 1_000) seen.add(await statusOf(`${server.origin}/readyz`))
    expect([...seen].filter((status) => status !== 200)).toEqual([503, 0])
    expect(await closed).toBe(1001)
    expect(await unfinished.finish()).toBe(200)
    expect(await server.ended).toBe(0)
    told.push(`drained in ${Math.round(performance.now() - begun)} ms, 1,000 of them waiting for a request`)
    expect(performance.now() - begun).toBeLessThan(within(10_000))
    expect(hasDatabase(site.dataDir)).toBe(false)
  })

  it('has left a log without a secret in it', () => {
    const log = servers[0]?.output() ?? ''
    expect(log.match(/"operation":"\w+"/g)?.length).toBeGreaterThan(5)
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(10)
      expect(log).not.toContain(secret)
    }
    expect(log).not.toContain('authcookie_')
  })
})

describe('the second start, on the filled folder', PATIENCE, () => {
  it('is over in 5 seconds, with what was written and no second crowd of demo people', async () => {
    const server = await begin()
    told.push(`second start: ${Math.round(server.took)} ms`)
    expect(server.took).toBeLessThan(within(5_000))
    expect(server.output()).toContain(DEMO_PASSWORD)
    const api = anApi(server, { address: '127.0.0.1' })
    expect(await login(api, wanted)).toMatchObject({ bio: 'finished while it drained' })
    const admin = anApi(server)
    await login(admin, { username: 'demo_admin', password: DEMO_PASSWORD })
    expect(await admin.call('searchUsers', { query: { search: 'grace' } })).toHaveLength(1)
  })

  it('ends by the first of two SIGINTs, whole', async () => {
    const server = servers.at(-1)
    if (!server) throw new Error('no server')
    server.child.kill('SIGINT')
    await pause(50)
    server.child.kill('SIGINT')
    expect(await server.ended).toBe(0)
    expect(hasDatabase(site.dataDir)).toBe(false)
    process.stdout.write(`${told.join('; ')}\n`)
  })
})
