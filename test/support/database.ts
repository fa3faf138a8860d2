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
  await executeExclusively(`${cloneStatement(name, template)} ${options}`)
  return { url: databaseAt(url, name) }
}

/** Locks that all workers share. */
const [CLONE_LOCK, SEED_LOCK] = [4_711, 4_712]

let seeded: Promise<string> | undefined

/**
 * Creates a migrated database by cloning one in which `seed` has inserted rows. The first caller of a run makes that one; all
 * give the same `seed`.
 */
export async function aSeededDatabase(seed: (url: string) => Promise<void>): Promise<TestDatabase> {
  seeded ??= seededTemplate(seed)
  return createDatabase(await seeded)
}

async function seededTemplate(seed: (url: string) => Promise<void>): Promise<string> {
  const { url, prefix, template } = inject('databaseServer')
  const [name, origin] = [`${prefix}seeded`, `${prefix}seeding`]
  await withLock(SEED_LOCK, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (rowCount !== 0) return
    await executeExclusively(cloneStatement(origin, template))
    await seed(databaseAt(url, origin))
    await executeExclusively(cloneStatement(name, origin))
  })
  return name
}

const cloneStatement = (name: string, template: string) =>
  `CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(template)} STRATEGY file_copy`

/** Runs a statement under a lock, as a template in use can't be cloned. */
const executeExclusively = (statement: string) => withLock(CLONE_LOCK, (client) => client.query(statement))

async function withLock(lock: number, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: inject('databaseServer').url })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lock])
    await work(client)
  } finally {
    await client.end()
  }
}
