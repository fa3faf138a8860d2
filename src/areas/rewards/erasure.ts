import type { UserId } from '../../kernel/ids.ts'
import type { InTransaction } from '../../kernel/transaction.ts'

/** Deletes what a person has redeemed. The counts of rewards stay, so that erasures let nobody redeem one more. */
export async function eraseRedemptions({ db }: InTransaction, userId: UserId): Promise<void> {
  await db.rewardRedemption.deleteMany({ where: { userId } })
}
