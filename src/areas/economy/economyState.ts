import { Failure } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { transact } from '../../kernel/transaction.ts'
import { configChanged } from '../system/events.ts'

/** Whether tokens can be spent now, and when they cannot be as planned. */
export interface EconomyState {
  readonly isOnline: boolean
  readonly pauseStart: Date | null
  readonly pauseEnd: Date | null
}

/** Keys of the client configuration. `economyOffline` is set when the books do not balance. */
const KEYS = { start: 'economyPauseStart', end: 'economyPauseEnd', offline: 'economyOffline' } as const

const dateOf = (value: unknown) => {
  const date = typeof value === 'string' ? new Date(value) : undefined
  return date && !Number.isNaN(date.getTime()) ? date : null
}

/** Entries of the client configuration that say whether tokens can be spent. */
export const ECONOMY_CONFIG_KEYS: readonly string[] = Object.values(KEYS)

/** The state of the economy: the payment provider, the planned pause of the configuration, and the books. One statement. */
export async function readEconomyState({ db, now, payments }: Scope): Promise<EconomyState> {
  const entries = await db.configEntry.findMany({ where: { key: { in: [...ECONOMY_CONFIG_KEYS] } } })
  const { online } = await payments.status()
  return economyStateOf(Object.fromEntries(entries.map(({ key, value }) => [key, value])), online, now)
}

/** The state of the economy by entries of the configuration and whether the payment provider is online. */
export function economyStateOf(config: Readonly<Record<string, unknown>>, online: boolean, now: Date): EconomyState {
  const [pauseStart, pauseEnd] = [dateOf(config[KEYS.start]), dateOf(config[KEYS.end])]
  const isPaused = pauseStart !== null && pauseStart <= now && (pauseEnd === null || pauseEnd > now)
  return { isOnline: online && !isPaused && config[KEYS.offline] !== true, pauseStart, pauseEnd }
}

export const economyOffline = () => new Failure('unavailable', 'The economy is offline.', { reason: 'economy_offline' })

/** Throws `unavailable` while tokens cannot be spent. */
export async function assertEconomyOnline(scope: Scope): Promise<void> {
  if (!(await readEconomyState(scope)).isOnline) throw economyOffline()
}

/** Whether the last check of the ledger has found no difference. */
export const areBooksBalanced = async ({ client }: Scope): Promise<boolean> =>
  (await client.configEntry.count({ where: { key: KEYS.offline } })) === 0

/** Writes down whether the books balance. Tokens cannot be spent until they do. */
export const setBooksBalanced = (scope: Scope, isBalanced: boolean): Promise<void> =>
  transact(scope, async ({ db, now, emit }) => {
    const key = KEYS.offline
    const offline = [{ key, value: true, updatedAt: now }]
    const { count } = isBalanced
      ? await db.configEntry.deleteMany({ where: { key } })
      : await db.configEntry.createMany({ data: offline, skipDuplicates: true })
    if (count > 0) emit(configChanged(key))
  })
