import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { Pool } from 'pg'
import { PLATFORM_USER_ID } from '../../../src/areas/users/systemUsers.ts'
import { openBaselineLive } from './live.ts'
import {
  BOOP,
  BOOP_ANSWER,
  BOOP_RESPONSES,
  LIST_LEGACY_NOTIFICATIONS,
  LIST_NOTIFICATIONS,
  legacyNotification,
  type NotificationRow,
  notificationPage,
} from './notifications.ts'
import {
  CURRENT_USER,
  type CurrentUserRow,
  currentUserRecord,
  foundUser,
  SEARCH_USERS,
  SESSION,
  type UserRow,
  userPage,
} from './users.ts'
import {
  limitedWorld,
  ONE_WORLD,
  oneWorld,
  POPULAR_WORLDS,
  SEARCH_WORLDS,
  WORLDS_WITH_AUTHORS,
  type WorldRow,
  type WorldWithAuthorRow,
  worldWithAuthorPage,
} from './worlds.ts'

/**
 * The baseline server, against which Plaza is measured: the minimum that gives the same responses, by node:http, a
 * connection pool, named statements and JSON.stringify. It has no validation, limits, log or metrics.
 */
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 })

interface SessionRow {
  readonly userId: string
  readonly owes: readonly string[]
  readonly expiresAt: Date
}

async function viewerOf(request: IncomingMessage): Promise<string> {
  const token = /(?:^|; )auth=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
  const hash = createHash('sha256').update(token).digest('hex')
  const { rows } = await pool.query<SessionRow>({ ...SESSION, values: [hash] })
  const session = rows[0]
  if (!session || session.owes.length > 0 || session.expiresAt <= new Date()) throw new Error('Missing Credentials')
  return session.userId
}

async function search(text: string, limit: number): Promise<UserRow[]> {
  const { rows } = await pool.query<UserRow>({ ...SEARCH_USERS, values: [`%${text}%`, PLATFORM_USER_ID, limit] })
  return rows
}

async function currentUser(id: string) {
  const now = new Date()
  const { rows } = await pool.query<CurrentUserRow>({ ...CURRENT_USER, values: [id, now] })
  const row = rows[0]
  if (!row) throw new Error(`User ${id} not found`)
  return currentUserRecord(row, now)
}

async function notifications(
  query: typeof LIST_NOTIFICATIONS,
  viewer: string,
  limit: number,
): Promise<NotificationRow[]> {
  const { rows } = await pool.query<NotificationRow>({ ...query, values: [viewer, new Date(), limit] })
  return rows
}

async function boop(viewer: string, friend: string, details: string) {
  await pool.query({ ...BOOP, values: [viewer, friend, details, BOOP_RESPONSES, new Date()] })
  return BOOP_ANSWER
}

const worlds = async (query: typeof ONE_WORLD, values: readonly unknown[]) =>
  (await pool.query<WorldRow>({ ...query, values: [...values] })).rows

function listWorlds(search: URLSearchParams): Promise<WorldRow[]> {
  const text = search.get('search')
  return text === null
    ? worlds(POPULAR_WORLDS, [PAGE, Number(search.get('offset'))])
    : worlds(SEARCH_WORLDS, [`%${text}%`, PAGE])
}

async function nestedWorlds(body: string) {
  const values = [`%${JSON.parse(body).variables.search}%`, PAGE + 1]
  return worldWithAuthorPage((await pool.query<WorldWithAuthorRow>({ ...WORLDS_WITH_AUTHORS, values })).rows, PAGE)
}

async function answerWorlds(pathname: string, search: URLSearchParams): Promise<unknown> {
  if (pathname === '/api/1/worlds') return (await listWorlds(search)).map(limitedWorld)
  return (await worlds(ONE_WORLD, [pathname.slice('/api/1/worlds/'.length)])).map(oneWorld)[0]
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const PAGE = 60

async function answerGraph(viewer: string, body: string): Promise<unknown> {
  if (body.includes('worlds')) return nestedWorlds(body)
  if (body.includes('notifications'))
    return notificationPage(await notifications(LIST_NOTIFICATIONS, viewer, PAGE + 1), PAGE)
  return userPage(await search(JSON.parse(body).variables.search, PAGE + 1), PAGE)
}

async function answer(request: IncomingMessage): Promise<unknown> {
  const [viewer, body] = await Promise.all([viewerOf(request), bodyOf(request)])
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://baseline')
  if (pathname === '/api/1/auth/user') return currentUser(viewer)
  if (pathname === '/api/1/users') return (await search(searchParams.get('search') ?? '', PAGE)).map(foundUser)
  if (pathname === '/api/1/auth/user/notifications')
    return (await notifications(LIST_LEGACY_NOTIFICATIONS, viewer, PAGE)).map(legacyNotification)
  const booped = /^\/api\/1\/users\/([^/]+)\/boop$/.exec(pathname)?.[1]
  if (booped) return boop(viewer, booped, body)
  if (pathname.startsWith('/api/1/worlds')) return answerWorlds(pathname, searchParams)
  if (pathname === '/graphql') return answerGraph(viewer, body)
  throw new Error('404')
}

const server = createServer((request, response) => {
  const send = (status: number, body: unknown) => {
    const text = JSON.stringify(body)
    response
      .writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(text),
      })
      .end(text)
  }
  if (request.url === '/readyz') return send(200, 'ready')
  answer(request).then(
    (body) => send(200, body),
    (error: unknown) => send(500, String(error)),
  )
})
await openBaselineLive(server, pool, viewerOf)
server.listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
