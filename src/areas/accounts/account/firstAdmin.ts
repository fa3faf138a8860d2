import { Failure, invalid } from '../../../kernel/failure.ts'
import type { UserId } from '../../../kernel/ids.ts'
import { lockAdvisory } from '../../../kernel/locks.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { equalInConstantTime } from '../../../kernel/secrets.ts'
import { transact } from '../../../kernel/transaction.ts'
import { needsFirstAdmin } from '../queries.ts'
import { createUserForOperator } from './registration.ts'

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

/** The code by which the first admin is made; null if there is an admin. */
export const readFirstAdminCode = async (scope: Pick<Scope, 'sql' | 'secrets'>): Promise<string | null> =>
  (await needsFirstAdmin(scope)) ? firstAdminCode(scope) : null

interface FirstAdmin {
  readonly code: string
  readonly username: string
  readonly email: string
  readonly password: string
}

/**
 * Creates the first admin of a server by the code that its log shows. Throws `invalid` for a wrong code and unacceptable
 * values, `conflict` when there is an admin: of several attempts at once one succeeds; `exhausted` after 20 attempts of a
 * network in an hour.
 */
export async function createFirstAdmin(scope: Scope, { code, ...account }: FirstAdmin): Promise<UserId> {
  await scope.limits.take(ATTEMPT_LIMIT, scope.clientInfo.network)
  if (!equalInConstantTime(normalised(code), normalised(firstAdminCode(scope))))
    throw invalid('code', 'code: wrong code', 'wrong_code')
  return transact(scope, async (tx) => {
    await lockAdvisory(tx, 'firstAdmin', 'firstAdmin')
    if (!(await needsFirstAdmin(tx)))
      throw new Failure('conflict', 'There is an admin already', { reason: 'already_exists' })
    return createUserForOperator(tx, { ...account, admin: true })
  })
}

const normalised = (code: string) => code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
