import { invalid } from '../../kernel/failure.ts'
import type { Limit } from '../../kernel/limits.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'

/** Acts of one person, of players and avatars together. */
export const MODERATIONS: Limit = { name: 'moderation', points: 120, window: 60 }

/** Moderations of each kind that one person may have: clients read all of them at once, page by page they can't. */
export const MOST = 10_000

/** Keeps the viewer's other acts upon their moderations waiting until the transaction ends; comes before any pair. */
export const holdOwn = ({ db, viewer }: SignedScope & Open) =>
  db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`moderations:${viewer.id}`}, 0))`

/** Throws `invalid` for one more than there may be. */
export function checkRoom(count: number, field: string): void {
  if (count >= MOST) throw invalid(field, `You can have at most ${MOST} moderations`, 'too_many_moderations')
}
