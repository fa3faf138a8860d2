import { later } from '../../kernel/clock.ts'
import type { Scope } from '../../kernel/scope.ts'
import { type Eraser, eraseDueAccounts } from './deletion.ts'
import { KNOWN_FOR } from './loginPlaces.ts'

/** Work that accounts need done from time to time; `schedule` is cron in UTC. An erasure takes all areas' erasers. */
export const accountJobs = (erasers: readonly Eraser[]) =>
  [
    { name: 'erase-due-accounts', schedule: '*/15 * * * *', run: (scope: Scope) => eraseDueAccounts(scope, erasers) },
    { name: 'purge-expired-logins', schedule: '20 * * * *', run: purgeExpiredLogins },
  ] as const

/** Takes away sessions, codes and links that can't be used any more, and places that are new again. Answers how many. */
export async function purgeExpiredLogins({ client, now }: Scope): Promise<number> {
  const expired = { where: { expiresAt: { lte: now } } }
  const purged = await Promise.all([
    client.session.deleteMany(expired),
    client.emailCode.deleteMany(expired),
    client.emailToken.deleteMany(expired),
    client.loginPlace.deleteMany({ where: { lastUsedAt: { lte: later(now, -KNOWN_FOR) } } }),
  ])
  return purged.reduce((sum, { count }) => sum + count, 0)
}
