import { randomBytes } from 'node:crypto'
import { Client, escapeIdentifier } from 'pg'
import { inject } from 'vitest'
import { databaseAt } from './databaseServer.ts'

/**
 * A database of a test run, which is deleted when the run ends: file systems take long to create files after many were
 * deleted, and a database has a thousand.
 */
export interface TestDatabase {
  readonly url: string
}

/** Creates an empty, migrated database by cloning the template. */
export function aDatabase(): Promise<TestDatabase> {
  return createDatabase(inject('databaseServer').template)
}

/** Creates a database without tables. `options` are those of CREATE DATABASE. */
export function anEmptyDatabase(options = "ENCODING 'UTF8'"): Promise<TestDatabase> {
  return createDatabase('template0', options)
}

async function createDatabase(template: string, options = ''): Promise<TestDatabase> {
  const { url, prefix } = inject('databaseServer')
  const name = `${prefix}${randomBytes(6).toString('hex')}`
  await executeExclusively(
    url,
    `CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(template)} STRATEGY file_copy ${options}`,
  )
  return { url: databaseAt(url, name) }
}

const CLONE_LOCK = 4_711

/** Runs a statement under a lock shared by all workers, as a template in use can't be cloned. */
async function executeExclusively(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [CLONE_LOCK])
    await client.query(statement)
  } finally {
    await client.end()
  }
}
