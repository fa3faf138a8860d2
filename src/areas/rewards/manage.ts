import type { Reward } from '../../generated/prisma/client.ts'
import { Failure } from '../../kernel/failure.ts'
import { newId, type RewardId } from '../../kernel/ids.ts'
import { assertAll } from '../../kernel/inputFaults.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { type InTransaction, isUniqueViolation } from '../../kernel/transaction.ts'
import { adminAct, cliAct, type Outcome } from '../audit/adminAct.ts'
import { hashOfCode, newCode } from './code.ts'
import { type NewReward, newRewardRules } from './input.ts'
import { rewardNotFound } from './policy.ts'

/** A new reward, and its code, which nobody can read again. */
export interface CreatedReward {
  readonly id: RewardId
  readonly code: string
}

/**
 * Makes a reward with the given code, or one that nobody guesses. The code is stored as a keyed hash alone, and never logged.
 * Throws `forbidden` unless an admin acts, `invalid`, `conflict` for the code of another reward.
 */
export const createReward = (scope: ViewerScope, given: NewReward): Promise<CreatedReward> =>
  adminAct(scope, 'createReward', (tx) => create(tx, given)).catch(rethrowTakenCode)

/** What `createReward` does, for the command line. */
export const createRewardByCli = (scope: Scope, given: NewReward): Promise<CreatedReward> =>
  cliAct(scope, 'reward create', (tx) => create(tx, given)).catch(rethrowTakenCode)

type Creation = Outcome & { readonly result: CreatedReward }

async function create(tx: Scope & InTransaction, given: NewReward): Promise<Creation> {
  await assertAll(newRewardRules(tx, given))
  const code = given.code ?? newCode()
  const codeHash = hashOfCode(tx, code)
  if (codeHash === null) throw new Error('a code that was checked has no hash')
  const id = newId('reward', tx.now)
  await tx.db.reward.create({ data: { id, codeHash, ...columnsOf(tx, given), createdAt: tx.now } })
  const { name, maxRedemptions = null } = given
  return { subjectId: id, details: { name, maxRedemptions }, result: { id, code } }
}

function columnsOf({ now }: Scope, given: NewReward): Omit<Reward, 'id' | 'codeHash' | 'createdAt'> {
  return {
    name: given.name,
    templateIds: [...(given.templateIds ?? [])],
    quantity: given.quantity ?? 1,
    badgeIds: [...(given.badgeIds ?? [])],
    tokens: given.tokens ?? 0,
    planId: given.planId ?? null,
    subscriptionDays: given.subscriptionDays ?? null,
    permissionIds: [...(given.permissionIds ?? [])],
    maxRedemptions: given.maxRedemptions ?? null,
    redemptions: 0,
    beginsAt: given.beginsAt ?? now,
    endsAt: given.endsAt ?? null,
    disabledAt: null,
  }
}

function rethrowTakenCode(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  throw new Failure('conflict', 'code: another reward has this code', { reason: 'already_exists', field: 'code' })
}

/**
 * Ends a reward for good: its code is unknown to people from then on, and what it has given stays. One that is disabled stays
 * so. Throws `forbidden` unless an admin acts, `missing`.
 */
export const disableReward = (scope: ViewerScope, id: RewardId): Promise<void> =>
  adminAct(scope, 'disableReward', async ({ db, now }) => {
    await db.reward.updateMany({ where: { id, disabledAt: null }, data: { disabledAt: now } })
    const reward = await db.reward.findUnique({ where: { id }, select: { redemptions: true } })
    if (!reward) throw rewardNotFound()
    return { subjectId: id, details: { redemptions: reward.redemptions } }
  })
