import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { Pool } from 'pg'
import { PLATFORM_USER_ID } from '../../../src/kernel/ids.ts'
import {
  DISCOVERED,
  discoveredEvents,
  type EventRow,
  eventList,
  GROUP_MONTH,
  GROUP_STANDING,
  type StandingRow,
} from './calendar.ts'
import {
  GROUP_MEMBERS,
  type GroupMemberRow,
  type GroupRow,
  type GroupSummaryRow,
  groupMember,
  limitedGroup,
  ONE_GROUP,
  oneGroup,
  SEARCH_GROUPS,
  WORLDS_WITH_GROUPS,
  type WorldWithGroupsRow,
  worldWithGroupsPage,
} from './groups.ts'
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
  type ListedWorldRow,
  limitedWorld,
  ONE_WORLD,
  oneWorld,
  POPULAR_WORLDS,
  SEARCH_WORLDS,
  WORLDS_WITH_AUTHORS,
  type WorldRow,
  type WorldWithAuthorRow,
  worldNode,
  worldPage,
  worldWithAuthorPage,
} from './worlds.ts'

/**
 * The baseline server, against which Plaza is measured: what an engineer would write by hand for a page that shows the
 * same, by node:http, a connection pool, named statements and JSON.stringify. It has no validation, limits, log or metrics,
 * and its worlds have neither packages nor occupants.
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
  const values = [`%${text}%`, PLATFORM_USER_ID, limit, `${text}%`]
  const { rows } = await pool.query<UserRow>({ ...SEARCH_USERS, values })
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

async function oneWorldRow(id: string): Promise<WorldRow> {
  const { rows } = await pool.query<WorldRow>({ ...ONE_WORLD, values: [id] })
  const [row] = rows
  if (!row) throw new Error(`World ${id} not found`)
  return row
}

async function popularWorlds(limit: number, offset: number): Promise<ListedWorldRow[]> {
  return (await pool.query<ListedWorldRow>({ ...POPULAR_WORLDS, values: [limit, offset] })).rows
}

async function foundWorlds(text: string, limit: number): Promise<ListedWorldRow[]> {
  return (await pool.query<ListedWorldRow>({ ...SEARCH_WORLDS, values: [`%${text}%`, limit] })).rows
}

async function nestedWorlds(text: string) {
  const values = [`%${text}%`, PAGE + 1]
  return worldWithAuthorPage((await pool.query<WorldWithAuthorRow>({ ...WORLDS_WITH_AUTHORS, values })).rows, PAGE)
}

async function worldsWithGroups(text: string) {
  const values = [`%${text}%`, PAGE + 1]
  return worldWithGroupsPage((await pool.query<WorldWithGroupsRow>({ ...WORLDS_WITH_GROUPS, values })).rows, PAGE)
}

async function oneGroupRow(viewer: string, id: string): Promise<GroupRow> {
  const { rows } = await pool.query<GroupRow>({ ...ONE_GROUP, values: [id, viewer] })
  const [row] = rows
  if (!row) throw new Error(`Group ${id} not found`)
  return row
}

async function answerGroups(viewer: string, pathname: string, search: URLSearchParams): Promise<unknown> {
  const [, id, list] = /^\/api\/1\/groups\/([^/]+)(\/members)?$/.exec(pathname) ?? []
  const limit = Number(search.get('n'))
  if (list) {
    const values = [id, viewer, limit, Number(search.get('offset'))]
    return (await pool.query<GroupMemberRow>({ ...GROUP_MEMBERS, values })).rows.map(groupMember)
  }
  if (id) return oneGroup(await oneGroupRow(viewer, id))
  const text = search.get('query') ?? ''
  const values = [`%${text}%`, text, viewer, limit]
  return (await pool.query<GroupSummaryRow>({ ...SEARCH_GROUPS, values })).rows.map(limitedGroup)
}

async function answerCalendar(viewer: string, pathname: string, search: URLSearchParams): Promise<unknown> {
  const limit = Number(search.get('n'))
  if (pathname.endsWith('/discover')) {
    const values = [viewer, new Date(), limit]
    return discoveredEvents((await pool.query<EventRow>({ ...DISCOVERED, values })).rows)
  }
  const groupId = pathname.slice('/api/1/calendar/'.length)
  const { rows } = await pool.query<StandingRow>({ ...GROUP_STANDING, values: [groupId, viewer] })
  const [standing] = rows
  if (!standing) throw new Error(`Group ${groupId} not found`)
  const date = new Date(search.get('date') ?? '')
  const [from, before] = [0, 1].map(
    (months) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)),
  )
  const { isManager, isMember, roleIds } = standing
  const values = [groupId, from, before, isManager, isMember, roleIds, viewer, limit]
  return eventList((await pool.query<EventRow>({ ...GROUP_MONTH, values })).rows)
}

async function answerWorlds(pathname: string, search: URLSearchParams): Promise<unknown> {
  if (pathname !== '/api/1/worlds') return oneWorld(await oneWorldRow(pathname.slice('/api/1/worlds/'.length)))
  const text = search.get('search')
  const offset = Number(search.get('offset'))
  return (await (text === null ? popularWorlds(PAGE, offset) : foundWorlds(text, PAGE))).map(limitedWorld)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const PAGE = 60

/** Answers the operations of the bench by their names. */
async function answerGraph(viewer: string, body: string): Promise<unknown> {
  const { operationName, variables } = JSON.parse(body)
  switch (operationName) {
    case 'World':
      return worldNode(await oneWorldRow(variables.id))
    case 'Worlds':
      return worldPage(await popularWorlds(PAGE + 1, 0), PAGE)
    case 'NestedWorlds':
      return nestedWorlds(variables.search)
    case 'WorldGroups':
      return worldsWithGroups(variables.search)
    case 'Notifications':
      return notificationPage(await notifications(LIST_NOTIFICATIONS, viewer, PAGE + 1), PAGE)
    default:
      return userPage(await search(variables.search, PAGE + 1), PAGE)
  }
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
  if (pathname.startsWith('/api/1/groups')) return answerGroups(viewer, pathname, searchParams)
  if (pathname.startsWith('/api/1/calendar')) return answerCalendar(viewer, pathname, searchParams)
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
