import { invalid } from '../../kernel/failure.ts'
import { lockAdvisory } from '../../kernel/locks.ts'
import type { RateLimit } from '../../kernel/rateLimit.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'

/** Changes of player and avatar moderations by one person. */
export const MODERATION_LIMIT: RateLimit = { name: 'moderation', points: 120, window: 60 }

/** Player moderations, and avatar moderations, of one person: legacy clients read all of them in one response. */
export const MAX_MODERATIONS = 10_000

/** Serialises the viewer's changes of their moderations. */
export const lockOwnModerations = (tx: ViewerScope & InTransaction) =>
  lockAdvisory(tx, 'ownModerations', `moderations:${tx.viewer.id}`)

/** Throws `invalid` when no further moderation can be added. */
export function assertBelowMaxModerations(count: number, field: string): void {
  if (count >= MAX_MODERATIONS)
    throw invalid(field, `You can have at most ${MAX_MODERATIONS} moderations`, {
      reason: 'too_many_moderations',
      max: MAX_MODERATIONS,
    })
}
