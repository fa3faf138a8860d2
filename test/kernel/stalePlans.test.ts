import { afterAll, expect, it } from 'vitest'
import { transact } from '../../src/kernel/transaction.ts'
import { sharedApp } from '../support/app.ts'

const app = await sharedApp()
const { pool } = app.platform.database
await pool.query('CREATE TABLE stale_plan (id int); INSERT INTO stale_plan VALUES (1)')
afterAll(() => pool.query('DROP TABLE stale_plan'))

/** Runs a statement at the same time often enough to prepare it on all connections of the pool. */
const prepare = <R>(read: () => Promise<R>) => Promise.all(Array.from({ length: 60 }, read))

it('repeats a prepared statement whose columns a migration has changed', async () => {
  const read = () => app.scope().sql`SELECT * FROM stale_plan`
  await prepare(read)
  await prepare(read)
  await pool.query('ALTER TABLE stale_plan ADD COLUMN added int NOT NULL DEFAULT 1')
  expect(await prepare(read)).toEqual(Array.from({ length: 60 }, () => [{ id: 1, added: 1 }]))
})

it('repeats a transaction with such a statement, also when others came before it', async () => {
  const read = () =>
    transact(app.scope(), async ({ sql }) => {
      const before = await sql`SELECT 1 AS one`
      return [before, await sql`SELECT * FROM stale_plan WHERE id = 1`]
    })
  await prepare(read)
  await prepare(read)
  await pool.query('ALTER TABLE stale_plan ADD COLUMN further int NOT NULL DEFAULT 2')
  const row = { id: 1, added: 1, further: 2 }
  expect(await prepare(read)).toEqual(Array.from({ length: 60 }, () => [[{ one: 1 }], [row]]))
})
