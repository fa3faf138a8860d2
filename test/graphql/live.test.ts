import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { userChanged } from '../../src/areas/accounts/events.ts'
import { BOUNDS } from '../../src/kernel/bounds.ts'
import { busGap } from '../../src/kernel/events.ts'
import { siblingId } from '../../src/kernel/ids.ts'
import { anApp, openApp, type TestApp } from '../support/app.ts'
import { eventually } from '../support/eventually.ts'
import { aGraphClient } from '../support/graphClient.ts'
import {
  aGraphSocket,
  isAcknowledged,
  type SocketMessage,
  sessionTokenOf,
  withCookie,
  withToken,
} from '../support/graphSocket.ts'
import { untilSubscribed } from '../support/graphSubscriptions.ts'
import { aRestClient } from '../support/restClient.ts'
import { aStockClient } from '../support/stockClient.ts'
import { aUser, enableTotp, logIn, type TestUser } from '../support/users.ts'

let app: TestApp
let ada: TestUser
beforeAll(async () => {
  app = await anApp()
  ada = await aUser(app)
})

const CHANGED = 'subscription { viewerChanged { id user { bio } sessions { nodes { id } } } }'
const nexts = (messages: readonly SocketMessage[]) => messages.filter(({ type }) => type === 'next')
const setBio = (person: TestUser, bio: string) => person.api.call('updateUser', { userId: person.id, body: { bio } })

/** A subscription by websocket that is established when this resolves. */
async function aSubscriber(person: TestUser) {
  const line = await aGraphSocket(app, withCookie(person))
  await line.until(isAcknowledged)
  await untilSubscribed(app, () => line.subscribe('1', CHANGED))
  return line
}

/** Subscribes by server-sent events. */
const aStream = ({ origin }: TestApp, person: TestUser, signal?: AbortSignal) =>
  fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      cookie: `auth=${sessionTokenOf(person)}`,
    },
    body: JSON.stringify({ query: CHANGED }),
    ...(signal && { signal }),
  })

/** Reads a stream until it contains the text. */
async function readUntil({ body }: Response, words: string): Promise<string> {
  const reader = body?.getReader()
  let text = ''
  while (!text.includes(words)) {
    const part = await reader?.read()
    if (!part || part.done) throw new Error(`the stream ended after ${text}`)
    text += Buffer.from(part.value).toString()
  }
  return text
}

