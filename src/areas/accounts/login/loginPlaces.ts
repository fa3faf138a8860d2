import type { LoginPlace } from '../../../generated/prisma/client.ts'
import { isStaff } from '../../../kernel/access.ts'
import { networkOf, UNKNOWN_ADDRESS } from '../../../kernel/clientAddress.ts'
import { addMilliseconds } from '../../../kernel/clock.ts'
import type { UserId } from '../../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { deleteOldLoginPlaces } from '../queries.ts'

/** Known places of one person; those used least recently are forgotten. */
const MOST_LOGIN_PLACES = 100

/** Whether the person has logged in from the request's network lately; never for an unknown network. */
export async function isKnownLoginPlace(scope: Scope, userId: string): Promise<boolean> {
  const where = { userId_address: { userId, address: scope.clientInfo.network } }
  const place = await scope.db.loginPlace.findUnique({ where })
  return place !== null && addMilliseconds(place.lastUsedAt, scope.rules.retention.loginPlaces) > scope.now
}

/** The login places of these people, latest first, for staff who act upon people; none for others. One statement. */
export async function readLoginPlaces(scope: ViewerScope, userIds: readonly string[]): Promise<LoginPlace[]> {
  if (!isStaff(scope, 'people')) return []
  return scope.db.loginPlace.findMany({
    where: { userId: { in: [...userIds] } },
    orderBy: [{ lastUsedAt: 'desc' }, { address: 'asc' }],
  })
}

/** Stores the network of an address, by default that of the request, as a known login place, unless it is unknown. */
export async function rememberLoginPlace(scope: Scope, userId: string, from = scope.clientInfo.address) {
  const address = networkOf(from)
  if (address === UNKNOWN_ADDRESS) return
  await scope.db.loginPlace.upsert({
    where: { userId_address: { userId, address } },
    create: { userId, address, lastUsedAt: scope.now },
    update: { lastUsedAt: scope.now },
  })
  await deleteOldLoginPlaces(scope, userId, MOST_LOGIN_PLACES)
}

/** Lets the logins of a device skip the second factor for 30 days after it was given there. */
export interface TrustToken {
  readonly token: string
  readonly expiresAt: Date
}

const PURPOSE = 'two-factor-trust'

interface TrustingAccount {
  readonly userId: string
  readonly trustGeneration: number
}

/** Creates the value of the `twoFactorAuth` cookie. It expires, and is void once the trust generation has changed. */
export async function createTrustToken({ db, now, secrets, rules }: Scope, userId: UserId): Promise<TrustToken> {
  const account = await db.account.findUniqueOrThrow({ where: { userId }, select: { trustGeneration: true } })
  const expiresAt = addMilliseconds(now, rules.retention.sessions)
  const times = { iat: toEpochSeconds(now), exp: toEpochSeconds(expiresAt) }
  return { token: secrets.sign(PURPOSE, { sub: userId, gen: account.trustGeneration, ...times }), expiresAt }
}

/** Whether any of the tokens is one of the account: those of other accounts may stand beside it. */
export const isTrustedDevice = (scope: Scope, account: TrustingAccount, tokens: readonly string[]): boolean =>
  tokens.some((token) => isTrustToken(scope, account, token))

function isTrustToken(scope: Scope, account: TrustingAccount, token: string): boolean {
  const claims = scope.secrets.verify(PURPOSE, token)
  if (!claims || typeof claims.exp !== 'number' || claims.exp <= toEpochSeconds(scope.now)) return false
  return claims.sub === account.userId && claims.gen === account.trustGeneration
}

const toEpochSeconds = (at: Date) => Math.floor(at.getTime() / 1000)
