import { invalid } from '../../../kernel/failure.ts'
import { trusted, type UserId } from '../../../kernel/ids.ts'
import { keyedMutex } from '../../../kernel/keyedSlots.ts'
import type { Scope, SecondFactor, ViewerScope } from '../../../kernel/scope.ts'
import { opaqueText } from '../../../kernel/texts.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { cancelDeletion } from '../account/deletion.ts'
import { nameKey } from '../account/names.ts'
import { announceNewPlace } from '../account/ownerNotices.ts'
import { CHECKED_COLUMNS, type CheckedAccount, isDeletionDue, wrongCredentials } from '../policy.ts'
import { createSession, type NewSession } from '../sessions/sessions.ts'
import { isRefusedDemoLogin } from './demoLogins.ts'
import { createEmailCode, sendEmailCode } from './emailCodes.ts'
import { countLogin, type LoginAttempt, loginKey } from './loginLimits.ts'
import { isKnownLoginPlace, isTrustedDevice, rememberLoginPlace } from './loginPlaces.ts'
import { loggingPasswordRefusal } from './refusals.ts'

interface Credentials {
  /** Username or e-mail address. */
  readonly name: string
  /** What the password can mean, the likeliest first. */
  readonly passwords: readonly string[]
  /** Values of the `twoFactorAuth` cookie. */
  readonly trustTokens: readonly string[]
  /** Whether a login at the limit of sessions ends the least recently used one, whenever that was. */
  readonly endOldestSession?: boolean | undefined
}

export interface SignInResult {
  readonly session: NewSession
  readonly userId: UserId
  /** Second factors of which one is needed; empty when the login is finished. */
  readonly pendingFactors: Factors
}

const runExclusive = keyedMutex()

/**
 * Checks name and password and creates a session, which may still need a second factor. Throws `unauthenticated` for an
 * unknown name and a wrong password alike, after equal work; `exhausted` after too many failures, before any hashing.
 */
export async function signIn(scope: Scope, credentials: Credentials): Promise<SignInResult> {
  const account = await findAccount(scope, credentials.name)
  const accountKey = account?.userId ?? nameKey(credentials.name)
  const isTrusted = account !== null && isTrustedDevice(scope, account, credentials.trustTokens)
  return loggingPasswordRefusal(scope, account?.userId ?? null, async () => {
    const { passwords } = credentials
    const usable = account && isRefusedDemoLogin(scope, { account, passwords }) ? null : account
    const verified = await verifyPassword(scope, { accountKey, isTrusted }, usable, passwords)
    if (!verified) throw wrongCredentials()
    return startLogin(scope, verified, credentials)
  })
}

const findAccount = (scope: Scope, name: string) =>
  scope.db.account.findFirst({
    where: { OR: [{ user: { usernameKey: nameKey(name) } }, { emailKey: nameKey(name) }], user: { erasedAt: null } },
    select: { ...CHECKED_COLUMNS, emailKey: true, emailVerified: true, user: { select: { username: true } } },
  })

type FoundAccount = NonNullable<Awaited<ReturnType<typeof findAccount>>>

type PasswordRow = Pick<CheckedAccount, 'userId' | 'passwordHash' | 'deletionAt'>

/**
 * The account if the password is its own; null for another, and without an account, after the time of a comparison. An
 * attempt is counted before the hash is computed, and refunded for the right password. Throws `exhausted` beyond the
 * limit, `unavailable` when too many hashes wait.
 */
function verifyPassword<A extends PasswordRow>(
  scope: Scope,
  attempt: LoginAttempt,
  account: A | null,
  passwords: readonly string[],
): Promise<A | null> {
  return runExclusive(loginKey(scope, attempt.accountKey), async () => {
    const counted = await countLogin(scope, attempt)
    const usable = account && !isDeletionDue(account, scope.now) ? account : null
    const match = await matchPassword(scope, usable?.passwordHash ?? null, passwords).catch(async (error: unknown) => {
      await counted.refund()
      throw error
    })
    if (!usable || !match.isRight) return null
    await counted.clear()
    return match.replacement === null ? usable : storeHash(scope, usable, match.replacement)
  })
}

