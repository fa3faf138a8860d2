import { DAY, later } from '../../kernel/clock.ts'
import type { Scope } from '../../kernel/scope.ts'

/** A place that was not used for so long is new again. */
export const KNOWN_FOR = 90 * DAY

/** Whether the person has logged in from the request's address in the last 90 days. */
export async function isKnownPlace(scope: Scope, userId: string): Promise<boolean> {
  const place = await scope.db.loginPlace.findUnique({
    where: { userId_address: { userId, address: scope.origin.address } },
  })
  return place !== null && later(place.lastUsedAt, KNOWN_FOR) > scope.now
}

/** Makes an address, the request's own unless another is named, a known place. */
export async function rememberPlace(scope: Scope, userId: string, address = scope.origin.address): Promise<void> {
  await scope.db.loginPlace.upsert({
    where: { userId_address: { userId, address } },
    create: { userId, address, lastUsedAt: scope.now },
    update: { lastUsedAt: scope.now },
  })
}
