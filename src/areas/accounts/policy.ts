import { Failure } from '../../kernel/failure.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'

interface Suspendable {
  readonly suspendedAt: Date | null
  readonly suspendedUntil: Date | null
}

/** Whether an account is suspended now; a temporary suspension ends by itself. */
export const isSuspended = ({ suspendedAt, suspendedUntil }: Suspendable, now: Date): boolean =>
  suspendedAt !== null && (suspendedUntil === null || suspendedUntil > now)

/** Throws `forbidden` for a suspended account, with the text for its person. Needs the account's lock. */
export async function assertNotSuspended({ db, now }: Scope, userId: UserId): Promise<void> {
  const account = await db.account.findUnique({
    where: { userId },
    select: { suspendedAt: true, suspendedUntil: true, suspensionReason: true },
  })
  if (!account || !isSuspended(account, now)) return
  const { suspendedUntil: until, suspensionReason: reason } = account
  const what = until ? `Account temporarily suspended until ${until.toISOString()}` : 'Account permanently suspended'
  // Clients parse this text as a JSON string, including its quotes.
  throw new Failure('forbidden', JSON.stringify(`${what}. Reason: ${reason}`), {
    reason: 'account_suspended',
    suspendedUntil: until,
  })
}