/** Stores a new hash of the same password, unless the password was changed meanwhile. */
async function storeHash<A extends PasswordRow>({ db }: Scope, account: A, passwordHash: string): Promise<A> {
  const where = { userId: account.userId, passwordHash: account.passwordHash }
  const { count } = await db.account.updateMany({ where, data: { passwordHash } })
  return count > 0 ? { ...account, passwordHash } : account
}

async function startLogin(scope: Scope, account: FoundAccount, credentials: Credentials): Promise<SignInResult> {
  const userId = trusted<'user'>(account.userId)
  const owes = await requiredFactors(scope, account, credentials.trustTokens)
  const mailed = owes.includes('emailOtp') && account.email ? createEmailCode(account.email) : null
  const login = { userId, owes, checked: account, endsOldest: credentials.endOldestSession === true }
  const open = () =>
    transact(scope, async (tx) => {
      const opened = await createSession(tx, login)
      const { username } = account.user
      if (mailed) await sendEmailCode(tx, mailed, { userId, username, sessionId: opened.id })
      if (owes.length === 0) await completeLogin(tx, userId)
      return opened
    })
  // One after the other: each would hold a connection while it waits for the account.
  const session = await runExclusive(userId, open)
  return { session, userId, pendingFactors: owes }
}

type Factors = readonly SecondFactor[]
async function requiredFactors(scope: Scope, account: FoundAccount, trustTokens: readonly string[]): Promise<Factors> {
  if (isTrustedDevice(scope, account, trustTokens)) return []
  if (account.totpEnabledAt) return ['totp', 'otp']
  if (!scope.rules.loginPlaceCheck || !account.emailVerified || !account.email) return []
  return (await isKnownLoginPlace(scope, account.userId)) ? [] : ['emailOtp']
}

/** Finishes a login: stores the place and the time, cancels a pending deletion and updates the presence. */
export async function completeLogin(scope: Scope & InTransaction, userId: UserId): Promise<void> {
  await announceNewPlace(scope, userId)
  await rememberLoginPlace(scope, userId)
  await scope.db.user.update({ where: { id: userId }, data: { lastLoginAt: scope.now, lastActivityAt: scope.now } })
  const pending = await scope.db.account.count({ where: { userId, deletionAt: { not: null } } })
  if (pending > 0) await cancelDeletion(scope, userId)
  scope.presence.recordRequest(userId, scope.now, scope.clientInfo.presenceSource)
}

/** Comparisons that one attempt can cost. */
const MAX_COMPARISONS = 4

interface PasswordMatch {
  readonly isRight: boolean
  /** The hash to store instead, because the present one was made before passwords were normalized; null for none. */
  readonly replacement: string | null
}

/**
 * Compares the readings of a password with a hash; null for an account that does not exist. Each is compared in its
 * normalized form, and then as it was sent, because older hashes were made of that. How many comparisons a wrong password
 * takes depends on its text alone, which tells nothing of the account.
 */
async function matchPassword(
  { passwords }: Pick<Scope, 'passwords'>,
  stored: string | null,
  readings: readonly string[],
): Promise<PasswordMatch> {
  const forms = new Set(readings.flatMap((reading) => [opaqueText(reading), reading]))
  for (const form of [...forms].slice(0, MAX_COMPARISONS)) {
    if (!(await passwords.matches(form, stored))) continue
    return { isRight: true, replacement: form === opaqueText(form) ? null : await passwords.hash(form) }
  }
  return { isRight: false, replacement: null }
}

/** Throws `invalid` without the current password. */
export function assertPasswordGiven(currentPassword: string | undefined): asserts currentPassword is string {
  if (!currentPassword) throw invalid('currentPassword', '"Current password is required"', 'current_password_required')
}

/** Throws `invalid` for a missing or wrong password, `exhausted` beyond the limit of failed logins. */
export async function assertCurrentPassword(scope: ViewerScope, currentPassword: string | undefined): Promise<void> {
  assertPasswordGiven(currentPassword)
  const { id } = scope.viewer
  const account = await scope.db.account.findUnique({ where: { userId: id } })
  await loggingPasswordRefusal(scope, id, async () => {
    const verified = await verifyPassword(scope, { accountKey: id, isTrusted: false }, account, [currentPassword])
    if (!verified) throw invalid('currentPassword', '"Current password is wrong"', 'current_password_wrong')
  })
}
