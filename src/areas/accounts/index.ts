import { accounts } from '../../contract/accounts.ts'
import { deleteInBatches } from '../../kernel/retention.ts'
import type { Scope } from '../../kernel/scope.ts'
import { defineArea } from '../area.ts'
import { ERASE_JOB, eraseDueAccounts } from './account/deletion.ts'
import { forgetOldEmails } from './account/email.ts'
import { WRITE_EXPORTS_JOB, writeDataExports } from './dataExport/dataExport.ts'
import { accountEvents } from './events.ts'
import { currentUserFrames } from './frames.ts'
import { deleteUnusedPlaces } from './login/queries.ts'
import { accountsRest } from './rest.ts'
import { purgeSessions } from './sessions/queries.ts'
import './graph/viewer.ts'
import './graph/session.ts'
import './graph/login.ts'
import './graph/secondFactor.ts'
import './graph/credentials.ts'
import './graph/setup.ts'
import './graph/dataExport.ts'
import { personalData } from './personalData.ts'

/** Deletes expired sessions, codes and links, reasons of ended sessions, and login places that are unknown again. Answers how many. */
export async function purgeExpiredLogins(scope: Scope): Promise<number> {
  const { client, now } = scope
  const where = { expiresAt: { lte: now } }
  const purged = await Promise.all([
    deleteInBatches((limit) => client.emailCode.deleteMany({ where, limit })),
    deleteInBatches((limit) => client.emailToken.deleteMany({ where, limit })),
    deleteInBatches((limit) => client.passwordReset.deleteMany({ where, limit })),
    deleteUnusedPlaces(scope),
    forgetOldEmails(scope),
  ])
  return purged.reduce((sum, count) => sum + count, await purgeSessions(scope))
}

export const accountsArea = defineArea({
  tag: 'Authentication and account',
  contract: accounts,
  rest: accountsRest,
  personalData,
  events: accountEvents,
  nodeTypes: { session: 'Session', viewer: 'Viewer' },
  jobs: [
    { name: ERASE_JOB, schedule: '*/15 * * * *', run: (scope, erasers) => eraseDueAccounts(scope, erasers) },
    // Asking for an archive also requests this job at once.
    {
      name: WRITE_EXPORTS_JOB,
      schedule: '* * * * *',
      run: (scope, _erasers, exportRules) => writeDataExports(scope, exportRules),
    },
    { name: 'purge-expired-logins', schedule: '20 * * * *', run: purgeExpiredLogins },
  ],
  frames: { self: currentUserFrames },
})
