import { escapeIdentifier } from 'pg'
import { expect, test } from 'vitest'
import { isDatabaseDown } from '../../../src/platform/database/connectionErrors.ts'
import { findFreePort } from '../../../src/platform/database/embedded/freePort.ts'
import { openDatabase } from '../../../src/platform/database/openDatabase.ts'
import { queryOnce } from '../../../src/platform/database/queryOnce.ts'
import { runOn, runOnPool } from '../../../src/platform/database/statement.ts'
import { makeStatementNamer } from '../../../src/platform/database/statementNames.ts'
import { aDatabase, anEmptyDatabase } from '../../support/database.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const open = (url: string) => openDatabase({ url, dataDir: 'unused', poolSize: 2, log: quiet })
const moment = new Date('2026-01-02T03:04:05.678Z')
const domainEvent = { topic: 'a', subject: 'b', ids: {}, createdAt: moment }

test('Prisma and named statements share one pool, and its connections keep their prepared statements', async () => {
  const clone = await aDatabase()
  const database = await open(clone.url)
  for (let time = 0; time < 8; time++) await database.client.outbox.create({ data: domainEvent })
  const text = 'SELECT topic, "createdAt" FROM "Outbox" WHERE topic = $1'
  const rows = await runOnPool(database.pool, { name: 'outbox-by-topic', text, values: ['a'] })
  expect(rows).toHaveLength(8)
  expect(rows[0]).toEqual({ topic: 'a', createdAt: moment })
  const prepared = await database.pool.query<{ name: string }>('SELECT name FROM pg_prepared_statements')
  const names = prepared.rows.map(({ name }) => name)
  expect(names).toContain('outbox-by-topic')
  expect(names.some((name) => name.startsWith('p_'))).toBe(true)
  expect(database.pool.totalCount).toBeLessThanOrEqual(2)
  await database.close()
})

test('a connection keeps no more than 500 prepared statements, those that were used last', async () => {
  const database = await openDatabase({ url: (await aDatabase()).url, dataDir: 'unused', poolSize: 1, log: quiet })
  const statement = (n: number) => ({ name: `number-${n}`, text: `SELECT $1::int + ${n} AS n`, values: [0] })
  const run = (n: number) => runOnPool(database.pool, statement(n))
  const numbers = Array.from({ length: 700 }, (_, n) => n)
  for (const n of numbers) expect(await Promise.all([run(0), run(n)])).toEqual([[{ n: 0 }], [{ n }]])
  const kept = async () => {
    const { rows } = await database.pool.query<{ name: string; calls: number }>(
      `SELECT name, (generic_plans + custom_plans)::int AS calls FROM pg_prepared_statements WHERE name LIKE 'number-%'`,
    )
    return new Map(rows.map(({ name, calls }) => [name, calls]))
  }
  const first = await kept()
  expect([first.size, first.get('number-0'), first.has('number-1'), first.has('number-699')]).toEqual([
    500,
    701,
    false,
    true,
  ])
  const connection = await database.pool.connect()
  const answers = await Promise.all(numbers.map((n) => runOn(connection, statement(n))))
  connection.release()
  expect(answers).toEqual(numbers.map((n) => [{ n }]))
  expect([...(await kept()).keys()]).toHaveLength(500)
  await database.close()
})

test('a prepared statement is planned once for all lists of texts, a custom one for its values each time', async () => {
  const database = await openDatabase({ url: (await aDatabase()).url, dataDir: 'unused', poolSize: 1, log: quiet })
  await database.pool.query(`CREATE TABLE many (id text PRIMARY KEY);
    INSERT INTO many SELECT n::text FROM generate_series(1, 100000) AS n; ANALYZE many`)
  const prepared = async () =>
    (
      await database.pool.query(
        `SELECT generic_plans::int AS generic, custom_plans::int AS custom FROM pg_prepared_statements WHERE statement LIKE '%many%'`,
      )
    ).rows
  for (let time = 0; time < 22; time++) await database.sql.custom`SELECT id FROM many WHERE id = ANY(${['7']})`
  expect(await prepared()).toEqual([])
  for (let time = 0; time < 22; time++) await database.sql`SELECT id FROM many WHERE id = ANY(${['7']})`
  expect(await prepared()).toEqual([KEPT])
  await database.close()
})

/** Plans of 20 executions: PostgreSQL makes five for the values before it compares them with one for any values. */
const KEPT = { generic: 15, custom: 5 }

