import type { Reward } from '../../generated/prisma/client.ts'
import { isStaff } from '../../kernel/access.ts'
import { Failure } from '../../kernel/failure.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { ViewerTransaction } from '../../kernel/transaction.ts'

/** Of a code that is unknown, disabled or not valid yet alike, so that nobody learns which codes exist. */
export const rewardNotFound = () => new Failure('missing', "This code doesn't exist.", { reason: 'reward_not_found' })
export const rewardOver = () => new Failure('conflict', "This code can't be used any more.", { reason: 'reward_over' })
export const alreadyRedeemed = () =>
  new Failure('conflict', "You've already used this code.", { reason: 'already_redeemed' })

/** Rewards are for admins to see; others know a code or nothing. */
export const canSeeReward = (scope: Scope): boolean => isStaff(scope, 'economy')

/** Whether the code of a reward is known to people: it has begun, and no admin has disabled it. */
export const isKnown = ({ beginsAt, disabledAt }: Pick<Reward, 'beginsAt' | 'disabledAt'>, at: Date): boolean =>
  disabledAt === null && beginsAt <= at

/** Whether nobody can redeem a reward any more: its time is over, or as many people as can have redeemed it. */
export const isOver = (
  { endsAt, maxRedemptions, redemptions }: Pick<Reward, 'endsAt' | 'maxRedemptions' | 'redemptions'>,
  at: Date,
): boolean => (endsAt !== null && endsAt <= at) || (maxRedemptions !== null && redemptions >= maxRedemptions)

type RewardState = 'upcoming' | 'active' | 'used_up' | 'ended' | 'disabled'

/** Where a reward stands by the clock and by how many have redeemed it. */
export function rewardStateAt(reward: Reward, at: Date): RewardState {
  if (reward.disabledAt) return 'disabled'
  if (reward.endsAt && reward.endsAt <= at) return 'ended'
  if (reward.beginsAt > at) return 'upcoming'
  return isOver(reward, at) ? 'used_up' : 'active'
}

/** Locks a reward, so that no more people redeem it than can. */
export async function lockReward(tx: ViewerTransaction, id: string): Promise<Reward | null> {
  await tx.sql`SELECT FROM "Reward" WHERE id = ${id} ${rowLock(tx, 'reward', { keys: [id] })}`
  return tx.db.reward.findUnique({ where: { id } })
}
