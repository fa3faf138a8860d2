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
const RANDOM_PAGE_COST = '-c random_page_cost=1.1'

/**
 * The URL with the settings of its sessions. Options that it has already win, but for the time zone: Prisma's adapter
 * reads and writes times without a zone as UTC.
 */
export function withSessionSettings(url: string, { lock, statement, idleTransaction }: SessionTimeouts): string {
  const address = new URL(url)
  const own = [
    RANDOM_PAGE_COST,
    `-c lock_timeout=${lock}`,
    `-c statement_timeout=${statement}`,
    `-c idle_in_transaction_session_timeout=${idleTransaction}`,
  ]
  const given = address.searchParams.get('options') ?? ''
  address.searchParams.set('options', [...own, given, '-c TimeZone=UTC'].filter(Boolean).join(' '))
  return address.href
}

/** Turns the timeouts of a connection off, for migrations. */
export const WITHOUT_TIMEOUTS =
  'SET lock_timeout = 0; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0'
