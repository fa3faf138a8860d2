import type { ConfigEntry, Prisma } from '../../generated/prisma/client.ts'
import { assertStaff } from '../../kernel/access.ts'
import { BOUNDS } from '../../kernel/bounds.ts'
import { type Cache, createCache } from '../../kernel/cache.ts'
import { type ConditionalChange, changedSince, ifUnchanged } from '../../kernel/changedSince.ts'
import { SECOND } from '../../kernel/clock.ts'
import { busGap, type EventBus, type EventType } from '../../kernel/events.ts'
import { invalid } from '../../kernel/failure.ts'
import { assertAll, validatedJson } from '../../kernel/inputFaults.ts'
import { getOrCreate } from '../../kernel/maps.ts'
import type { Scope, ServerRules, Services } from '../../kernel/scope.ts'
import { staffAct } from '../audit/staffAct.ts'
import { configChanged } from './events.ts'

const LIFETIME = 5 * SECOND

/**
 * A cache per process, keyed by the event bus. Entries live for five seconds; all are dropped by an event of the type
 * and when events may have been lost.
 */
export function makeEventInvalidatedCache<V>(type: EventType): (services: Services) => Cache<V> {
  const caches = new WeakMap<EventBus, Cache<V>>()
  const open = ({ events, clock }: Services) => {
    const cache = createCache<V>({ ttl: LIFETIME, max: BOUNDS.cachedEntries.most, now: () => clock.now().getTime() })
    events.listen(type, () => cache.clear())
    events.listen(busGap, () => cache.clear())
    return cache
  }
  return (services) => getOrCreate(caches, services.events, () => open(services))
}

/** Values of the client configuration by key. */
export type ClientConfig = Readonly<Record<string, Prisma.JsonValue>>

interface ConfigEntryChange extends ConditionalChange {
  readonly key: string
  readonly value: unknown
  /** Returns the error message of an invalid value, or null. */
  readonly validate: (key: string, value: unknown) => string | null
}

/** Derived from the setting REGISTRATION instead of a database row. */
export const REGISTRATION_KEY = 'disableRegistration'

const cache = makeEventInvalidatedCache<ClientConfig>(configChanged)

/**
 * Reads the client configuration, cached for five seconds, with the placeholders `{publicUrl}`, `{webUrl}` and `{host}`
 * replaced by their settings.
 */
export const readClientConfig = (scope: Scope): Promise<ClientConfig> =>
  cache(scope).get('', async () => {
    const entries = await scope.client.configEntry.findMany()
    const stored = Object.fromEntries(entries.map(({ key, value }) => [key, fillPlaceholders(value, scope.rules)]))
    return { ...stored, [REGISTRATION_KEY]: !scope.rules.registrationOpen }
  })

/** The stored values, as they were written. Throws `forbidden` unless staff with `configuration` reads. */
export async function readConfigEntries(scope: Scope): Promise<ConfigEntry[]> {
  assertStaff(scope, 'configuration')
  return scope.db.configEntry.findMany()
}

/**
 * Sets one value. Throws `forbidden` unless staff with `configuration` acts, `invalid` for an invalid value, `conflict` for one
 * that was changed since.
 */
export async function setConfigEntry(
  scope: Scope,
  { key, value, validate, ...guard }: ConfigEntryChange,
): Promise<ConfigEntry> {
  const parse = () => validatedJson('value', value, (unchecked) => validate(key, unchecked))
  await assertAll([() => assertSettable(key), parse])
  const json = parse()
  return staffAct(scope, 'setConfigEntry', async ({ db, now, emit }) => {
    emit(configChanged(key))
    const entry = { value: json, updatedAt: now }
    if (guard.ifUpdatedAt === undefined) {
      const result = await db.configEntry.upsert({ where: { key }, create: { key, ...entry }, update: entry })
      return { subjectId: key, result }
    }
    const where = { key, ...ifUnchanged(guard) }
    const [result] = await db.configEntry.updateManyAndReturn({ where, data: entry })
    if (!result) throw changedSince()
    return { subjectId: key, result }
  })
}

function assertSettable(key: string): void {
  if (key === REGISTRATION_KEY)
    throw invalid('key', `key: ${REGISTRATION_KEY} follows the setting REGISTRATION`, 'not_supported')
}

function fillPlaceholders(value: Prisma.JsonValue, { publicUrl, webUrl }: ServerRules): Prisma.JsonValue {
  const fill = (text: string) =>
    text
      .replaceAll('{publicUrl}', publicUrl)
      .replaceAll('{webUrl}', webUrl)
      .replaceAll('{host}', new URL(publicUrl).hostname)
  return JSON.parse(JSON.stringify(value), (_key, member) => (typeof member === 'string' ? fill(member) : member))
}
