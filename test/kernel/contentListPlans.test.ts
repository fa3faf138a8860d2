import { expect, test } from 'vitest'
import { pageStatement } from '../../src/kernel/contentList/statement.ts'
import { createBindings } from '../../src/kernel/page.ts'
import { openDatabase } from '../../src/platform/database/openDatabase.ts'
import { aDatabase } from '../support/database.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const LISTED = { from: 'many', id: 'id', visible: ['true'], conditions: [], label: 'all' }
const ORDER = { by: 'place', type: 'bigint', descending: false, ranks: ['true'], start: 0 } as const

/** Reads 20 pages of a list of 100,000 rows on one connection; returns the last one, and how its statement was planned. */
async function readPages(isPlanKept: boolean, pageOf: (time: number) => { limit: number; offset: number }) {
  const database = await openDatabase({ url: (await aDatabase()).url, dataDir: 'unused', poolSize: 1, log: quiet })
  await database.pool.query(`CREATE TABLE many (id text PRIMARY KEY, place bigint);
    INSERT INTO many SELECT n::text, n FROM generate_series(1, 100000) AS n;
    CREATE INDEX ON many (place, id); ANALYZE many`)
  const names = new Set<string | null>()
  let ids: string[] = []
  for (let time = 0; time < 20; time++) {
    const { values, bind } = createBindings()
    const page = { ...pageOf(time), descending: false }
    const query = { list: { ...LISTED, isPlanKept }, order: ORDER, page, select: { columns: {}, label: 'many' }, bind }
    const { name, text } = pageStatement(query)
    names.add(name)
    ids = (await database.read<{ id: string }>(name, text, values)).map(({ id }) => id)
  }
  const plans = await database.pool.query(
    `SELECT generic_plans::int AS generic, custom_plans::int AS custom FROM pg_prepared_statements WHERE name LIKE 'many%'`,
  )
  await database.close()
  return { ids, plans: plans.rows, names: [...names] }
}

const nextPage = (time: number) => ({ limit: 3, offset: time * 3 })

test('pages of a list whose plan is kept share one, whatever their limits and offsets', async () => {
  const { ids, plans, names } = await readPages(true, nextPage)
  expect(ids).toEqual(['58', '59', '60'])
  expect(names).toEqual(['many all place ASC 128'])
  expect(plans).toEqual([{ generic: 15, custom: 5 }])
})

test('PostgreSQL plans a page each time whose limit it knows only as a parameter', async () => {
  const { ids, plans } = await readPages(false, nextPage)
  expect(ids).toEqual(['58', '59', '60'])
  expect(plans).toEqual([{ generic: 0, custom: 20 }])
})

test('a page beyond 128 rows has a statement of its own, and is whole', async () => {
  const pages = [
    { limit: 100, offset: 28 },
    { limit: 100, offset: 29 },
  ]
  const { ids, names } = await readPages(true, (time) => pages[time % 2] ?? nextPage(time))
  expect(names).toEqual(['many all place ASC 128', 'many all place ASC 256'])
  expect(ids).toEqual(Array.from({ length: 100 }, (_, at) => String(30 + at)))
})

test('pages far from the start have one statement', async () => {
  const { ids, names } = await readPages(true, (time) => ({ limit: 2, offset: 50_000 + time * 1_000 }))
  expect(ids).toEqual(['69001', '69002'])
  expect(names).toEqual(['many all place ASC'])
})
