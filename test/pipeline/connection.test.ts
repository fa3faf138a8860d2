import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { beforeAll, describe, expect, test } from 'vitest'
import { revokeSessions } from '../../src/areas/accounts/sessions/sessions.ts'
import { eventTypes, frames } from '../../src/areas/index.ts'
import { createPipeline } from '../../src/edges/pipeline/pipeline.ts'
import { MAX_SOCKETS } from '../../src/edges/pipeline/userChannels.ts'
import { busGap } from '../../src/kernel/events.ts'
import { deterministicId } from '../../src/kernel/ids.ts'
import { openLiveUpdates } from '../../src/live/live.ts'
import { anApp, openApp, type TestApp } from '../support/app.ts'
import { sessionTokenOf } from '../support/graphSocket.ts'
import { aNotification } from '../support/notifications.ts'
import { aPipelineSocket, openPipelineSocket, type PipelineSocket } from '../support/pipelineSocket.ts'
import { aRestClient } from '../support/restClient.ts'
import { aUser, enableTotp, logIn, type TestUser } from '../support/users.ts'

let app: TestApp
let other: TestApp
let ada: TestUser
beforeAll(async () => {
  app = await anApp()
  other = await openApp({ DATABASE_URL: app.platform.settings.DATABASE_URL ?? '' })
  ada = await aUser(app)
  return () => other.close()
})

const titles = (line: PipelineSocket) =>
  line.framesOfType('notification-v2').map(({ content }) => Object(content).title)
const hears = async (line: PipelineSocket, wanted: readonly string[]) => expect.poll(() => titles(line)).toEqual(wanted)

