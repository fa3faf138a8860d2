import { expect, test } from 'vitest'
import { Prisma } from '../../../src/generated/prisma/client.ts'
import type { SqlList } from '../../../src/kernel/list/pageSql.ts'
import { readPage } from '../../../src/kernel/list/readList.ts'
import { openDatabase } from '../../../src/platform/database/openDatabase.ts'
import { aDatabase } from '../../support/database.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const MANY: SqlList = {
  alias: 'm',
  from: Prisma.raw('many AS m'),
  where: [],
  order: [
    { by: Prisma.raw('m.place'), type: 'bigint' },
    { by: Prisma.raw('m.id'), type: 'text' },
  ],
}

interface Range {
  readonly limit: number
  readonly offset: number
}

/** Reads 30 pages of a list of 100,000 rows on one connection; returns the last one, and how its statements were planned. */
async function readPages(list: SqlList, rangeOf: (time: number) => Range) {
  const database = await openDatabase({ url: (await aDatabase()).url, dataDir: 'unused', poolSize: 1, log: quiet })
  await database.pool.query(`CREATE TABLE many (id text PRIMARY KEY, place bigint);
    INSERT INTO many SELECT n::text, n FROM generate_series(1, 100000) AS n;
    CREATE INDEX ON many (place, id); ANALYZE many`)
  let ids: string[] = []
  for (let time = 0; time < 30; time++) {
    const page = { ...rangeOf(time), descending: false }
    ids = (await readPage<{ id: string }>(database, list, page, { select: Prisma.raw('m.id') })).map(({ id }) => id)
  }
  const { rows } = await database.pool.query(
    `SELECT generic_plans::int AS generic, custom_plans::int AS custom FROM pg_prepared_statements
     WHERE statement LIKE '%many AS m%'`,
  )
  await database.close()
  return { ids, plans: rows }
}

const nextPage = (time: number) => ({ limit: 3, offset: 3 + time * 3 })

test('pages near the start of a list share one plan, whatever their limits and offsets', async () => {
  const { ids, plans } = await readPages(MANY, nextPage)
  expect(ids).toEqual(['91', '92', '93'])
  expect(plans).toEqual([{ generic: 23, custom: 5 }])
})

test('pages of a list whose plan depends on its values are planned each time', async () => {
  const { ids, plans } = await readPages({ ...MANY, plan: 'custom' }, nextPage)
  expect(ids).toEqual(['91', '92', '93'])
  expect(plans).toEqual([])
})

test('a page beyond 128 rows has a statement of its own, and is whole', async () => {
  const { ids, plans } = await readPages(MANY, (time) => ({ limit: 100, offset: 28 + (time % 2) }))
  expect(ids).toEqual(Array.from({ length: 100 }, (_, at) => String(30 + at)))
  expect(plans).toHaveLength(2)
})

test('pages far from the start have one statement', async () => {
  const { ids, plans } = await readPages(MANY, (time) => ({ limit: 2, offset: 50_000 + time * 1_000 }))
  expect(ids).toEqual(['79001', '79002'])
  expect(plans).toHaveLength(1)
})
