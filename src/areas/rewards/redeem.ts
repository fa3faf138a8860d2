import type { Reward } from '../../generated/prisma/client.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { RateLimit } from '../../kernel/rateLimit.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { transact, type ViewerTransaction } from '../../kernel/transaction.ts'
import { lockUser } from '../users/locks.ts'
import { hashOfCode } from './code.ts'
import { type GivenReward, giveReward } from './give.ts'
import { alreadyRedeemed, isKnown, isOver, rewardNotFound, rewardOver } from './policy.ts'

/** Codes that do not exist, in an hour: extended.md section 6. */
const MISSES_OF_PERSON: RateLimit = { name: 'reward-miss', points: 10, window: 60 * 60 }
const MISSES_OF_NETWORK: RateLimit = { name: 'reward-miss-network', points: 30, window: 60 * 60 }

/**
 * Redeems a code: the viewer gets what its reward gives, once. One transaction counts and gives. Throws `missing` for a code
 * that is unknown, disabled or not valid yet, `conflict` for one that is over or that the viewer has used, and `exhausted`
 * after 10 unknown codes of a person, or 30 of a network, in an hour.
 */
export async function redeemReward(scope: ViewerScope, code: string): Promise<readonly GivenReward[]> {
  const id = await findReward(scope, code)
  return transact(scope, (tx) => redeem(tx, id))
}

/**
 * The id of the reward of a code. A person's point is taken before the look-up, so that parallel guesses can't pass together,
 * and given back for a code that exists. The people of a network, who may be many, take one for a miss alone.
 */
async function findReward(scope: ViewerScope, code: string): Promise<string> {
  const { limits, viewer, clientInfo } = scope
  await limits.assertLeft(MISSES_OF_NETWORK, clientInfo.network)
  await limits.take(MISSES_OF_PERSON, viewer.id)
  const giveBack = () => limits.refund(MISSES_OF_PERSON, viewer.id)
  const id = await findKnown(scope, code).catch(async (error: unknown) => {
    await giveBack()
    throw error
  })
  if (id === null) {
    await limits.take(MISSES_OF_NETWORK, clientInfo.network)
    throw rewardNotFound()
  }
  await giveBack()
  return id
}

async function findKnown(scope: ViewerScope, code: string): Promise<string | null> {
  const codeHash = hashOfCode(scope, code)
  if (codeHash === null) return null
  const reward = await scope.db.reward.findUnique({ where: { codeHash } })
  return reward && isKnown(reward, scope.now) ? reward.id : null
}

async function redeem(tx: ViewerTransaction, rewardId: string): Promise<readonly GivenReward[]> {
  const userId = tx.viewer.id
  await lockUser(tx, userId)
  const reward = await lockReward(tx, rewardId)
  if (!reward || !isKnown(reward, tx.now)) throw rewardNotFound()
  if ((await tx.db.rewardRedemption.count({ where: { rewardId, userId } })) > 0) throw alreadyRedeemed()
  if (isOver(reward, tx.now)) throw rewardOver()
  await tx.db.rewardRedemption.create({ data: { rewardId, userId, at: tx.now } })
  await tx.db.reward.update({ where: { id: rewardId }, data: { redemptions: { increment: 1 } } })
  return giveReward(tx, reward, userId)
}

/** Locks a reward, so that no more people redeem it than can. */
async function lockReward(tx: ViewerTransaction, id: string): Promise<Reward | null> {
  await tx.sql`SELECT FROM "Reward" WHERE id = ${id} ${rowLock(tx, 'reward', { keys: [id] })}`
  return tx.db.reward.findUnique({ where: { id } })
}
