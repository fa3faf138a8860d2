import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { isKnownLoginPlace } from './loginPlaces.ts'

const WINDOW = 15 * 60
/** Failed logins to one account from one network, and to all accounts from one network. */
export const ACCOUNT_LIMIT: RateLimit = { name: 'login-account', points: 5, window: WINDOW }
export const NETWORK_LIMIT: RateLimit = { name: 'login-address', points: 20, window: WINDOW }
/** Failed logins to one account from all networks that are not its known login places. */
export const ELSEWHERE_LIMIT: RateLimit = { name: 'login-account-elsewhere', points: 20, window: WINDOW }

/** A login that is being counted. */
export interface LoginAttempt {
  /** The account's id; for a name that nobody has, the form in which names are compared. */
  readonly accountKey: string
  /** Whether the device has given a second factor of the account. */
  readonly isTrusted: boolean
}

/** Points that an attempt has taken. */
interface CountedLogin {
  /** Refunds the points: the password was not compared. */
  refund(): Promise<void>
  /** Refunds the points, and those of earlier failures from this network to the account: the password was right. */
  clear(): Promise<void>
}

/** What failed logins are counted by: the same account and network, whatever door and spelling of the name is used. */
export const loginKey = ({ clientInfo }: Scope, accountKey: string) => `${accountKey}|${clientInfo.network}`

/** What failed logins with trusted devices are counted by. */
export const trustedKey = (accountKey: string) => `${accountKey}|trusted`

/**
 * Counts a login before its password is compared, so that parallel ones can't pass together. Throws `exhausted` beyond a
 * limit. Known login places are exempt from the limit of the account over all networks, and trusted devices have one of
 * their own: otherwise strangers could lock the owner out.
 */
export async function countLogin(scope: Scope, { accountKey, isTrusted }: LoginAttempt): Promise<CountedLogin> {
  const key = loginKey(scope, accountKey)
  const { network } = scope.clientInfo
  const isKnown = await isKnownLoginPlace(scope, accountKey)
  const elsewhere = [ELSEWHERE_LIMIT, isTrusted ? trustedKey(accountKey) : accountKey] as const
  const taken = await takeAll(scope, [[ACCOUNT_LIMIT, key], [NETWORK_LIMIT, network], ...(isKnown ? [] : [elsewhere])])
  return {
    refund: () => refundAll(scope, taken),
    async clear() {
      await refundAll(scope, taken)
      await scope.limits.clear(ACCOUNT_LIMIT, key)
    },
  }
}

type Points = readonly (readonly [limit: RateLimit, key: string])[]

/** Takes a point of each limit, or of none. */
async function takeAll(scope: Scope, points: Points): Promise<Points> {
  for (const [at, [limit, key]] of points.entries()) {
    try {
      await scope.limits.take(limit, key)
    } catch (error) {
      await refundAll(scope, points.slice(0, at))
      throw error
    }
  }
  return points
}

async function refundAll({ limits }: Scope, points: Points): Promise<void> {
  for (const [limit, key] of points) await limits.refund(limit, key)
}
