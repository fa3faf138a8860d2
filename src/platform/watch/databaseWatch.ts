import { setTimeout as delay } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import type { Log } from '../../kernel/log.ts'
import { isDatabaseDown, isOutOfConnections } from '../database/connectionErrors.ts'
import { sessionSettings } from '../database/sessionTimeouts.ts'
import type { Closable } from '../platform.ts'
import { type DatabaseFacts, PARTS_OF_FACTS } from './serverFacts.ts'

/** What one look at the database has found. */
export interface DatabaseLook {
  /** Whether the database answers, be it that it has no connection to spare. */
  readonly isUp: boolean
  /** Whether it has refused the connection of the watch, as it has none to spare. */
  readonly isExhausted: boolean
  /** Without those that could not be read. */
  readonly facts: Partial<DatabaseFacts>
}

interface DatabaseWatch extends Closable {
  /** Never throws. Must not be called again before the last call has ended. */
  look(): Promise<DatabaseLook>
}

interface WatchOptions {
  readonly url: string
  readonly log: Log
}

/** Milliseconds for the connection, and for each statement. */
const TIMEOUT = 2_000
const LOCK_TIMEOUT = 500
/** PostgreSQL ends a statement before; without an answer after so many milliseconds the connection is dead. */
const ANSWER_TIMEOUT = 3_000
/** Milliseconds after which no further statement is begun: a scrape does not wait for long. */
const LOOK_TIMEOUT = 4_000

const DOWN: DatabaseLook = { isUp: false, isExhausted: false, facts: {} }
const EXHAUSTED: DatabaseLook = { isUp: true, isExhausted: true, facts: {} }
const foundBy = (facts: Partial<DatabaseFacts>): DatabaseLook => ({ isUp: true, isExhausted: false, facts })

/**
 * Looks at the database on one connection of its own, which a pool in trouble can't delay. It is opened at the first look, and
 * kept, so that the figures are there also while all other connections are in use. One that breaks or takes no writes is opened
 * anew.
 */
export function openDatabaseWatch({ url, log }: WatchOptions): DatabaseWatch {
  const state: { client: Client | null; isClosed: boolean } = { client: null, isClosed: false }
  const tellFailure = tellOnce(log)

  const drop = async (client: Client) => {
    if (state.client === client) state.client = null
    await Promise.race([client.end().catch(() => {}), delay(TIMEOUT, undefined, { ref: false })])
  }
  /** Null when the connection breaks. One that takes no writes may do so only because of when it was opened: it is closed. */
  const readOn = async (client: Client) => {
    const facts = await readFacts(client, tellFailure)
    if (facts === null || facts.isWritable === false) await drop(client)
    return facts
  }
  const open = async () => {
    const client = await connect(url)
    client.once('end', () => void drop(client))
    state.client = client
    if (state.isClosed) await drop(client)
    return client
  }
  const lookAnew = async (): Promise<DatabaseLook> => {
    if (state.isClosed) return DOWN
    try {
      const facts = await readOn(await open())
      return facts ? foundBy(facts) : DOWN
    } catch (error) {
      return isOutOfConnections(error) ? EXHAUSTED : DOWN
    }
  }
  return {
    async look() {
      const facts = state.client && (await readOn(state.client))
      return facts ? foundBy(facts) : lookAnew()
    },
    async close() {
      state.isClosed = true
      if (state.client) await drop(state.client)
    },
  }
}

async function connect(url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: 'plaza metrics',
    keepAlive: true,
    connectionTimeoutMillis: TIMEOUT,
    query_timeout: ANSWER_TIMEOUT,
  })
  // Without a listener an error would end the process; the `end` that follows it is what counts.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(sessionSettings(url, { lock: LOCK_TIMEOUT, statement: TIMEOUT, idleTransaction: 0 }))
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

type TellFailure = (part: string, error: unknown) => void

/** Tells of each part that can't be read once, and not at each scrape. */
function tellOnce(log: Log): TellFailure {
  const told = new Set<string>()
  return (part, error) => {
    if (!told.has(part)) log.warn({ err: error, part }, 'figures of the database are absent from the metrics')
    told.add(part)
  }
}

const NO_TIME = `not read, as the figures before took more than ${LOOK_TIMEOUT} ms`

/** The facts whose statements work; null when the connection does not. */
async function readFacts(client: Client, tellFailure: TellFailure): Promise<Partial<DatabaseFacts> | null> {
  const until = performance.now() + LOOK_TIMEOUT
  let facts: Partial<DatabaseFacts> = {}
  for (const [part, read] of PARTS_OF_FACTS) {
    try {
      if (performance.now() > until) tellFailure(part, NO_TIME)
      else facts = { ...facts, ...(await read(client)) }
    } catch (error) {
      if (!isRefusal(error)) return null
      tellFailure(part, error)
    }
  }
  return facts
}

/** Whether the database has answered a statement by an error, and takes the next one. */
const isRefusal = (error: unknown) => error instanceof DatabaseError && !isDatabaseDown(error)
