import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Client } from 'pg'
import { WebSocket } from 'ws'
import { tokenOf, userIdOf } from '../../bench/dataset.ts'
import { encodeFrame, OPCODE } from '../../bench/webSocketFrames.ts'

/** The transports by which users receive notifications. */
export const TRANSPORTS = ['graphql-ws', 'SSE', 'legacy websocket'] as const
export type Transport = (typeof TRANSPORTS)[number]

/** The port of a node, and the number of a user of the seeded database. */
export interface ConnectionTarget {
  readonly port: number
  readonly person: number
}

/** A connection that reads all messages. */
export interface NotificationConnection {
  readonly open: () => boolean
  close(): void
}

const FEED = 'subscription { notificationFeed { cursor kind notification { title message } } }'
const SUBSCRIBE = { type: 'subscribe', id: '1', payload: { query: FEED } }
const cookieOf = (person: number) => `auth=${tokenOf(person)}`

/** Opens a connection for a user's notifications; `onMessage` gets each message. Resolves when the server accepted it. */
export async function openConnection(
  transport: Transport,
  target: ConnectionTarget,
  onMessage: (text: string) => void,
): Promise<NotificationConnection> {
  if (transport === 'SSE') return aStream(target, onMessage)
  const socket = transport === 'graphql-ws' ? aGraphSocket(target) : aLegacySocket(target)
  socket.on('error', () => {})
  const ready = once(socket, transport === 'graphql-ws' ? 'message' : 'open')
  if (transport === 'graphql-ws') socket.once('open', () => socket.send('{"type":"connection_init"}'))
  await ready
  if (transport === 'graphql-ws') socket.send(JSON.stringify(SUBSCRIBE))
  socket.on('message', (data) => onMessage(String(data)))
  return { open: () => socket.readyState === socket.OPEN, close: () => socket.terminate() }
}

const aGraphSocket = ({ port, person }: ConnectionTarget) =>
  new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws', { headers: { cookie: cookieOf(person) } })

const aLegacySocket = ({ port, person }: ConnectionTarget) =>
  new WebSocket(`ws://127.0.0.1:${port}/?authToken=${tokenOf(person)}`)

async function aStream(
  { port, person }: ConnectionTarget,
  onMessage: (text: string) => void,
): Promise<NotificationConnection> {
  let open = true
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    cookie: cookieOf(person),
  }
  const clientRequest = request({ port, host: '127.0.0.1', path: '/graphql', method: 'POST', headers, agent: false })
  clientRequest.on('error', () => {})
  clientRequest.end(JSON.stringify({ query: FEED }))
  const response = new Promise<void>((resolve) => {
    clientRequest.once('response', (incoming) => {
      incoming
        .setEncoding('utf8')
        .on('data', onMessage)
        .on('error', () => {})
      incoming.once('close', () => {
        open = false
      })
      resolve()
    })
  })
  await response
  return { open: () => open, close: () => clientRequest.destroy() }
}

/** Opens a connection for a user's notifications that reads nothing after the handshake. */
export async function openStalledConnection(transport: Transport, { port, person }: ConnectionTarget): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(HANDSHAKES[transport](port, person))
  await once(socket, 'data')
  if (transport === 'graphql-ws') {
    socket.write(encodeFrame(OPCODE.text, Buffer.from('{"type":"connection_init"}')))
    await once(socket, 'data')
    socket.write(encodeFrame(OPCODE.text, Buffer.from(JSON.stringify(SUBSCRIBE))))
  }
  return socket.pause()
}

const UPGRADE = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
const KEY = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='
const httpHead = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`

const HANDSHAKES: Record<Transport, (port: number, person: number) => string> = {
  'graphql-ws': (port, person) =>
    httpHead(
      'GET /graphql HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      `Cookie: ${cookieOf(person)}`,
      ...UPGRADE,
      KEY,
      'Sec-WebSocket-Protocol: graphql-transport-ws',
    ),
  'legacy websocket': (port, person) =>
    httpHead(`GET /?authToken=${tokenOf(person)} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...UPGRADE, KEY),
  SSE: (port, person) => {
    const body = JSON.stringify({ query: FEED })
    const head = httpHead(
      'POST /graphql HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      `Cookie: ${cookieOf(person)}`,
      'Content-Type: application/json',
      'Accept: text/event-stream',
      `Content-Length: ${body.length}`,
    )
    return head + body
  },
}

const INSERT_NOTIFICATIONS = `
  WITH new AS (
    SELECT person AS "userId", 'not_' || gen_random_uuid() AS id, number
    FROM unnest($1::text[]) AS person, generate_series(1, $2::int) AS number
  ), written AS (
    INSERT INTO "Notification" (id, type, "receiverId", title, message, "createdAt", "updatedAt", "expiresAt")
    SELECT id, 'moderation.notice', "userId", $3 || number, $4, now(), now(), now() + interval '1 day' FROM new
  ), head AS (
    INSERT INTO "FeedHead" ("userId", seq) SELECT "userId", $2::int FROM new GROUP BY "userId"
    ON CONFLICT ("userId") DO UPDATE SET seq = "FeedHead".seq + $2::int RETURNING "userId", seq
  ), entry AS (
    INSERT INTO "FeedEntry" ("userId", seq, kind, type, "notificationIds", at)
    SELECT "userId", seq - $2::int + number, 'created', 'moderation.notice', ARRAY[id], now() FROM new JOIN head USING ("userId")
  )
  SELECT pg_notify('plaza', json_build_object('node', 'campaign', 'id', gen_random_uuid(), 'domainEvent', json_build_object(
    'topic', 'feed.appended', 'subject', "userId", 'ids', json_build_object('seq', seq::text)))::text) FROM head`

/** Inserts `count` notifications for each user and publishes their events; titles are `title` and a number from 1. */
export const insertNotifications = (
  database: Client,
  people: readonly number[],
  { count = 1, title, message = '' }: { count?: number; title: string; message?: string },
) => database.query(INSERT_NOTIFICATIONS, [people.map(userIdOf), count, title, message])
