import type { Account, Prisma } from '../../generated/prisma/client.ts'
import { Failure } from '../../kernel/failure.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { PresenceStatus } from '../../kernel/presence.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { appealToken } from './account/appealLink.ts'

interface Suspendable {
  readonly suspendedAt: Date | null
  readonly suspendedUntil: Date | null
}

/** Whether an account is suspended now; a temporary suspension ends by itself. */
export const isSuspended = ({ suspendedAt, suspendedUntil }: Suspendable, now: Date): boolean =>
  suspendedAt !== null && (suspendedUntil === null || suspendedUntil > now)

/**
 * Throws `forbidden` for a suspended account, with the text for its person and a token by which they appeal: only for who has
 * given the right password. Needs the account's lock.
 */
export async function assertNotSuspended(scope: Scope, userId: UserId): Promise<void> {
  const { db, now } = scope
  const account = await db.account.findUnique({
    where: { userId },
    select: { suspendedAt: true, suspendedUntil: true, suspensionReason: true },
  })
  if (!account?.suspendedAt || !isSuspended(account, now)) return
  const { suspendedAt, suspendedUntil: until, suspensionReason: reason } = account
  const what = until ? `Account temporarily suspended until ${until.toISOString()}` : 'Account permanently suspended'
  // Clients parse this text as a JSON string, including its quotes.
  throw new Failure('forbidden', JSON.stringify(`${what}. Reason: ${reason}`), {
    reason: 'account_suspended',
    suspension: { reason, endsAt: until, appealToken: appealToken(scope, { userId, suspendedAt }) },
  })
}

/** Whether a person with this status appears online to others. */
export const isStatusVisible = (status: string): boolean => status !== 'offline'

/** Presence that friends see: always offline for a person with the status `offline`. */
export const presenceVisibleToFriends = (status: string, presence: PresenceStatus = 'offline'): PresenceStatus =>
  isStatusVisible(status) ? presence : 'offline'

/** Whether friends see the last visit of a person with this status. */
export const showsLastVisit = isStatusVisible

const LOCATION_SHARING_STATUSES: readonly string[] = ['active', 'join me']
const SHARED_INSTANCE_TYPES: readonly string[] = ['public', 'hidden', 'friends']

/** Whether friends see the location of a person with this status. */
export const sharesLocation = (status: string): boolean => LOCATION_SHARING_STATUSES.includes(status)

/** Whether friends see the instance of a person with this status, by the instance's type. */
export const sharesInstance = (status: string, type: string): boolean =>
  sharesLocation(status) && SHARED_INSTANCE_TYPES.includes(type)

/** Columns that a login is checked against. */
export const CHECKED_COLUMNS = {
  userId: true,
  email: true,
  passwordHash: true,
  trustGeneration: true,
  totpEnabledAt: true,
  deletionAt: true,
} as const

/** An account as it was when the credentials of a login were checked. */
export type CheckedAccount = Pick<Account, keyof typeof CHECKED_COLUMNS>

/** Clients know this text, including its quotes. */
export const wrongCredentials = () =>
  new Failure('unauthenticated', '"Invalid Username/Email or Password"', {
    reason: 'wrong_credentials',
    field: 'password',
  })

/** Whether the account is due for erasure, though the job has not erased it yet. */
export const isDeletionDue = ({ deletionAt }: Pick<CheckedAccount, 'deletionAt'>, now: Date) =>
  deletionAt !== null && deletionAt <= now

/**
 * Throws `unauthenticated` if password, second factor, trusted devices or address of the account have changed since the
 * check, or the account is due for erasure: a login may wait long between check and session. Needs the account's lock.
 */
export async function assertUnchanged(tx: InTransaction & { readonly now: Date }, checked: CheckedAccount) {
  const current = await tx.db.account.findUnique({ where: { userId: checked.userId }, select: CHECKED_COLUMNS })
  if (!current || isDeletionDue(current, tx.now) || !isEqual(current, checked)) throw wrongCredentials()
}

const isEqual = (current: CheckedAccount, checked: CheckedAccount) =>
  current.passwordHash === checked.passwordHash &&
  current.trustGeneration === checked.trustGeneration &&
  current.email === checked.email &&
  current.totpEnabledAt?.getTime() === checked.totpEnabledAt?.getTime()

/** Columns of a person that lists and searches show. */
export const USER_SUMMARY_COLUMNS = {
  id: true,
  displayName: true,
  bio: true,
  bioLinks: true,
  pronouns: true,
  status: true,
  statusDescription: true,
  tags: true,
  developerType: true,
  userIcon: true,
  profilePicOverride: true,
  currentAvatarImageUrl: true,
  currentAvatarThumbnailImageUrl: true,
  currentAvatarTags: true,
  lastPlatform: true,
} satisfies Prisma.UserSelect
