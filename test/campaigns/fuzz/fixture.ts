import { pino } from 'pino'
import { createSession } from '../../../src/areas/accounts/sessions/sessions.ts'
import { isId, type UserId } from '../../../src/kernel/ids.ts'
import type { SecondFactor } from '../../../src/kernel/scope.ts'
import { hashToken } from '../../../src/kernel/secrets.ts'
import { transact } from '../../../src/kernel/transaction.ts'
import { anAccessFixture } from '../../access/fixtures.ts'
import { openApp, type TestApp } from '../../support/app.ts'
import { addGroupOffers, type FuzzThings } from './groupOffers.ts'
import { collectValues, type KnownValues } from './placeholders.ts'
import type { FuzzCaller } from './restRequests.ts'
import { addUnfinishedUpload } from './unfinishedUpload.ts'

/** A server in this process with users and objects of every kind; its logged errors are recorded. */
export interface FuzzFixture {
  readonly app: TestApp
  readonly things: FuzzThings
  readonly known: KnownValues
  /** The lines that the server has logged as errors. */
  readonly loggedErrors: string[]
  cookieOf(caller: FuzzCaller): string
  /** Creates a new session for a caller whose session has ended. */
  renewSession(caller: FuzzCaller): Promise<void>
  /** Clears all rate-limit counters. */
  resetRateLimits(): Promise<void>
}

const DEFAULT_SETTINGS = {
  // Rate limits are counted in the database, where they can be cleared.
  REDIS_URL: '',
  LEGACY_STATUS_TIMEOUT_MS: '20',
}

/** Opens a server on a migrated database; `settings` override the defaults. */
export async function openFuzzedApp(
  databaseUrl: string,
  loggedErrors: string[],
  settings: Record<string, string> = {},
) {
  const log = pino({ level: 'error' }, { write: (line: string) => void loggedErrors.push(line.trim()) })
  return openApp({ DATABASE_URL: databaseUrl, ...DEFAULT_SETTINGS, ...settings }, { log })
}

/** Creates new users and objects. */
export async function aFuzzFixture(app: TestApp, loggedErrors: string[]): Promise<FuzzFixture> {
  const access = await anAccessFixture(app)
  const things = {
    ...access.things,
    ...(await addGroupOffers(app, access.things.userId)),
    ...(await addUnfinishedUpload(app, access.clientOf('owner'))),
  }
  const cookies = new Map<FuzzCaller, string>()
  const userIds = new Map<FuzzCaller, UserId>()
  for (const caller of ['pendingFactor', 'other', 'owner', 'admin'] as const) {
    cookies.set(caller, access.clientOf(caller).cookies.get('auth') ?? '')
    userIds.set(caller, await userIdOf(app, cookies.get(caller) ?? ''))
  }
  return {
    app,
    things,
    known: collectValues(things),
    loggedErrors,
    cookieOf: (caller) => cookies.get(caller) ?? '',
    async renewSession(caller) {
      const id = userIds.get(caller)
      if (id) cookies.set(caller, await aSession(app, id, caller === 'pendingFactor' ? ['totp'] : []))
    },
    resetRateLimits: async () => {
      await app.platform.database.pool.query('DELETE FROM limits.counter')
    },
  }
}

async function userIdOf(app: TestApp, token: string): Promise<UserId> {
  const { userId } = await app.scope().db.session.findUniqueOrThrow({ where: { tokenHash: hashToken(token) } })
  if (!isId('user', userId)) throw new Error('the token belongs to no user')
  return userId
}

async function aSession(app: TestApp, userId: UserId, pendingFactors: readonly SecondFactor[]): Promise<string> {
  const { db } = app.scope()
  await db.session.deleteMany({ where: { userId } })
  // A generated request of an admin may have suspended the user.
  await db.account.update({ where: { userId }, data: { suspendedAt: null, suspendedUntil: null } })
  const { token } = await transact(app.scope(), (tx) => createSession(tx, { userId, owes: pendingFactors }))
  return token
}