describe('the legacy websocket', () => {
  test('opens at both paths with either token parameter, the first non-empty one', async () => {
    const token = sessionTokenOf(ada)
    const places = [
      `/?authToken=${token}`,
      `/?auth=${token}`,
      `/pipeline?auth=${token}`,
      `/pipeline/?apiKey=x&authToken=&auth=${token}`,
      `/?auth=nonsense&authToken=${token}`,
      `/?authToken=&authToken=${token}`,
    ]
    const lines = await Promise.all(places.map((place) => openPipelineSocket(app, place)))
    const id = await aNotification(app, ada.id, { title: 'for all of them' })
    for (const line of lines) expect(await line.nextContent('notification-v2')).toMatchObject({ id })
    await Promise.all(lines.map((line) => line.close()))
  })

  test('does not open at other paths', async () => {
    for (const path of ['/pipelines', '/pipeline/x', '/api/1', '/graphql/', '/__proto__', '/constructor'])
      await expect(openPipelineSocket(app, `${path}?authToken=${sessionTokenOf(ada)}`)).rejects.toThrow('404')
  })

  test('reports an invalid session and closes', async () => {
    const owing = await aUser(app)
    await enableTotp(app, owing)
    owing.api.cookies.delete('twoFactorAuth')
    await logIn(owing.api, owing)
    const gone = await aUser(app)
    const late = sessionTokenOf(gone)
    await gone.api.call('logout')
    for (const token of ['', 'authcookie_nonsense', '%E0%A4%A', sessionTokenOf(owing), late]) {
      const line = await openPipelineSocket(app, `/?authToken=${token}`)
      expect(await line.closed()).toBe(1008)
      expect(line.raw).toEqual([`{"err":"authToken doesn't correspond with an active session"}`])
    }
  })

  test('ignores the session cookie, so that any origin may connect', async () => {
    const headers = { cookie: `auth=${sessionTokenOf(ada)}` }
    expect(await (await openPipelineSocket(app, '/', headers)).closed()).toBe(1008)
    const line = await openPipelineSocket(app, `/?auth=${sessionTokenOf(ada)}`, { origin: 'https://elsewhere.test' })
    await aNotification(app, ada.id, { title: 'anywhere' })
    await hears(line, ['anywhere'])
    await line.close()
  })

  test('ignores client messages, and disconnects clients that send too much', async () => {
    const line = await aPipelineSocket(app, ada)
    for (const text of ['', 'hello', '{"type":"notification"}', 'x'.repeat(4_096)]) line.socket.send(text)
    await aNotification(app, ada.id, { title: 'none the less' })
    await hears(line, ['none the less'])
    line.socket.send('x'.repeat(4_097))
    expect(await line.closed()).toBe(1009)
  })

  test('survives malformed handshakes, which don’t count towards the connection limit', async () => {
    const bob = await aUser(app)
    const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
    for (let at = 0; at <= MAX_SOCKETS; at++) {
      const status = await new Promise((resolve, reject) =>
        request(`${app.origin}/?auth=${sessionTokenOf(bob)}`, { headers }, (response) => resolve(response.statusCode))
          .on('error', reject)
          .end(),
      )
      expect(status).toBe(400)
    }
    await (await aPipelineSocket(app, bob)).close()
  })

  test('sends the same to every socket of a user, up to twenty sockets', async () => {
    const bob = await aUser(app)
    const lines = await Promise.all(Array.from({ length: MAX_SOCKETS }, () => aPipelineSocket(app, bob)))
    const crowd = await aPipelineSocket(app, bob)
    expect(await crowd.closed()).toBe(1008)
    expect(crowd.raw).toEqual(['{"err":"At most 20 connections at a time"}'])
    for (let at = 0; at < 5; at++) await aNotification(app, bob.id, { title: `n${at}` })
    for (const line of lines) await hears(line, ['n0', 'n1', 'n2', 'n3', 'n4'])
    expect(new Set(lines.map(({ raw }) => raw.join('\n'))).size).toBe(1)
    await lines[0]?.close()
    await (await aPipelineSocket(app, bob)).close()
    await Promise.all(lines.map((line) => line.close()))
  })

  test('sends every event from the moment it is open, on any node, each once and in order', async () => {
    const bob = await aUser(app)
    const wanted: string[] = []
    for (let round = 0; round < 4; round++) {
      const [line, there] = [await aPipelineSocket(app, bob), await aPipelineSocket(other, bob)]
      const now = Array.from({ length: 5 }, (_, at) => `${round}.${at}`)
      for (const title of now) await aNotification(round % 2 ? app : other, bob.id, { title })
      wanted.push(...now)
      await hears(line, wanted.slice(-5))
      await hears(there, wanted.slice(-5))
      await Promise.all([line.close(), there.close()])
    }
  })

  test('loses no notification when the event bus reports a gap', async () => {
    const bob = await aUser(app)
    const line = await aPipelineSocket(app, bob)
    await aNotification(app, bob.id, { title: 'before' })
    await app.platform.database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()`,
    )
    for (let at = 0; at < 20; at++) await aNotification(other, bob.id, { title: `n${at}` })
    await hears(line, ['before', ...Array.from({ length: 20 }, (_, at) => `n${at}`)])
    await line.close()
  })

  test('counts its sockets and sent frames in the metrics', async () => {
    const line = await aPipelineSocket(app, ada)
    await aNotification(app, ada.id)
    await line.nextContent('notification-v2')
    const text = await (await fetch(`${app.origin}/metrics`)).text()
    expect(text).toMatch(/^plaza_pipeline_sockets [1-9]/m)
    expect(text).toMatch(/^plaza_pipeline_frames_total\{type="notification-v2"\} [1-9]/m)
    await line.close()
  })
})

describe('the end of a session', () => {
  /** Opens anotherSession session of the user. */
  async function anotherSession(person: TestUser): Promise<TestUser> {
    const api = aRestClient(app, { address: person.api.address })
    await logIn(api, person)
    return { ...person, api }
  }

  test('closes exactly its sockets, on every node at once, without sending anything first', async () => {
    const bob = await aUser(app)
    for (let round = 0; round < 2; round++) {
      const leaving = await anotherSession(bob)
      const lines = [await aPipelineSocket(app, leaving), await aPipelineSocket(other, leaving)]
      const staying = await aPipelineSocket(app, bob)
      const sending = (async () => {
        for (let at = 0; at < 20; at++) await aNotification(app, bob.id, { title: `${round}.${at}` })
      })()
      for (const line of lines) await line.nextContent('notification-v2')
      await leaving.api.call('logout')
      expect(await Promise.all(lines.map((line) => line.closed()))).toEqual([1008, 1008])
      const before = lines.map(({ raw }) => raw.length)
      await sending
      await aNotification(app, bob.id, { title: 'too late' })
      await staying.nextContent('notification-v2', 21)
      expect(lines.map(({ raw }) => raw.length)).toEqual(before)
      expect(lines.flatMap((line) => titles(line))).not.toContain('too late')
      await staying.close()
    }
  })

  test('is detected after a gap of the event bus, though its event was lost', async () => {
    const bob = await aUser(app)
    const ended = [await aPipelineSocket(app, bob), await aPipelineSocket(app, await anotherSession(bob))]
    const { db, now } = app.scope()
    await db.session.updateMany({ where: { userId: bob.id }, data: { expiresAt: now } })
    const staying = await aPipelineSocket(app, await anotherSession(bob))
    await app.platform.events.release([busGap('*')])
    expect(await Promise.all(ended.map((line) => line.closed()))).toEqual([1008, 1008])
    await aNotification(app, bob.id, { title: 'for who has a session' })
    await hears(staying, ['for who has a session'])
    await staying.close()
  })

  test('closes a socket that was opened meanwhile', async () => {
    const { id } = await aUser(app)
    const services = app.scope()
    const live = openLiveUpdates(services, eventTypes)
    const answers = [{ id, sessionId: deterministicId('session', id), admin: false, staff: [], pendingFactors: [] }]
    const identify = async () => answers.shift() ?? null
    const pipeline = createPipeline({ services, live, identify, presenters: frames, metrics: new Registry() })
    const server = createServer().on('upgrade', pipeline.upgrade).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const origin = `http://127.0.0.1:${Object(server.address()).port}`
    const line = await openPipelineSocket({ origin }, '/?authToken=x')
    expect(await line.closed()).toBe(1008)
    live.close()
    server.close()
  })

  test('closes its sockets whether or not the token was cached before', async () => {
    const bob = await aUser(app)
    const token = sessionTokenOf(bob)
    const opening = openPipelineSocket(app, `/?authToken=${token}`)
    await revokeSessions(app.scope(), bob.id)
    expect(await (await opening).closed()).toBe(1008)
  })
})

test('no token is logged', async () => {
  const written: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void written.push(line) })
  const talking = await openApp({ DATABASE_URL: app.platform.settings.DATABASE_URL ?? '' }, { log })
  const token = sessionTokenOf(ada)
  const line = await aPipelineSocket(talking, ada)
  await fetch(`${talking.origin}/?authToken=${token}`)
  await expect(openPipelineSocket(talking, `/elsewhere?auth=${token}`)).rejects.toThrow('404')
  line.socket.send('x'.repeat(4_097))
  await line.closed()
  await expect(fetch(`${talking.origin}/pipeline?auth=${token}`)).resolves.toMatchObject({ status: 404 })
  await (await openPipelineSocket(talking, `/?auth=${token}x`)).closed()
  await talking.close()
  expect(written.join('')).toContain('request')
  expect(written.join('')).not.toContain(token)
})

test('a server that shuts down closes its sockets first', async () => {
  const leaving = await openApp({ DATABASE_URL: app.platform.settings.DATABASE_URL ?? '' })
  const line = await aPipelineSocket(leaving, ada)
  const closing = leaving.close()
  expect(await line.closed()).toBe(1001)
  await closing
})
