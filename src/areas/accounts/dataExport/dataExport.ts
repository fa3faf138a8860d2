import type { DataExport } from '../../../generated/prisma/client.ts'
import { assertConfirmed, assertFinished } from '../../../kernel/access.ts'
import type { ByteRange, NamedBlob, StoredBlob } from '../../../kernel/blobs.ts'
import { addMilliseconds, DAY, HOUR, MINUTE } from '../../../kernel/clock.ts'
import { Failure } from '../../../kernel/failure.ts'
import { newId, trusted } from '../../../kernel/ids.ts'
import type { ExportRules } from '../../../kernel/personalData.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { transact } from '../../../kernel/transaction.ts'
import { notifyOwner, type OwnerNotice } from '../account/ownerNotices.ts'
import { accountChanged } from '../events.ts'
import { lockAccount } from '../locks.ts'
import { writePersonalArchive } from './archive.ts'

/** The archive is large, and costs much to write. */
const REQUEST_LIMIT: RateLimit = { name: 'request-data-export', points: 2, window: 24 * 60 * 60 }
const CONTENT_TYPE = 'application/gzip'
/** For so long, a run that has failed is repeated. */
const PATIENCE = DAY
/** Times from a failure to the next run: as long as the request has waited, so that they double, between these two. */
const SHORTEST_DELAY = MINUTE
const LONGEST_DELAY = HOUR

export const WRITE_EXPORTS_JOB = 'write-data-exports'

const requestedNotice: OwnerNotice = {
  subject: 'Your data was asked for',
  text: 'An archive of everything that is kept about your account was asked for. You get a mail when it can be downloaded.',
}

/**
 * Asks for an archive of everything that is kept about the viewer, which a job writes; it replaces the one before. Throws
 * `forbidden` without a confirmed identity, `exhausted` for a third one in a day.
 */
export async function requestDataExport(scope: ViewerScope): Promise<void> {
  await assertConfirmed(scope)
  const { id: userId } = scope.viewer
  await scope.limits.take(REQUEST_LIMIT, userId)
  await transact(scope, async (tx) => {
    await lockAccount(tx, userId)
    await tx.db.dataExport.deleteMany({ where: { userId } })
    const times = { requestedAt: tx.now, nextAttemptAt: tx.now, expiresAt: expiryOf(tx, tx.now) }
    await tx.db.dataExport.create({ data: { id: newId('dataExport', tx.now), userId, ...times } })
    await notifyOwner(tx, userId, requestedNotice)
    tx.requestJob(WRITE_EXPORTS_JOB)
    tx.emit(accountChanged(userId))
  })
}

const expiryOf = ({ rules }: Scope, from: Date) => addMilliseconds(from, rules.retention.dataExports)

/** The archives that people have asked for, without expired ones. */
export const readDataExports = ({ db, now }: Scope, userIds: readonly string[]): Promise<DataExport[]> =>
  db.dataExport.findMany({ where: { userId: { in: [...userIds] }, expiresAt: { gt: now } } })

/** An archive that can be downloaded. */
interface FinishedExport extends NamedBlob {
  readonly fileName: string
  readonly contentType: string
}

/**
 * Finds the viewer's own archive for a download. Throws `unauthenticated`, `forbidden` without a confirmed identity, and
 * `missing` before it is written and after it has expired.
 */
export async function findOwnArchive(scope: ViewerScope): Promise<FinishedExport> {
  assertFinished(scope)
  await assertConfirmed(scope)
  const [found] = await readDataExports(scope, [scope.viewer.id])
  if (!found?.blobKey || !found.finishedAt || found.sizeInBytes === null) throw exportNotFound()
  const fileName = `plaza-${found.finishedAt.toISOString().slice(0, 10)}.tar.gz`
  return { id: found.id, blobKey: found.blobKey, size: Number(found.sizeInBytes), fileName, contentType: CONTENT_TYPE }
}

/** URL at which the store serves the archive; null when this server does. */
export const directArchiveUrl = ({ blobs }: Scope, { blobKey, ...as }: FinishedExport): Promise<string | null> =>
  blobs.downloadUrl(blobKey, { ...as, inline: false })

