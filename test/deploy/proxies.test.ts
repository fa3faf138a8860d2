import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findFreePort } from '../../src/platform/database/embedded/freePort.ts'
import { aDatabase } from '../support/database.ts'
import { aDatabaseProxy } from '../support/databaseProxy.ts'
import { eventually } from '../support/eventually.ts'
import { anUploadedFile, download } from '../support/files.ts'
import { aGraphSocket, isAcknowledged, sessionTokenOf, withToken } from '../support/graphSocket.ts'
import { openPipelineSocket } from '../support/pipelineSocket.ts'
import { type ReadyServer, startReadyServer } from '../support/serverProcess.ts'
import { aRegisteredUser } from '../support/users.ts'
import { anInstallation, isRoot, OPTIONS, OWNER } from './installation.ts'
import { type RunningProxy, startProxy } from './proxies.ts'

/** Runs as the tests of a whole machine: two nodes without development dependencies behind both proxies. */
const installation = anInstallation()
const dataDir = join(installation.folder, 'data')
const database = await aDatabaseProxy((await aDatabase()).url)
const SECRET_KEY = randomBytes(48).toString('base64')
const nodes: ReadyServer[] = []
const proxies: RunningProxy[] = []
const proxyNamed = (name: string): RunningProxy => {
  const found = proxies.find((one) => one.name === name)
  if (!found) throw new Error(`${name} does not run`)
  return found
}

/** Nodes share a folder, as with a network disk, so that uploads go through the proxy and not to an object store. */
const startNode = async (port: number) =>
  startReadyServer(
    {
      ...{ DATA_DIR: dataDir, DATABASE_URL: database.url, PORT: String(port), TRUST_PROXY: '1', JOBS: 'off' },
      ...{ PUBLIC_URL: 'http://plaza.test', LOG_LEVEL: 'info', SECRET_KEY },
    },
    installation.run('main.js', OPTIONS),
  )

beforeAll(async () => {
  chmodSync(installation.folder, 0o755)
  mkdirSync(dataDir)
  if (OWNER) chownSync(dataDir, OWNER, OWNER)
  const ports = [await findFreePort(), await findFreePort()]
  nodes.push(...(await Promise.all(ports.map(startNode))))
  proxies.push(
    await startProxy('nginx', installation.folder, ports),
    await startProxy('haproxy', installation.folder, ports),
  )
})
afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.stop()))
  for (const node of nodes) node.child.kill('SIGTERM')
  await Promise.all(nodes.map(({ ended }) => ended))
  rmSync(installation.folder, { recursive: true, force: true })
})

describe('an installation without development dependencies', () => {
  it('takes less than 200 MB in node_modules', () => {
    process.stdout.write(`node_modules without development dependencies: ${Math.round(installation.size / 1e6)} MB\n`)
    expect(installation.size).toBeLessThan(200e6)
  })

  it('runs with the embedded database, as a user who can’t write its folder', async () => {
    const own = join(installation.folder, 'embedded')
    mkdirSync(own)
    if (OWNER) chownSync(own, OWNER, OWNER)
    const server = await startReadyServer({ DATA_DIR: own, DEMO: 'off' }, installation.run('main.js', OPTIONS))
    expect((await fetch(`${server.origin}/docs/swagger-ui-bundle.js`)).status).toBe(200)
    if (isRoot) expect(readdirSync(join(own, 'db.lib'))).toContain('libpq.so.5')
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    const { program, args } = installation.run('cli.js')
    const doctor = spawnSync(program, [...args, 'doctor'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATA_DIR: own },
    })
    expect(doctor).toMatchObject({ status: 0, stdout: expect.stringContaining('0 failed'), stderr: '' })
  })
})

