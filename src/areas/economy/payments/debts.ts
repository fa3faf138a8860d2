import { newUuid } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { lockUser } from '../../users/locks.ts'
import { changeEconomyProfile, readEconomyProfile } from '../economyProfile.ts'
import { readBalance } from '../ledger/accounts.ts'
import { houseAccount, postTransfer, userAccount } from '../ledger/transfers.ts'
import { readSolventDebtors } from '../queries.ts'

/** Why a person is blocked whose payment was taken back; what admins write stays as it is. */
const TAKEN_BACK = 'A payment was taken back.'

const LOSSES = houseAccount('losses')

/**
 * Blocks a person whose payment was taken back, until an admin lifts it, the dispute is won or the debt is repaid. The caller
 * has locked the person.
 */
export async function blockForPayment(tx: Scope & InTransaction, userId: string): Promise<void> {
  const profile = await readEconomyProfile(tx, userId)
  if (profile?.blockedAt) return
  await changeEconomyProfile(tx, userId, { blockedAt: tx.now, blockedReason: TAKEN_BACK })
}

/**
 * Writes down what `house:losses` has paid or got back by a transfer as the debt of a person. What they have repaid beyond
 * their debt goes back to them. Returns the debt. The caller has locked the person.
 */
export async function chargeLosses(tx: Scope & InTransaction, userId: string, transferId: string): Promise<bigint> {
  const entry = await tx.db.ledgerEntry.findFirst({
    where: { transferId: BigInt(transferId), account: { code: LOSSES.code } },
    select: { amount: true },
  })
  const debt = ((await readEconomyProfile(tx, userId))?.debt ?? 0n) - (entry?.amount ?? 0n)
  if (debt < 0n) await giveBack(tx, userId, { amount: -Number(debt), transferId })
  const left = debt < 0n ? 0n : debt
  await changeEconomyProfile(tx, userId, { debt: left })
  return left
}

const giveBack = (
  tx: Scope & InTransaction,
  userId: string,
  { amount, transferId }: { readonly amount: number; readonly transferId: string },
) =>
  postTransfer(tx, {
    key: `repaid:${transferId}`,
    kind: 'refund',
    postings: [
      { account: LOSSES, amount: -amount },
      { account: userAccount(userId, 'standard'), amount },
    ],
    memo: 'A debt that was repaid, and is none any longer.',
  })

/**
 * Takes the debt of a blocked person from the tokens that they can spend, as far as these reach, and lifts the block at its
 * end. The caller has locked the person.
 */
export async function collectDebt(tx: Scope & InTransaction, userId: string): Promise<void> {
  const profile = await readEconomyProfile(tx, userId)
  if (!profile?.blockedAt || profile.debt === 0n) return
  const { posted, held } = await readBalance(tx, userAccount(userId, 'standard'))
  const amount = Math.min(posted - held, Number(profile.debt))
  if (amount <= 0) return
  await postTransfer(tx, {
    key: `debt:${userId}:${newUuid(tx.now)}`,
    kind: 'chargeback',
    postings: [
      { account: userAccount(userId, 'standard'), amount: -amount },
      { account: LOSSES, amount },
    ],
    memo: 'Repays what a payment has cost that was taken back.',
  })
  const debt = profile.debt - BigInt(amount)
  await changeEconomyProfile(tx, userId, { debt })
  if (debt === 0n) await liftBlock(tx, userId)
}

/** Lifts a block that `blockForPayment` has set; the one by an admin stays. */
export async function liftBlock({ db, now }: Scope & InTransaction, userId: string): Promise<void> {
  await db.economyProfile.updateMany({
    where: { userId, blockedReason: TAKEN_BACK },
    data: { blockedAt: null, blockedReason: '', updatedAt: now },
  })
}

/** Most people whose debts one run collects; the next run goes on. */
const MAX_DEBTORS = 1_000

/** Takes the debts of blocked people from tokens that they have got since, as by refunds of what they had bought. */
export async function collectDebts(scope: Scope): Promise<void> {
  const debtors = await readSolventDebtors(scope, MAX_DEBTORS)
  for (const { userId } of debtors)
    await transact(scope, async (tx) => {
      await lockUser(tx, userId)
      await collectDebt(tx, userId)
    }).catch((error: unknown) => scope.log.warn({ err: error, userId }, 'a debt could not be collected'))
}
