import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { WebSocket } from 'ws'
import { PATIENCE } from '../../support/patience.ts'
import type { CampaignUser } from '../support/users.ts'

export interface Abuser extends CampaignUser {
  /** The address that the trusted proxy tells. */
  readonly address: string
}

/** How one attempt ended: refused by a status, cut by the server, or taken. */
export type AttemptOutcome = 'refused' | 'cut' | 'taken'

export interface Abuse {
  readonly name: string
  /** Attempts at the same time. */
  readonly atOnce: number
  /** Runs one attempt. */
  attempt(origin: string, abuser: Abuser): Promise<AttemptOutcome>
}

const MEBIBYTE = 1_048_576
const REFUSED = 400
const JSON_TYPE = { 'content-type': 'application/json' }

async function send(origin: string, { address }: Abuser, path: string, init: RequestInit): Promise<AttemptOutcome> {
  const headers = { 'x-forwarded-for': address, ...Object(init.headers) }
  const response = await fetch(`${origin}${path}`, { signal: AbortSignal.timeout(PATIENCE), ...init, headers })
  const text = await response.text()
  return response.status >= REFUSED || text.startsWith('{"errors"') ? 'refused' : 'taken'
}

async function open(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

const head = (first: string, { address, cookie }: Abuser, ...headers: string[]) =>
  `${[first, 'Host: plaza.test', `X-Forwarded-For: ${address}`, `Cookie: ${cookie}`, ...headers].join('\r\n')}\r\n\r\n`

/** Milliseconds within which the server cuts a client that reads nothing. */
const CUT_WITHIN = 50_000

/** Asks for much and does not read it, until the server closes the connection or for a minute. */
const readNothing =
  (path: string) =>
  async (origin: string, abuser: Abuser): Promise<AttemptOutcome> => {
    const socket = (await open(origin)).pause()
    socket.write(head(`GET ${path} HTTP/1.1`, abuser, 'Accept: text/html, application/json').repeat(20))
    await pause(CUT_WITHIN)
    const closed = once(socket.resume(), 'close').then(() => true)
    const wasCut = await Promise.race([closed, pause(5_000, false)])
    socket.destroy()
    return wasCut ? 'cut' : 'taken'
  }

/** Sends a byte of a body every second. */
const writeSlowly =
  (first: string, ...headers: string[]) =>
  async (origin: string, abuser: Abuser): Promise<AttemptOutcome> => {
    const socket = await open(origin)
    socket.resume().write(head(first, abuser, 'Content-Length: 100000', ...headers))
    for (let seconds = 0; seconds < 60 && !socket.destroyed; seconds++) {
      socket.write('x')
      await pause(1_000)
    }
    const wasCut = socket.destroyed
    socket.destroy()
    return wasCut ? 'cut' : 'taken'
  }

const BOMB = gzipSync(Buffer.alloc(50 * MEBIBYTE, ' '))
const DEEP = `{ viewer { user ${'{ note { targetUser '.repeat(40)} { id } ${'} }'.repeat(40)} } }`
const WIDE = `{ ${Array.from({ length: 500 }, (_, at) => `a${at}: onlineCount`).join(' ')} }`

const graph = (query: string) => (origin: string, abuser: Abuser) =>
  send(origin, abuser, '/graphql', { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ query }) })

/** Begins an upload of megabytes and breaks it off half-way. */
async function abortUpload(origin: string, abuser: Abuser): Promise<AttemptOutcome> {
  const socket = await open(origin)
  const type = 'Content-Type: multipart/form-data; boundary=b'
  socket.resume().write(head('POST /api/1/gallery HTTP/1.1', abuser, type, `Content-Length: ${4 * MEBIBYTE}`))
  socket.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n')
  socket.write(Buffer.alloc(2 * MEBIBYTE))
  await pause(200)
  const wasCut = socket.destroyed
  socket.destroy()
  return wasCut ? 'cut' : 'taken'
}

const SUBSCRIPTIONS = 60

