import { randomUUID } from 'node:crypto'
import type { UserId } from '../../kernel/ids.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'

export interface RecoveryCode {
  /** `xxxx-xxxx`. */
  readonly code: string
  readonly used: boolean
}

const COUNT = 10
/** 32 letters and digits that are not mistaken for one another. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
const LENGTH = 8

/** Replaces the person's recovery codes. */
export async function makeRecoveryCodes(open: Scope & Open, userId: UserId): Promise<void> {
  const batch = randomUUID()
  await open.db.account.update({ where: { userId }, data: { recoveryBatch: batch } })
  await open.db.recoveryCode.deleteMany({ where: { userId } })
  const codes = derive(open, userId, batch)
  await open.db.recoveryCode.createMany({
    data: codes.map((code, position) => ({ userId, position, codeHash: codeHash(open, userId, code) })),
  })
}

/** The viewer's codes and which of them are used; none without the time-based factor. */
export async function getRecoveryCodes(scope: SignedScope): Promise<RecoveryCode[]> {
  const userId = scope.viewer.id
  const account = await scope.db.account.findUnique({
    where: { userId },
    select: { recoveryBatch: true, recoveryCodes: { select: { codeHash: true, usedAt: true } } },
  })
  if (!account?.recoveryBatch) return []
  const used = new Set(account.recoveryCodes.filter((row) => row.usedAt).map((row) => row.codeHash))
  return derive(scope, userId, account.recoveryBatch).map((code) => ({
    code,
    used: used.has(codeHash(scope, userId, code)),
  }))
}

/** Uses up a recovery code, with or without its dash; false when it is wrong or used. */
export async function useRecoveryCode(open: Scope & Open, userId: UserId, code: string): Promise<boolean> {
  const { count } = await open.db.recoveryCode.updateMany({
    where: { userId, codeHash: codeHash(open, userId, code), usedAt: null },
    data: { usedAt: open.now },
  })
  return count > 0
}

/**
 * The codes of a batch follow from the server's key: the database holds their hashes only, yet they can be shown again
 * to their owner, as the wire wants it.
 */
function derive(scope: Scope, userId: UserId, batch: string): string[] {
  return Array.from({ length: COUNT }, (_, position) => {
    const bytes = Buffer.from(scope.secrets.mac('recovery-code', `${userId}:${batch}:${position}`), 'hex')
    const letters = [...bytes.subarray(0, LENGTH)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')
    return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`
  })
}

const codeHash = (scope: Scope, userId: UserId, code: string) =>
  scope.secrets.mac('recovery-code-hash', `${userId}:${code.toLowerCase().replaceAll(/[\s-]/g, '')}`)
