/** SQLSTATE class 08, server starting or stopping, too many connections. */
const SQLSTATE = /^(08\w{3}|57P01|57P02|57P03|53300)$/
const SYSTEM_CODE = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
/** Prisma: unreachable, timed out, closed, pool exhausted, transaction not started in time. */
const PRISMA_CODE = /^(P1001|P1002|P1008|P1017|P2024|P2037)$/
/** Kinds that Prisma's adapter gives to errors of the driver. */
const ADAPTER_KIND = /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/
/** Messages of driver errors without a code. */
const DRIVER_MESSAGE =
  /Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Connection ended unexpectedly|Cannot use a pool after calling end|Unable to start a transaction in the given time/

/**
 * Whether an error, or one of its causes, means that the database is unreachable at the moment, so that the caller may retry.
 */
export function isDatabaseDown(error: unknown): boolean {
  return hasCause(error, isUnreachableError)
}

const TOO_MANY_CONNECTIONS = /^(53300|P2037|TooManyConnections)$/

/** Whether an error, or one of its causes, means that the database is there, but has no connection to spare. */
export function isOutOfConnections(error: unknown): boolean {
  return hasCause(error, ({ code, originalCode, kind }) =>
    [code, originalCode, kind].some((text) => matches(text, TOO_MANY_CONNECTIONS)),
  )
}

/** SQLSTATEs: a lock was not free, a statement not done, a transaction idle or not done in time. */
const TIMEOUTS = '55P03|57014|25P03|25P04'
const TIMEOUT_SQLSTATE = new RegExp(`^(${TIMEOUTS})$`)
/** Prisma shows the SQLSTATE of raw statements only in the message, and ends transactions itself. */
const TIMEOUT_MESSAGE = new RegExp(
  `Code: \`(${TIMEOUTS})\`|canceling statement due to (lock|statement) timeout|expired transaction|Transaction already closed`,
)

/** Whether an error, or one of its causes, means that work on the database took too long, so that others are served. */
export function isDatabaseBusy(error: unknown): boolean {
  return hasCause(
    error,
    ({ code, originalCode, message }) =>
      matches(code, TIMEOUT_SQLSTATE) || matches(originalCode, TIMEOUT_SQLSTATE) || matches(message, TIMEOUT_MESSAGE),
  )
}

/** SQLSTATEs: a standby or a database that was made read-only, no room on its disk, no memory, an error of its disk. */
const UNWRITABLE = '25006|53100|53200|58030'
const UNWRITABLE_SQLSTATE = new RegExp(`^(${UNWRITABLE})$`)
const UNWRITABLE_MESSAGE = new RegExp(`Code: \`(${UNWRITABLE})\`|in a read-only transaction|No space left on device`)

/** The error of PostgreSQL for a write to a standby or a database that was made read-only. */
export const readOnlyError = (): Error =>
  Object.assign(new Error('it takes no writes, as a standby or a database that was made read-only'), { code: '25006' })

/** Whether an error, or one of its causes, means that the database takes no writes, which an operator has to mend. */
export function isDatabaseUnwritable(error: unknown): boolean {
  return hasCause(
    error,
    ({ code, originalCode, message }) =>
      matches(code, UNWRITABLE_SQLSTATE) ||
      matches(originalCode, UNWRITABLE_SQLSTATE) ||
      matches(message, UNWRITABLE_MESSAGE),
  )
}

/** Whether the database can't serve a request at the moment, which the caller can repeat. */
export const isDatabaseUnavailable = (error: unknown) =>
  isDatabaseDown(error) || isDatabaseBusy(error) || isDatabaseUnwritable(error)

/** The SQLSTATE of an error of the driver, if it has one. */
export const sqlStateOf = (error: unknown): unknown => (isRecord(error) ? error.code : undefined)

const MAX_DEPTH = 6

function isUnreachableError({ code, originalCode, kind, message }: Fields): boolean {
  if (matches(code, SQLSTATE, SYSTEM_CODE, PRISMA_CODE) || matches(originalCode, SQLSTATE, SYSTEM_CODE)) return true
  return matches(kind, ADAPTER_KIND) || matches(message, DRIVER_MESSAGE)
}

type Fields = Readonly<Record<string, unknown>>

/** Whether an error or one of its causes has the quality. */
function hasCause(error: unknown, quality: (fields: Fields) => boolean, depth = 0): boolean {
  if (!isRecord(error) || depth > MAX_DEPTH) return false
  return quality(error) || nestedErrors(error).some((cause) => hasCause(cause, quality, depth + 1))
}

const matches = (text: unknown, ...patterns: RegExp[]) =>
  typeof text === 'string' && patterns.some((pattern) => pattern.test(text))

function nestedErrors(error: Fields): unknown[] {
  const { cause, meta, errors, driverAdapterError } = error
  return [cause, meta, driverAdapterError, ...(Array.isArray(errors) ? errors : [])]
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
