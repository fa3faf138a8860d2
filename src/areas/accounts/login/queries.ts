import { addMilliseconds } from '../../../kernel/clock.ts'
import { deleteInBatches } from '../../../kernel/retention.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'

/** The encrypted columns of an account. */
export interface AccountSecretColumns {
  readonly userId: string
  readonly totpSecret: string | null
  readonly totpPendingSecret: string | null
  readonly recoveryBatch: string | null
}

/** Replaces the encrypted columns of accounts by one statement. */
export async function replaceAccountSecrets(
  { sql }: Pick<InTransaction, 'sql'>,
  accounts: readonly AccountSecretColumns[],
): Promise<void> {
  const [ids, secrets] = [accounts.map(({ userId }) => userId), accounts.map(({ totpSecret }) => totpSecret)]
  const pending = accounts.map(({ totpPendingSecret }) => totpPendingSecret)
  const batches = accounts.map(({ recoveryBatch }) => recoveryBatch)
  await sql`
    UPDATE "Account" AS account
    SET "totpSecret" = given.secret, "totpPendingSecret" = given.pending, "recoveryBatch" = given.batch
    FROM unnest(${ids}::text[], ${secrets}::text[], ${pending}::text[], ${batches}::text[])
      AS given (id, secret, pending, batch)
    WHERE account."userId" = given.id`
}

interface CodeHash {
  readonly userId: string
  readonly position: number
  readonly codeHash: string
}

/** Replaces the hashes of recovery codes by one statement. */
export async function replaceCodeHashes(
  { sql }: Pick<InTransaction, 'sql'>,
  codes: readonly CodeHash[],
): Promise<void> {
  const [ids, positions] = [codes.map(({ userId }) => userId), codes.map(({ position }) => position)]
  const hashes = codes.map(({ codeHash }) => codeHash)
  await sql`
    UPDATE "RecoveryCode" AS code SET "codeHash" = given.hash
    FROM unnest(${ids}::text[], ${positions}::int[], ${hashes}::text[]) AS given (id, position, hash)
    WHERE code."userId" = given.id AND code.position = given.position`
}

/** Deletes login places that are unknown again. Looks again at one that is used meanwhile. Returns their number. */
export function deleteUnusedPlaces({ sql, now, rules }: Scope): Promise<number> {
  const until = addMilliseconds(now, -rules.retention.loginPlaces)
  return deleteInBatches(async (limit) => {
    const { length: count } = await sql`
      DELETE FROM "LoginPlace" WHERE "lastUsedAt" <= ${until} AND ("userId", address) IN (
        SELECT "userId", address FROM "LoginPlace" WHERE "lastUsedAt" <= ${until} LIMIT ${limit}::int) RETURNING 1`
    return { count }
  })
}

/** Forgets the addresses that were replaced before a time. Returns their number. */
export const forgetFormerEmails = ({ sql }: Scope, until: Date): Promise<number> =>
  deleteInBatches(async (limit) => {
    const { length: count } = await sql`
      UPDATE "Account" SET "formerEmail" = NULL, "emailReplacedAt" = NULL
      WHERE "emailReplacedAt" <= ${until} AND "userId" IN (
        SELECT "userId" FROM "Account" WHERE "emailReplacedAt" <= ${until} LIMIT ${limit}::int) RETURNING 1`
    return { count }
  })
