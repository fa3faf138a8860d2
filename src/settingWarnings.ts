import { isLoopbackHost } from './kernel/clientAddress.ts'
import type { Settings } from './settings.ts'

/** Tells what is doubtful about valid settings, and the remedy; undefined if nothing is. */
type Warning = (settings: Settings) => string | undefined

const isReachable = (url: string) => !isLoopbackHost(new URL(url).hostname)
const isPlain = (url: string) => new URL(url).protocol === 'http:' && isReachable(url)

/** Without `X-Forwarded-For`, all clients of a proxy would be one. */
const untrustedProxy: Warning = ({ PUBLIC_URL, TRUST_PROXY }) =>
  TRUST_PROXY === 0 && isReachable(PUBLIC_URL)
    ? `TRUST_PROXY is 0, but PUBLIC_URL is ${PUBLIC_URL}: all clients of a proxy in front would share one limit, and each of their logins would be from a new place. Set it to the number of proxies, and let them add X-Forwarded-For; only without any leave it at 0.`
    : undefined

/** No reason to refuse the start: a server for a closed network may serve developers. */
const publicDevelopment: Warning = ({ NODE_ENV, PUBLIC_URL }) =>
  NODE_ENV === 'development' && isReachable(PUBLIC_URL)
    ? `NODE_ENV is development, but PUBLIC_URL is ${PUBLIC_URL}: whoever reaches it gets what is for development, such as payments without money. Set NODE_ENV to production.`
    : undefined

/** No reason to refuse the start: a server for a closed network may have no certificate. */
const plainHttp: Warning = ({ PUBLIC_URL }) =>
  isPlain(PUBLIC_URL)
    ? `PUBLIC_URL is ${PUBLIC_URL}: cookies go unencrypted. Put TLS in front, and set PUBLIC_URL to its https address.`
    : undefined

const localUrl: Warning = ({ PUBLIC_URL }) =>
  isReachable(PUBLIC_URL)
    ? undefined
    : `PUBLIC_URL is ${PUBLIC_URL}: mailed links lead nowhere on other machines. Set it to the address that clients use.`

const plainOrigins: Warning = ({ ALLOWED_ORIGINS }) => {
  const plain = ALLOWED_ORIGINS.filter((origin) => new URL(origin).protocol === 'http:')
  return plain.length > 0
    ? `ALLOWED_ORIGINS has ${plain.join(', ')}: whoever can alter such a page uses the sessions of its visitors. Allow https alone.`
    : undefined
}

/** An impostor of the test builder costs clients as much as its avatar, so that it is none. */
const testImpostors: Warning = ({ IMPOSTOR_BUILDER }) =>
  IMPOSTOR_BUILDER === 'test'
    ? 'IMPOSTOR_BUILDER is test: impostors are copies of their avatars. Connect a builder, or set it to none.'
    : undefined

const graphiql: Warning = ({ GRAPHIQL }) =>
  GRAPHIQL === 'on' ? 'GRAPHIQL is on: everybody gets a page for developers. Set it to off.' : undefined

const mailFiles: Warning = ({ SMTP_URL, DATA_DIR }) =>
  SMTP_URL === undefined
    ? `SMTP_URL is not set: mails become files in ${DATA_DIR}/mail, so that nobody can confirm an address or reset a password. Set it.`
    : undefined

const closedMetrics: Warning = ({ METRICS, METRICS_TOKEN, METRICS_PORT }) =>
  METRICS === 'on' && METRICS_TOKEN === undefined && METRICS_PORT === undefined
    ? 'METRICS_TOKEN is not set: /metrics answers 403. Set it or METRICS_PORT, or set METRICS to off.'
    : undefined

const uncheckedPlaces: Warning = ({ LOGIN_PLACE_CHECK }) =>
  LOGIN_PLACE_CHECK === 'off'
    ? 'LOGIN_PLACE_CHECK is off: a stolen password logs in from anywhere. Set it to on.'
    : undefined

/** Limits that 0 lifts, with what follows. */
const LIFTED = [
  ['REGISTRATIONS_PER_HOUR', 'one address can register any number of accounts'],
  ['MAX_REQUESTS_PER_USER', 'one account can use up the server'],
  ['MAX_REQUESTS_PER_ADDRESS', 'one address can use up the server'],
  ['MAX_STORED_BYTES', 'one account can fill the store of uploads'],
  ['MIN_FREE_BYTES', 'uploads can fill the disk'],
] as const

function* liftedLimits(settings: Settings) {
  for (const [name, consequence] of LIFTED) if (settings[name] === 0) yield `${name} is 0: ${consequence}. Set a limit.`
}

const ANYWHERE: readonly Warning[] = [untrustedProxy, publicDevelopment]
const IN_PRODUCTION: readonly Warning[] = [
  plainHttp,
  localUrl,
  plainOrigins,
  testImpostors,
  graphiql,
  mailFiles,
  closedMetrics,
  uncheckedPlaces,
]

/** What is valid in these settings, but gives operators or strangers what they may not expect, each with its remedy. */
export function settingWarnings(settings: Settings): string[] {
  const isProduction = settings.NODE_ENV === 'production'
  const found = [...ANYWHERE, ...(isProduction ? IN_PRODUCTION : [])].map((warning) => warning(settings))
  return [...found.filter((text) => text !== undefined), ...(isProduction ? liftedLimits(settings) : [])]
}
