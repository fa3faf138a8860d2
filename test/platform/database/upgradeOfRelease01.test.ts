import type { Pool } from 'pg'
import { expect, it } from 'vitest'
import { migrate, migrationNames, readMigrations } from '../../../src/platform/database/migrations.ts'
import { openPool } from '../../../src/platform/database/openDatabase.ts'
import { findUpgradeFaults, insertOldRows, LAST_OF_RELEASE_0_1, UNITY } from '../../campaigns/upgrade/oldRows.ts'
import { aDatabase, anEmptyDatabase } from '../../support/database.ts'
import { silentLog } from '../../support/databaseFixture.ts'
import { aMigrationFolder } from '../../support/migrationFolder.ts'

const open = (url: string) => openPool(url, 4, silentLog)

/** A folder with the migrations of release 0.1 only. */
const migrationsOfRelease01 = () => aMigrationFolder(migrationNames().filter((name) => name <= LAST_OF_RELEASE_0_1))

/** Tables, columns, indexes, constraints, triggers and functions, as PostgreSQL would write them. */
async function catalogueOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `SELECT format('column %s.%s %s %s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull,
              attcollation::regcollation, pg_get_expr(adbin, adrelid)) AS line
       FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum JOIN pg_class AS c ON c.oid = attrelid
      WHERE attnum > 0 AND NOT attisdropped AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
     UNION ALL SELECT pg_get_indexdef(indexrelid) || ' ' || indisvalid FROM pg_index JOIN pg_class AS c ON c.oid = indrelid
      WHERE c.relnamespace = 'public'::regnamespace
     UNION ALL SELECT format('%s %s %s %s', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
     UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc AS p WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')
     ORDER BY 1`,
  )
  return rows.map(({ line }) => line)
}

const freshCatalogue = async () => {
  const pool = open((await aDatabase()).url)
  return catalogueOf(pool).finally(() => pool.end())
}

/** As release 0.1 writes notifications: null for each column that it does not know. */
const insertAsRelease01 = (pool: Pool, type: string, id: string) =>
  pool.query(
    `INSERT INTO "Notification" SELECT * FROM json_populate_recordset(NULL::"Notification", (
       SELECT json_agg((to_jsonb(n) - 'revision' - 'facts' - 'subjectId') || jsonb_build_object('id', $1::text, 'type', $2::text))
       FROM (SELECT * FROM "Notification" LIMIT 1) AS n))`,
    [id, type],
  )

it('leads a database of release 0.1 to the same schema as a new one, with its rows brought up to date', async () => {
  const pool = open((await anEmptyDatabase()).url)
  await migrate(pool, migrationsOfRelease01())
  await insertOldRows(pool, 60)
  const pending = readMigrations().filter(({ name }) => name > LAST_OF_RELEASE_0_1)
  expect(await migrate(pool)).toEqual({ applied: pending.map(({ name }) => name) })
  expect(await catalogueOf(pool)).toEqual(await freshCatalogue())
  expect(await findUpgradeFaults(pool)).toEqual({})

  // What a node of release 0.1 writes meanwhile.
  await insertAsRelease01(pool, 'friendRequest', 'frq_of_an_old_node')
  await insertAsRelease01(pool, 'message', 'not_of_an_old_node')
  await pool.query(`UPDATE "UnityPackage" SET "unitySortNumber" = ${UNITY.oldSort}`)
  await pool.query(`UPDATE "World" SET "minUnitySort" = ${UNITY.oldSort}, "maxUnitySort" = ${UNITY.oldSort}`)
  expect(await findUpgradeFaults(pool)).toEqual({})
  const { rows } = await pool.query(`SELECT revision FROM "Notification" WHERE id LIKE '%_of_an_old_node'`)
  expect(rows).toEqual([{ revision: 1 }, { revision: 1 }])
  await pool.end()
})

it('accepts a database that has the earlier files of the migrations, and gives it the same schema', async () => {
  const pool = open((await aDatabase()).url)
  const replaced = readMigrations().filter((migration) => migration.replaced.length > 0)
  expect(replaced.length).toBeGreaterThan(20)
  // The earlier files neither had these functions and triggers, nor was their completion applied.
  const { rows } = await pool.query<{ drop: string }>(
    `SELECT format('DROP FUNCTION %s CASCADE', oid::regprocedure) AS drop FROM pg_proc
      WHERE proname ~ 'release_0_1|_of_old_notification' AND pronamespace = 'public'::regnamespace`,
  )
  for (const { drop } of rows) await pool.query(drop)
  for (const { name, replaced: checksums } of replaced)
    await pool.query('UPDATE _prisma_migrations SET checksum = $2 WHERE migration_name = $1', [name, checksums[0]])
  await pool.query(`DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_writes_of_release_0_1'`)
  expect((await migrate(pool)).applied).toEqual([expect.stringMatching(/_writes_of_release_0_1$/)])
  expect(await catalogueOf(pool)).toEqual(await freshCatalogue())
  const recorded = await pool.query<{ checksum: string }>(
    'SELECT checksum FROM _prisma_migrations ORDER BY migration_name',
  )
  expect(recorded.rows).toEqual(readMigrations().map(({ checksum }) => ({ checksum })))
  await pool.end()
})
