import { z } from 'zod'
import { Prisma } from '../generated/prisma/client.ts'
import type { Sql } from '../kernel/database.ts'
import { MAIL_JOB } from '../kernel/mail.ts'
import type { KeyRotation, Secrets } from '../kernel/secrets.ts'

/** Whether pg-boss has made its tables. */
async function hasQueue(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ found: boolean }>`SELECT to_regclass('pgboss.job') IS NOT NULL AS found`
  return row?.found === true
}

/** Encrypts the mails that wait to be sent by another key. Returns their number. */
export async function rotateQueuedMails(sql: Sql, { from, to }: KeyRotation): Promise<number> {
  if (!(await hasQueue(sql))) return 0
  const mails = await sql<{ id: string; sealed: string }>`
    SELECT id::text, data->>'sealed' AS sealed FROM pgboss.job WHERE name = ${MAIL_JOB} AND state < 'completed'`
  const sealedAnew = mails.map(({ sealed }) => to.seal(MAIL_JOB, from.open(MAIL_JOB, sealed)))
  const ids = mails.map(({ id }) => id)
  await sql`
    UPDATE pgboss.job AS job SET data = jsonb_build_object('sealed', given.sealed)
    FROM unnest(${ids}::uuid[], ${sealedAnew}::text[]) AS given (id, sealed)
    WHERE job.name = ${MAIL_JOB} AND job.id = given.id`
  return mails.length
}

/** Deletes the mails that wait to be sent, which nobody can read without the lost key. Returns their number. */
export async function deleteQueuedMails(sql: Sql): Promise<number> {
  if (!(await hasQueue(sql))) return 0
  const deleted = await sql`
    DELETE FROM pgboss.job WHERE name = ${MAIL_JOB} AND state < 'completed' RETURNING id`
  return deleted.length
}

/** Mails that are decrypted at a time. */
const BATCH_SIZE = 1_000
const NO_ID = '00000000-0000-0000-0000-000000000000'
const Receiver = z.object({ to: z.string().nullable() })

/** Tables of pg-boss with mails that wait, that were sent lately, or that could not be sent. */
const MAIL_TABLES = ['job', 'archive']

/** Deletes the mails to these addresses, sent or not, with what is noted of failures to send them. Returns their number. */
export async function deleteMailsTo(sql: Sql, secrets: Secrets, addresses: readonly string[]): Promise<number> {
  if (addresses.length === 0 || !(await hasQueue(sql))) return 0
  const unwanted = new Set(addresses.map((address) => address.toLowerCase()))
  const isUnwanted = (sealed: string) => unwanted.has(receiverOf(secrets, sealed)?.toLowerCase() ?? '')
  let deleted = 0
  for (const name of MAIL_TABLES) deleted += await deleteMails(sql, Prisma.raw(`pgboss.${name}`), isUnwanted)
  return deleted
}

async function deleteMails(sql: Sql, table: Prisma.Sql, isUnwanted: (sealed: string) => boolean): Promise<number> {
  let deleted = 0
  for (let after: string | undefined = NO_ID; after !== undefined; ) {
    const batch: { id: string; sealed: string | null }[] = await sql<{ id: string; sealed: string | null }>`
      SELECT id::text, data->>'sealed' AS sealed FROM ${table}
      WHERE name = ${MAIL_JOB} AND id > ${after}::uuid ORDER BY id LIMIT ${BATCH_SIZE}::int`
    const ids = batch.filter(({ sealed }) => sealed !== null && isUnwanted(sealed)).map(({ id }) => id)
    if (ids.length > 0) await sql`DELETE FROM ${table} WHERE name = ${MAIL_JOB} AND id = ANY(${ids}::uuid[])`
    deleted += ids.length
    after = batch.length < BATCH_SIZE ? undefined : batch.at(-1)?.id
  }
  return deleted
}

/** Null for a mail without a receiver, and for one that was sent before the key was replaced, which nobody can read. */
function receiverOf(secrets: Secrets, sealed: string): string | null {
  try {
    return Receiver.parse(JSON.parse(secrets.open(MAIL_JOB, sealed))).to
  } catch {
    return null
  }
}
