import type { z } from 'zod'
import { isLoopbackHost } from './kernel/clientAddress.ts'
import { keyWeakness } from './kernel/secrets.ts'
import { NOTES_BY_NAME, SETTINGS_SCHEMA } from './settingSchema.ts'

type ParsedSettings = z.output<typeof SETTINGS_SCHEMA>

/** Settings with a default that depends on others. */
interface DerivedSettings {
  readonly PUBLIC_URL: string
  readonly WEB_URL: string
  readonly DEMO: 'on' | 'off'
  readonly GRAPHIQL: 'on' | 'off'
  readonly REGISTRATIONS_PER_HOUR: number
  readonly PAYMENT_PROVIDER: 'test' | 'none'
  readonly IMPOSTOR_BUILDER: 'test' | 'none'
  readonly DRAIN_NOTICE_MS: number
}

/** Validated settings: URLs have no trailing slash, DATA_DIR is absolute. */
export type Settings = Readonly<Omit<ParsedSettings, keyof DerivedSettings> & DerivedSettings>

/** The rows of the table in docs/settings.md. */
export const settingRows = () =>
  [...NOTES_BY_NAME].map(([name, note]) => ({
    name,
    help: note?.help ?? '',
    fallback: note?.unset ?? (note?.fallback ? `\`${note.fallback}\`` : ''),
    isSecret: note?.secret === true,
  }))

const givenNames = new WeakMap<Settings, ReadonlySet<string>>()

/**
 * The names of the settings that the environment has given; the others have their defaults. Settings that were made from
 * others, as those of a worker, count as given by the environment of the process.
 */
export const givenSettings = (settings: Settings): ReadonlySet<string> =>
  givenNames.get(settings) ?? namesOf(new Map(Object.entries(process.env)))

const namesOf = (given: ReadonlyMap<string, string | undefined>) =>
  new Set([...given].flatMap(([name, text]) => (text ? [name] : [])))

/** Reads the settings from environment variables. Throws one error that lists every invalid one and its remedy. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const given = new Map(Object.entries(env).map(([name, text]) => [name, text?.trim() || undefined]))
  const parsed = SETTINGS_SCHEMA.safeParse(Object.fromEntries(given))
  const wrong = new Set(parsed.error?.issues.map((issue) => String(issue.path[0])))
  const faults = [...wrong].map((name) => faultMessage(name, displayValue(name, given.get(name))))
  if (given.get('NODE_ENV') === 'production') faults.push(...productionFaults(given))
  faults.push(...contradictions(given))
  if (!parsed.success || faults.length > 0) throw new Error(['Settings that are wrong:', ...faults].join('\n  '))
  const settings = withDefaults(parsed.data)
  givenNames.set(settings, namesOf(given))
  return settings
}

/** Values that are valid, but not beside those of other settings. */
function* contradictions(given: ReadonlyMap<string, string | undefined>) {
  if (given.get('DIRECT_DATABASE_URL') !== undefined && given.get('DATABASE_URL') === undefined)
    yield faultMessage('DIRECT_DATABASE_URL', 'set, but DATABASE_URL is not')
  if (given.get('PERSISTED_DOCUMENTS_ONLY') === 'on' && given.get('PERSISTED_DOCUMENTS') === undefined)
    yield faultMessage('PERSISTED_DOCUMENTS_ONLY', 'on, but PERSISTED_DOCUMENTS is not set')
  if (given.get('DATABASE_REPLICA_URL') !== undefined && given.get('DATABASE_URL') === undefined)
    yield faultMessage('DATABASE_REPLICA_URL', 'given, but DATABASE_URL is not set')
  const port = Number(given.get('PORT') ?? NOTES_BY_NAME.get('PORT')?.fallback)
  if (port > 0 && Number(given.get('METRICS_PORT')) === port) yield faultMessage('METRICS_PORT', `${port}, as is PORT`)
}

/** Values that are valid, but refused in production. */
function* productionFaults(given: ReadonlyMap<string, string | undefined>) {
  const weakness = keyWeakness(given.get('SECRET_KEY'))
  if (weakness) yield faultMessage('SECRET_KEY', weakness)
  for (const [name, value, why] of REFUSED_IN_PRODUCTION)
    if (given.get(name) === value) yield faultMessage(name, `${value}: ${why}`)
  if ((given.get('PAYMENT_PROVIDER') ?? 'none') !== 'none' && given.get('PAYMENT_WEBHOOK_SECRET') === undefined)
    yield faultMessage('PAYMENT_WEBHOOK_SECRET', 'missing, but PAYMENT_PROVIDER is set')
}

const KNOWN_PASSWORD = 'everybody knows the password of the demo accounts'

