import { expect, it } from 'vitest'
import { sharedApp } from '../../support/app.ts'

/** Columns of wide tables that are written most: with each request, visit or notification, or each minute. */
const WRITTEN_MOST: Readonly<Record<string, readonly string[]>> = {
  User: ['lastActivityAt', 'statusDescription', 'revision'],
  Session: ['lastUsedAt'],
  World: ['visits', 'revision'],
  Group: ['onlineMemberCount'],
  FeedHead: ['seq'],
  Listing: ['purchaseCount', 'purchaseQuantity'],
}

const app = await sharedApp()

it.each(Object.entries(WRITTEN_MOST))(
  'no index of %s contains a column that is written most',
  async (table, columns) => {
    const indexes = await app.scope().client.$queryRaw<{ definition: string }[]>`
    SELECT pg_get_indexdef(indexrelid) AS definition FROM pg_index WHERE indrelid = ${`"${table}"`}::regclass`
    expect(indexes.length).toBeGreaterThan(0)
    const written = indexes.filter(({ definition }) => {
      const words: readonly string[] = definition.slice(definition.indexOf(' USING ')).match(/\w+/g) ?? []
      return columns.some((column) => words.includes(column))
    })
    expect(written).toEqual([])
  },
)

it('tables that are written most keep room on their pages', async () => {
  const rows = await app.scope().client.$queryRaw<{ name: string }[]>`
    SELECT relname AS name FROM pg_class
    WHERE reloptions::text LIKE '%fillfactor%' AND relname IN ('User', 'Session', 'World', 'Group', 'FeedHead') ORDER BY 1`
  expect(rows.map(({ name }) => name)).toEqual(['FeedHead', 'Group', 'Session', 'User', 'World'])
})
