import type { ConfigEntry, Prisma } from '../../generated/prisma/client.ts'
import { invalid } from '../../kernel/failure.ts'
import type { Rules, Scope } from '../../kernel/scope.ts'
import { transact } from '../../kernel/transaction.ts'
import { audit } from '../accounts/audit.ts'
import { requireAdmin } from '../accounts/policy.ts'
import { CONFIG_CHANGED, configChanged } from './events.ts'
import { checkedJson } from './json.ts'
import { shortCache } from './shortCache.ts'

/** The members of the client configuration by name. */
export type ClientConfig = Readonly<Record<string, Prisma.JsonValue>>

export interface ConfigChange {
  readonly key: string
  readonly value: unknown
  /** Says what is wrong with a value for this member, or null when nothing is. */
  readonly fault: (key: string, value: unknown) => string | null
}

/** Follows the setting REGISTRATION, so it has no row. */
const REGISTRATION = 'disableRegistration'

const cache = shortCache<ClientConfig>(CONFIG_CHANGED)

/**
 * What clients are configured with, at most five seconds old. In texts `{publicUrl}`, `{webUrl}` and `{host}` stand for
 * what the settings say.
 */
export const readClientConfig = (scope: Scope): Promise<ClientConfig> =>
  cache(scope).get('', async () => {
    const entries = await scope.client.configEntry.findMany()
    const stored = Object.fromEntries(entries.map(({ key, value }) => [key, filledIn(value, scope.rules)]))
    return { ...stored, [REGISTRATION]: !scope.rules.registrationOpen }
  })

/** Changes one member. Throws `forbidden` for anybody but an admin, `invalid` for what `fault` objects to. */
export async function setConfigEntry(scope: Scope, { key, value, fault }: ConfigChange): Promise<ConfigEntry> {
  requireAdmin(scope)
  if (key === REGISTRATION) throw invalid('key', `key: ${REGISTRATION} follows the setting REGISTRATION`)
  const checked = checkedJson('value', value, (given) => fault(key, given))
  return transact(scope, async (open) => {
    const { db, now, emit } = open
    emit(configChanged(key))
    await audit(open, { act: 'setConfigEntry', subjectId: key })
    const entry = { value: checked, updatedAt: now }
    return db.configEntry.upsert({ where: { key }, create: { key, ...entry }, update: entry })
  })
}

function filledIn(value: Prisma.JsonValue, { publicUrl, webUrl }: Rules): Prisma.JsonValue {
  const fill = (text: string) =>
    text
      .replaceAll('{publicUrl}', publicUrl)
      .replaceAll('{webUrl}', webUrl)
      .replaceAll('{host}', new URL(publicUrl).hostname)
  return JSON.parse(JSON.stringify(value), (_key, member) => (typeof member === 'string' ? fill(member) : member))
}
