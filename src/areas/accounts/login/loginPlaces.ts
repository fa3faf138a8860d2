import { networkOf, UNKNOWN_ADDRESS } from '../../../kernel/clientAddress.ts'
import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** A login place that was not used for this long is unknown again. */
export const LOGIN_PLACE_LIFETIME = 90 * DAY

/** Known places of one person; those used least recently are forgotten. */
const MOST_LOGIN_PLACES = 100

/** Whether the person has logged in from the request's network in the last 90 days; never for an unknown network. */
export async function isKnownLoginPlace(scope: Scope, userId: string): Promise<boolean> {
  const where = { userId_address: { userId, address: scope.clientInfo.network } }
  const place = await scope.db.loginPlace.findUnique({ where })
  return place !== null && addMilliseconds(place.lastUsedAt, LOGIN_PLACE_LIFETIME) > scope.now
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
  await scope.sql`
    DELETE FROM "LoginPlace" WHERE "userId" = ${userId} AND address IN (
      SELECT address FROM "LoginPlace" WHERE "userId" = ${userId}
      ORDER BY "lastUsedAt" DESC, address OFFSET ${MOST_LOGIN_PLACES})`
}
