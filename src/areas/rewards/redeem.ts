import { randomInt } from 'node:crypto'
import { invalid } from '../../kernel/failure.ts'
import type { RateLimit } from '../../kernel/rateLimit.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { typedCode } from '../../kernel/texts.ts'
import { transact, type ViewerTransaction } from '../../kernel/transaction.ts'
import { lockUser } from '../users/locks.ts'
import { type GivenReward, giveReward } from './give.ts'
import { alreadyRedeemed, isKnown, isOver, lockReward, rewardNotFound, rewardOver } from './policy.ts'

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
  const reward = await scope.db.reward.findFirst({ where: { codeHash: { in: hashesOfCode(scope, code) } } })
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

type Hashing = Pick<Scope, 'secrets'>

/** Letters and digits that nobody takes for each other. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const GROUPS = 4
const GROUP_LENGTH = 4

const MIN_LENGTH = 6
const MAX_LENGTH = 32
const CODE_PATTERN = /^[A-Z0-9-]{6,32}$/

/** A code that nobody guesses: four groups of four characters, 80 random bits. */
export const newCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join(''),
  ).join('-')

const plainCode = (code: string): string => typedCode(code).toUpperCase()

/** The characters of a code that count: people type it in lower case, and with other dashes. */
const comparable = (code: string): string => plainCode(code).replaceAll('-', '')

const isCode = (code: string): boolean => CODE_PATTERN.test(plainCode(code)) && comparable(code).length >= MIN_LENGTH

/** Throws `invalid` for a text that no reward can have as its code. */
export function assertCode(code: string): void {
  if (!isCode(code))
    throw invalid(
      'code',
      `code must have ${MIN_LENGTH} to ${MAX_LENGTH} letters A to Z, digits and dashes, of which ${MIN_LENGTH} are no dashes`,
      { reason: 'invalid_characters', min: MIN_LENGTH, max: MAX_LENGTH },
    )
}

/**
 * The keyed hashes by which a code is stored: the first by the present key, others by keys before it. Empty for a text that
 * no reward has as its code.
 */
export const hashesOfCode = ({ secrets }: Hashing, code: string): string[] =>
  isCode(code) ? [...secrets.macs('reward-code', comparable(code))] : []
