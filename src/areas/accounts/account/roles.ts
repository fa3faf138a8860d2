import { userNotFound } from '../../../kernel/failure.ts'
import type { UserId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { transact } from '../../../kernel/transaction.ts'
import { accountChanged, userChanged } from '../events.ts'

/** Roles to set; those left out stay as they are. */
export interface UserRoleChange {
  readonly admin?: boolean
  readonly developerType?: 'none' | 'trusted' | 'internal' | 'moderator'
}

/** Sets roles of a person, also for running sessions. Throws `missing` for an unknown or erased person. */
export async function updateUserRole(scope: Scope, id: UserId, change: UserRoleChange): Promise<void> {
  await transact(scope, async (tx) => {
    const data = { ...change, updatedAt: tx.now }
    const { count } = await tx.db.user.updateMany({ where: { id, erasedAt: null }, data })
    if (count === 0) throw userNotFound(id)
    tx.emit(accountChanged(id))
    tx.emit(userChanged(id))
  })
}
