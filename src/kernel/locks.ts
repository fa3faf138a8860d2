import { Prisma } from '../generated/prisma/client.ts'
import type { Sql } from './database.ts'

/**
 * The global lock order, which prevents deadlocks: each transaction takes its locks in this order. Values are the
 * `ORDER BY` in which one statement locks several rows; null stands for an advisory lock.
 */
const LOCK_ORDER = {
  firstAdmin: null,
  account: '"userId"',
  ownModerations: null,
  userPair: null,
  user: 'id',
  friendship: 'least("userId", "friendId"), greatest("userId", "friendId"), "userId"',
  favoriteGroup: null,
  reward: 'id',
  licenseGroups: null,
  listing: 'id',
  store: 'id',
  paymentTransaction: 'id',
  purchase: 'id',
  group: 'id',
  calendarEvent: 'id',
  report: 'id',
  jam: 'id',
  jamSubmission: 'id',
  world: 'id',
  avatar: 'id',
  instance: 'location',
  imageQuota: null,
  storage: null,
  prop: 'id',
  file: 'id',
  print: 'id',
  notification: 'id',
  feed: '"userId"',
} as const

type LockName = keyof typeof LOCK_ORDER
type AdvisoryLockName = { [N in LockName]: (typeof LOCK_ORDER)[N] extends null ? N : never }[LockName]
type RowLockName = Exclude<LockName, AdvisoryLockName>

const RANKS: ReadonlyMap<string, number> = new Map(Object.keys(LOCK_ORDER).map((name, rank) => [name, rank]))
const rankOf = (name: LockName) => RANKS.get(name) ?? -1

/** Row locks of PostgreSQL, the weakest first. */
const STRENGTHS = ['KEY SHARE', 'SHARE', 'NO KEY UPDATE', 'UPDATE'] as const
type LockStrength = (typeof STRENGTHS)[number]

/** The locks that one statement takes. */
interface LockedKeys {
  /** Primary keys of the rows, or the key of an advisory lock; omitted when only the statement knows its rows. */
  readonly keys?: readonly string[]
  /** `UPDATE` by default. */
  readonly strength?: LockStrength
}

/** The locks that a transaction holds; only tracked while `lockOrder.asserted`. */
export interface HeldLocks {
  last: LockName | null
  /** How strongly each key is locked, as an index of STRENGTHS. */
  readonly strengths: Map<string, number>
}

export const noLocks = (): HeldLocks => ({ last: null, strengths: new Map() })

interface LockingTransaction {
  readonly sql: Sql
  readonly locks: HeldLocks
}

/** Tests set `asserted`: then a lock out of order throws. In production the order is not checked. */
export const lockOrder = { asserted: false }

/**
 * Checks that a lock follows the global order, before the statement that takes it: all rows of one kind are locked by
 * one statement, and only a lock that is held already, at least as strongly, may be taken again. Throws otherwise.
 */
export function noteLock(
  { locks }: Pick<LockingTransaction, 'locks'>,
  name: LockName,
  { keys, strength = 'UPDATE' }: LockedKeys,
) {
  if (!lockOrder.asserted) return
  const level = STRENGTHS.indexOf(strength)
  const named = keys?.map((key) => `${name} ${key}`)
  if (named?.every((key) => (locks.strengths.get(key) ?? -1) >= level)) return
  if (locks.last !== null && rankOf(name) <= rankOf(locks.last))
    throw new Error(`Lock order: ${name} (${strength} of ${keys?.join(', ') ?? 'found rows'}) after ${locks.last}`)
  locks.last = name
  for (const key of named ?? []) locks.strengths.set(key, level)
}

/** The end of a SELECT that locks its rows, `ORDER BY … FOR …`, after a check of the lock order. */
export function rowLock(tx: Pick<LockingTransaction, 'locks'>, name: RowLockName, locked: LockedKeys): Prisma.Sql {
  noteLock(tx, name, locked)
  return Prisma.raw(`ORDER BY ${LOCK_ORDER[name]} FOR ${locked.strength ?? 'UPDATE'}`)
}

const advisoryKey = (key: string) => Prisma.sql`hashtextextended(${key}, 0)`

/** Takes an advisory lock until the transaction ends. The next statement sees what its previous holder committed. */
export async function lockAdvisory(tx: LockingTransaction, name: AdvisoryLockName, key: string): Promise<void> {
  noteLock(tx, name, { keys: [key] })
  await tx.sql`SELECT pg_advisory_xact_lock(${advisoryKey(key)})`
}

/** Tries to take an advisory lock until the transaction ends; false if it is held. Never waits, so it has no rank. */
export async function tryLockAdvisory({ sql }: Pick<LockingTransaction, 'sql'>, key: string): Promise<boolean> {
  const [lock] = await sql<{ held: boolean }>`
    SELECT pg_try_advisory_xact_lock(${advisoryKey(key)}) AS held`
  return lock?.held === true
}
