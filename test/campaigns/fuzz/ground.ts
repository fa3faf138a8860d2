import { pino } from 'pino'
import { createSession } from '../../../src/areas/accounts/sessions.ts'
import { isId, type UserId } from '../../../src/kernel/ids.ts'
import type { SecondFactor } from '../../../src/kernel/scope.ts'
import { tokenHash } from '../../../src/kernel/secrets.ts'
import { transact } from '../../../src/kernel/transaction.ts'
import { aHouse, type Things } from '../../areas/callers.ts'
import { open, type TestApp } from '../../support/app.ts'
import { type Known, knownIn } from './names.ts'
import type { Asker } from './requests.ts'

/** A server in this process, whose log is heard, with people and things of every kind. */
export interface Ground {
  readonly app: TestApp
  readonly things: Things
  readonly known: Known
  /** What the server has logged as a fault. */
  readonly faults: string[]
  cookieOf(asker: Asker): string
  /** Logs somebody in again whose session has ended. */
  renew(asker: Asker): Promise<void>
  /** Lets every window of a rate limit pass. */
  letPass(): Promise<void>
}

const OPTIONS = {
  // Limits are counted in the database, so that windows can be let pass.
  REDIS_URL: '',
  LEGACY_STATUS_TIMEOUT_MS: '20',
}

/** Opens a server on a migrated database of its own; `given` are further settings. */
export async function openFuzzed(databaseUrl: string, faults: string[], given: Record<string, string> = {}) {
  const log = pino({ level: 'error' }, { write: (line: string) => void faults.push(line.trim()) })
  return open({ DATABASE_URL: databaseUrl, ...OPTIONS, ...given }, log)
}

/** People and things that nobody has touched. */
export async function furnish(app: TestApp, faults: string[]): Promise<Ground> {
  const house = await aHouse(app)
  const cookies = new Map<Asker, string>()
  const people = new Map<Asker, UserId>()
  for (const asker of ['owing', 'other', 'owner', 'admin'] as const) {
    cookies.set(asker, house.as(asker).cookies.get('auth') ?? '')
    people.set(asker, await whoIs(app, cookies.get(asker) ?? ''))
  }
  return {
    app,
    things: house.things,
    known: knownIn(house.things),
    faults,
    cookieOf: (asker) => cookies.get(asker) ?? '',
    async renew(asker) {
      const id = people.get(asker)
      if (id) cookies.set(asker, await aSession(app, id, asker === 'owing' ? ['totp'] : []))
    },
    letPass: async () => {
      await app.platform.database.pool.query('DELETE FROM limits.counter')
    },
  }
}

async function whoIs(app: TestApp, token: string): Promise<UserId> {
  const { userId } = await app.scope().db.session.findUniqueOrThrow({ where: { tokenHash: tokenHash(token) } })
  if (!isId('user', userId)) throw new Error('nobody is logged in')
  return userId
}

async function aSession(app: TestApp, userId: UserId, owes: readonly SecondFactor[]): Promise<string> {
  const { db } = app.scope()
  await db.session.deleteMany({ where: { userId } })
  // An admin among those who ask may have suspended anybody.
  await db.account.update({ where: { userId }, data: { suspendedAt: null, suspendedUntil: null } })
  const { token } = await transact(app.scope(), (opened) => createSession(opened, userId, owes))
  return token
}
