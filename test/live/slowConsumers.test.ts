import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { userChanged } from '../../src/areas/accounts/events.ts'
import { checkSlowConsumers } from '../../src/edges/webSocketLimits.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { type GraphSocket, sessionTokenOf } from '../support/graphSocket.ts'
import { anEventStream, aSubscription, payloadsOf, untilSubscribed } from '../support/graphSubscriptions.ts'
import { aNotification } from '../support/notifications.ts'
import { aUser, type TestUser } from '../support/users.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})

const FEED = 'subscription { notificationFeed { cursor notification { title message } } }'
const head = (person: TestUser, requestLine: string, ...more: string[]) =>
  [requestLine, `Host: ${new URL(app.origin).host}`, `Cookie: auth=${sessionTokenOf(person)}`, ...more, '\r\n'].join(
    '\r\n',
  )

/** A client's websocket text frame, masked with zeros. */
function frame(message: object): Buffer {
  const text = Buffer.from(JSON.stringify(message))
  const length = text.length < 126 ? [0x80 | text.length] : [0x80 | 126, text.length >> 8, text.length & 0xff]
  return Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), text])
}

async function openConnection(): Promise<Socket> {
  const { hostname, port } = new URL(app.origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Subscribes by websocket and stops reading. */
async function aStalledSocket(person: TestUser): Promise<Socket> {
  const socket = await openConnection()
  const headers = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
  const keys = ['Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==', 'Sec-WebSocket-Protocol: graphql-transport-ws']
  socket.write(head(person, 'GET /graphql HTTP/1.1', ...headers, ...keys))
  await once(socket, 'data')
  socket.write(frame({ type: 'connection_init' }))
  await once(socket, 'data')
  socket.write(frame({ type: 'subscribe', id: '1', payload: { query: FEED } }))
  return socket.pause()
}

/** Subscribes by server-sent events and stops reading. */
async function aStalledStream(person: TestUser, query = FEED): Promise<Socket> {
  const socket = await openConnection()
  const body = JSON.stringify({ query })
  const headers = ['Content-Type: application/json', 'Accept: text/event-stream', `Content-Length: ${body.length}`]
  socket.write(head(person, 'POST /graphql HTTP/1.1', ...headers) + body)
  await once(socket, 'data')
  return socket.pause()
}

/** Reads what was still buffered until the server closed the connection. */
async function readToEnd(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  const closed = once(socket, 'close')
  socket.resume()
  await closed
  return text
}

/** More bytes than the operating system buffers for a client that does not read. */
const COUNT = 200
const message = 'x'.repeat(100_000)

const metric = async (pattern: RegExp) =>
  Number(pattern.exec(await (await fetch(`${app.origin}/metrics`)).text())?.[1] ?? 0)
/** Lets the server check its sockets, which it does every five seconds, before the value is read. */
const afterCheck = (read: () => Promise<number>) => () => {
  checkSlowConsumers()
  return read()
}
const socketsOpen = () => metric(/^plaza_graphql_sockets (\d+)/m)
/** The number of GraphQL requests that have ended, streams included. */
const requestsEnded = () =>
  metric(/^plaza_http_requests_total\{operation="graphql",method="POST",status="200"\} (\d+)/m)

const titles = ({ messages }: GraphSocket) =>
  payloadsOf(messages, 'notificationFeed').map(({ notification }) => Object(notification).title)

test('slow consumers are disconnected, and nobody else loses or waits for anything', async () => {
  const [stalled, ...people] = await Promise.all(Array.from({ length: 20 }, () => aUser(app)))
  if (!stalled) throw new Error('No user was created')
  const own = [await aSubscription(app, stalled, FEED), await aSubscription(app, stalled, FEED)]
  const others: GraphSocket[] = []
  for (const person of people) others.push(await aSubscription(app, person, FEED))
  const stream = await anEventStream(app, people[0] ?? stalled, FEED)
  const connections = [
    await untilSubscribed(app, () => aStalledSocket(stalled)),
    await untilSubscribed(app, () => aStalledStream(stalled)),
  ]
  const ended = await requestsEnded()
  expect(await socketsOpen()).toBe(own.length + others.length + 1)

  const wanted = Array.from({ length: COUNT }, (_, at) => `n${at}`)
  for (const title of wanted) await aNotification(app, stalled.id, { title, message })
  for (const { id } of people) await aNotification(app, id, { title: 'as ever' })
  for (const connection of others) await expect.poll(() => titles(connection)).toEqual(['as ever'])
  await stream.until('as ever')
  for (const connection of own) await expect.poll(() => titles(connection)).toEqual(wanted)

  await expect.poll(afterCheck(socketsOpen)).toBe(own.length + others.length)
  await expect.poll(afterCheck(requestsEnded)).toBe(ended + 1)
  for (const connection of connections) expect(await readToEnd(connection)).not.toContain(`"n${COUNT - 1}"`)
  await aNotification(app, stalled.id, { title: 'still there' })
  for (const connection of own) await expect.poll(() => titles(connection).at(-1)).toBe('still there')
  for (const { socket } of [...own, ...others]) socket.close()
  stream.close()
})

test('a stream that does not keep up is cut, and its buffer stays bounded', async () => {
  const person = await aUser(app)
  const bioLinks = Array.from({ length: 10 }, (_, at) => `https://plaza.test/${at}/${'x'.repeat(480)}`)
  await person.api.call('updateUser', { userId: person.id, body: { bioLinks } })
  const large = Array.from({ length: 14 }, (_, at) => `a${at}: bioLinks`).join(' ')
  const subscription = `subscription { viewerChanged { user { ${large} } } }`
  const connection = await untilSubscribed(app, () => aStalledStream(person, subscription))
  for (let at = 0; at < 40; at++) {
    await app.platform.events.release(Array.from({ length: 20 }, () => userChanged(person.id)))
    await pause(25)
  }
  await readToEnd(connection)
})
