import type { EconomyProfile, Prisma } from '../../generated/prisma/client.ts'
import { assertStaff } from '../../kernel/access.ts'
import { invalid } from '../../kernel/failure.ts'
import { trusted } from '../../kernel/ids.ts'
import { assertAll } from '../../kernel/inputFaults.ts'
import type { Scope } from '../../kernel/scope.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import { staffAct } from '../audit/staffAct.ts'
import { lockUser } from '../users/locks.ts'
import { walletChanged } from './events.ts'
import { assertReason } from './subscriptions/adminGrants.ts'

/** What the economy knows of a person; undefined before the first use. */
export const readEconomyProfile = async (
  { db }: Pick<Scope, 'db'>,
  userId: string,
): Promise<EconomyProfile | undefined> => (await db.economyProfile.findUnique({ where: { userId } })) ?? undefined

/** Changes what the economy knows of a person, whose row is made at first use. */
export async function changeEconomyProfile(
  { db, now }: Pick<Scope, 'db' | 'now'>,
  userId: string,
  change: Omit<Prisma.EconomyProfileUncheckedUpdateInput, 'userId'>,
): Promise<void> {
  await db.economyProfile.createMany({ data: [{ userId, updatedAt: now }], skipDuplicates: true })
  await db.economyProfile.update({ where: { userId }, data: { ...change, updatedAt: now } })
}

/** Whether a person has accepted the present terms of the payment provider. */
export const hasAcceptedTerms = (
  { payments }: Pick<Scope, 'payments'>,
  profile: Pick<EconomyProfile, 'tosVersion'> | undefined,
): boolean => profile?.tosVersion === payments.tos().version

/** Whether a person can spend and earn tokens, as an admin says. */
interface EconomyBlock {
  readonly userId: string
  readonly isBlocked: boolean
  /** Names the act, so that a repeated one changes nothing. */
  readonly idempotencyKey: string
  /** Why, for the audit log. */
  readonly reason: string
}

/**
 * Keeps a person from spending tokens, or allows it again; a debt stays, and is collected only while the person is blocked.
 * A key that was used changes nothing. Throws `forbidden` unless the viewer is an admin, `missing` for an unknown person,
 * `invalid` for a key that was used for the opposite.
 */
export async function setEconomyBlocked(scope: Scope, given: EconomyBlock): Promise<void> {
  assertStaff(scope, 'economy', 'people')
  await assertAll([() => assertReason(given.reason)])
  await blockOnce(scope, given)
}

/** Blocks with an audit entry, unless the key was used before. */
const blockOnce = (scope: Scope, given: EconomyBlock): Promise<void> =>
  transact(scope, async (tx) => {
    await lockUser(tx, given.userId)
    if (!(await wasDone(tx, given))) await staffAct(tx, ACT, (open) => block(open, given))
  })

const ACT = 'setEconomyBlocked'

async function block(tx: Scope & InTransaction, { userId, isBlocked, reason, idempotencyKey }: EconomyBlock) {
  await changeEconomyProfile(tx, userId, {
    blockedAt: isBlocked ? tx.now : null,
    blockedReason: isBlocked ? reason : '',
  })
  tx.emit(walletChanged(trusted<'user'>(userId)))
  return { subjectId: userId, details: { blocked: isBlocked, reason, idempotencyKey } }
}

/** Whether the key was used, by the audit log. */
async function wasDone({ db }: InTransaction, { userId, isBlocked, idempotencyKey }: EconomyBlock): Promise<boolean> {
  const known = await db.auditEntry.findFirst({
    where: { subjectId: userId, act: ACT, details: { path: ['idempotencyKey'], equals: idempotencyKey } },
    select: { details: true },
  })
  if (!known) return false
  if (Object(known.details).blocked === isBlocked) return true
  throw invalid('idempotencyKey', 'idempotencyKey: was used for the opposite', 'key_reused')
}
