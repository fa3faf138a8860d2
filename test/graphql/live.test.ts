import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { userChanged } from '../../src/areas/accounts/events.ts'
import { anApi } from '../support/api.ts'
import { anApp, open, type TestApp } from '../support/app.ts'
import { aGraph } from '../support/graph.ts'
import { within } from '../support/patience.ts'
import { aUser, login, type Person, withTotp } from '../support/people.ts'
import { aSocket, isAcknowledged, type Message, tokenOf, withCookie, withToken } from '../support/socket.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await anApp()
  ada = await aUser(app)
})

const CHANGED = 'subscription { viewerChanged { id user { bio } sessions { nodes { id } } } }'
const nexts = (messages: readonly Message[]) => messages.filter(({ type }) => type === 'next')
const setBio = (person: Person, bio: string) => person.api.call('updateUser', { userId: person.id, body: { bio } })

/** A subscriber that has begun to hear. */
async function aSubscriber(person: Person) {
  const line = await aSocket(app, withCookie(person))
  await line.until(isAcknowledged)
  line.subscribe('1', CHANGED)
  await pause(100)
  return line
}

/** The same by server-sent events. */
const aStream = ({ origin }: TestApp, person: Person, signal?: AbortSignal) =>
  fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', cookie: `auth=${tokenOf(person)}` },
    body: JSON.stringify({ query: CHANGED }),
    ...(signal && { signal }),
  })

/** What a stream has sent when the words have come. */
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
  test('opens with the cookie or with a token, for people with a finished session', async () => {
    for (const given of [withCookie(ada), withToken(ada)]) {
      const line = await aSocket(app, given)
      await line.until(isAcknowledged)
      line.socket.close()
    }
    expect(await (await aSocket(app)).closed()).toBe(4401)
    expect(await (await aSocket(app, { payload: { authToken: 'authcookie_nonsense' } })).closed()).toBe(4401)
    const grace = await aUser(app)
    await withTotp(app, grace)
    grace.api.cookies.delete('twoFactorAuth')
    await login(grace.api, grace)
    expect(await (await aSocket(app, withCookie(grace))).closed()).toBe(4401)
  })

  test('is refused to pages elsewhere', async () => {
    const { headers } = withCookie(ada)
    await expect(aSocket(app, { headers: { ...headers, origin: 'https://evil.test' } })).rejects.toThrow('403')
    const line = await aSocket(app, { headers: { ...headers, origin: 'http://plaza.test' } })
    await line.until(isAcknowledged)
    line.socket.close()
  })

  test('answers queries, and refuses mutations, faulty documents and crowds', async () => {
    const line = await aSocket(app, withCookie(ada))
    await line.until(isAcknowledged)
    line.subscribe('query', '{ viewer { id } }')
    line.subscribe('mutation', 'mutation { logout }')
    line.subscribe('faulty', '{ nothing }')
    const of = (id: string) => line.messages.find((message) => message.id === id)
    await line.until(() => ['query', 'mutation', 'faulty'].every(of))
    expect(of('query')).toMatchObject({ type: 'next', payload: { data: { viewer: { id: ada.id } } } })
    const requestId = expect.any(String)
    expect(of('mutation')).toMatchObject({ type: 'error', payload: [{ extensions: { code: 'BAD_INPUT', requestId } }] })
    expect(of('faulty')).toMatchObject({
      type: 'error',
      payload: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED', requestId } }],
    })

    for (let at = 0; at < 51; at++) line.subscribe(`crowd ${at}`, CHANGED)
    await line.until((messages) => messages.some(({ type, id }) => type === 'error' && id?.startsWith('crowd')))
    const refused = line.messages.filter(({ type, id }) => type === 'error' && id?.startsWith('crowd'))
    expect(refused[0]).toMatchObject({ payload: [{ extensions: { code: 'RATE_LIMITED' } }] })
    expect(refused.length).toBeLessThanOrEqual(2)
    line.socket.close()
  })

  test('is refused to who holds fifty of them, and nobody else', async () => {
    const person = await aUser(app)
    const lines = await Promise.all(Array.from({ length: 50 }, () => aSocket(app, withCookie(person))))
    for (const line of lines) await line.until(isAcknowledged)
    expect(await (await aSocket(app, withCookie(person))).closed()).toBe(4429)
    const other = await aSocket(app, withCookie(ada))
    await other.until(isAcknowledged)
    lines[0]?.socket.close()
    await lines[0]?.closed()
    const next = await aSocket(app, withCookie(person))
    await next.until(isAcknowledged)
    for (const { socket } of [...lines, other, next]) socket.close()
  })

  test('is refused by server-sent events too, from the fifty-first stream on', async () => {
    const person = await aUser(app)
    const control = new AbortController()
    const streams = await Promise.all(Array.from({ length: 50 }, () => aStream(app, person, control.signal)))
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
    const refused = await aStream(app, person)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({
      errors: [{ extensions: { code: 'RATE_LIMITED', reason: 'too_many_streams' } }],
    })
    control.abort()
    await expect
      .poll(async () => {
        const again = new AbortController()
        const { status } = await aStream(app, person, again.signal)
        again.abort()
        return status
      })
      .toBe(200)
  })

  test('takes no message of more than a mebibyte', async () => {
    const line = await aSocket(app, withCookie(ada))
    await line.until(isAcknowledged)
    line.socket.send('x'.repeat(1_048_577))
    expect(await line.closed()).toBe(1009)
  })
})

