import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import { duplexPair } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { SessionCache } from './areas/accounts/sessions/sessionCache.ts'
import type { Table } from './contract/operation.ts'
import { API_PREFIX } from './edges/rest/router.ts'
import { newId, PLATFORM_USER_ID } from './kernel/ids.ts'
import type { Viewer } from './kernel/scope.ts'

/** Requests of a server to itself before it accepts any, so that the first callers do not wait for code to be compiled. */
export interface WarmUp {
  /** Sessions with one more, of the platform itself, until the end of `run`. */
  readonly sessions: SessionCache
  /** Whether the requests of `run` are at work. */
  isAtWork(): boolean
  /** Sends requests in memory, so many at a time, and reads the answers, whatever they are. */
  run(listener: RequestListener, atOnce: number): Promise<void>
}

/** The first round compiles code and opens connections, and the others prepare statements on all connections. */
const ROUNDS = 3
/** Milliseconds after which the server starts without the rest. */
const MAX_TIME = 10_000

/** Lists that web clients read first. */
const QUERY = `{
  viewer { id user { id displayName } }
  worlds(first: 10) { edges { node { id name thumbnailUrl author { id displayName } } } }
  users(first: 10, filter: { search: "plaza" }) { edges { node { id displayName statusDescription } } }
}`

export function openWarmUp(sessions: SessionCache, operations: Table): WarmUp {
  const viewer: Viewer = {
    id: PLATFORM_USER_ID,
    sessionId: newId('session', new Date()),
    ...{ admin: false, staff: [], pendingFactors: [] },
  }
  let token: string | null = null
  return {
    sessions: {
      ...sessions,
      authenticate: async (scope, given, skipTouch) =>
        given === token ? viewer : sessions.authenticate(scope, given, skipTouch),
    },
    isAtWork: () => token !== null,
    async run(listener, atOnce) {
      token = randomUUID()
      const requests = requestsFor(operations, token)
      const queue = Array.from({ length: ROUNDS }, () => requests).flat()
      try {
        // A request that is never answered must not keep the server from its start.
        await Promise.race([sendAll(createServer(listener), queue, atOnce), pause(MAX_TIME, undefined, { ref: false })])
      } finally {
        queue.length = 0
        token = null
      }
    },
  }
}

/** Everything that clients read without an id, and a GraphQL query. */
function requestsFor(operations: Table, token: string): readonly string[] {
  const heads = ['Host: localhost', `Cookie: auth=${token}`, 'Connection: close']
  const reads = Object.values(operations).filter(
    ({ method, path, access, delayed }) => method === 'get' && !path.includes('{') && access !== 'admin' && !delayed,
  )
  const body = JSON.stringify({ query: QUERY })
  const post = ['POST /graphql HTTP/1.1', ...heads, 'Content-Type: application/json', `Content-Length: ${body.length}`]
  return [
    ...reads.map(({ path }) => `${[`GET ${API_PREFIX}${path.slice(1)} HTTP/1.1`, ...heads].join('\r\n')}\r\n\r\n`),
    `${post.join('\r\n')}\r\n\r\n${body}`,
  ]
}

async function sendAll(server: Server, queue: string[], atOnce: number): Promise<void> {
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await send(server, next)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

async function send(server: Server, request: string): Promise<void> {
  const [ours, theirs] = duplexPair()
  server.emit('connection', theirs)
  ours.write(request)
  await text(ours)
}
