import { tmpdir } from 'node:os'
import { type OpenDatabase, openDatabase } from '../../src/platform/database/openDatabase.ts'
import { aDatabase } from './database.ts'

export const silentLog = { debug() {}, info() {}, warn() {}, error() {} }

/** The URL of a Redis server, if the test run has one: events are then tested with Redis as well as PostgreSQL. */
export const REDIS_URL = process.env.REDIS_URL

export interface DatabaseFixture {
  readonly url: string
  readonly database: OpenDatabase
  /** Opens a further node on the database. */
  node(): Promise<OpenDatabase>
  /** Closes all nodes. */
  clear(): Promise<void>
}

/** Creates a database, and opens nodes on it. */
export async function aDatabaseFixture(): Promise<DatabaseFixture> {
  const created = await aDatabase()
  const opened: OpenDatabase[] = []
  const node = async () => {
    const database = await openDatabase({ url: created.url, dataDir: tmpdir(), poolSize: 5, log: silentLog })
    opened.push(database)
    return database
  }
  const clear = async () => {
    await Promise.all(opened.map((database) => database.close()))
  }
  return { url: created.url, database: await node(), node, clear }
}
