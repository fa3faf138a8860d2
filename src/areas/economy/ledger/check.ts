import type { Sql } from '../../../kernel/database.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { setBooksBalanced } from '../economyState.ts'
import { type FoundDifference, findUnbalanced, findWrongHeld, findWrongPosted, findWrongPurchases } from './queries.ts'

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

const FINDERS: Readonly<Record<LedgerCheck, (sql: Sql) => Promise<FoundDifference[]>>> = {
  transfers: findUnbalanced,
  posted: findWrongPosted,
  held: findWrongHeld,
  purchases: findWrongPurchases,
}

/** What is wrong in the ledger, at most 100 of each kind; nothing if the books balance. One statement for each kind. */
export async function findLedgerDifferences({ sql }: Pick<Scope, 'sql'>): Promise<LedgerDifference[]> {
  const found = await Promise.all(
    LEDGER_CHECKS.map(async (check) =>
      (await FINDERS[check](sql)).map((difference): LedgerDifference => ({ check, ...difference })),
    ),
  )
  return found.flat()
}

/**
 * Checks the ledger and tells operators: by the log, the metrics, and the state of the economy, which is offline until a
 * check finds no difference. Answers the differences.
 */
export async function checkLedger(scope: Scope): Promise<LedgerDifference[]> {
  const differences = await findLedgerDifferences(scope)
  scope.counters.add('ledgerChecks', differences.length === 0 ? 'balanced' : 'different')
  for (const { check } of differences) scope.counters.add('ledgerDifferences', check)
  if (differences.length > 0) scope.log.error({ differences }, 'the ledger has differences, so the economy is offline')
  await setBooksBalanced(scope, differences.length === 0)
  return differences
}
