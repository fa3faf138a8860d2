import type { Reward } from '../../generated/prisma/client.ts'
import { assertStaff } from '../../kernel/access.ts'
import { Failure } from '../../kernel/failure.ts'
import { newId, type RewardId, type UserId } from '../../kernel/ids.ts'
import { assertAll } from '../../kernel/inputFaults.ts'
import { type KeysetPage, keysetOrder, keysetWhere } from '../../kernel/page.ts'
import { createRowLoader } from '../../kernel/records.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { type InTransaction, isUniqueViolation } from '../../kernel/transaction.ts'
import { cliAct, type Outcome, staffAct } from '../audit/staffAct.ts'
import { rewardNotFound } from './policy.ts'
import { hashesOfCode, newCode } from './redeem.ts'
import { type NewReward, newRewardRules } from './rewardRules.ts'

/** A reward by id, regardless of who sees it. */
export const loadReward = createRowLoader<Reward>(({ db }, ids) =>
  db.reward.findMany({ where: { id: { in: [...ids] } } }),
)

const NEWEST_FIRST = ['createdAt', 'id'] as const

/** A page of all rewards, by `createdAt` and `id`. Throws `forbidden` unless the viewer is an admin. */
export async function rewardPage(scope: Scope, page: KeysetPage): Promise<Reward[]> {
  assertStaff(scope, 'economy')
  return scope.db.reward.findMany({
    where: { AND: keysetWhere(page, NEWEST_FIRST) },
    orderBy: keysetOrder(page, NEWEST_FIRST),
    take: page.limit,
  })
}

/** The number of all rewards. Throws `forbidden` unless the viewer is an admin. */
export async function countRewards(scope: Scope): Promise<number> {
  assertStaff(scope, 'economy')
  return scope.db.reward.count()
}

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
  staffAct(scope, 'createReward', (tx) => create(tx, given)).catch(rethrowTakenCode)

/** What `createReward` does, for the command line. */
export const createRewardByCli = (scope: Scope, given: NewReward): Promise<CreatedReward> =>
  cliAct(scope, 'reward create', (tx) => create(tx, given)).catch(rethrowTakenCode)

type Creation = Outcome & { readonly result: CreatedReward }

async function create(tx: Scope & InTransaction, given: NewReward): Promise<Creation> {
  await assertAll(newRewardRules(tx, given))
  const code = given.code ?? newCode()
  const [codeHash, ...formerHashes] = hashesOfCode(tx, code)
  if (codeHash === undefined) throw new Error('a code that was checked has no hash')
  if ((await tx.db.reward.count({ where: { codeHash: { in: formerHashes } } })) > 0) throw codeTaken()
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
  throw isUniqueViolation(error) ? codeTaken() : error
}

const codeTaken = () =>
  new Failure('conflict', 'code: another reward has this code', { reason: 'already_exists', field: 'code' })

/**
 * Ends a reward for good: its code is unknown to people from then on, and what it has given stays. One that is disabled stays
 * so. Throws `forbidden` unless an admin acts, `missing`.
 */
export const disableReward = (scope: ViewerScope, id: RewardId): Promise<void> =>
  staffAct(scope, 'disableReward', async ({ db, now }) => {
    await db.reward.updateMany({ where: { id, disabledAt: null }, data: { disabledAt: now } })
    const reward = await db.reward.findUnique({ where: { id }, select: { redemptions: true } })
    if (!reward) throw rewardNotFound()
    return { subjectId: id, details: { redemptions: reward.redemptions } }
  })

/** Deletes what a person has redeemed. The counts of rewards stay, so that erasures let nobody redeem one more. */
export async function eraseRedemptions({ db }: InTransaction, userId: UserId): Promise<void> {
  await db.rewardRedemption.deleteMany({ where: { userId } })
}