describe('a websocket', () => {
  test('opens with the cookie or with a token, for sessions with completed login', async () => {
    for (const given of [withCookie(ada), withToken(ada)]) {
      const line = await aGraphSocket(app, given)
      await line.until(isAcknowledged)
      line.socket.close()
    }
    expect(await (await aGraphSocket(app)).closed()).toBe(4401)
    expect(await (await aGraphSocket(app, { payload: { authToken: 'authcookie_nonsense' } })).closed()).toBe(4401)
    const grace = await aUser(app)
    await enableTotp(app, grace)
    grace.api.cookies.delete('twoFactorAuth')
    await logIn(grace.api, grace)
    expect(await (await aGraphSocket(app, withCookie(grace))).closed()).toBe(4401)
  })

  test('is refused from foreign origins', async () => {
    const { headers } = withCookie(ada)
    await expect(aGraphSocket(app, { headers: { ...headers, origin: 'https://evil.test' } })).rejects.toThrow('403')
    const line = await aGraphSocket(app, { headers: { ...headers, origin: 'http://plaza.test' } })
    await line.until(isAcknowledged)
    line.socket.close()
  })

  test('answers queries, and refuses mutations, invalid documents and too many operations', async () => {
    const line = await aGraphSocket(app, withCookie(ada))
    await line.until(isAcknowledged)
    line.subscribe('query', '{ viewer { id } }')
    line.subscribe('mutation', 'mutation { logout(input: {}) { deletedSessionId } }')
    line.subscribe('faulty', '{ nothing }')
    const of = (id: string) => line.messages.find((message) => message.id === id)
    await line.until(() => ['query', 'mutation', 'faulty'].every(of))
    expect(of('query')).toMatchObject({
      type: 'next',
      payload: { data: { viewer: { id: siblingId('viewer', ada.id) } } },
    })
    const requestId = expect.any(String)
    expect(of('mutation')).toMatchObject({ type: 'error', payload: [{ extensions: { code: 'BAD_INPUT', requestId } }] })
    expect(of('faulty')).toMatchObject({
      type: 'error',
      payload: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED', requestId } }],
    })

    for (let at = 0; at <= 100; at++) line.subscribe(`crowd ${at}`, CHANGED)
    await line.until((messages) => messages.some(({ type, id }) => type === 'error' && id?.startsWith('crowd')))
    const refused = line.messages.filter(({ type, id }) => type === 'error' && id?.startsWith('crowd'))
    expect(refused[0]).toMatchObject({ payload: [{ extensions: { code: 'RATE_LIMITED' } }] })
    expect(refused.length).toBeLessThanOrEqual(2)
    line.socket.close()
  })

  test('is closed by a message that is too large', async () => {
    const line = await aGraphSocket(app, withCookie(ada))
    await line.until(isAcknowledged)
    line.subscribe('large', `{ onlineCount } # ${'x'.repeat(BOUNDS.graphqlMessageBytes.most)}`)
    expect(await line.closed()).toBe(1009)
  })

  test('is closed beyond fifty per user until another one closes', async () => {
    const person = await aUser(app)
    const most = BOUNDS.graphqlSockets.most
    const lines = await Promise.all(Array.from({ length: most }, () => aGraphSocket(app, withCookie(person))))
    for (const line of lines) await line.until(isAcknowledged)
    const other = await aGraphSocket(app, withCookie(ada))
    await other.until(isAcknowledged)
    const closes: unknown[] = []
    const client = aStockClient(app, person, {
      on: { closed: (event) => closes.push([Object(event).code, Object(event).reason]) },
    })
    const answer = client.iterate({ query: '{ viewer { id } }' }).next()
    await eventually(() => closes.length > 0)
    expect(closes[0]).toEqual([1013, 'TOO_MANY_SOCKETS'])
    lines[0]?.socket.close()
    expect((await answer).value).toEqual({ data: { viewer: { id: siblingId('viewer', person.id) } } })
    await client.dispose()
    for (const { socket } of [...lines, other]) socket.close()
  })

  test('answers an operation that fails before it runs, and goes on with the others', async () => {
    const line = await aGraphSocket(app, withCookie(ada))
    await line.until(isAcknowledged)
    const include = (operation: string, field: string) =>
      `${operation} ($b: Boolean = true) { ${field} @include(if: $b)`
    const variables = { b: null }
    const subscribe = (id: string, query: string) => line.send({ type: 'subscribe', id, payload: { query, variables } })
    subscribe('query', `${include('query', 'onlineCount')} }`)
    subscribe('subscription', `${include('subscription', 'viewerChanged')} { id } }`)
    const errors = () => line.messages.filter(({ payload }) => JSON.stringify(payload ?? '').includes('BAD_INPUT'))
    await line.until(() => errors().length === 2)
    line.subscribe('next', '{ onlineCount }')
    await line.until((messages) => messages.some(({ id, type }) => id === 'next' && type === 'next'))
    line.socket.close()
  })

  test('is closed by 4400 by messages that only servers send', async () => {
    const sent = [
      { type: 'connection_ack' },
      { type: 'next', id: '1', payload: { data: null } },
      { type: 'error', id: '1', payload: [{ message: 'x' }] },
    ]
    for (const message of sent) {
      const line = await aGraphSocket(app, withCookie(ada))
      await line.until(isAcknowledged)
      line.send(message)
      expect(await line.closed(), message.type).toBe(4400)
    }
  })

  test('is closed by 4409 when an operation has the id of another, however long it is', async () => {
    for (const id of ['x', 'ä'.repeat(5_000)]) {
      const line = await aGraphSocket(app, withCookie(ada))
      await line.until(isAcknowledged)
      for (let at = 0; at < 2; at++) line.subscribe(id, CHANGED)
      expect(await line.closed()).toBe(4409)
    }
  })
})

test('a user with an open socket is active without further requests', async () => {
  const person = await aUser(app)
  const standing = async () => (await app.scope().presence.statuses([person.id], app.clock.now())).get(person.id)
  app.clock.advance(6 * 60_000)
  expect(await standing()).toBe('offline')
  const line = await aGraphSocket(app, withCookie(person))
  await line.until(isAcknowledged)
  app.clock.advance(6 * 60_000)
  expect(await standing()).toBe('active')
  line.socket.close()
  await line.closed()
  await expect.poll(standing).toBe('offline')
})

