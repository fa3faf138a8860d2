import type { Tx } from '../../../kernel/database.ts'
import { type KeyRotation, TOTP_PURPOSE } from '../../../kernel/secrets.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { replaceAccountSecrets, replaceCodeHashes } from './queries.ts'
import { rotateRecoveryCodes } from './recoveryCodes.ts'
import { WITHOUT_TOTP } from './totp.ts'

const BATCH_SIZE = 500

/** Encrypts the second factors of all accounts by another key. Returns the number of accounts. */
export async function rotateSecondFactors(tx: Writing, rotation: KeyRotation): Promise<number> {
  let changed = 0
  let batch = await readBatch(tx.db, '')
  for (let last = batch.at(-1); last; last = batch.at(-1)) {
    await rotateBatch(tx, rotation, batch)
    changed += batch.length
    batch = await readBatch(tx.db, last.userId)
  }
  return changed
}

type Writing = Pick<InTransaction, 'db' | 'sql'>
type AccountSecrets = Awaited<ReturnType<typeof readBatch>>[number]

const readBatch = (db: Tx, after: string) =>
  db.account.findMany({
    where: {
      userId: { gt: after },
      OR: [{ totpSecret: { not: null } }, { totpPendingSecret: { not: null } }, { recoveryBatch: { not: null } }],
    },
    select: { userId: true, totpSecret: true, totpPendingSecret: true, recoveryBatch: true },
    orderBy: { userId: 'asc' },
    take: BATCH_SIZE,
  })

async function rotateBatch(tx: Writing, rotation: KeyRotation, batch: readonly AccountSecrets[]): Promise<void> {
  const codes = batch.flatMap(({ userId, recoveryBatch }) =>
    recoveryBatch === null ? [] : [{ userId, ...rotateRecoveryCodes(rotation, userId, recoveryBatch) }],
  )
  const batches = new Map(codes.map((each) => [each.userId, each.batch]))
  const accounts = batch.map(({ userId, totpSecret, totpPendingSecret }) => ({
    userId,
    totpSecret: rotateSecret(rotation, totpSecret),
    totpPendingSecret: rotateSecret(rotation, totpPendingSecret),
    recoveryBatch: batches.get(userId) ?? null,
  }))
  await replaceAccountSecrets(tx, accounts)
  await replaceCodeHashes(
    tx,
    codes.flatMap(({ userId, hashes }) => hashes.map((codeHash, position) => ({ userId, position, codeHash }))),
  )
}

const rotateSecret = ({ from, to }: KeyRotation, sealed: string | null) =>
  sealed === null ? null : to.seal(TOTP_PURPOSE, from.open(TOTP_PURPOSE, sealed))

/** Removes the second factors of all accounts, which nobody can read without the lost key. Returns the number of accounts. */
export async function removeAllSecondFactors(db: Tx): Promise<number> {
  const { count } = await db.account.updateMany({
    where: {
      OR: [{ totpSecret: { not: null } }, { totpPendingSecret: { not: null } }, { recoveryBatch: { not: null } }],
    },
    data: WITHOUT_TOTP,
  })
  await db.recoveryCode.deleteMany({})
  return count
}
