import type { UserId } from '../../kernel/ids.ts'
import type { InTransaction } from '../../kernel/transaction.ts'

/** Deletes the themes of a person whose account is erased, and what tutorials they have completed. */
export async function eraseProfile({ db }: InTransaction, userId: UserId): Promise<void> {
  await db.profileTheme.deleteMany({ where: { userId } })
  await db.tutorialCompletion.deleteMany({ where: { userId } })
}