test('whoever holds a socket open is active, request or not', async () => {
  const person = await aUser(app)
  const standing = async () => (await app.scope().presence.standings([person.id], app.clock.now())).get(person.id)
  app.clock.advance(6 * 60_000)
  expect(await standing()).toBe('offline')
  const line = await aSocket(app, withCookie(person))
  await line.until(isAcknowledged)
  app.clock.advance(6 * 60_000)
  expect(await standing()).toBe('active')
  line.socket.close()
  await line.closed()
  await expect.poll(standing).toBe('offline')
})

describe('viewerChanged', () => {
  test("tells of the viewer's own changes, read as they are then, and of nobody else's", async () => {
    const grace = await aUser(app)
    const line = await aSubscriber(ada)
    await setBio(grace, 'not for ada')
    await setBio(ada, 'first')
    await line.until((messages) => nexts(messages).length === 1)
    await login(anApi(app, { address: ada.api.address }), ada)
    await line.until((messages) => nexts(messages).length >= 2)
    const { payload } = nexts(line.messages).at(-1) ?? {}
    expect(nexts(line.messages)[0]).toMatchObject({
      payload: { data: { viewerChanged: { id: ada.id, user: { bio: 'first' } } } },
    })
    expect(payload).toMatchObject({ data: { viewerChanged: { sessions: { nodes: { length: 2 } } } } })
    expect(JSON.stringify(line.messages)).not.toContain('not for ada')
    line.socket.close()
  })

  test('stops at once when the subscriber has heard enough', async () => {
    const line = await aSubscriber(ada)
    line.send({ type: 'complete', id: '1' })
    await pause(50)
    await setBio(ada, 'unheard')
    line.subscribe('2', '{ viewer { id } }')
    await line.until((messages) => messages.some(({ id }) => id === '2'))
    expect(nexts(line.messages).map(({ id }) => id)).toEqual(['2'])
    line.socket.close()
  })

  test('does not call a pending deletion off', async () => {
    const person = await aUser(app)
    const line = await aSubscriber(person)
    await person.api.call('deleteUser', { userId: person.id })
    await line.until((messages) => nexts(messages).length >= 1)
    await pause(100)
    const { deletionAt } = await app.scope().db.account.findUniqueOrThrow({ where: { userId: person.id } })
    expect(deletionAt).not.toBeNull()
    line.socket.close()
  })

  test('comes as server-sent events too, to whoever asks for them', async () => {
    const controller = new AbortController()
    const response = await aStream(app, ada, controller.signal)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    await pause(50)
    await setBio(ada, 'streamed')
    expect(await readUntil(response, 'streamed')).toMatch(/event: next\ndata: \{"data":\{"viewerChanged":/)
    controller.abort()
  })
})

describe('the end of a session', () => {
  test('closes its sockets with 4401 within a second, and no others', async () => {
    const person = await aUser(app)
    const other = { ...person, api: anApi(app, { address: person.api.address }) }
    await login(other.api, person)
    const [mine, theirs] = [await aSubscriber(person), await aSubscriber(other)]
    const since = performance.now()
    await aGraph(app, other.api).send('mutation { revokeOtherSessions { id } }')
    expect(await mine.closed()).toBe(4401)
    expect(performance.now() - since).toBeLessThan(within(1_000))
    expect(theirs.socket.readyState).toBe(WebSocket.OPEN)
    await other.api.call('logout')
    expect(await theirs.closed()).toBe(4401)
  })

  test('ends its streams, and says why', async () => {
    const person = await aUser(app)
    const stream = await aStream(app, person)
    await pause(50)
    await person.api.call('logout')
    expect(await stream.text()).toContain('"code":"UNAUTHENTICATED"')
  })

  test('is noticed even when its announcement was missed', async () => {
    const person = await aUser(app)
    const line = await aSubscriber(person)
    await app.scope().db.session.deleteMany({ where: { userId: person.id } })
    await app.platform.events.release([{ topic: 'bus.gap', subject: '*' }])
    expect(await line.closed()).toBe(4401)
  })
})

test('a subscriber that does not read is cut off, and costs no more than its share', async () => {
  const person = await aUser(app)
  await person.api.call('updateUser', {
    userId: person.id,
    body: { bioLinks: Array.from({ length: 10 }, (_, at) => `https://plaza.test/${at}/${'x'.repeat(480)}`) },
  })
  const line = await aSocket(app, withCookie(person))
  await line.until(isAcknowledged)
  const large = Array.from({ length: 14 }, (_, at) => `a${at}: bioLinks`).join(' ')
  line.subscribe('1', `subscription { viewerChanged { user { ${large} } } }`)
  await pause(100)
  line.socket.pause()
  for (let at = 0; at < 40; at++) {
    await app.platform.events.release(Array.from({ length: 20 }, () => userChanged(person.id)))
    await pause(25)
  }
  line.socket.resume()
  expect([1006, 1013]).toContain(await line.closed())
})

test('a server that goes away closes its sockets with 1001, ends its streams and takes no more', async () => {
  const own = await open({ DATABASE_URL: app.platform.settings.DATABASE_URL ?? '' })
  const line = await aSocket(own, withCookie(ada))
  await line.until(isAcknowledged)
  line.subscribe('1', CHANGED)
  const stream = await aStream(own, ada)
  const text = stream.text()
  await pause(50)
  const closing = own.close()
  expect(await line.closed()).toBe(1001)
  expect(nexts(line.messages)).toEqual([])
  expect(await text).toMatch(/event: complete|going away/)
  await expect(aSocket(own, withCookie(ada))).rejects.toThrow()
  await closing
})
