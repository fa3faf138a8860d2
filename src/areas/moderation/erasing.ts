import type { UserId } from '../../kernel/ids.ts'
import type { Open } from '../../kernel/transaction.ts'

/** Takes a person's moderations away when the account is erased, and those of others about the person. */
export async function eraseModerations({ db }: Open, userId: UserId): Promise<void> {
  await db.playerModeration.deleteMany({ where: { OR: [{ sourceUserId: userId }, { targetUserId: userId }] } })
  await db.globalAvatarModeration.deleteMany({ where: { userId } })
}