/** What is for development alone and would give strangers accounts or money. */
const REFUSED_IN_PRODUCTION: readonly (readonly [name: string, value: string, why: string])[] = [
  ['DEMO', 'on', KNOWN_PASSWORD],
  ['DEMO_REMOTE', 'on', KNOWN_PASSWORD],
  ['PAYMENT_PROVIDER', 'test', 'people get tokens and subscriptions without paying'],
]

/** An address at which a server that listens on this one is reached from its machine. */
export const reachableHost = (host: string) => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host)

function withDefaults(given: ParsedSettings): Settings {
  const PUBLIC_URL = given.PUBLIC_URL ?? `http://${hostInUrl(reachableHost(given.HOST))}:${given.PORT}`
  const defaults = given.NODE_ENV === 'production' ? PRODUCTION_DEFAULTS : DEFAULTS
  return {
    ...given,
    PUBLIC_URL,
    WEB_URL: given.WEB_URL ?? PUBLIC_URL,
    DEMO: given.DEMO ?? defaults.DEMO,
    GRAPHIQL: given.GRAPHIQL ?? defaults.GRAPHIQL,
    REGISTRATIONS_PER_HOUR: given.REGISTRATIONS_PER_HOUR ?? defaults.REGISTRATIONS_PER_HOUR,
    PAYMENT_PROVIDER: given.PAYMENT_PROVIDER ?? defaults.PAYMENT_PROVIDER,
    IMPOSTOR_BUILDER: given.IMPOSTOR_BUILDER ?? defaults.IMPOSTOR_BUILDER,
    DRAIN_NOTICE_MS: given.DRAIN_NOTICE_MS ?? defaults.DRAIN_NOTICE_MS,
  }
}

type EnvironmentDefaults = Omit<DerivedSettings, 'PUBLIC_URL' | 'WEB_URL'>

/** Who tries the server registers many test accounts from one machine. */
const DEFAULTS: EnvironmentDefaults = {
  DEMO: 'on',
  GRAPHIQL: 'on',
  REGISTRATIONS_PER_HOUR: 1_000,
  PAYMENT_PROVIDER: 'test',
  IMPOSTOR_BUILDER: 'test',
  DRAIN_NOTICE_MS: 300,
}

const PRODUCTION_DEFAULTS: EnvironmentDefaults = {
  DEMO: 'off',
  GRAPHIQL: 'off',
  REGISTRATIONS_PER_HOUR: 10,
  PAYMENT_PROVIDER: 'none',
  IMPOSTOR_BUILDER: 'none',
  DRAIN_NOTICE_MS: 5_000,
}

export const isProduction = ({ NODE_ENV }: Settings) => NODE_ENV === 'production'
/** Whether browsers get GraphiQL. */
export const hasGraphiql = ({ GRAPHIQL }: Settings) => GRAPHIQL === 'on'

/** What tells clients of this server from proxies in front. */
export const proxyRulesOf = ({ TRUST_PROXY, PUBLIC_URL }: Settings) => ({
  trusted: TRUST_PROXY,
  isLoopbackServer: isLoopbackHost(new URL(PUBLIC_URL).hostname),
})

/** Names of the local machine: a server on one of them is reached by all. */
const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]']

/** Origins whose pages may send the session cookie: PUBLIC_URL, WEB_URL and ALLOWED_ORIGINS. */
export function allowedOriginsOf({ PUBLIC_URL, WEB_URL, ALLOWED_ORIGINS }: Settings): ReadonlySet<string> {
  const own = new URL(PUBLIC_URL)
  const isLocal = LOOPBACK_NAMES.includes(own.hostname)
  const aliases = isLocal ? LOOPBACK_NAMES.map((name) => own.origin.replace(own.hostname, name)) : []
  return new Set([own.origin, ...aliases, new URL(WEB_URL).origin, ...ALLOWED_ORIGINS])
}

/** Origin of the object store, which browsers load files from and upload them to; null if files are on disk. */
export function storeOriginOf({ S3_BUCKET, S3_ENDPOINT, S3_REGION }: Settings): string | null {
  if (!S3_BUCKET) return null
  return new URL(S3_ENDPOINT ?? `https://s3.${S3_REGION}.amazonaws.com`).origin
}

/** A host as URLs write it: IPv6 addresses in brackets. */
export const hostInUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)

const displayValue = (name: string, text: string | undefined) =>
  NOTES_BY_NAME.get(name)?.secret ? 'not understood' : JSON.stringify(text)

function faultMessage(name: string, problem: string): string {
  const note = NOTES_BY_NAME.get(name)
  const without = note?.unset ?? (note?.fallback || 'none')
  return `${name} is ${problem}. It must be ${note?.must}. Left out, it is: ${without.replaceAll('`', '')}.`
}
