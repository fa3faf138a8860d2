import type { Jam } from '../../generated/prisma/client.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { jamNotFound, submissionNotFound } from './policy.ts'

/** What a lock of a jam keeps others from: `SHARE` from changing it, the others from submitting and rating, too. */
type JamLockStrength = 'SHARE' | 'NO KEY UPDATE' | 'UPDATE'

/**
 * Locks a jam until the transaction ends. What depends on the state must use a time after this: an act that had to wait may
 * find the jam closed. Throws `missing`.
 */
export async function lockJam(tx: InTransaction, id: string, strength: JamLockStrength): Promise<Jam> {
  const lock = rowLock(tx, 'jam', { keys: [id], strength })
  await tx.sql`SELECT FROM "Jam" WHERE id = ${id} ${lock}`
  const jam = await tx.db.jam.findUnique({ where: { id } })
  if (!jam) throw jamNotFound()
  return jam
}

/** Locks a submission, whose jam is locked. Throws `missing`. */
export async function lockSubmission(tx: InTransaction, id: string): Promise<void> {
  const found = await tx.sql`
    SELECT id FROM "JamSubmission" WHERE id = ${id} ${rowLock(tx, 'jamSubmission', { keys: [id] })}`
  if (found.length === 0) throw submissionNotFound()
}

/** Locks the jams to which a person has submitted something against changes. */
export async function lockJamsOfSubmitter(tx: InTransaction, submitterId: string): Promise<void> {
  await tx.sql`
    SELECT FROM "Jam" WHERE id IN (SELECT "jamId" FROM "JamSubmission" WHERE "submitterId" = ${submitterId})
    ${rowLock(tx, 'jam', { strength: 'SHARE' })}`
}
