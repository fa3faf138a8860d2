import { connect, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { BOUNDS } from '../../src/kernel/bounds.ts'
import { openApp, type TestApp } from '../support/app.ts'
import { aDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { anUploadedFile } from '../support/files.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { aUser, type TestUser } from '../support/users.ts'

/** Requests at work at a time, of which so many change something. */
const AT_ONCE = 6
const WRITES_AT_ONCE = BOUNDS.writesAtOnce.most
const WAITING = 64

/** An app whose requests wait for locks as long as the test holds them. */
const database = await aDatabase()
const url = new URL(database.url)
url.searchParams.set('options', '-c lock_timeout=0 -c statement_timeout=0')
const app = await openApp(
  { DATABASE_URL: url.href, DATABASE_POOL_SIZE: '10', LEGACY_STATUS_TIMEOUT_MS: '60000' },
  { writesAtOnce: WRITES_AT_ONCE },
)
const outside = new pg.Pool({ connectionString: database.url, max: 2 })
// A connection that is still closing when the database is dropped reports that it was cut.
outside.on('error', () => {})
afterAll(async () => {
  await app.close()
  await outside.end()
})

/** Runs work while another connection holds the row of a user, so that changes of the user wait. */
async function whileLocked<R>({ id }: TestUser, work: (release: () => Promise<void>) => Promise<R>): Promise<R> {
  const holder = await outside.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT FROM "User" WHERE id = $1 FOR UPDATE', [id])
  const release = async () => void (await holder.query('ROLLBACK'))
  try {
    return await work(release)
  } finally {
    await release()
    holder.release()
  }
}

/** How many statements of the app wait for a lock. */
async function waitingStatements(): Promise<number> {
  const { rows } = await outside.query<{ count: number }>(
    'SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = $1',
    ['Lock'],
  )
  return rows[0]?.count ?? 0
}

const update = ({ api, id }: TestUser, bio: string) => api.try('updateUser', { userId: id, body: { bio } })
const many = <R>(count: number, make: (at: number) => R) => Array.from({ length: count }, (_, at) => make(at))

/** Whether a promise has settled by now. */
function watched<R>(work: Promise<R>) {
  const state = { settled: false, work }
  const settle = () => {
    state.settled = true
  }
  work.then(settle, settle)
  return state
}

describe('requests of one user', () => {
  it('change something one at a time at both APIs, while others are answered, and all are answered in the end', async () => {
    const [busy, other] = [await aUser(app), await aUser(app)]
    const graph = aGraphClient(app, busy.api)
    await whileLocked(busy, async (release) => {
      const sent = many(20, (at) =>
        at % 2
          ? update(busy, `${at}`)
          : graph.send(`mutation { updateProfile(input: { bio: "${at}" }) { user { id } } }`),
      )
      await eventually(async () => (await waitingStatements()) === WRITES_AT_ONCE)
      for (const at of many(5, String)) {
        expect(await update(other, at)).toMatchObject({ status: 200 })
        expect(await aGraphClient(app, other.api).send('{ viewer { id } }')).not.toHaveProperty('errors')
        expect(await waitingStatements()).toBe(WRITES_AT_ONCE)
      }
      await release()
      for (const response of await Promise.all(sent))
        expect(response).toMatchObject('status' in response ? { status: 200 } : { data: { updateProfile: {} } })
    })
  })

  it('are refused with 429 when 64 wait, and taken again afterwards', async () => {
    const busy = await aUser(app)
    await whileLocked(busy, async (release) => {
      const sent = many(WRITES_AT_ONCE + WAITING + 5, (at) => update(busy, `${at}`))
      const early = await Promise.any(sent)
      expect(early).toMatchObject({ status: 429, body: { error: { status_code: 429 } } })
      expect(early.headers.get('retry-after')).toBe('1')
      await release()
      // The others reach the handler, which has a limit of its own.
      const refused = (await Promise.all(sent)).filter(({ body }) => JSON.stringify(body).includes('at once'))
      expect(refused).toHaveLength(5)
    })
    expect(await busy.api.try('getCurrentUser')).toMatchObject({ status: 200 })
  })
})

describe('what lasts on purpose', () => {
  it('delays no other request of the user: waits for a finished upload, bodies that trickle, subscriptions', async () => {
    const person = await aUser(app)
    const { id: fileId } = await anUploadedFile(app, person, Buffer.from('bytes'))
    const path = `/api/1/file/${fileId}/1/file/status`
    const control = new AbortController()
    const waits = many(2 * AT_ONCE, () => watched(person.api.fetch(path, { signal: control.signal })))
    const trickling = await Promise.all(many(2 * AT_ONCE, () => trickle(app, person)))
    const streams = await Promise.all(many(2 * AT_ONCE, () => subscribe(app, person, control.signal)))
    for (const at of many(AT_ONCE, String)) expect(await update(person, at)).toMatchObject({ status: 200 })
    expect(waits.filter(({ settled }) => settled)).toEqual([])
    expect(streams.map((response) => response.status)).toEqual(many(2 * AT_ONCE, () => 200))
    control.abort()
    for (const socket of trickling) socket.destroy()
    await Promise.allSettled(waits.map(({ work }) => work))
  })
})

/** A request of which half of the body is sent. */
async function trickle({ origin }: TestApp, { api, id }: TestUser): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  // The server may cut the connection while the app is closed.
  socket.on('error', () => {})
  const head = [
    `PUT /api/1/users/${id} HTTP/1.1`,
    'Host: x',
    `Cookie: auth=${api.cookies.get('auth')}`,
    'Content-Type: application/json',
    'Content-Length: 1000',
  ]
  await new Promise<void>((resolve) => void socket.write(`${head.join('\r\n')}\r\n\r\n{"bio":`, () => resolve()))
  return socket
}

const subscribe = ({ origin }: TestApp, { api }: TestUser, signal: AbortSignal) =>
  fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      cookie: `auth=${api.cookies.get('auth')}`,
    },
    body: JSON.stringify({ query: 'subscription { viewerChanged { __typename } }' }),
    signal,
  })