describe('viewerChanged', () => {
  test("sends changes of the viewer with current data, and nobody else's", async () => {
    const grace = await aUser(app)
    const line = await aSubscriber(ada)
    await setBio(grace, 'not for ada')
    await setBio(ada, 'first')
    await line.until((messages) => nexts(messages).length === 1)
    await logIn(aRestClient(app, { address: ada.api.address }), ada)
    await line.until((messages) => nexts(messages).length >= 2)
    const { payload } = nexts(line.messages).at(-1) ?? {}
    expect(nexts(line.messages)[0]).toMatchObject({
      payload: { data: { viewerChanged: { id: siblingId('viewer', ada.id), user: { bio: 'first' } } } },
    })
    expect(payload).toMatchObject({ data: { viewerChanged: { sessions: { nodes: { length: 2 } } } } })
    expect(JSON.stringify(line.messages)).not.toContain('not for ada')
    line.socket.close()
  })

  test('stops at once when the client completes it', async () => {
    const [line, staying] = [await aSubscriber(ada), await aSubscriber(ada)]
    const ask = async (id: string) => {
      line.subscribe(id, '{ viewer { id } }')
      await line.until((messages) => messages.some((message) => message.id === id))
    }
    line.send({ type: 'complete', id: '1' })
    await ask('2')
    await setBio(ada, 'unheard')
    await staying.until((messages) => nexts(messages).length === 1)
    await ask('3')
    expect(nexts(line.messages).map(({ id }) => id)).toEqual(['2', '3'])
    for (const { socket } of [line, staying]) socket.close()
  })

  test('does not cancel a pending deletion', async () => {
    const person = await aUser(app)
    const line = await aSubscriber(person)
    await person.api.call('deleteUser', { userId: person.id })
    await line.until((messages) => nexts(messages).length >= 1)
    // Delivery of the second event shows that processing of the first one is complete.
    await app.platform.events.release([userChanged(person.id)])
    await line.until((messages) => nexts(messages).length >= 2)
    const { deletionAt } = await app.scope().db.account.findUniqueOrThrow({ where: { userId: person.id } })
    expect(deletionAt).not.toBeNull()
    line.socket.close()
  })

  test('is also served as server-sent events', async () => {
    const controller = new AbortController()
    const response = await untilSubscribed(app, () => aStream(app, ada, controller.signal))
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    await setBio(ada, 'streamed')
    expect(await readUntil(response, 'streamed')).toMatch(/event: next\ndata: \{"data":\{"viewerChanged":/)
    controller.abort()
  })
})

describe('the end of a session', () => {
  test('closes its sockets with 4401, and no others', async () => {
    const person = await aUser(app)
    const other = { ...person, api: aRestClient(app, { address: person.api.address }) }
    await logIn(other.api, person)
    const [mine, theirs] = [await aSubscriber(person), await aSubscriber(other)]
    await aGraphClient(app, other.api).send('mutation { revokeOtherSessions(input: {}) { deletedSessionIds } }')
    expect(await mine.closed()).toBe(4401)
    expect(theirs.socket.readyState).toBe(WebSocket.OPEN)
    await other.api.call('logout')
    expect(await theirs.closed()).toBe(4401)
  })

  test('ends its streams with an error', async () => {
    const person = await aUser(app)
    const stream = await untilSubscribed(app, () => aStream(app, person))
    await person.api.call('logout')
    expect(await stream.text()).toContain('"code":"UNAUTHENTICATED"')
  })

  test('is noticed even when its event was lost', async () => {
    const person = await aUser(app)
    const line = await aGraphSocket(app, withCookie(person))
    await line.until(isAcknowledged)
    await app.scope().db.session.deleteMany({ where: { userId: person.id } })
    await app.platform.events.release([busGap('*')])
    expect(await line.closed()).toBe(4401)
  })
})

test('a slow consumer is disconnected, with bounded memory', async () => {
  const person = await aUser(app)
  await person.api.call('updateUser', {
    userId: person.id,
    body: { bioLinks: Array.from({ length: 10 }, (_, at) => `https://plaza.test/${at}/${'x'.repeat(480)}`) },
  })
  const line = await aGraphSocket(app, withCookie(person))
  await line.until(isAcknowledged)
  const large = Array.from({ length: 14 }, (_, at) => `a${at}: bioLinks`).join(' ')
  await untilSubscribed(app, () => line.subscribe('1', `subscription { viewerChanged { user { ${large} } } }`))
  line.socket.pause()
  for (let at = 0; at < 40; at++) {
    await app.platform.events.release(Array.from({ length: 20 }, () => userChanged(person.id)))
    await pause(25)
  }
  line.socket.resume()
  expect([1006, 1013]).toContain(await line.closed())
})

test('a server that shuts down closes its sockets with 1001, ends its streams and accepts no more', async () => {
  const own = await openApp({ DATABASE_URL: app.platform.settings.DATABASE_URL ?? '' })
  const line = await aGraphSocket(own, withCookie(ada))
  await line.until(isAcknowledged)
  await untilSubscribed(own, () => line.subscribe('1', CHANGED))
  const stream = await untilSubscribed(own, () => aStream(own, ada))
  const text = stream.text()
  const closing = own.close()
  expect(await line.closed()).toBe(1001)
  expect(nexts(line.messages)).toEqual([])
  expect(await text).toMatch(/event: complete|going away/)
  await expect(aGraphSocket(own, withCookie(ada))).rejects.toThrow()
  await closing
})
