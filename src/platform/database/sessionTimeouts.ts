/** Milliseconds after which PostgreSQL ends what a connection waits for or runs; 0 for never. */
export interface SessionTimeouts {
  readonly lock: number
  readonly statement: number
  /** An open transaction without a statement: the connection is closed. */
  readonly idleTransaction: number
}

/** For requests: whoever waits longer holds a connection that others need. */
export const REQUEST_TIMEOUTS: SessionTimeouts = { lock: 2_000, statement: 10_000, idleTransaction: 20_000 }
/** For background jobs, which work through whole tables, and delay nobody. */
export const JOB_TIMEOUTS: SessionTimeouts = { lock: 30_000, statement: 600_000, idleTransaction: 60_000 }
export const NO_TIMEOUTS: SessionTimeouts = { lock: 0, statement: 0, idleTransaction: 0 }

/**
 * The URL with the settings of its sessions. Options that it has already win, but for the time zone: Prisma's adapter
 * reads and writes times without a zone as UTC.
 */
export function withSessionSettings(url: string, { lock, statement, idleTransaction }: SessionTimeouts): string {
  const address = new URL(url)
  const own = [
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
