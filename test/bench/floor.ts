import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { Pool } from 'pg'
import { PLATFORM_USER_ID } from '../../src/areas/users/platformUser.ts'
import { CURRENT_USER, found, type OwnRow, own, type PersonRow, page, SEARCH, SESSION } from './floorRows.ts'

/**
 * The least a server can do for the same answers: node:http, a pool, named statements, JSON.stringify. It parses no
 * input with care and knows no limits, no log and no metrics; it is what the product is measured against.
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

async function search(text: string, limit: number): Promise<PersonRow[]> {
  const { rows } = await pool.query<PersonRow>({ ...SEARCH, values: [`%${text}%`, PLATFORM_USER_ID, limit] })
  return rows
}

const FIVE_MINUTES = 5 * 60_000

async function currentUser(id: string) {
  const now = new Date()
  const since = new Date(now.getTime() - FIVE_MINUTES)
  const { rows } = await pool.query<OwnRow>({ ...CURRENT_USER, values: [id, since] })
  const row = rows[0]
  if (!row) throw new Error(`User ${id} not found`)
  return own(row, now)
}

/** The text of a request's body. */
async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const PAGE = 60

async function answer(request: IncomingMessage): Promise<unknown> {
  const [viewer, body] = await Promise.all([viewerOf(request), bodyOf(request)])
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://floor')
  if (pathname === '/api/1/auth/user') return currentUser(viewer)
  if (pathname === '/api/1/users') return (await search(searchParams.get('search') ?? '', PAGE)).map(found)
  if (pathname === '/graphql') return page(await search(JSON.parse(body).variables.search, PAGE + 1), PAGE)
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
server.listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
