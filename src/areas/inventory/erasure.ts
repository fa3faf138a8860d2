import type { UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'

/** Deletes what a person holds and was given. Templates that products of theirs gave stay, as others hold them. */
export async function eraseInventory({ db }: Scope & InTransaction, userId: UserId): Promise<void> {
  await db.inventoryItem.deleteMany({ where: { holderId: userId } })
  await db.inventoryGrant.deleteMany({ where: { userId } })
}
