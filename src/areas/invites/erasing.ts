import type { UserId } from '../../kernel/ids.ts'
import type { Open } from '../../kernel/transaction.ts'

/** Takes away what a person has written into the slots, when the account is erased. */
export async function eraseInviteMessages({ db }: Open, userId: UserId): Promise<void> {
  await db.inviteMessage.deleteMany({ where: { userId } })
}
