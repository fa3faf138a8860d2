import { connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { userChanged } from '../../src/areas/accounts/events.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { aGraphSocket, type GraphSocket, isAcknowledged, sessionTokenOf, withCookie } from '../support/graphSocket.ts'
import { anEventStream, payloadsOf, subscriptionErrors, untilSubscribed } from '../support/graphSubscriptions.ts'
import { aNotification } from '../support/notifications.ts'
import { aRestClient } from '../support/restClient.ts'
import { aUser, logIn, type TestUser } from '../support/users.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedApp()
})

const MAX_SUBSCRIPTIONS = 100
const CHANGED = 'subscription { viewerChanged { id email user { bio displayName } } }'

async function anOpenSocket(person: TestUser): Promise<GraphSocket> {
  const socket = await aGraphSocket(app, withCookie(person))
  await socket.until(isAcknowledged)
  return socket
}

/** A socket with as many subscriptions as documents. */
async function aSocketWith(person: TestUser, documents: readonly string[]): Promise<GraphSocket> {
  const socket = await anOpenSocket(person)
  const subscribe = () => {
    for (const [at, document] of documents.entries()) socket.subscribe(`${at}`, document)
  }
  await untilSubscribed(app, subscribe, documents.length)
  return socket
}

const times = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))
const refusals = ({ messages }: GraphSocket) =>
  subscriptionErrors(messages).map(({ extensions }) => Object(extensions).reason)

describe('the subscriptions of a person', () => {
  test('are at most a hundred over all websockets and server-sent events, and those that end make room', async () => {
    const [person, other] = [await aUser(app), await aUser(app)]
    const stream = await untilSubscribed(app, () => anEventStream(app, person, CHANGED))
    const sockets = [
      await aSocketWith(
        person,
        times(50, () => CHANGED),
      ),
      await aSocketWith(
        person,
        times(49, () => CHANGED),
      ),
    ]
    const crowd = await aSocketWith(
      person,
      times(3, () => CHANGED),
    )
    await crowd.until(() => refusals(crowd).length === 3)
    expect(subscriptionErrors(crowd.messages)).toMatchObject(
      times(3, () => ({ extensions: { code: 'RATE_LIMITED', reason: 'TOO_MANY_SUBSCRIPTIONS' } })),
    )
    expect((await anEventStream(app, person, CHANGED)).status).toBe(429)
    const theirs = await aSocketWith(other, [CHANGED])
    expect(refusals(theirs)).toEqual([])

    stream.close()
    sockets[0]?.send({ type: 'complete', id: '0' })
    sockets[1]?.socket.close()
    await expect
      .poll(async () => {
        const again = await aSocketWith(
          person,
          times(51, () => CHANGED),
        )
        again.socket.close()
        await again.closed()
        return refusals(again)
      })
      .toEqual([])
    for (const { socket } of [...sockets, crowd, theirs]) socket.close()
  })

  test('leave no room for other operations on a websocket that has a hundred', async () => {
    const person = await aUser(app)
    const documents = times(MAX_SUBSCRIPTIONS, () => CHANGED)
    const [full, other] = [await aSocketWith(person, documents), await anOpenSocket(person)]
    for (const socket of [full, other]) socket.subscribe('one more', '{ viewer { id } }')
    const answerOf = (socket: GraphSocket) => socket.messages.find(({ id }) => id === 'one more')
    for (const socket of [full, other]) await socket.until(() => answerOf(socket) !== undefined)
    expect(answerOf(full)).toMatchObject({
      type: 'error',
      payload: [{ extensions: { code: 'RATE_LIMITED', reason: 'TOO_MANY_OPERATIONS' } }],
    })
    expect(answerOf(other)).toMatchObject({ type: 'next' })
    for (const { socket } of [full, other]) socket.close()
  })

  test('have a maximum cost together, whichever operation of their document is chosen', async () => {
    const person = await aUser(app)
    const large =
      'viewerChanged { user { mutualFriends(first: 100) { nodes { id worlds(first: 2) { nodes { id } } } } } }'
    const socket = await aSocketWith(
      person,
      times(20, () => `subscription { ${large} }`),
    )
    await socket.until(() => refusals(socket).length > 0)
    expect(refusals(socket)).toEqual(refusals(socket).map(() => 'SUBSCRIPTIONS_TOO_COMPLEX'))
    expect(refusals(socket).length).toBeLessThan(20)
    const hidden = `subscription Small { viewerChanged { id } } subscription Large { ${large} }`
    socket.send({ type: 'subscribe', id: 'hidden', payload: { query: hidden, operationName: 'Large' } })
    await socket.until((messages) => messages.some(({ id }) => id === 'hidden'))
    expect(refusals(socket).at(-1)).toBe('SUBSCRIPTIONS_TOO_COMPLEX')
    socket.socket.close()
  })
})

