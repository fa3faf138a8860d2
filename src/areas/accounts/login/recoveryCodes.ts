import { randomUUID } from 'node:crypto'
import { assertConfirmed, isStaff } from '../../../kernel/access.ts'
import type { UserId } from '../../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { KeyRotation, Secrets } from '../../../kernel/secrets.ts'
import { typedCode } from '../../../kernel/texts.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'

export interface RecoveryCode {
  /** `xxxx-xxxx`. */
  readonly code: string
  readonly used: boolean
}

const CODE_COUNT = 10
/** 32 letters and digits that are hard to confuse. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
const CODE_LENGTH = 8

/** Replaces the person's recovery codes. */
export async function replaceRecoveryCodes(tx: Scope & InTransaction, userId: UserId): Promise<void> {
  const batch = randomUUID()
  await tx.db.account.update({ where: { userId }, data: { recoveryBatch: batch } })
  await tx.db.recoveryCode.deleteMany({ where: { userId } })
  const codes = codesOf(tx.secrets, userId, batch)
  await tx.db.recoveryCode.createMany({
    data: codes.map((code, position) => ({ userId, position, codeHash: hashOf(tx.secrets, userId, code) })),
  })
}

/**
 * Shows the viewer's recovery codes; empty while time-based codes are disabled. They confirm nothing afterwards in sessions
 * that exist already. Throws `forbidden` without a confirmed identity.
 */
export async function getRecoveryCodes(scope: ViewerScope): Promise<RecoveryCode[]> {
  await assertConfirmed(scope)
  const userId = scope.viewer.id
  const account = await scope.db.account.findUnique({
    where: { userId },
    select: { recoveryBatch: true, recoveryCodes: { select: { codeHash: true, usedAt: true } } },
  })
  if (!account?.recoveryBatch) return []
  await scope.db.account.update({ where: { userId }, data: { recoveryCodesShownAt: scope.now } })
  const used = new Set(account.recoveryCodes.filter((row) => row.usedAt).map((row) => row.codeHash))
  return codesOf(scope.secrets, userId, account.recoveryBatch).map((code) => ({
    code,
    used: used.has(hashOf(scope.secrets, userId, code)),
  }))
}

/** How many recovery codes of these people were not used, for staff who act upon people; none for others. One statement. */
export async function countUnusedRecoveryCodes(
  scope: ViewerScope,
  userIds: readonly string[],
): Promise<{ readonly userId: string; readonly count: number }[]> {
  if (!isStaff(scope, 'people')) return []
  const where = { userId: { in: [...userIds] }, usedAt: null }
  const groups = await scope.db.recoveryCode.groupBy({ by: ['userId'], where, _count: true })
  return groups.map(({ userId, _count: count }) => ({ userId, count }))
}

/** Uses up a recovery code, with or without its dash; false for a wrong or used one. */
export async function consumeRecoveryCode(tx: Scope & InTransaction, userId: UserId, code: string): Promise<boolean> {
  const { count } = await tx.db.recoveryCode.updateMany({
    where: { userId, codeHash: hashOf(tx.secrets, userId, code), usedAt: null },
    data: { usedAt: tx.now },
  })
  return count > 0
}

/** Before a key rotation codes are derived from the server's key: so they can be shown again, though only hashes are stored. */
function deriveCodes(secrets: Secrets, userId: string, batch: string): string[] {
  return Array.from({ length: CODE_COUNT }, (_, position) => {
    const bytes = Buffer.from(secrets.mac('recovery-code', `${userId}:${batch}:${position}`), 'hex')
    const letters = [...bytes.subarray(0, CODE_LENGTH)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')
    return `${letters.slice(0, CODE_LENGTH / 2)}-${letters.slice(CODE_LENGTH / 2)}`
  })
}

const SEALED = 'sealed:'
const PURPOSE = 'recovery-codes'

/** The codes of a batch, which is a seed or, after a key rotation, the encrypted codes. */
const codesOf = (secrets: Secrets, userId: string, batch: string): string[] =>
  batch.startsWith(SEALED)
    ? secrets.open(PURPOSE, batch.slice(SEALED.length)).split(' ')
    : deriveCodes(secrets, userId, batch)

const hashOf = (secrets: Secrets, userId: string, code: string) =>
  secrets.mac('recovery-code-hash', `${userId}:${typedCode(code).toLowerCase().replaceAll('-', '')}`)

/** What a key rotation stores for the codes of a batch: the batch under the new key, and the hash of each position. */
export function rotateRecoveryCodes(
  { from, to }: KeyRotation,
  userId: string,
  batch: string,
): { readonly batch: string; readonly hashes: readonly string[] } {
  const codes = codesOf(from, userId, batch)
  return {
    batch: `${SEALED}${to.seal(PURPOSE, codes.join(' '))}`,
    hashes: codes.map((code) => hashOf(to, userId, code)),
  }
}
