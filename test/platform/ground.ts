import { tmpdir } from 'node:os'
import { type OpenDatabase, openDatabase } from '../../src/platform/database/open.ts'
import { aDatabase } from '../support/database.ts'

export const quiet = { debug() {}, info() {}, warn() {}, error() {} }

/** The Redis of this run, where it has one: what is tested on both carriers is tested on this one then, too. */
export const REDIS_URL = process.env.REDIS_URL

export interface Ground {
  readonly url: string
  readonly database: OpenDatabase
  /** Another node on the same database. */
  node(): Promise<OpenDatabase>
  clear(): Promise<void>
}

/** A database of the test's own, and nodes on it. */
export async function aGround(): Promise<Ground> {
  const made = await aDatabase()
  const opened: OpenDatabase[] = []
  const node = async () => {
    const database = await openDatabase({ url: made.url, dataDir: tmpdir(), poolSize: 5, log: quiet })
    opened.push(database)
    return database
  }
  const clear = async () => {
    await Promise.all(opened.map((database) => database.close()))
    await made.drop()
  }
  return { url: made.url, database: await node(), node, clear }
}

/** Waits until the condition holds; throws when it does not within the time, in milliseconds. */
export async function until(condition: () => boolean | Promise<boolean>, within = 8_000): Promise<void> {
  const end = performance.now() + within
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('it did not come about')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
