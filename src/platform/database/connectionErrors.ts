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
  return isUnreachableError(error, 0)
}

const MAX_DEPTH = 6

function isUnreachableError(error: unknown, depth: number): boolean {
  if (!isRecord(error) || depth > MAX_DEPTH) return false
  const { code, originalCode, kind, message } = error
  if (matches(code, SQLSTATE, SYSTEM_CODE, PRISMA_CODE) || matches(originalCode, SQLSTATE, SYSTEM_CODE)) return true
  if (matches(kind, ADAPTER_KIND) || matches(message, DRIVER_MESSAGE)) return true
  return nestedErrors(error).some((cause) => isUnreachableError(cause, depth + 1))
}

const matches = (text: unknown, ...patterns: RegExp[]) =>
  typeof text === 'string' && patterns.some((pattern) => pattern.test(text))

function nestedErrors(error: Readonly<Record<string, unknown>>): unknown[] {
  const { cause, meta, errors, driverAdapterError } = error
  return [cause, meta, driverAdapterError, ...(Array.isArray(errors) ? errors : [])]
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
