import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { DEMO_LOGINS, DEMO_PASSWORD } from '../../src/areas/accounts/login/demoLogins.ts'
import { eventually } from '../support/eventually.ts'
import { aRestClient, type RestClient } from '../support/restClient.ts'
import {
  aServerFolder,
  isDatabaseRunning,
  type ReadyServer,
  SERVER,
  startReadyServer,
  statusOf,
} from '../support/serverProcess.ts'
import { aRegistration, logIn } from '../support/users.ts'

const site = aServerFolder()
const servers: ReadyServer[] = []
const begin = async (env: Record<string, string> = {}) => {
  const server = await startReadyServer({ DATA_DIR: site.dataDir, LOG_LEVEL: 'trace', ...env })
  servers.push(server)
  return server
}
afterAll(() => site.clear(servers))

const told: string[] = []
const wanted = aRegistration()
const secrets: string[] = [wanted.password]

async function registered(server: ReadyServer): Promise<RestClient> {
  const api = aRestClient(server)
  const person = await api.call('registerUserAccount', { body: wanted })
  const basic = Buffer.from(`${wanted.username}:${encodeURIComponent(wanted.password)}`).toString('base64')
  await api.fetch('/api/1/auth/user', { headers: { cookie: '', authorization: `Basic ${basic}` } })
  await api.fetch('/api/1/auth/verifyLoginPlace?token=a-token-of-a-link')
  secrets.push(basic, api.cookies.get('auth') ?? '', 'a-token-of-a-link', wanted.email)
  if (!('id' in person)) throw new Error('Registration failed')
  await api.call('updateUser', { userId: person.id, body: { bio: 'will outlive it' } })
  return api
}

describe('the first start, on an empty folder', () => {
  it('starts everything that its log names', async () => {
    const server = await begin()
    told.push(`first start: ${Math.round(server.took)} ms`)
    for (const page of ['/', '/docs/', '/openapi.json', '/livez', '/readyz', '/metrics', '/api/1/config']) {
      expect(await statusOf(`${server.origin}${page}`)).toBe(200)
    }
    for (const name of ['/api/1', '/graphql', '/docs', '/openapi.json', '/livez', '/readyz', '/metrics'])
      expect(server.output()).toContain(`${server.origin}${name}`)
    expect(server.output()).toContain(`${DEMO_LOGINS.join(', ')} (demo_admin is an admin), password ${DEMO_PASSWORD}`)
  })

  it('accepts the logins of the demo users, one of them an admin', async () => {
    const [server] = servers
    if (!server) throw new Error('no server')
    for (const username of DEMO_LOGINS) {
      const api = aRestClient(server, { direct: true })
      expect(await logIn(api, { username, password: DEMO_PASSWORD })).toMatchObject({ username })
      const { status } = await api.try('getUserByName', { username: 'demo_ada' })
      expect({ username, status }).toEqual({ username, status: username === 'demo_admin' ? 200 : 403 })
    }
  })
})

/** A request whose body is half sent: it is in flight until `finish` sends the rest. */
async function anUnfinishedRequest({ origin }: ReadyServer, path: string, cookie: string) {
  const body = JSON.stringify({ bio: 'finished while it drained' })
  const framing = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const headers = { ...framing, cookie, expect: '100-continue' }
  const sent = request(`${origin}${path}`, { method: 'PUT', headers })
  const answer = once(sent, 'response')
  sent.flushHeaders()
  await once(sent, 'continue')
  sent.write(body.slice(0, 5))
  return {
    async finish() {
      sent.end(body.slice(5))
      const [{ statusCode }] = await answer
      return statusCode
    },
  }
}

/** Opens a websocket; `closed` resolves to its close code. */
async function aSocket({ origin }: ReadyServer, cookie: string) {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { cookie },
  })
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'connection_init' }))
  const [ack] = await once(socket, 'message')
  expect(JSON.parse(String(ack))).toMatchObject({ type: 'connection_ack' })
  return { closed: once(socket, 'close').then(([code]) => code) }
}

/** The statuses of /readyz, polled until connections are refused. */
async function statusesUntilRefused({ origin }: ReadyServer): Promise<number[]> {
  const statuses: number[] = []
  while (statuses.at(-1) !== 0) statuses.push(await statusOf(`${origin}/readyz`))
  return statuses
}

describe('SIGTERM', () => {
  it('refuses new requests, finishes those in flight, and stops the database', async () => {
    const [server] = servers
    if (!server) throw new Error('no server')
    const api = await registered(server)
    const record = await api.call('getCurrentUser')
    const cookie = `auth=${api.cookies.get('auth')}`
    const { closed } = await aSocket(server, cookie)
    const unfinished = await anUnfinishedRequest(server, `/api/1/users/${'id' in record ? record.id : ''}`, cookie)

    const begun = performance.now()
    server.child.kill('SIGTERM')
    const statuses = await Promise.all(Array.from({ length: 4 }, () => statusesUntilRefused(server)))
    expect(new Set(statuses.flat().filter((status) => status !== 200))).toEqual(new Set([503, 0]))
    expect(await closed).toBe(1001)
    expect(await unfinished.finish()).toBe(200)
    expect(await server.ended).toBe(0)
    told.push(`drained in ${Math.round(performance.now() - begun)} ms`)
    expect(isDatabaseRunning(site.dataDir)).toBe(false)
  })

  it('leaves no secret in the log', () => {
    const log = servers[0]?.output() ?? ''
    expect(log.match(/"operation":"\w+"/g)?.length).toBeGreaterThan(5)
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(10)
      expect(log).not.toContain(secret)
    }
    expect(log).not.toContain('authcookie_')
  })
})

describe('the second start, on the filled folder', () => {
  it('finds the stored data, and creates no second set of demo users', async () => {
    const server = await startReadyServer({ DATA_DIR: site.dataDir, LOG_LEVEL: 'trace' }, { ...SERVER, detached: true })
    servers.push(server)
    told.push(`second start: ${Math.round(server.took)} ms`)
    expect(server.output()).toContain(DEMO_PASSWORD)
    const api = aRestClient(server, { address: '127.0.0.1' })
    expect(await logIn(api, wanted)).toMatchObject({ bio: 'finished while it drained' })
    const admin = aRestClient(server, { direct: true })
    await logIn(admin, { username: 'demo_admin', password: DEMO_PASSWORD })
    expect(await admin.call('searchUsers', { query: { search: 'grace' } })).toHaveLength(1)
  })

  it('shuts down cleanly at the first of two Ctrl-C, which reach every process but the database', async () => {
    const server = servers.at(-1)
    if (!server) throw new Error('no server')
    process.kill(-server.pid, 'SIGINT')
    await eventually(() => server.output().includes('"signal":"SIGINT"'))
    process.kill(-server.pid, 'SIGINT')
    expect(await server.ended).toBe(0)
    expect(server.output()).not.toMatch(/the database died|lost a connection/)
    expect(isDatabaseRunning(site.dataDir)).toBe(false)
    process.stdout.write(`${told.join('; ')}\n`)
  })
})
