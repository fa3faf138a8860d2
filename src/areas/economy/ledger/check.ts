import { addMilliseconds, HOUR } from '../../../kernel/clock.ts'
import type { Sql } from '../../../kernel/database.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { areBooksBalanced, setBooksBalanced } from '../economyState.ts'
import {
  type CheckedSince,
  type FoundDifference,
  findUnbalanced,
  findWrongHeld,
  findWrongPosted,
  findWrongPurchases,
  lastTransferBefore,
} from './queries.ts'

/** What is checked of the ledger. */
const LEDGER_CHECKS = ['transfers', 'posted', 'held', 'purchases'] as const
type LedgerCheck = (typeof LEDGER_CHECKS)[number]

/** Something that is not as the entries, holds and purchases say. */
export interface LedgerDifference {
  readonly check: LedgerCheck
  /** Number of a transfer, code of an account, or id of a purchase. */
  readonly subject: string
  readonly expected: string
  readonly found: string
}

const FINDERS: Readonly<Record<LedgerCheck, (sql: Sql, since: CheckedSince) => Promise<FoundDifference[]>>> = {
  transfers: findUnbalanced,
  posted: findWrongPosted,
  held: findWrongHeld,
  purchases: findWrongPurchases,
}

/**
 * What is wrong in the ledger, or in what transfers after a number have touched, at most 100 of each kind; nothing if the
 * books balance. One statement for each kind.
 */
export async function findLedgerDifferences(
  { sql }: Pick<Scope, 'sql'>,
  since: CheckedSince = 0n,
): Promise<LedgerDifference[]> {
  const found = await Promise.all(
    LEDGER_CHECKS.map(async (check) =>
      (await FINDERS[check](sql, since)).map((difference): LedgerDifference => ({ check, ...difference })),
    ),
  )
  return found.flat()
}

const PROGRESS = 'check-ledger'

/**
 * Checks what the transfers since the last check have touched, or the whole ledger if there was none or the books did not
 * balance then. Transfers and entries never change, so what is before was proved by earlier checks.
 */
export async function checkNewTransfers(scope: Scope): Promise<LedgerDifference[]> {
  const last = await scope.client.jobProgress.findUnique({ where: { name: PROGRESS } })
  const isProved = last !== null && (await areBooksBalanced(scope))
  return checkLedger(scope, isProved ? last.position : 0n)
}

/** A transfer is dated before its transaction commits, which takes less than this. */
const LONGEST_TRANSACTION = HOUR

/** The next check of new transfers begins after those of this one that are sure to be the last of their time. */
async function noteChecked(scope: Scope, at: Date): Promise<void> {
  const position = await lastTransferBefore(scope, addMilliseconds(at, -LONGEST_TRANSACTION))
  const where = { name: PROGRESS }
  await scope.client.jobProgress.upsert({ where, create: { ...where, at, position }, update: { at, position } })
}

/**
 * Checks the ledger, or what transfers after a number have touched, and tells operators: by the log, the metrics, and the
 * state of the economy, which is offline until a check finds no difference. Answers the differences.
 */
export async function checkLedger(scope: Scope, since: CheckedSince = 0n): Promise<LedgerDifference[]> {
  const begun = scope.now
  const differences = await findLedgerDifferences(scope, since)
  scope.counters.add('ledgerChecks', differences.length === 0 ? 'balanced' : 'different')
  for (const { check } of differences) scope.counters.add('ledgerDifferences', check)
  if (differences.length > 0) scope.log.error({ differences }, 'the ledger has differences, so the economy is offline')
  if (differences.length === 0) await noteChecked(scope, begun)
  await setBooksBalanced(scope, differences.length === 0)
  return differences
}
