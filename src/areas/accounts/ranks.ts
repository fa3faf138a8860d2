import { noSuchUser } from '../../kernel/failure.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import { transact } from '../../kernel/transaction.ts'
import { accountChanged, userChanged } from './events.ts'

/** What sets a person apart from others; what is left out stays as it is. */
export interface Rank {
  readonly admin?: boolean
  readonly developerType?: 'none' | 'trusted' | 'internal' | 'moderator'
}

/** Gives a person a rank, or takes it: every session of theirs knows at once. Throws `missing` for nobody and the erased. */
export async function promoteUser(scope: Scope, id: UserId, rank: Rank): Promise<void> {
  await transact(scope, async (open) => {
    const data = { ...rank, updatedAt: open.now }
    const { count } = await open.db.user.updateMany({ where: { id, erasedAt: null }, data })
    if (count === 0) throw noSuchUser(id)
    open.emit(accountChanged(id))
    open.emit(userChanged(id))
  })
}
