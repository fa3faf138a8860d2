import { spawnSync } from 'node:child_process'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_LOGINS, DEMO_PASSWORD } from '../../src/areas/accounts/login/demoLogins.ts'
import { isProcessAlive } from '../../src/platform/processes.ts'
import { eventually } from '../support/eventually.ts'
import { connectionTo } from '../support/pinnedConnection.ts'
import {
  aMigratedServerFolder,
  BUILT_SERVER,
  isDatabaseRunning,
  type ReadyServer,
  startReadyServer,
  startServerProcess,
} from '../support/serverProcess.ts'
import { aRegisteredUser, basicAuthHeader, type TestUser } from '../support/users.ts'

const site = await aMigratedServerFolder()
const servers: ReadyServer[] = []
const begin = async () => {
  const server = await startReadyServer({ DATA_DIR: site.dataDir, WORKERS: '2', DEMO: 'off', LOG_LEVEL: 'debug' })
  servers.push(server)
  return server
}
let server: ReadyServer
beforeAll(async () => {
  server = await begin()
})
afterAll(() => site.clear(servers))

const WORKERS = [1, 2]
const JSON_BODY = { 'content-type': 'application/json' }
const cookieOf = ({ api }: TestUser) => ({ cookie: `auth=${api.cookies.get('auth')}` })
const metricsOf = async ({ origin }: ReadyServer) => (await fetch(`${origin}/metrics`)).text()

/** The child processes of a server that run it, too; its database is another one. */
function workerPids({ pid }: ReadyServer): number[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const processes = stdout.split('\n').map((line) => line.trim().split(/\s+/))
  return processes
    .filter(([, parent, ...args]) => Number(parent) === pid && args.includes(BUILT_SERVER))
    .map(([child]) => Number(child))
}

describe('a server with two workers on the embedded database', () => {
  it('is told of a notification by one worker that was written through the other', async () => {
    const [sender, receiver] = [await aRegisteredUser(server), await aRegisteredUser(server)]
    const [one, two] = [await connectionTo(server, 1), await connectionTo(server, 2)]
    const stream = await two.open('/graphql', {
      method: 'POST',
      headers: { ...JSON_BODY, ...cookieOf(receiver), accept: 'text/event-stream' },
      body: JSON.stringify({ query: 'subscription { notificationFeed { kind } }' }),
    })
    let received = ''
    stream.on('data', (chunk: Buffer) => {
      received += chunk.toString()
    })
    await eventually(async () =>
      /operations_total\{[^}]*type="subscription"[^}]*worker="2"\} 1/.test(await metricsOf(server)),
    )
    expect(
      await one.send(`/api/1/user/${receiver.id}/friendRequest`, { method: 'POST', headers: cookieOf(sender) }),
    ).toBe(200)
    await eventually(() => received.includes('CREATED'))
    stream.destroy()
  })

  it('refuses a session on one worker that was ended on the other', async () => {
    const person = await aRegisteredUser(server)
    const [one, two] = [await connectionTo(server, 1), await connectionTo(server, 2)]
    const asPerson = { headers: cookieOf(person) }
    expect(await two.send('/api/1/auth', asPerson)).toBe(200)
    expect(await one.send('/api/1/logout', { method: 'PUT', ...asPerson })).toBe(200)
    await eventually(async () => (await two.send('/api/1/auth', asPerson)) === 401)
  })

  it('tells the metrics of all processes, whichever answers', async () => {
    for (const number of WORKERS) {
      const connection = await connectionTo(server, number)
      const response = await connection.open('/metrics')
      const text = (await response.toArray()).join('')
      for (const worker of ['primary', ...WORKERS])
        expect(text).toContain(`process_resident_memory_bytes{worker="${worker}"}`)
      expect(text.match(/^# TYPE process_resident_memory_bytes /gm)).toHaveLength(1)
      // Figures of the whole server, which must not be counted once for each process.
      for (const name of ['plaza_database_size_bytes', 'plaza_people_online', 'plaza_disk_free_bytes'])
        expect(text.match(new RegExp(`^${name}\\{.*$`, 'gm'))).toEqual([expect.stringContaining('worker="primary"')])
      connection.close()
    }
  })

  it('replaces a worker that is killed, while the other one answers', async () => {
    const [one, two] = [await connectionTo(server, 1), await connectionTo(server, 2)]
    const before = workerPids(server)
    expect(before).toHaveLength(2)
    const [killed = 0, other = 0] = before
    process.kill(killed, 'SIGKILL')
    const ended = () => /"worker":(\d+),"reason":"ended by SIGKILL"/.exec(server.output())?.[1]
    await eventually(() => ended() !== undefined)
    expect(await (ended() === '1' ? two : one).send('/readyz')).toBe(200)
    const replaced = await connectionTo(server, Number(ended()))
    expect(await replaced.send('/readyz')).toBe(200)
    const after = workerPids(server)
    expect([after.length, after.includes(other), after.includes(killed)]).toEqual([2, true, false])
    expect(await metricsOf(server)).toContain('plaza_worker_restarts_total{worker="primary"} 1')
  })

  it('finishes requests in flight at SIGTERM, and ends with 0', async () => {
    const person = await aRegisteredUser(server)
    const body = JSON.stringify({ bio: 'finished while it drained' })
    const sent = request(`${server.origin}/api/1/users/${person.id}`, {
      method: 'PUT',
      headers: {
        ...JSON_BODY,
        ...cookieOf(person),
        'content-length': String(Buffer.byteLength(body)),
        expect: '100-continue',
      },
    })
    sent.flushHeaders()
    await new Promise((resolve) => sent.once('continue', resolve))
    server.child.kill('SIGTERM')
    await eventually(() => server.output().includes('"msg":"stopping"'))
    sent.end(body)
    expect(await new Promise((resolve) => sent.once('response', ({ statusCode }) => resolve(statusCode)))).toBe(200)
    expect(await server.ended).toBe(0)
    expect(isDatabaseRunning(site.dataDir)).toBe(false)
  })
})

describe('a primary process that is killed', () => {
  it('takes its workers with it, and leaves a database that the next start adopts', async () => {
    const killed = await begin()
    const pids = workerPids(killed)
    expect(pids).toHaveLength(2)
    process.kill(killed.pid, 'SIGKILL')
    await eventually(() => pids.every((pid) => !isProcessAlive(pid)))
    expect(isDatabaseRunning(site.dataDir)).toBe(true)
    const next = startServerProcess({ DATA_DIR: site.dataDir, WORKERS: '2', DEMO: 'off', LOG_LEVEL: 'info' })
    await eventually(() => next.output().includes('adopted the database of a killed server'))
    next.child.kill('SIGTERM')
    expect(await next.ended).toBe(0)
    expect(isDatabaseRunning(site.dataDir)).toBe(false)
  })
})

describe('the first start of a server with two workers', () => {
  it('makes the demo data, whose people log in', async () => {
    const folder = await aMigratedServerFolder()
    const first = await startReadyServer({ DATA_DIR: folder.dataDir, WORKERS: '2', DEMO: 'on' })
    for (const username of DEMO_LOGINS) {
      const headers = basicAuthHeader(username, DEMO_PASSWORD)
      expect((await fetch(`${first.origin}/api/1/auth/user`, { headers })).status, username).toBe(200)
    }
    await folder.clear([first])
  })
})
