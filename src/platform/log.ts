import { type DestinationStream, type Logger, pino } from 'pino'
import type { Settings } from '../settings.ts'

const SECRET = [
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
/** Only where a request's input stands: the `code` of an error says what went wrong and is no secret. */
const CODES = ['code', 'body.code', 'query.code', 'input.code', 'req.body.code', 'req.query.code']

const hidden = DEPTHS.flatMap((depth) =>
  SECRET.map((name) => (depth && !name.startsWith('[') ? `${depth}.${name}` : depth + name)),
)
const redact = { paths: [...hidden, ...CODES], censor: '[redacted]' }

/** The log on standard output: JSON lines, or lines for people on a terminal in development. */
export async function openLog(
  settings: Pick<Settings, 'LOG_LEVEL' | 'LOG_FORMAT' | 'NODE_ENV'>,
  to?: DestinationStream,
): Promise<Logger> {
  const stream = to ?? (isPretty(settings) ? await prettyStream() : undefined)
  const options = { level: settings.LOG_LEVEL, base: null, redact }
  return stream ? pino(options, stream) : pino(options)
}

const isPretty = ({ LOG_FORMAT, NODE_ENV }: Pick<Settings, 'LOG_FORMAT' | 'NODE_ENV'>) =>
  LOG_FORMAT ? LOG_FORMAT === 'pretty' : NODE_ENV === 'development' && process.stdout.isTTY === true

/** pino-pretty is installed for development only; where it is missing the lines stay JSON. */
async function prettyStream(): Promise<DestinationStream | undefined> {
  const pretty = await import('pino-pretty').catch(() => undefined)
  return pretty?.default({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss' })
}
