import { types } from 'pg'
import { expect, test } from 'vitest'
import { Prisma } from '../../../src/generated/prisma/client.ts'
import { columnParserOf } from '../../../src/platform/database/columnParsers.ts'
import { sharedApp } from '../../support/app.ts'

const { sql } = (await sharedApp()).scope()

const TIMES = [
  '2026-11-29 04:05:06.789+00',
  '2026-11-29 04:05:06+00',
  '2026-02-28 23:59:59.999999+00',
  '0999-12-31 00:00:00+00',
  '12026-01-01 00:00:00+00',
  '0044-03-15 12:00:00+00 BC',
]

test.each(TIMES)('the time %s is parsed as by the driver', async (time) => {
  const driver = types.getTypeParser(types.builtins.TIMESTAMPTZ, 'text')
  expect(columnParserOf(types.builtins.TIMESTAMPTZ)(time)).toEqual(driver(time))
  const [row] = await sql<{ time: Date }>`SELECT ${Prisma.raw(`'${time}'::timestamptz`)} AS time`
  expect(row).toEqual({ time: driver(time) })
})

test('times without an end stay what the driver makes of them', async () => {
  expect(await sql`SELECT 'infinity'::timestamptz AS time`).toEqual([{ time: Number.POSITIVE_INFINITY }])
})

const LISTS = [
  [],
  ['one'],
  ['one', 'two'],
  [''],
  ['a,b', 'c'],
  ['"quoted"', '\\'],
  ['{}'],
  ['null', 'NULL'],
  [null, 'x'],
  ['ä 世界'],
]

test.each(LISTS.map((list) => ({ list })))('the texts $list arrive as they were', async ({ list }) => {
  expect(await sql`SELECT ${list}::text[] AS texts`).toEqual([{ texts: list }])
})

test('other types: large numbers as bigint, small ones as numbers, JSON as its value', async () => {
  const rows = await sql`
    SELECT 9007199254740993::bigint AS large, 7::int AS small, 0.5::float8 AS half, true AS flag, NULL::text AS nothing,
      '{"a": [1]}'::jsonb AS json, ARRAY[1, 2] AS numbers, ARRAY['2026-11-29T00:00:00Z'::timestamptz] AS times`
  expect(rows).toEqual([
    {
      large: 9_007_199_254_740_993n,
      small: 7,
      half: 0.5,
      flag: true,
      nothing: null,
      json: { a: [1] },
      numbers: [1, 2],
      times: [new Date('2026-11-29T00:00:00Z')],
    },
  ])
})