/** Subscribes far more often than one can read, then changes what the subscriptions are about. */
async function storm(origin: string, { address, cookie, id }: Abuser): Promise<AttemptOutcome> {
  const headers = { cookie, 'x-forwarded-for': address }
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers })
  let refusals = 0
  // A handshake that is refused, as beyond the limit of requests or websockets.
  socket.on('error', () => {
    refusals += 1
  })
  socket.on('open', () => socket.send('{"type":"connection_init"}'))
  socket.on('message', (data) => {
    const text = String(data)
    if (text.includes('"error"')) refusals += 1
    if (text.includes('connection_ack')) for (let at = 0; at < SUBSCRIPTIONS; at++) socket.send(subscribe(at))
  })
  const closed = new Promise<true>((resolve) => socket.once('close', () => resolve(true)))
  const body = JSON.stringify({ bio: `storm ${Math.random()}` })
  for (let times = 0; times < 5; times++) {
    const init = { method: 'PUT', headers: { ...JSON_TYPE, ...headers }, body }
    await fetch(`${origin}/api/1/users/${id}`, init).then((response) => response.arrayBuffer())
    await pause(200)
  }
  const wasClosed = await Promise.race([closed, pause(0, false)])
  socket.terminate()
  if (refusals > 0) return 'refused'
  return wasClosed ? 'cut' : 'taken'
}

const subscribe = (at: number) =>
  JSON.stringify({
    type: 'subscribe',
    id: `${at}`,
    payload: { query: `subscription { viewerChanged { id a${at}: email user { bio displayName } } }` },
  })

const JSON_BODY = 'Content-Type: application/json'

/** Ways to abuse the server; each is repeated for the whole run. */
export const ABUSES: readonly Abuse[] = [
  { name: 'slow readers of GraphiQL', atOnce: 20, attempt: readNothing('/graphql') },
  { name: 'slow readers of the documentation', atOnce: 20, attempt: readNothing('/openapi.json') },
  { name: 'slow readers of worlds', atOnce: 20, attempt: readNothing('/api/1/worlds?n=100') },
  {
    name: 'slow writers of forms',
    atOnce: 20,
    attempt: writeSlowly('POST /api/1/gallery HTTP/1.1', 'Content-Type: multipart/form-data; boundary=b'),
  },
  { name: 'slow writers of JSON', atOnce: 20, attempt: writeSlowly('POST /graphql HTTP/1.1', JSON_BODY) },
  {
    name: 'a flood without a session',
    atOnce: 10,
    attempt: (origin, abuser) => send(origin, abuser, '/api/1/worlds?n=100', {}),
  },
  {
    name: 'a flood of a user',
    atOnce: 10,
    attempt: (origin, abuser) => send(origin, abuser, '/api/1/auth/user', { headers: { cookie: abuser.cookie } }),
  },
  {
    name: 'a flood of logins',
    atOnce: 4,
    attempt: (origin, abuser) =>
      send(origin, abuser, '/api/1/auth/user', {
        headers: { authorization: `Basic ${btoa('nobody:wrong password')}` },
      }),
  },
  {
    name: 'gzip bombs',
    atOnce: 2,
    attempt: (origin, abuser) =>
      send(origin, abuser, `/api/1/users/${abuser.id}`, {
        method: 'PUT',
        headers: { ...JSON_TYPE, cookie: abuser.cookie, 'content-encoding': 'gzip' },
        body: BOMB,
      }),
  },
  {
    name: 'nested JSON',
    atOnce: 2,
    attempt: (origin, abuser) =>
      send(origin, abuser, '/api/1/auth/register', { method: 'POST', headers: JSON_TYPE, body: '['.repeat(60_000) }),
  },
  { name: 'deep GraphQL', atOnce: 2, attempt: graph(DEEP) },
  { name: 'wide GraphQL', atOnce: 2, attempt: graph(WIDE) },
  { name: 'aborted uploads', atOnce: 4, attempt: abortUpload },
  { name: 'subscription storms', atOnce: 12, attempt: storm },
]
