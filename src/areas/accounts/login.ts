import { Failure } from '../../kernel/failure.ts'
import { isId, type UserId } from '../../kernel/ids.ts'
import type { Limit } from '../../kernel/limits.ts'
import type { Scope, SecondFactor } from '../../kernel/scope.ts'
import { transact } from '../../kernel/transaction.ts'
import { makeTurns } from '../../kernel/turns.ts'
import { cancelDeletion } from './deletion.ts'
import { type MailedCode, mailCode, prepareCode } from './emailCodes.ts'
import { isKnownPlace, rememberPlace } from './loginPlaces.ts'
import { nameKey } from './names.ts'
import { createSession, type NewSession } from './sessions.ts'
import { isTrusted } from './trust.ts'

export interface Credentials {
  /** Username or e-mail address. */
  readonly name: string
  readonly password: string
  /** The `twoFactorAuth` cookie, when the client presents one. */
  readonly trust?: string | undefined
}

export interface Login {
  readonly session: NewSession
  readonly userId: UserId
  /** Empty when the login is finished. */
  readonly owes: readonly SecondFactor[]
}

const WINDOW = 15 * 60
/** Failed logins of one account from one address, and of one address altogether. */
const OF_ACCOUNT: Limit = { name: 'login-account', points: 5, window: WINDOW }
const OF_ADDRESS: Limit = { name: 'login-address', points: 20, window: WINDOW }

const inTurn = makeTurns()

/**
 * Checks name and password and opens a session; with a second factor the session still owes it.
 * Throws `unauthenticated` for an unknown name and a wrong password alike, after the same work; `exhausted` after too
 * many failures, before any password is hashed.
 */
export async function signIn(scope: Scope, credentials: Credentials): Promise<Login> {
  const account = await findAccount(scope, credentials.name)
  const isRight = await checkPassword(
    scope,
    account?.userId ?? nameKey(credentials.name),
    account,
    credentials.password,
  )
  if (!isRight || !account || !isId('user', account.userId)) throw wrongCredentials()
  return openLogin(scope, account, account.userId, credentials.trust)
}

const findAccount = (scope: Scope, name: string) =>
  scope.db.account.findFirst({
    where: { OR: [{ user: { usernameKey: nameKey(name) } }, { emailKey: nameKey(name) }], user: { erasedAt: null } },
    include: { user: { select: { username: true } } },
  })

type FoundAccount = NonNullable<Awaited<ReturnType<typeof findAccount>>>

type Secret = Pick<FoundAccount, 'passwordHash' | 'deletionAt'>

/**
 * Whether the password is the account's; with no account the answer takes as long and is no. A point is taken before
 * the hash is computed and given back when the password was right. Throws `exhausted` when no point is left.
 */
export function checkPassword(scope: Scope, whose: string, account: Secret | null, password: string): Promise<boolean> {
  const key = `${whose}|${scope.origin.address}`
  return inTurn(key, async () => {
    await scope.limits.take(OF_ACCOUNT, key)
    await scope.limits.take(OF_ADDRESS, scope.origin.address)
    const usable = account && !isDue(scope, account) ? account.passwordHash : null
    const isRight = await scope.passwords.matches(password, usable)
    if (isRight) await forgive(scope, key)
    return isRight
  })
}

async function forgive(scope: Scope, key: string) {
  await scope.limits.giveBack(OF_ADDRESS, scope.origin.address)
  await scope.limits.clear(OF_ACCOUNT, key)
}

/** Clients look for these words and for the inner quotes. */
const wrongCredentials = () =>
  new Failure('unauthenticated', '"Invalid Username/Email or Password"', { code: 'wrong_credentials' })

/** The 14 days have passed; the job that erases just has not come by yet. */
const isDue = (scope: Scope, account: { deletionAt: Date | null }) =>
  account.deletionAt !== null && account.deletionAt <= scope.now

async function openLogin(
  scope: Scope,
  account: FoundAccount,
  userId: UserId,
  trust: string | undefined,
): Promise<Login> {
  const owes = await owedFactors(scope, account, trust)
  const mailed: MailedCode | null = owes.includes('emailOtp') && account.email ? prepareCode(account.email) : null
  const session = await transact(scope, async (open) => {
    const opened = await createSession(open, userId, owes)
    if (mailed) await mailed.store(open, userId, opened.id)
    if (owes.length === 0) await arrive(open, userId)
    return opened
  })
  if (mailed) await mailCode(scope, mailed, account.user.username)
  return { session, userId, owes }
}

async function owedFactors(
  scope: Scope,
  account: FoundAccount,
  trust: string | undefined,
): Promise<readonly SecondFactor[]> {
  if (isTrusted(scope, account, trust)) return []
  if (account.totpEnabledAt) return ['totp', 'otp']
  if (!scope.rules.loginPlaceCheck || !account.emailVerified || !account.email) return []
  return (await isKnownPlace(scope, account.userId)) ? [] : ['emailOtp']
}

/** What the end of every login does: the place is known from now on, and the person is alive. */
export async function arrive(scope: Scope, userId: UserId): Promise<void> {
  await rememberPlace(scope, userId)
  await scope.db.user.update({ where: { id: userId }, data: { lastLoginAt: scope.now, lastActivityAt: scope.now } })
  const pending = await scope.db.account.count({ where: { userId, deletionAt: { not: null } } })
  if (pending > 0) await cancelDeletion(scope, userId)
  scope.presence.seen(userId, scope.now, scope.origin.via)
}
