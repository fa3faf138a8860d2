import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Client } from 'pg'
import { WebSocket } from 'ws'
import { idOf, tokenOf } from '../bench/data.ts'
import { frame, OPCODE } from '../bench/frames.ts'

/** The ways in which people follow their notifications. */
export const WAYS = ['graphql-ws', 'SSE', 'legacy websocket'] as const
export type Way = (typeof WAYS)[number]

/** Where somebody follows: a node, and the person by number. */
export interface Place {
  readonly port: number
  readonly person: number
}

/** A line that reads what it is told. */
export interface Line {
  readonly open: () => boolean
  close(): void
}

const FEED = 'subscription { notificationFeed { cursor kind notification { title message } } }'
const SUBSCRIBE = { type: 'subscribe', id: '1', payload: { query: FEED } }
const cookieOf = (person: number) => `auth=${tokenOf(person)}`

/** Follows one's notifications; `hear` is called with whatever is told. Resolves when the server listens. */
export async function aLine(way: Way, place: Place, hear: (text: string) => void): Promise<Line> {
  if (way === 'SSE') return aStream(place, hear)
  const socket = way === 'graphql-ws' ? aGraphSocket(place) : aLegacySocket(place)
  socket.on('error', () => {})
  const ready = once(socket, way === 'graphql-ws' ? 'message' : 'open')
  if (way === 'graphql-ws') socket.once('open', () => socket.send('{"type":"connection_init"}'))
  await ready
  if (way === 'graphql-ws') socket.send(JSON.stringify(SUBSCRIBE))
  socket.on('message', (data) => hear(String(data)))
  return { open: () => socket.readyState === socket.OPEN, close: () => socket.terminate() }
}

const aGraphSocket = ({ port, person }: Place) =>
  new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws', { headers: { cookie: cookieOf(person) } })

const aLegacySocket = ({ port, person }: Place) => new WebSocket(`ws://127.0.0.1:${port}/?authToken=${tokenOf(person)}`)

async function aStream({ port, person }: Place, hear: (text: string) => void): Promise<Line> {
  let open = true
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    cookie: cookieOf(person),
  }
  const asked = request({ port, host: '127.0.0.1', path: '/graphql', method: 'POST', headers, agent: false })
  asked.on('error', () => {})
  asked.end(JSON.stringify({ query: FEED }))
  const response = new Promise<void>((resolve) => {
    asked.once('response', (answer) => {
      answer
        .setEncoding('utf8')
        .on('data', hear)
        .on('error', () => {})
      answer.once('close', () => {
        open = false
      })
      resolve()
    })
  })
  await response
  return { open: () => open, close: () => asked.destroy() }
}

/** Follows one's notifications, and reads nothing any more from the moment when it is told. */
export async function aDeafLine(way: Way, { port, person }: Place): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(GREETING[way](port, person))
  await once(socket, 'data')
  if (way === 'graphql-ws') {
    socket.write(frame(OPCODE.text, Buffer.from('{"type":"connection_init"}')))
    await once(socket, 'data')
    socket.write(frame(OPCODE.text, Buffer.from(JSON.stringify(SUBSCRIBE))))
  }
  return socket.pause()
}

const UPGRADE = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
const KEY = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='
const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`

const GREETING: Record<Way, (port: number, person: number) => string> = {
  'graphql-ws': (port, person) =>
    lines(
      'GET /graphql HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      `Cookie: ${cookieOf(person)}`,
      ...UPGRADE,
      KEY,
      'Sec-WebSocket-Protocol: graphql-transport-ws',
    ),
  'legacy websocket': (port, person) =>
    lines(`GET /?authToken=${tokenOf(person)} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...UPGRADE, KEY),
  SSE: (port, person) => {
    const body = JSON.stringify({ query: FEED })
    const head = lines(
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

const TELL = `
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
  SELECT pg_notify('plaza', json_build_object('node', 'campaign', 'id', gen_random_uuid(), 'announcement', json_build_object(
    'topic', 'feed.appended', 'subject', "userId", 'ids', json_build_object('seq', seq::text)))::text) FROM head`

/** Tells each of these people so many notifications, titled by the word and a number from 1 on. */
export const tell = (
  database: Client,
  people: readonly number[],
  { count = 1, title, message = '' }: { count?: number; title: string; message?: string },
) => database.query(TELL, [people.map(idOf), count, title, message])
