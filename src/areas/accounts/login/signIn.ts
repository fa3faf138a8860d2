import { missingCredentials } from '../../../kernel/failure.ts'
import { trusted, type UserId } from '../../../kernel/ids.ts'
import { keyedMutex } from '../../../kernel/keyedMutex.ts'
import type { Scope, SecondFactor } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { cancelDeletion } from '../account/deletion.ts'
import { nameKey } from '../account/names.ts'
import { createSession, type NewSession } from '../sessions/sessions.ts'
import { CHECKED_COLUMNS, type CheckedAccount, isDeletionDue, wrongCredentials } from './checkedAccount.ts'
import { isRefusedDemoLogin } from './demoLogins.ts'
import { createEmailCode, sendEmailCode } from './emailCodes.ts'
import { countLogin, type LoginAttempt, loginKey } from './loginLimits.ts'
import { isKnownLoginPlace, rememberLoginPlace } from './loginPlaces.ts'
import { announceNewPlace } from './newPlace.ts'
import { loggingPasswordRefusal } from './refusals.ts'
import { isTrustedDevice } from './trustedDevices.ts'

/**
 * Name and password of a Basic header: base64 of two percent-encoded parts, separated by the first colon. Some clients
 * do not encode: a part that is no valid encoding is used unchanged. Throws `unauthenticated` without such a header.
 */
export function readBasicAuth(header: string | undefined): { name: string; password: string } {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=_-]+)$/i.exec(header ?? '') ?? []
  if (!encoded) throw missingCredentials()
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1) throw missingCredentials()
  const name = decodeOrKeep(text.slice(0, colon))
  // PostgreSQL refuses parameters with a zero byte.
  if (name.includes('\0')) throw missingCredentials()
  return { name, password: decodeOrKeep(text.slice(colon + 1)) }
}

function decodeOrKeep(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export interface Credentials {
  /** Username or e-mail address. */
  readonly name: string
  readonly password: string
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
    const { password } = credentials
    const usable = account && isRefusedDemoLogin(scope, { account, password }) ? null : account
    const isRight = await verifyPassword(scope, { accountKey, isTrusted }, usable, password)
    if (!isRight || !usable) throw wrongCredentials()
    return startLogin(scope, usable, credentials)
  })
}

const findAccount = (scope: Scope, name: string) =>
  scope.db.account.findFirst({
    where: { OR: [{ user: { usernameKey: nameKey(name) } }, { emailKey: nameKey(name) }], user: { erasedAt: null } },
    select: { ...CHECKED_COLUMNS, emailKey: true, emailVerified: true, user: { select: { username: true } } },
  })

type FoundAccount = NonNullable<Awaited<ReturnType<typeof findAccount>>>

type PasswordRow = Pick<CheckedAccount, 'passwordHash' | 'deletionAt'>

/**
 * Whether the password is that of the account; false without an account, after the time of a comparison. An attempt is
 * counted before the hash is computed, and refunded for the right password. Throws `exhausted` beyond the limit,
 * `unavailable` when too many hashes wait.
 */
export function verifyPassword(
  scope: Scope,
  attempt: LoginAttempt,
  account: PasswordRow | null,
  password: string,
): Promise<boolean> {
  return runExclusive(loginKey(scope, attempt.accountKey), async () => {
    const counted = await countLogin(scope, attempt)
    const usable = account && !isDeletionDue(account, scope.now) ? account.passwordHash : null
    const isRight = await scope.passwords.matches(password, usable).catch(async (error: unknown) => {
      await counted.refund()
      throw error
    })
    if (isRight) await counted.clear()
    return isRight
  })
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
