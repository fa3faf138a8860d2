import { type DestinationStream, type Logger, pino, type SerializedError } from 'pino'
import type { Settings } from '../settings.ts'

const SECRET_FIELDS = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  'password',
  'currentPassword',
  'token',
  'twoFactorAuth',
  'secret',
]
const DEPTHS = ['', '*', '*.*']
/** Paths of request input that are redacted; the `code` of an error is no secret and stays. */
const CODE_PATHS = ['code', 'body.code', 'query.code', 'input.code', 'req.body.code', 'req.query.code']

const secretPaths = DEPTHS.flatMap((depth) =>
  SECRET_FIELDS.map((name) => (depth && !name.startsWith('[') ? `${depth}.${name}` : depth + name)),
)
const redact = { paths: [...secretPaths, ...CODE_PATHS], censor: '[redacted]' }

/** An error without the whole client of the database, which `pg` adds to that of a lost connection. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  return withoutClients(pino.stdSerializers.err(error))
}

function withoutClients({ client: _, aggregateErrors, ...error }: SerializedError): object {
  return aggregateErrors ? { ...error, aggregateErrors: aggregateErrors.map(withoutClients) } : error
}

/** Logs to standard output: JSON lines, or readable lines on a terminal in development. */
export async function openLog(
  settings: Pick<Settings, 'LOG_LEVEL' | 'LOG_FORMAT' | 'NODE_ENV'>,
  to?: DestinationStream,
): Promise<Logger> {
  const pretty = isPretty(settings) ? await prettyStream() : undefined
  return pino(
    { level: settings.LOG_LEVEL, base: null, redact, serializers: { err: serializeError } },
    to ?? pretty ?? standardOutput(),
  )
}

let opened: DestinationStream | undefined
const standardOutput = () => (opened ??= inBatches(pino.destination(1)))

/** Milliseconds for which a line may wait for others. */
const MAX_WAIT_MS = 20
/** Bytes that Linux writes to a pipe at once, so that lines of several processes do not mix (PIPE_BUF). */
const MAX_BATCH = 4_096

/** Writes the lines of some milliseconds at once, as each write is a system call; the last ones at the exit. */
function inBatches(to: DestinationStream): DestinationStream {
  let lines = ''
  let bytes = 0
  const flush = () => {
    const text = lines
    lines = ''
    bytes = 0
    if (text !== '') to.write(text)
  }
  process.once('exit', flush)
  return {
    write(line) {
      const length = Buffer.byteLength(line)
      if (bytes + length > MAX_BATCH) flush()
      if (lines === '') setTimeout(flush, MAX_WAIT_MS)
      lines += line
      bytes += length
    },
  }
}

const isPretty = ({ LOG_FORMAT, NODE_ENV }: Pick<Settings, 'LOG_FORMAT' | 'NODE_ENV'>) =>
  LOG_FORMAT ? LOG_FORMAT === 'pretty' : NODE_ENV === 'development' && process.stdout.isTTY === true

/** pino-pretty is a development dependency; without it lines are JSON. */
async function prettyStream(): Promise<DestinationStream | undefined> {
  const pretty = await import('pino-pretty').catch(() => undefined)
  return pretty?.default({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss' })
}
