import { assertStaff } from '../../../kernel/access.ts'
import { canonicalAddress, networkOf, UNKNOWN_ADDRESS } from '../../../kernel/clientAddress.ts'
import { addMilliseconds, SECOND } from '../../../kernel/clock.ts'
import { invalid, userNotFound } from '../../../kernel/failure.ts'
import type { UserId } from '../../../kernel/ids.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { parseReason } from '../../audit/reasons.ts'
import { staffAct } from '../../audit/staffAct.ts'
import {
  RESET_MAILBOX_LIMIT,
  RESET_NETWORK_LIMIT,
  resetMailboxKey,
  WRONG_RESET_LINK_LIMIT,
} from '../account/passwords.ts'
import { DIGITS_LIMIT, RECOVERY_LIMIT } from './codeAttempts.ts'
import { ACCOUNT_LIMIT, ELSEWHERE_LIMIT, NETWORK_LIMIT, trustedKey } from './loginLimits.ts'

/** What is counted: attempts to prove to be somebody, and requests of mails for that. */
export type LoginLockKind =
  | 'password'
  | 'passwordElsewhere'
  | 'passwordTrusted'
  | 'code'
  | 'recoveryCode'
  | 'passwordReset'
  | 'networkPassword'
  | 'networkPasswordReset'
  | 'networkResetLink'

/** Attempts of a person or a network that are counted, and refused from a number on. */
export interface LoginLock {
  readonly kind: LoginLockKind
  /** The network that the attempts came from; null if they are counted over several. */
  readonly network: string | null
  readonly attempts: number
  /** From this number of attempts on further ones are refused. */
  readonly maxAttempts: number
  /** When the attempts no longer count. */
  readonly endsAt: Date
}

interface CountedLimit {
  readonly limit: RateLimit
  readonly kind: LoginLockKind
  /** The key of the counters of a person or network, or what these begin with. */
  readonly key: string
}

interface StoredLock extends LoginLock {
  readonly limit: RateLimit
  readonly key: string
}

/**
 * What keeps a person from logging in, or soon would. Throws `forbidden` unless the viewer is of the staff for people. One
 * statement for each kind.
 */
export async function readAccountLocks(scope: ViewerScope, userId: UserId): Promise<LoginLock[]> {
  assertStaff(scope, 'people')
  return findLocks(scope, await limitsOfPerson(scope, userId))
}

/** What keeps a network from logging in. Throws `forbidden`, and `invalid` for a text that is no address. */
export async function readNetworkLocks(scope: ViewerScope, address: string): Promise<LoginLock[]> {
  assertStaff(scope, 'people')
  return findLocks(scope, limitsOfNetwork(parseNetwork(address)))
}

/** Lets a person try again at once to log in. Throws `forbidden`, `missing`, `invalid` without a reason. */
export async function liftAccountLock(scope: ViewerScope, userId: UserId, given: string): Promise<void> {
  const reason = parseReason(given)
  const lifted = await staffAct(scope, 'liftAccountLock', async (tx) => {
    const account = await tx.db.account.findUnique({ where: { userId }, select: { userId: true } })
    if (!account) throw userNotFound(userId)
    const locks = await findLocks(tx, await limitsOfPerson(tx, userId))
    return { subjectId: userId, details: { reason, kinds: locks.map(({ kind }) => kind) }, result: locks }
  })
  await clearAll(scope, lifted)
}

/** Lets a network try again at once. Throws `forbidden`, `invalid` without a reason or for a text that is no address. */
export async function liftNetworkLock(scope: ViewerScope, address: string, given: string): Promise<void> {
  const [network, reason] = [parseNetwork(address), parseReason(given)]
  const lifted = await staffAct(scope, 'liftNetworkLock', async (tx) => {
    const locks = await findLocks(tx, limitsOfNetwork(network))
    return { subjectId: network, details: { reason, kinds: locks.map(({ kind }) => kind) }, result: locks }
  })
  await clearAll(scope, lifted)
}

/** After the commit, as no act may go without its audit entry. */
async function clearAll({ limits }: Scope, locks: readonly StoredLock[]): Promise<void> {
  for (const { limit, key } of locks) await limits.clear(limit, key)
}

async function limitsOfPerson(scope: Scope, userId: UserId): Promise<CountedLimit[]> {
  const account = await scope.db.account.findUnique({ where: { userId }, select: { emailKey: true } })
  const mailbox = account?.emailKey ? resetMailboxKey(scope, account.emailKey) : null
  return [
    { limit: ACCOUNT_LIMIT, kind: 'password', key: userId },
    { limit: ELSEWHERE_LIMIT, kind: 'passwordElsewhere', key: userId },
    { limit: DIGITS_LIMIT, kind: 'code', key: userId },
    { limit: RECOVERY_LIMIT, kind: 'recoveryCode', key: userId },
    ...(mailbox === null ? [] : [{ limit: RESET_MAILBOX_LIMIT, kind: 'passwordReset', key: mailbox } as const]),
  ]
}

const limitsOfNetwork = (network: string): CountedLimit[] => [
  { limit: NETWORK_LIMIT, kind: 'networkPassword', key: network },
  { limit: RESET_NETWORK_LIMIT, kind: 'networkPasswordReset', key: network },
  { limit: WRONG_RESET_LINK_LIMIT, kind: 'networkResetLink', key: network },
]

async function findLocks(scope: Scope, limits: readonly CountedLimit[]): Promise<StoredLock[]> {
  const found = await Promise.all(limits.map((counted) => locksOf(scope, counted)))
  return found.flat()
}

async function locksOf({ limits, now }: Scope, { limit, kind, key: start }: CountedLimit): Promise<StoredLock[]> {
  const taken = await limits.listTaken(limit, start)
  return taken.map(({ key, points, reset }) => ({
    ...{ limit, key },
    kind: key === trustedKey(start) ? 'passwordTrusted' : kind,
    network: kind.startsWith('network') ? start : networkAfter(start, key),
    attempts: points,
    maxAttempts: limit.points,
    endsAt: addMilliseconds(now, reset * SECOND),
  }))
}

/** The network that a key of a person ends with; null for none. */
function networkAfter(start: string, key: string): string | null {
  const rest = key.slice(start.length + 1)
  return rest === '' || key === trustedKey(start) ? null : rest
}

/** The network of an address, or one as lists of locks show it. Throws `invalid` for another text. */
function parseNetwork(text: string): string {
  const address = canonicalAddress(text.trim().replace(/\/64$/, ''))
  if (address === UNKNOWN_ADDRESS) throw invalid('address', 'address: not a network address', 'invalid_characters')
  return networkOf(address)
}
