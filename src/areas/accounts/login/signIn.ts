import { Failure, missingCredentials } from '../../../kernel/failure.ts'
import { trusted, type UserId } from '../../../kernel/ids.ts'
import { keyedMutex } from '../../../kernel/keyedMutex.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { Scope, SecondFactor } from '../../../kernel/scope.ts'
import { transact } from '../../../kernel/transaction.ts'
import { cancelDeletion } from '../account/deletion.ts'
import { nameKey } from '../account/names.ts'
import { createSession, type NewSession } from '../sessions/sessions.ts'
import { createEmailCode, isKnownLoginPlace, rememberLoginPlace, sendEmailCode, storeEmailCode } from './emailCodes.ts'
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
  /** Value of the `twoFactorAuth` cookie. */
  readonly trustToken?: string | undefined
}

export interface SignInResult {
  readonly session: NewSession
  readonly userId: UserId
  /** Second factors of which one is needed; empty when the login is finished. */
  readonly pendingFactors: Factors
}

const LIMIT_WINDOW = 15 * 60
/** Failed logins to one account from one address, and to all accounts from one address. */
const ACCOUNT_LIMIT: RateLimit = { name: 'login-account', points: 5, window: LIMIT_WINDOW }
const ADDRESS_LIMIT: RateLimit = { name: 'login-address', points: 20, window: LIMIT_WINDOW }

const runExclusive = keyedMutex()

/**
 * Checks name and password and creates a session, which may still need a second factor. Throws `unauthenticated` for an
 * unknown name and a wrong password alike, after equal work; `exhausted` after too many failures, before any hashing.
 */
export async function signIn(scope: Scope, credentials: Credentials): Promise<SignInResult> {
  const account = await findAccount(scope, credentials.name)
  const accountKey = account?.userId ?? nameKey(credentials.name)
  const isRight = await verifyPassword(scope, accountKey, account, credentials.password)
  if (!isRight || !account) throw wrongCredentials()
  return startLogin(scope, account, credentials.trustToken)
}

const findAccount = (scope: Scope, name: string) =>
  scope.db.account.findFirst({
    where: { OR: [{ user: { usernameKey: nameKey(name) } }, { emailKey: nameKey(name) }], user: { erasedAt: null } },
    include: { user: { select: { username: true } } },
  })

type FoundAccount = NonNullable<Awaited<ReturnType<typeof findAccount>>>

type PasswordRow = Pick<FoundAccount, 'passwordHash' | 'deletionAt'>

/**
 * Whether the password is that of the account; false without an account, after the time of a comparison. An attempt is
 * counted before the hash is computed, and refunded for the right password. Throws `exhausted` beyond the limit.
 */
export function verifyPassword(
  scope: Scope,
  accountKey: string,
  account: PasswordRow | null,
  password: string,
): Promise<boolean> {
  const key = `${accountKey}|${scope.clientInfo.network}`
  return runExclusive(key, async () => {
    await scope.limits.take(ACCOUNT_LIMIT, key)
    await scope.limits.take(ADDRESS_LIMIT, scope.clientInfo.network)
    const usable = account && !isDeletionDue(scope, account) ? account.passwordHash : null
    const isRight = await scope.passwords.matches(password, usable)
    if (isRight) await clearFailedAttempts(scope, key)
    return isRight
  })
}

async function clearFailedAttempts(scope: Scope, key: string) {
  await scope.limits.refund(ADDRESS_LIMIT, scope.clientInfo.network)
  await scope.limits.clear(ACCOUNT_LIMIT, key)
}

/** Clients know this text, including its quotes. */
const wrongCredentials = () =>
  new Failure('unauthenticated', '"Invalid Username/Email or Password"', { code: 'wrong_credentials' })

/** Whether the 14 days have passed, though the job has not erased the account yet. */
const isDeletionDue = (scope: Scope, account: { deletionAt: Date | null }) =>
  account.deletionAt !== null && account.deletionAt <= scope.now

async function startLogin(scope: Scope, account: FoundAccount, trustToken: string | undefined): Promise<SignInResult> {
  const userId = trusted<'user'>(account.userId)
  const owes = await requiredFactors(scope, account, trustToken)
  const mailed = owes.includes('emailOtp') && account.email ? createEmailCode(account.email) : null
  const session = await transact(scope, async (tx) => {
    const opened = await createSession(tx, userId, owes)
    if (mailed) await storeEmailCode(tx, mailed, { userId, sessionId: opened.id })
    if (owes.length === 0) await completeLogin(tx, userId)
    return opened
  })
  if (mailed) await sendEmailCode(scope, mailed, account.user.username)
  return { session, userId, pendingFactors: owes }
}

type Factors = readonly SecondFactor[]
async function requiredFactors(scope: Scope, account: FoundAccount, trustToken: string | undefined): Promise<Factors> {
  if (isTrustedDevice(scope, account, trustToken)) return []
  if (account.totpEnabledAt) return ['totp', 'otp']
  if (!scope.rules.loginPlaceCheck || !account.emailVerified || !account.email) return []
  return (await isKnownLoginPlace(scope, account.userId)) ? [] : ['emailOtp']
}

/** Finishes a login: stores the place and the time, cancels a pending deletion and updates the presence. */
export async function completeLogin(scope: Scope, userId: UserId): Promise<void> {
  await rememberLoginPlace(scope, userId)
  await scope.db.user.update({ where: { id: userId }, data: { lastLoginAt: scope.now, lastActivityAt: scope.now } })
  const pending = await scope.db.account.count({ where: { userId, deletionAt: { not: null } } })
  if (pending > 0) await cancelDeletion(scope, userId)
  scope.presence.recordRequest(userId, scope.now, scope.clientInfo.presenceSource)
}