/** Opens the archive, or a range of it. Throws `missing` if the store has lost it. */
export async function openArchive({ blobs }: Scope, { blobKey, size }: FinishedExport, range?: ByteRange) {
  const found = await blobs.read(blobKey, range)
  if (found?.size === size) return found.stream
  found?.stream.destroy()
  throw exportNotFound()
}

const exportNotFound = () =>
  new Failure('missing', 'There is no archive of your data to download', { reason: 'data_export_not_found' })

/** Deletes expired archives, and writes those that are asked for. Answers how many were written. */
export async function writeDataExports(scope: Scope, rules: ExportRules): Promise<number> {
  await scope.client.dataExport.deleteMany({ where: { expiresAt: { lte: scope.now } } })
  const waiting = await scope.client.dataExport.findMany({
    where: { finishedAt: null, failure: null, nextAttemptAt: { lte: scope.now } },
    orderBy: { nextAttemptAt: 'asc' },
    take: 100,
  })
  let written = 0
  for (const row of waiting) if (await writeOne(scope, row, rules)) written += 1
  return written
}

/** Whether it was written. What has failed is written by a later run, until it is too late. */
async function writeOne(scope: Scope, row: DataExport, rules: ExportRules): Promise<boolean> {
  try {
    const blob = await storeArchive(scope, row.userId, rules)
    await finish(scope, row, blob).finally(() => scope.blobs.settle(blob.key))
    return true
  } catch (error) {
    scope.log.error({ err: error, exportId: row.id }, 'the archive of a person was not written')
    await noteFailure(scope, row, error instanceof Error ? error.message : String(error))
    return false
  }
}

/** Has the archive written later, unless it is too late. Those that wait longer make room for others. */
async function noteFailure({ client, clock }: Scope, { id, requestedAt }: DataExport, failure: string): Promise<void> {
  const now = clock.now()
  const waited = now.getTime() - requestedAt.getTime()
  const delay = Math.min(Math.max(waited, SHORTEST_DELAY), LONGEST_DELAY)
  const data = waited >= PATIENCE ? { failure } : { nextAttemptAt: addMilliseconds(now, delay) }
  await client.dataExport.updateMany({ where: { id }, data })
}

/** The blob is held until its row is written. */
async function storeArchive(scope: Scope, userId: string, rules: ExportRules): Promise<StoredBlob> {
  const stored: StoredBlob[] = []
  await writePersonalArchive(scope, { userId, rules }, async (content) => {
    stored.push(await scope.blobs.store(content, CONTENT_TYPE))
  })
  const [blob] = stored
  if (!blob) throw new Error('The store has taken no archive.')
  return blob
}

/** Notes that the archive is written, and tells the person; the blob is free again if the row is gone meanwhile. */
async function finish(scope: Scope, { id, userId }: DataExport, { key, size }: StoredBlob): Promise<void> {
  const now = scope.clock.now()
  await transact(scope, async (tx) => {
    const { count } = await tx.db.dataExport.updateMany({
      where: { id, finishedAt: null },
      data: { finishedAt: now, blobKey: key, sizeInBytes: size, expiresAt: expiryOf(tx, now) },
    })
    if (count === 0) {
      const freed = { kind: 'blob', name: key, freedAt: now }
      await tx.db.freedContent.createMany({ data: [freed], skipDuplicates: true })
      return
    }
    const owner = trusted<'user'>(userId)
    const account = await tx.db.account.findUnique({ where: { userId }, select: { email: true, emailVerified: true } })
    if (account?.email && account.emailVerified) tx.sendMail(finishedMail(tx, account.email))
    tx.emit(accountChanged(owner))
  })
}

const finishedMail = ({ rules }: Scope, to: string) => ({
  to,
  subject: 'Your data can be downloaded',
  text: `Hello,\n\nthe archive of everything that is kept about your account is written. Log in to download it in the settings of your account, within ${rules.retention.dataExports / DAY} days:\n\n${rules.webUrl}/?dataExport=finished\n`,
})

/** The state of an archive that was asked for. */
export function exportStateOf({ finishedAt, failure }: Pick<DataExport, 'finishedAt' | 'failure'>) {
  if (finishedAt) return 'finished'
  return failure === null ? 'waiting' : 'failed'
}

/** URL of the download of the viewer's archive, for the session of the viewer alone. */
export const exportUrl = ({ rules }: Scope) => `${rules.publicUrl}/api/1/auth/user/export`
