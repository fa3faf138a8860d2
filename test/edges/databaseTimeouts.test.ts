import { pino } from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { transact } from '../../src/kernel/transaction.ts'
import { isDatabaseUnavailable } from '../../src/platform/database/connectionErrors.ts'
import { REQUEST_TIMEOUTS } from '../../src/platform/database/sessionTimeouts.ts'
import { openApp, type TestApp } from '../support/app.ts'
import { aDatabase } from '../support/database.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { PATIENCE } from '../support/patience.ts'
import { aUser, type TestUser } from '../support/users.ts'

const closers: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closers) await close()
})

/** An app whose connections have these timeouts, which the options of DATABASE_URL set, and its log of warnings. */
async function anAppWithTimeouts(options: string) {
  const database = await aDatabase()
  const url = new URL(database.url)
  url.searchParams.set('options', options)
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const app = await openApp({ DATABASE_URL: url.href }, { log, databaseTimeouts: REQUEST_TIMEOUTS })
  closers.push(() => app.close())
  return { app, lines }
}

/** Runs work while another transaction holds the account and user rows of a person. */
async function whileLocked<R>(app: TestApp, { id }: TestUser, work: () => Promise<R>): Promise<R> {
  return app.scope().client.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT FROM "User" JOIN "Account" ON "userId" = id WHERE id = ${id} FOR UPDATE`
      return work()
    },
    { timeout: PATIENCE },
  )
}

const SHOWN = `SELECT current_setting('lock_timeout') AS lock, current_setting('statement_timeout') AS statement,
  current_setting('idle_in_transaction_session_timeout') AS idle`

describe('connections to the database', () => {
  it('wait 2 s for a lock and run a statement for 10 s at most; jobs have more time, and the URL decides', async () => {
    const { app } = await anAppWithTimeouts('-c idle_in_transaction_session_timeout=7s')
    const { database } = app.platform
    const shown = async (pool: typeof database.pool) => (await pool.query(SHOWN)).rows[0]
    expect(await shown(database.pool)).toEqual({ lock: '2s', statement: '10s', idle: '7s' })
    expect(await shown(database.background().pool)).toEqual({ lock: '30s', statement: '10min', idle: '7s' })
  })
})

describe.each([
  ['a lock', '-c lock_timeout=150ms'],
  ['a statement', '-c lock_timeout=0 -c statement_timeout=300ms'],
])('a request that waits for %s too long', (_, options) => {
  it('is 503 with Retry-After by REST and UNAVAILABLE by GraphQL, each logged once as a warning', async () => {
    const { app, lines } = await anAppWithTimeouts(options)
    const person = await aUser(app)
    const graph = aGraphClient(app, person.api)
    const update = `mutation { updateProfile(input: { bio: "x" }) { user { id } } }`
    await whileLocked(app, person, async () => {
      const { status, headers, body } = await person.api.try('updateUser', { userId: person.id, body: { bio: 'x' } })
      expect({ status, body }).toMatchObject({
        status: 503,
        body: { error: { message: 'The service is not available right now', status_code: 503 } },
      })
      expect(headers.get('retry-after')).toBe('1')
      expect(await graph.send(update)).toMatchObject({
        errors: [{ extensions: { code: 'UNAVAILABLE', retryAfter: 1 } }],
      })
    })
    expect(lines.map((line) => JSON.parse(line).level)).toEqual(expect.not.arrayContaining([50]))
    expect(lines.filter((line) => JSON.parse(line).err)).toHaveLength(2)
    expect(await person.api.try('updateUser', { userId: person.id, body: { bio: 'x' } })).toMatchObject({ status: 200 })
  })

  it('is not tried again: it would hold its connection all the longer', async () => {
    const { app } = await anAppWithTimeouts(options)
    const person = await aUser(app)
    let attempts = 0
    const failed = await whileLocked(app, person, () =>
      transact(app.scope(), async ({ db }) => {
        attempts++
        await db.user.update({ where: { id: person.id }, data: { bio: 'x' } })
      }).catch((error: unknown) => error),
    )
    expect([attempts, isDatabaseUnavailable(failed)]).toEqual([1, true])
  })
})
