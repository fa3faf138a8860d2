/** SQLSTATE class 08, the server going or coming, no room for connections. */
const SQLSTATE = /^(08\w{3}|57P01|57P02|57P03|53300)$/
const SYSTEM = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
/** Unreachable, timed out, closed; no connection of the pool free in time; no transaction opened in time. */
const PRISMA = /^(P1001|P1002|P1008|P1017|P2024|P2037)$/
/** What the adapter of Prisma makes of the driver's errors. */
const ADAPTER = /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/
/** The driver gives these no code. */
const DRIVER =
  /Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Connection ended unexpectedly|Cannot use a pool after calling end|Unable to start a transaction in the given time/

/**
 * Whether an error says that the database can't be reached at this moment, however deep it is wrapped: so that the
 * caller can be told to try again, and a fault of ours is not hidden as one.
 */
export function isDatabaseDown(error: unknown): boolean {
  return saysDown(error, 0)
}

const DEPTH = 6

function saysDown(error: unknown, depth: number): boolean {
  if (!isRecord(error) || depth > DEPTH) return false
  const { code, originalCode, kind, message } = error
  if (matches(code, SQLSTATE, SYSTEM, PRISMA) || matches(originalCode, SQLSTATE, SYSTEM)) return true
  if (matches(kind, ADAPTER) || matches(message, DRIVER)) return true
  return inner(error).some((cause) => saysDown(cause, depth + 1))
}

const matches = (text: unknown, ...patterns: RegExp[]) =>
  typeof text === 'string' && patterns.some((pattern) => pattern.test(text))

function inner(error: Readonly<Record<string, unknown>>): unknown[] {
  const { cause, meta, errors, driverAdapterError } = error
  return [cause, meta, driverAdapterError, ...(Array.isArray(errors) ? errors : [])]
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