/** Sends requests for event streams on one connection: what follows a subscription is answered once that has ended. */
function aPipeline(person: TestUser, documents: readonly string[]): Socket {
  const requestOf = (query: string) => {
    const body = JSON.stringify({ query })
    const head = `POST /graphql HTTP/1.1\r\nHost: plaza.test\r\nCookie: auth=${sessionTokenOf(person)}`
    const types = `Accept: text/event-stream\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
    return `${head}\r\n${types}\r\n\r\n${body}`
  }
  const { hostname, port } = new URL(app.origin)
  const connection = connect(Number(port), hostname)
  connection.write(documents.map(requestOf).join(''))
  return connection
}

test('the event streams of a person are at most a hundred, also those that wait to be sent', async () => {
  const [person, other] = [await aUser(app), await aUser(app)]
  const QUERY = '{ viewer { id } }'
  const waiting = times(4, () => QUERY)
  const pipelines = times(20, () => aPipeline(person, [CHANGED, ...waiting]))
  const ask = async (asker: TestUser) => {
    const stream = await anEventStream(app, asker, QUERY)
    await stream.ended
    return stream
  }
  // A stream that asks may take the place of one that has not arrived yet.
  const askOrAdd = async () => {
    const { status } = await ask(person)
    if (status === 200) pipelines.push(aPipeline(person, [CHANGED]))
    return status
  }
  await expect.poll(askOrAdd).toBe(429)
  expect((await ask(person)).text()).toContain('TOO_MANY_STREAMS')
  expect((await ask(other)).status).toBe(200)
  for (const pipeline of pipelines) pipeline.destroy()
  await expect.poll(async () => (await ask(person)).status).toBe(200)
})

/** The number of connections that the server takes from its database pool until the condition is fulfilled. */
async function readsUntil(isOver: () => void, act: () => Promise<unknown>): Promise<number> {
  let reads = 0
  const count = () => {
    reads += 1
  }
  app.platform.database.pool.on('acquire', count)
  await act()
  await expect.poll(isOver).toBe(true)
  app.platform.database.pool.off('acquire', count)
  return reads
}

const payloads = ({ messages }: GraphSocket, field: string) => payloadsOf(messages, field)

describe('one event for a hundred subscriptions of a person', () => {
  test.each([
    ['equal documents', 'sessions { nodes { id } }', () => 'id'],
    ['different documents', 'user { note { note } isFriend }', (at: number) => `id${at}: id`],
  ])('reads each row once for %s', async (_what, fields, fieldOf) => {
    const person = await aUser(app)
    const documentOf = (at: number) => `subscription { viewerChanged { ${fieldOf(at)} ${fields} } }`
    const [one, all] = [
      await aSocketWith(person, [documentOf(0)]),
      await aSocketWith(person, times(MAX_SUBSCRIPTIONS - 1, documentOf)),
    ]
    const change = () => app.platform.events.release([userChanged(person.id)])
    const ROUNDS = 5
    // The least of several events, as presence and jobs read and write meanwhile.
    const leastReads = async (socket: GraphSocket, subscriptions: number) => {
      const told = () => payloads(socket, 'viewerChanged').length
      const before = told()
      const reads: number[] = []
      for (let round = 1; round <= ROUNDS; round++)
        reads.push(await readsUntil(() => told() === before + round * subscriptions, change))
      return Math.min(...reads)
    }
    const together = await leastReads(all, MAX_SUBSCRIPTIONS - 1)
    all.socket.close()
    await all.closed()
    await expect.poll(() => payloads(one, 'viewerChanged').length).toBe(ROUNDS)
    expect(together).toBeLessThan((await leastReads(one, 1)) + 10)
    one.socket.close()
  })

  test('shows each session what is its own', async () => {
    const person = await aUser(app)
    const elsewhere = { ...person, api: aRestClient(app, { address: person.api.address }) }
    const query = 'subscription { viewerChanged { sessions { nodes { isCurrent } } } }'
    await logIn(elsewhere.api, person)
    const sockets = [await aSocketWith(person, [query]), await aSocketWith(elsewhere, [query])]
    await app.platform.events.release([userChanged(person.id)])
    for (const socket of sockets) await socket.until(() => payloads(socket, 'viewerChanged').length === 1)
    const [first, second] = sockets.map((socket) => payloads(socket, 'viewerChanged'))
    expect(first).not.toEqual(second)
    for (const { socket } of sockets) socket.close()
  })

  test('reads the entries of a feed once for all its subscribers', async () => {
    const person = await aUser(app)
    const query = 'subscription { notificationFeed { kind notification { id message } } }'
    const socket = await aSocketWith(
      person,
      times(MAX_SUBSCRIPTIONS, () => query),
    )
    const arrived = (rounds: number) => () => payloads(socket, 'notificationFeed').length === rounds * MAX_SUBSCRIPTIONS
    // The person has just come, which causes reads of its own.
    await readsUntil(arrived(1), () => aNotification(app, person.id))
    expect(await readsUntil(arrived(2), () => aNotification(app, person.id))).toBeLessThan(20)
    expect(new Set(payloads(socket, 'notificationFeed').map((payload) => JSON.stringify(payload))).size).toBe(2)
    socket.socket.close()
  })
})
