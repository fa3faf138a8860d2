/** Milliseconds after which PostgreSQL ends what a connection waits for or runs; 0 for never. */
interface SessionTimeouts {
  readonly lock: number
  readonly statement: number
  /** An open transaction without a statement: the connection is closed. */
  readonly idleTransaction: number
}

/** Milliseconds after which work on a database fails. */
export interface DatabaseTimeouts extends SessionTimeouts {
  /** Waiting for a connection of the pool. */
  readonly connection: number
  /** A transaction of Prisma from its first statement to its commit. */
  readonly transaction: number
}

/** For requests: whoever waits longer holds a connection that others need. */
export const REQUEST_TIMEOUTS: DatabaseTimeouts = {
  lock: 2_000,
  statement: 10_000,
  idleTransaction: 20_000,
  connection: 5_000,
  transaction: 10_000,
}
/** For reads on a replica, which are repeated on the database itself where they fail. */
export const REPLICA_TIMEOUTS: DatabaseTimeouts = { ...REQUEST_TIMEOUTS, statement: 3_000, connection: 1_000 }
/** For background jobs, which work through whole tables, and delay nobody. */
export const JOB_TIMEOUTS: DatabaseTimeouts = {
  lock: 30_000,
  statement: 600_000,
  idleTransaction: 60_000,
  connection: 30_000,
  transaction: 600_000,
}
export const NO_TIMEOUTS: DatabaseTimeouts = {
  lock: 0,
  statement: 0,
  idleTransaction: 0,
  connection: 5_000,
  transaction: 600_000,
}

/**
 * Data is in memory or on an SSD, where pages in any order cost little more than in theirs. With its default of 4,
 * PostgreSQL reads and sorts whole tables for pages that an index has in order.
 */
const RANDOM_PAGE_COST = 1.1

/**
 * The statements that a session begins with. They are no options of the connection, which poolers refuse. Options that the URL
 * has win, but for the time zone: Prisma's adapter reads and writes times without a zone as UTC.
 */
export function sessionSettings(url: string, { lock, statement, idleTransaction }: SessionTimeouts): string {
  const given = new URL(url).searchParams.get('options') ?? ''
  const own = {
    random_page_cost: RANDOM_PAGE_COST,
    lock_timeout: lock,
    statement_timeout: statement,
    idle_in_transaction_session_timeout: idleTransaction,
  }
  const wanted = Object.entries(own).filter(([name]) => !given.includes(`${name}=`))
  return [...wanted.map(([name, value]) => `SET ${name} = ${value}`), `SET TimeZone = 'UTC'`].join('; ')
}

/** Turns the timeouts of a connection off, for migrations. */
export const WITHOUT_TIMEOUTS =
  'SET lock_timeout = 0; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0'
