import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { revokeSessions } from '../../src/areas/accounts/sessions.ts'
import { MOST_SOCKETS } from '../../src/edges/pipeline/streams.ts'
import { anApi } from '../support/api.ts'
import { anApp, open, type TestApp } from '../support/app.ts'
import { tell } from '../support/notifications.ts'
import { aUser, login, type Person, withTotp } from '../support/people.ts'
import { tokenOf } from '../support/socket.ts'
import { aPipeline, openPipeline, type PipelineSocket } from './pipeline.ts'

let app: TestApp
let other: TestApp
let ada: Person
beforeAll(async () => {
  app = await anApp()
  other = await open({ DATABASE_URL: app.platform.settings.DATABASE_URL ?? '' })
  ada = await aUser(app)
  return () => other.close()
})

const titles = (line: PipelineSocket) => line.of('notification-v2').map(({ content }) => Object(content).title)
const hears = async (line: PipelineSocket, wanted: readonly string[]) =>
  expect.poll(() => titles(line), { timeout: 10_000 }).toEqual(wanted)

describe('the legacy websocket', () => {
  test('opens at either path by either name of the token, the first that is not empty', async () => {
    const token = tokenOf(ada)
    const places = [
      `/?authToken=${token}`,
      `/?auth=${token}`,
      `/pipeline?auth=${token}`,
      `/pipeline/?apiKey=x&authToken=&auth=${token}`,
      `/?auth=nonsense&authToken=${token}`,
      `/?authToken=&authToken=${token}`,
    ]
    const lines = await Promise.all(places.map((place) => openPipeline(app, place)))
    const id = await tell(app, ada.id, { title: 'for all of them' })
    for (const line of lines) expect(await line.next('notification-v2')).toMatchObject({ id })
    await Promise.all(lines.map((line) => line.close()))
  })

  test('is nowhere else', async () => {
    for (const path of ['/pipelines', '/pipeline/x', '//', '/api/1', '/graphql/', '/__proto__', '/constructor'])
      await expect(openPipeline(app, `${path}?authToken=${tokenOf(ada)}`)).rejects.toThrow('404')
  })

  test('tells whoever names no active session so, and closes', async () => {
    const owing = await aUser(app)
    await withTotp(app, owing)
    owing.api.cookies.delete('twoFactorAuth')
    await login(owing.api, owing)
    const gone = await aUser(app)
    const late = tokenOf(gone)
    await gone.api.call('logout')
    for (const token of ['', 'authcookie_nonsense', '%E0%A4%A', tokenOf(owing), late]) {
      const line = await openPipeline(app, `/?authToken=${token}`)
      expect(await line.closed()).toBe(1008)
      expect(line.raw).toEqual([`{"err":"authToken doesn't correspond with an active session"}`])
    }
  })

  test('knows nobody by the cookie, so that it is all the same which page asks', async () => {
    const headers = { cookie: `auth=${tokenOf(ada)}` }
    expect(await (await openPipeline(app, '/', headers)).closed()).toBe(1008)
    const line = await openPipeline(app, `/?auth=${tokenOf(ada)}`, { origin: 'https://elsewhere.test' })
    await tell(app, ada.id, { title: 'anywhere' })
    await hears(line, ['anywhere'])
    await line.close()
  })

  test('passes over what it is sent, and ends who sends too much', async () => {
    const line = await aPipeline(app, ada)
    for (const text of ['', 'hello', '{"type":"notification"}', 'x'.repeat(4_096)]) line.socket.send(text)
    await tell(app, ada.id, { title: 'none the less' })
    await hears(line, ['none the less'])
    line.socket.send('x'.repeat(4_097))
    expect(await line.closed()).toBe(1009)
  })

  test('survives a handshake that is none, and takes no place for it', async () => {
    const bob = await aUser(app)
    const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
    for (let at = 0; at <= MOST_SOCKETS; at++) {
      const status = await new Promise((resolve, reject) =>
        request(`${app.origin}/?auth=${tokenOf(bob)}`, { headers }, (response) => resolve(response.statusCode))
          .on('error', reject)
          .end(),
      )
      expect(status).toBe(400)
    }
    await (await aPipeline(app, bob)).close()
  })

  test('tells every socket of a person the same, twenty of them and no more', async () => {
    const bob = await aUser(app)
    const lines = await Promise.all(Array.from({ length: MOST_SOCKETS }, () => aPipeline(app, bob)))
    const crowd = await aPipeline(app, bob)
    expect(await crowd.closed()).toBe(1008)
    expect(crowd.raw).toEqual(['{"err":"At most 20 connections at a time"}'])
    for (let at = 0; at < 5; at++) await tell(app, bob.id, { title: `n${at}` })
    for (const line of lines) await hears(line, ['n0', 'n1', 'n2', 'n3', 'n4'])
    expect(new Set(lines.map(({ raw }) => raw.join('\n'))).size).toBe(1)
    await lines[0]?.close()
    await (await aPipeline(app, bob)).close()
    await Promise.all(lines.map((line) => line.close()))
  })

  test('tells what happens from the moment it is open, on whichever node, each once and in order', async () => {
    const bob = await aUser(app)
    const wanted: string[] = []
    for (let round = 0; round < 10; round++) {
      const [line, there] = [await aPipeline(app, bob), await aPipeline(other, bob)]
      const now = Array.from({ length: 5 }, (_, at) => `${round}.${at}`)
      for (const title of now) await tell(round % 2 ? app : other, bob.id, { title })
      wanted.push(...now)
      await hears(line, wanted.slice(-5))
      await hears(there, wanted.slice(-5))
      await Promise.all([line.close(), there.close()])
    }
  })

  test('loses no notification over a gap of the bus', async () => {
    const bob = await aUser(app)
    const line = await aPipeline(app, bob)
    await tell(app, bob.id, { title: 'before' })
    await app.platform.database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()`,
    )
    for (let at = 0; at < 20; at++) await tell(other, bob.id, { title: `n${at}` })
    await hears(line, ['before', ...Array.from({ length: 20 }, (_, at) => `n${at}`)])
    await line.close()
  })

  test('counts its sockets and what it tells', async () => {
    const line = await aPipeline(app, ada)
    await tell(app, ada.id)
    await line.next('notification-v2')
    const text = await (await fetch(`${app.origin}/metrics`)).text()
    expect(text).toMatch(/^plaza_pipeline_sockets [1-9]/m)
    expect(text).toMatch(/^plaza_pipeline_frames_total\{type="notification-v2"\} [1-9]/m)
    await line.close()
  })
})

describe('the end of a session', () => {
  /** The same person with a session of its own. */
  async function another(person: Person): Promise<Person> {
    const api = anApi(app, { address: person.api.address })
    await login(api, person)
    return { ...person, api }
  }

  test('ends its sockets on every node at once, with nothing before, and no others', async () => {
    const bob = await aUser(app)
    for (let round = 0; round < 5; round++) {
      const leaving = await another(bob)
      const lines = [await aPipeline(app, leaving), await aPipeline(other, leaving)]
      const staying = await aPipeline(app, bob)
      const sending = (async () => {
        for (let at = 0; at < 20; at++) await tell(app, bob.id, { title: `${round}.${at}` }).then(() => pause(10))
      })()
      await pause(50)
      await leaving.api.call('logout')
      expect(await Promise.all(lines.map((line) => line.closed()))).toEqual([1008, 1008])
      const before = lines.map(({ raw }) => raw.length)
      await sending
      await tell(app, bob.id, { title: 'too late' })
      await staying.next('notification-v2', 21)
      expect(lines.map(({ raw }) => raw.length)).toEqual(before)
      expect(lines.flatMap((line) => titles(line))).not.toContain('too late')
      await staying.close()
    }
  })

  test('is noticed after a gap of the bus, though nobody has told of it', async () => {
    const bob = await aUser(app)
    const ended = [await aPipeline(app, bob), await aPipeline(app, await another(bob))]
    const { db, now } = app.scope()
    await db.session.updateMany({ where: { userId: bob.id }, data: { expiresAt: now } })
    const staying = await aPipeline(app, await another(bob))
    await app.platform.events.release([{ topic: 'bus.gap', subject: '*' }])
    expect(await Promise.all(ended.map((line) => line.closed()))).toEqual([1008, 1008])
    await tell(app, bob.id, { title: 'for who has a session' })
    await hears(staying, ['for who has a session'])
    await staying.close()
  })

  test('is no matter of whether the token was known before', async () => {
    const bob = await aUser(app)
    const token = tokenOf(bob)
    const opening = openPipeline(app, `/?authToken=${token}`)
    await revokeSessions(app.scope(), bob.id)
    expect(await (await opening).closed()).toBe(1008)
  })
})

test('no token comes into the log', async () => {
  const written: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void written.push(line) })
  const talking = await open({ DATABASE_URL: app.platform.settings.DATABASE_URL ?? '' }, log)
  const token = tokenOf(ada)
  const line = await aPipeline(talking, ada)
  await fetch(`${talking.origin}/?authToken=${token}`)
  await expect(openPipeline(talking, `/elsewhere?auth=${token}`)).rejects.toThrow('404')
  line.socket.send('x'.repeat(4_097))
  await line.closed()
  await expect(fetch(`${talking.origin}/pipeline?auth=${token}`)).resolves.toMatchObject({ status: 404 })
  await (await openPipeline(talking, `/?auth=${token}x`)).closed()
  await talking.close()
  expect(written.join('')).toContain('request')
  expect(written.join('')).not.toContain(token)
})

test('a server that goes away closes its sockets first', async () => {
  const leaving = await open({ DATABASE_URL: app.platform.settings.DATABASE_URL ?? '' })
  const line = await aPipeline(leaving, ada)
  const closing = leaving.close()
  expect(await line.closed()).toBe(1001)
  await closing
})