test('rows of a prepared statement are the same each time, with values of every type', async () => {
  const database = await open((await aDatabase()).url)
  const text = `SELECT $1::text AS text, 7 AS int, 8::bigint AS bigint, 1.5::float8 AS float, NULL::text AS none, true AS yes,
    '{"a": [1, null]}'::jsonb AS json, ARRAY['x', 'y "z"']::text[] AS list, $2::timestamptz AS at`
  const row = { text: 'é', int: 7, bigint: 8n, float: 1.5, none: null, yes: true, json: { a: [1, null] } }
  const rows = [{ ...row, list: ['x', 'y "z"'], at: moment }]
  for (const name of ['values', 'values', 'values', null])
    expect(await runOnPool(database.pool, { name, text, values: ['é', moment] })).toEqual(rows)
  await database.close()
})

test('a prepared statement works again after a migration has changed its columns', async () => {
  const database = await open((await aDatabase()).url)
  await database.pool.query(`CREATE TABLE changing AS SELECT '7'::text AS value`)
  const read = () => runOnPool(database.pool, { name: 'changing', text: 'SELECT * FROM changing', values: [] })
  expect([await read(), await read()]).toEqual([[{ value: '7' }], [{ value: '7' }]])
  await database.pool.query('ALTER TABLE changing ALTER value TYPE int USING value::int')
  await expect(read()).rejects.toThrow('cached plan must not change result type')
  expect(await read()).toEqual([{ value: 7 }])
  await database.close()
})

test('a statement whose values break off fails, and its connection answers further ones', async () => {
  const database = await open((await aDatabase()).url)
  const broken = database.sql.custom`SELECT 1 / (3 - n) AS share FROM generate_series(1, 5) n`
  await expect(broken).rejects.toThrow('division by zero')
  expect(await database.sql.custom`SELECT 1 AS one`).toEqual([{ one: 1 }])
  await database.close()
})

test('times are stored in UTC, whatever the time zone of the database', async () => {
  const clone = await aDatabase()
  const name = new URL(clone.url).pathname.slice(1)
  await queryOnce(clone.url, `ALTER DATABASE ${escapeIdentifier(name)} SET TimeZone TO 'Asia/Tokyo'`)
  const database = await open(clone.url)
  const { id } = await database.client.outbox.create({ data: domainEvent })
  expect((await database.client.outbox.findUniqueOrThrow({ where: { id } })).createdAt).toEqual(moment)
  const kept = await queryOnce<{ at: string }>(
    clone.url,
    `SELECT extract(epoch FROM "createdAt") * 1000 AS at FROM "Outbox"`,
  )
  expect(Number(kept[0]?.at)).toBe(moment.getTime())
  await database.close()
})

test('a database that is missing or not in UTF-8 is refused with a plain message', async () => {
  const latin = await anEmptyDatabase("ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'")
  await expect(open(latin.url)).rejects.toThrow(
    "The database at DATABASE_URL is encoded in LATIN1; make it with ENCODING 'UTF8'.",
  )
  const port = await findFreePort()
  const nowhere = open(`postgresql://plaza:secret@127.0.0.1:${port}/plaza`)
  await expect(nowhere).rejects.toThrow(`The database 127.0.0.1:${port}/plaza does not answer.`)
  expect(isDatabaseDown(await nowhere.catch((error: unknown) => error))).toBe(true)
})

test('a programming error is not reported as an unavailable database', async () => {
  const clone = await aDatabase()
  const database = await open(clone.url)
  const entry = { key: 'a', value: 1, updatedAt: moment }
  await database.client.configEntry.create({ data: entry })
  const duplicate = await database.client.configEntry.create({ data: entry }).catch((error: unknown) => error)
  const unknownColumn = await database.pool.query('SELECT nothing').catch((error: unknown) => error)
  expect([duplicate, unknownColumn].map(isDatabaseDown)).toEqual([false, false])
  expect([undefined, 'ECONNREFUSED', new Error('P1001')].map(isDatabaseDown)).toEqual([false, false, false])
  await database.close()
})

test('repeated statements are prepared by name, up to a limit for each connection', () => {
  const nameOf = makeStatementNamer()
  const often = (sql: string) => [1, 2, 3, 4].map(() => nameOf({ sql })).at(-1)
  expect(nameOf({ sql: 'SELECT once' })).toBe('')
  expect(often('SELECT 1')).toMatch(/^p_[0-9a-f]{40}$/)
  expect(often('SELECT 1')).toBe(nameOf({ sql: 'SELECT 1' }))
  const names = Array.from({ length: 5_000 }, (_, index) => often(`SELECT ${index}`))
  const given = names.filter((name) => name !== '')
  expect(given).toHaveLength(500)
  expect(new Set(given).size).toBe(500)
})
