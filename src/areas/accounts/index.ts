import { accounts } from '../../contract/accounts.ts'
import { addMilliseconds } from '../../kernel/clock.ts'
import type { Scope } from '../../kernel/scope.ts'
import { defineArea } from '../area.ts'
import { eraseDueAccounts } from './account/deletion.ts'
import { forgetFormerEmails } from './account/email.ts'
import { accountEvents } from './events.ts'
import { currentUserFrames } from './frames.ts'
import { LOGIN_PLACE_LIFETIME } from './login/loginPlaces.ts'
import { accountsRest } from './rest.ts'
import './graph/viewer.ts'
import './graph/session.ts'
import './graph/login.ts'
import './graph/secondFactor.ts'
import './graph/credentials.ts'

/** Deletes expired sessions, codes and links, and login places that are unknown again. Answers how many. */
export async function purgeExpiredLogins(scope: Scope): Promise<number> {
  const { client, now } = scope
  const expired = { where: { expiresAt: { lte: now } } }
  const purged = await Promise.all([
    client.session.deleteMany(expired),
    client.emailCode.deleteMany(expired),
    client.emailToken.deleteMany(expired),
    client.passwordReset.deleteMany(expired),
    client.loginPlace.deleteMany({ where: { lastUsedAt: { lte: addMilliseconds(now, -LOGIN_PLACE_LIFETIME) } } }),
    forgetFormerEmails(scope),
  ])
  return purged.reduce((sum, { count }) => sum + count, 0)
}

export const accountsArea = defineArea({
  tag: 'Authentication and account',
  contract: accounts,
  rest: accountsRest,
  events: accountEvents,
  nodeTypes: { session: 'Session', viewer: 'Viewer' },
  jobs: [
    { name: 'erase-due-accounts', schedule: '*/15 * * * *', run: eraseDueAccounts },
    { name: 'purge-expired-logins', schedule: '20 * * * *', run: purgeExpiredLogins },
  ],
  frames: { self: currentUserFrames },
})