/** A GET from another address of this machine, with what clients may claim. */
const getFrom = (localAddress: string, url: string, headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    const sent = request(url, { localAddress, headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.once('error', reject).end()
  })

describe.each(['nginx', 'haproxy'])('%s in front of two nodes', (name) => {
  it('leads to TLS', async () => {
    const { plain } = proxyNamed(name)
    const { status, headers } = await fetch(`${plain}/home?x=1`, { redirect: 'manual' })
    expect(status).toBe(301)
    expect(headers.get('location')).toMatch(/^https:\/\/127\.0\.0\.1(:\d+)?\/home\?x=1$/)
  })

  it('passes REST, GraphQL, and events on all websockets, of which no log holds the token', async () => {
    const proxy = proxyNamed(name)
    const [ada, eve] = [await aRegisteredUser(proxy), await aRegisteredUser(proxy)]
    const token = sessionTokenOf(ada)
    const graph = await aGraphSocket(proxy, withToken(ada))
    await graph.until(isAcknowledged)
    graph.subscribe('feed', 'subscription { notificationFeed { kind } }')
    const legacy = await Promise.all(
      ['/', '/pipeline', '/pipeline/'].map((path) => openPipelineSocket(proxy, `${path}?authToken=${token}`)),
    )
    await eve.api.call('friend', { userId: ada.id })
    await graph.until((messages) => messages.some(({ type }) => type === 'next'))
    for (const socket of legacy) await socket.nextContent('notification')
    const query = JSON.stringify({ query: '{ viewer { user { id } } }' })
    const headers = { 'content-type': 'application/json', cookie: `auth=${token}` }
    const answer = await fetch(`${proxy.origin}/graphql`, { method: 'POST', headers, body: query })
    expect(await answer.json()).toMatchObject({ data: {} })
    for (const socket of [graph.socket, ...legacy.map((one) => one.socket)]) socket.close()
    await eventually(() => (proxy.logged().match(/ \/pipeline\/? 101 /g) ?? []).length === 2)
    expect(proxy.logged()).not.toContain(token)
    expect(proxy.logged()).not.toContain('authToken')
  })

  it('passes uploads of some MB at signed URLs, of which no log holds the token', async () => {
    const proxy = proxyNamed(name)
    const author = await aRegisteredUser(proxy)
    const bytes = randomBytes(8 * 1024 * 1024)
    const file = await anUploadedFile(proxy, author, bytes)
    const { url = '' } = file.versions[1]?.file ?? {}
    const answer = await download(proxy, url, { person: author })
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    await eventually(() => /PUT \/upload\/- 200/.test(proxy.logged()))
    expect(proxy.logged()).not.toMatch(/\/upload\/[^-\s]/)
  })

  it('serves assets from its cache, and hides the metrics', async () => {
    const { origin } = proxyNamed(name)
    const [asset] = readdirSync(join(installation.folder, 'dist/web/assets')).filter((file) => file.endsWith('.js'))
    const url = `${origin}/assets/${asset}`
    const first = await fetch(url)
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    await first.arrayBuffer()
    const cached = await fetch(url)
    expect(cached.headers.get('x-cache')).toBe('HIT')
    expect((await cached.arrayBuffer()).byteLength).toBeGreaterThan(0)
    expect((await fetch(`${origin}/metrics`)).status).toBe(404)
  })

  it('tells the nodes the address of the client, whatever it claims', async () => {
    const { origin } = proxyNamed(name)
    const headers = { 'x-forwarded-for': '203.0.113.9', authorization: `Basic ${btoa(`${name}nobody:wrong`)}` }
    expect(await getFrom('127.0.0.7', `${origin}/api/1/auth/user`, headers)).toBe(401)
    const logged = () => nodes.map((node) => node.output()).join('')
    await eventually(() => /"event":"login[^}]*"address":"127\.0\.0\.7"/.test(logged()), logged)
    expect(logged()).not.toContain('203.0.113.9')
  })
})

describe('nodes that are not ready', () => {
  it('pass their 503 with Retry-After through both proxies, and serve again when the database is back', async () => {
    await database.cut()
    for (const { origin } of proxies) {
      await eventually(async () => (await fetch(`${origin}/readyz`)).status === 503)
      await fetch(`${origin}/api/1/auth/user?authToken=a-token-of-a-client`)
    }
    for (const { origin, name } of proxies) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => fetch(`${origin}/api/1/worlds`, AS_SOMEBODY)))
      const seen = answers.map(({ status, headers }) => [status, Number(headers.get('retry-after')) > 0])
      expect(seen, name).toEqual(answers.map(() => [503, true]))
    }
    await database.restore()
    for (const proxy of proxies) await eventually(async () => (await fetch(`${proxy.origin}/readyz`)).status === 200)
    for (const proxy of proxies) expect(proxy.logged()).not.toContain('a-token-of-a-client')
  })

  it('are passed over: no read fails while one of them stops', async () => {
    const [, last] = nodes
    if (!last) throw new Error('no second node')
    const readAll = async () => {
      const answers = await Promise.all(proxies.map(({ origin }) => fetch(`${origin}/api/1/config`)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
    }
    await readAll()
    last.child.kill('SIGTERM')
    let hasEnded = false
    void last.ended.then(() => {
      hasEnded = true
    })
    while (!hasEnded) await readAll()
    await readAll()
  })
})

const AS_SOMEBODY = { headers: { cookie: 'auth=authcookie_00000000-0000-4000-8000-000000000000' } }
