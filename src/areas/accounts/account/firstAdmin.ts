import { Failure, invalid } from '../../../kernel/failure.ts'
import { lockAdvisory } from '../../../kernel/locks.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { equalInConstantTime } from '../../../kernel/secrets.ts'
import { firstAdminAct, hasHadAdmin } from '../../audit/staffAct.ts'
import { completeLogin } from '../login/signIn.ts'
import { hasAdmin } from '../queries.ts'
import { createSession, type NewSession } from '../sessions/sessions.ts'
import { type Identity, insertUser, prepareUser, rethrowDuplicate } from './registration.ts'
import { updateUserRole } from './roles.ts'

/** Attempts of a network in an hour. The code has 60 random bits. */
const ATTEMPT_LIMIT: RateLimit = { name: 'first-admin', points: 20, window: 60 * 60 }
/** Characters that nobody takes for each other; as many as 5 bits have values. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LETTERS = 12
const GROUP = /.{4}(?=.)/g

/**
 * The code by which whoever reads the log of the server becomes its first admin, such as `ABCD-EFGH-JKLM`. It follows from
 * SECRET_KEY, so all nodes have the same.
 */
function firstAdminCode({ secrets }: Pick<Scope, 'secrets'>): string {
  const bytes = Buffer.from(secrets.mac('first-admin', 'code'), 'hex').subarray(0, LETTERS)
  const letters = [...bytes].map((byte) => ALPHABET[byte % ALPHABET.length])
  return letters.join('').replaceAll(GROUP, '$&-')
}

/**
 * Whether nobody has been an admin yet. The code is in logs for ever: it must not work again when the last admin is erased or
 * demoted. An operator then makes one by the command line.
 */
export const needsFirstAdmin = async (scope: Pick<Scope, 'db' | 'sql'>): Promise<boolean> =>
  !(await hasAdmin(scope)) && !(await hasHadAdmin(scope))

/** The code by which the first admin is made; null if there is an admin or has been one. */
export const readFirstAdminCode = async (scope: Pick<Scope, 'db' | 'sql' | 'secrets'>): Promise<string | null> =>
  (await needsFirstAdmin(scope)) ? firstAdminCode(scope) : null

interface FirstAdmin extends Identity {
  readonly code: string
}

/**
 * Creates the first admin of a server by the code that its log shows, and logs in. Throws `invalid` for a wrong code and
 * unacceptable values, `conflict` when there is an admin or has been one: of several attempts at once one succeeds;
 * `exhausted` after 20 attempts of a network in an hour.
 */
export async function createFirstAdmin(scope: Scope, { code, ...identity }: FirstAdmin): Promise<NewSession> {
  await scope.limits.take(ATTEMPT_LIMIT, scope.clientInfo.network)
  if (!equalInConstantTime(normalised(code), normalised(firstAdminCode(scope))))
    throw invalid('code', 'code: wrong code', 'wrong_code')
  const admin = await prepareUser(scope, identity)
  return firstAdminAct(scope, admin.id, async (tx) => {
    await lockAdvisory(tx, 'firstAdmin', 'firstAdmin')
    if (!(await needsFirstAdmin(tx)))
      throw new Failure('conflict', 'The first admin was created already', { reason: 'already_exists' })
    await insertUser(tx, admin)
    await updateUserRole(tx, admin.id, { admin: true })
    const session = await createSession(tx, { userId: admin.id, owes: [] })
    await completeLogin(tx, admin.id)
    return session
  }).catch((error: unknown) => rethrowDuplicate(scope, error, identity))
}

const normalised = (code: string) => code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
