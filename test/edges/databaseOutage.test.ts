import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { openApp } from '../support/app.ts'
import { aDatabase } from '../support/database.ts'
import { aDatabaseProxy } from '../support/databaseProxy.ts'
import { eventually } from '../support/eventually.ts'
import { aGraphSocket, isAcknowledged, withCookie } from '../support/graphSocket.ts'
import { sendRawRequest } from '../support/rawHttp.ts'
import { refusal } from '../support/refusals.ts'
import { aRestClient } from '../support/restClient.ts'
import { aStockClient } from '../support/stockClient.ts'
import { aUser, basicAuthHeader, type TestUser } from '../support/users.ts'

const database = await aDatabase()
const line = await aDatabaseProxy(database.url)
const app = await openApp({ DATABASE_URL: line.url })
afterAll(async () => {
  await app.close()
  await line.cut()
})

describe('an unreachable database', () => {
  it('makes requests and the readiness probe fail with 503 until it is back', async () => {
    const person = await aUser(app)
    const calls = [
      () => person.api.try('getUser', { userId: person.id }),
      () => person.api.try('searchUsers', { query: { search: 'x' } }),
      () => person.api.try('updateUser', { userId: person.id, body: { bio: 'x' } }),
      () => person.api.try('updateUserNote', { body: { targetUserId: person.id, note: 'x' } }),
      () => person.api.try('getCurrentUser'),
      () => aRestClient(app).try('getCurrentUser', { headers: basicAuthHeader(person.username, person.password) }),
    ]
    await line.cut()
    for (const call of calls) {
      const { status, headers, body } = await call()
      const id = headers.get('x-request-id')
      expect({ status, body }).toEqual({
        status: 503,
        body: { error: { message: 'The service is not available right now', status_code: 503, request_id: id } },
      })
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(headers.get('cache-control')).toBe('no-store')
    }
    expect(await sendRawRequest(app.origin, { path: '/readyz' })).toMatchObject({ status: 503, text: 'not ready' })
    expect(await sendRawRequest(app.origin, { path: '/livez' })).toMatchObject({ status: 200 })
    expect(await sendRawRequest(app.origin, { path: '/api/1/time' })).toMatchObject({ status: 200 })
    expect((await sendRawRequest(app.origin, { path: '/metrics' })).text).toMatch(
      /operation="getUser",method="GET",status="503"\} 1/,
    )

    await line.restore()
    await expect.poll(async () => (await sendRawRequest(app.origin, { path: '/readyz' })).status).toBe(200)
    for (const call of calls) expect(await call()).toMatchObject({ status: 200 })
  })
})

describe('a websocket that is opened while the database is unreachable', () => {
  it('is closed by a code after which clients connect again', async () => {
    const person = await aUser(app)
    await line.cut()
    const socket = await aGraphSocket(app, withCookie(person))
    expect(await socket.closed()).toBe(1013)
    await line.restore()
    await expect.poll(async () => (await sendRawRequest(app.origin, { path: '/readyz' })).status).toBe(200)
    const next = await aGraphSocket(app, withCookie(person))
    await next.until(isAcknowledged)
    next.socket.close()
  })
})

describe('a subscription that begins while the database is unreachable', () => {
  it('is begun by stock clients once the database is back', async () => {
    const person = await aUser(app)
    const closes: unknown[] = []
    const opened: unknown[] = []
    const client = aStockClient(app, person, {
      lazy: false,
      on: { connected: () => opened.push(true), closed: (event) => closes.push(Object(event).code) },
    })
    await eventually(() => opened.length > 0)
    await line.cut()
    app.clock.advance(60_000)
    const received: unknown[] = []
    const errors: unknown[] = []
    client.subscribe(
      { query: 'subscription { viewerChanged { user { bio } } }' },
      { next: (result) => received.push(result), error: (error) => errors.push(error), complete: () => {} },
    )
    await eventually(() => closes.length > 0)
    await line.restore()
    await eventually(async () => {
      await person.api.try('updateUser', { userId: person.id, body: { bio: 'Back again' } })
      return received.length > 0
    })
    expect(received[0]).toEqual({ data: { viewerChanged: { user: { bio: 'Back again' } } } })
    expect(errors).toEqual([])
    expect(new Set(closes)).toEqual(new Set([1013]))
    await client.dispose()
  })
})

/** Waits until no earlier event about the account is on its way any more, which would drop its cached session. */
async function untilEventsArrived(person: TestUser) {
  const { socket, messages, subscribe, until } = await aGraphSocket(app, withCookie(person))
  await until(isAcknowledged)
  subscribe('changes', 'subscription { viewerChanged { user { bio } } }')
  await eventually(async () => {
    await person.api.try('updateUser', { userId: person.id, body: { bio: randomUUID() } })
    return messages.some(({ id }) => id === 'changes')
  })
  socket.close()
}

describe('a query over a websocket while the database is unreachable', () => {
  it('gets its error, and the websocket stays open', async () => {
    const person = await aUser(app)
    const socket = await aGraphSocket(app, withCookie(person))
    await socket.until(isAcknowledged)
    const ask = async (id: string) => {
      socket.subscribe(id, '{ badges { nodes { id } } }')
      await socket.until((messages) => messages.some((message) => message.id === id))
      return socket.messages.find((message) => message.id === id)
    }
    const refused = [{ extensions: { reason: 'DATABASE_UNAVAILABLE' } }]
    await untilEventsArrived(person)
    expect(await ask('before it')).toMatchObject({ type: 'next', payload: { data: { badges: {} } } })
    await line.cut()
    expect(await ask('while its session is known')).toMatchObject({ type: 'next', payload: { errors: refused } })
    app.clock.advance(60_000)
    expect(await ask('while no session can be looked up')).toMatchObject({ type: 'error', payload: refused })
    await line.restore()
    await expect.poll(async () => (await sendRawRequest(app.origin, { path: '/readyz' })).status).toBe(200)
    expect(await ask('after it')).toMatchObject({ type: 'next', payload: { data: { badges: {} } } })
    socket.socket.close()
  })
})

describe('a server fault', () => {
  it('is a 500 with the request id and without details', async () => {
    const person = await aUser(app)
    await app.scope().db.$executeRaw`ALTER TABLE "UserNote" RENAME TO "Elsewhere"`
    const cookie = `auth=${person.api.cookies.get('auth')}`
    const { status, headers, body } = await sendRawRequest(app.origin, {
      path: '/api/1/userNotes',
      headers: { cookie },
    })
    await app.scope().db.$executeRaw`ALTER TABLE "Elsewhere" RENAME TO "UserNote"`
    const error = { message: 'Internal error', status_code: 500, request_id: headers['x-request-id'] }
    expect({ status, body }).toEqual({ status: 500, body: { error } })
    expect(await person.api.try('getUserNotes')).toMatchObject({ status: 200 })
  })

  it('is not reported for client errors', async () => {
    const person = await aUser(app)
    expect(await person.api.try('getUserNote', { userNoteId: 'x' })).toMatchObject(refusal(404, /./))
    expect(await person.api.try('getUserNotes', { query: { n: 'x' } })).not.toHaveProperty('body.error.request_id')
  })
})
