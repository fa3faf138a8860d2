import { randomBytes } from 'node:crypto'
import { Client, escapeIdentifier } from 'pg'
import { inject } from 'vitest'
import { databaseAt } from './database-server.ts'

export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** A database of the caller's own, empty but migrated: a clone of the run's template. */
export function aDatabase(): Promise<TestDatabase> {
  return make(inject('databaseServer').template)
}

/** A database of the caller's own without a single table. `traits` are options of CREATE DATABASE. */
export function anEmptyDatabase(traits = "ENCODING 'UTF8'"): Promise<TestDatabase> {
  return make('template0', traits)
}

async function make(template: string, traits = ''): Promise<TestDatabase> {
  const { url, prefix } = inject('databaseServer')
  const name = `${prefix}${randomBytes(6).toString('hex')}`
  await alone(url, `CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(template)} ${traits}`)
  const drop = () => alone(url, `DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`)
  return { url: databaseAt(url, name), drop }
}

const CLONING = 4_711

/** One after the other over all workers: a template that is in use can't be cloned. */
async function alone(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [CLONING])
    await client.query(statement)
  } finally {
    await client.end()
  }
}
