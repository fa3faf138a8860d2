import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import { trusted, type UserId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { userChanged } from '../events.ts'
import { lockAccount } from '../locks.ts'
import { nameKey } from './names.ts'

/** An address that was not confirmed for this long can be registered by somebody else. */
const UNCONFIRMED_EMAIL_LIFETIME = 7 * DAY

/** The mailbox that receives the mail of an address: in any case, and with any tag after a plus. */
export function mailboxKey(email: string): string {
  const key = nameKey(email)
  const at = key.lastIndexOf('@')
  return key.slice(0, at).replace(/(?<=.)\+.*$/, '') + key.slice(at)
}

/** The person who has this address without having confirmed it. */
export async function findUnconfirmedHolder({ db }: Pick<Scope, 'db'>, email: string): Promise<UserId | null> {
  const where = { emailKey: nameKey(email), emailVerified: false }
  const holder = await db.account.findFirst({ where, select: { userId: true } })
  return holder && trusted<'user'>(holder.userId)
}

/** Takes an unconfirmed address from its holder, under the account's lock. Does nothing once the address is confirmed. */
export async function releaseEmail(tx: Scope & InTransaction, holder: UserId, email: string): Promise<void> {
  const { count } = await tx.db.account.updateMany({
    where: { userId: holder, emailKey: nameKey(email), emailVerified: false },
    data: { email: null, emailKey: null },
  })
  if (count > 0) tx.emit(userChanged(holder))
}

/** Frees an address for a registration, if its holder registered 7 days ago or earlier and has not confirmed it. */
export async function releaseUnconfirmedEmail(scope: Scope, email: string): Promise<void> {
  const holder = await findUnconfirmedHolder(scope, email)
  if (!holder) return
  const registeredBefore = addMilliseconds(scope.now, -UNCONFIRMED_EMAIL_LIFETIME)
  const isOld = await scope.db.user.count({ where: { id: holder, createdAt: { lte: registeredBefore } } })
  if (isOld === 0) return
  await transact(scope, async (tx) => {
    await lockAccount(tx, holder)
    await releaseEmail(tx, holder, email)
  })
}
