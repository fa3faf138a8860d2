import { randomUUID } from 'node:crypto'
import type { ImpostorJob, Prisma } from '../../../generated/prisma/client.ts'
import { addMilliseconds, MINUTE } from '../../../kernel/clock.ts'
import { trusted, type UserId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { sendNotifications } from '../../notifications/send.ts'
import { lockExistingUsers } from '../../users/locks.ts'
import { impostorJobChanged } from '../events.ts'
import { type LockedAvatar, lockAvatar } from '../locks.ts'
import { type SourcePackage, sourcesIn } from './builder.ts'

/** How long a builder has a job before another one may take it. */
const LEASE = 10 * MINUTE
const MOST_TRIES = 3

/** A job whose avatar and requester are locked. */
interface LockedJob {
  readonly job: ImpostorJob
  readonly avatar: LockedAvatar
  /** Null after the account was erased. */
  readonly requesterId: UserId | null
}

/** A job that a builder has, and the sources that it builds. */
export interface LeasedJob {
  readonly job: ImpostorJob
  readonly leaseKey: string
  readonly sources: readonly SourcePackage[]
}

/** Jobs that a builder can take: queued ones, and those of builders that have not come to an end. */
export const claimableAt = (now: Date): Prisma.ImpostorJobWhereInput => ({
  OR: [{ state: 'QUEUED' }, { state: 'RUNNING', leasedUntil: { lte: now } }],
})

/** Locks a job by its avatar, and its requester, who may be told; null if it is gone. */
async function lockJob(
  tx: Scope & InTransaction,
  { id, avatarId, requesterId }: ImpostorJob,
  where: Prisma.ImpostorJobWhereInput,
): Promise<LockedJob | null> {
  const [receiverId = null] = await lockExistingUsers(tx, [requesterId])
  const avatar = await lockAvatar(tx, avatarId)
  const job = await tx.db.impostorJob.findFirst({ where: { ...where, id } })
  return job && avatar ? { job, avatar, requesterId: receiverId } : null
}

/** Locks a job that a builder still has; null if another one has taken it, or the impostor was deleted meanwhile. */
export const lockLeasedJob = (tx: Scope & InTransaction, { job, leaseKey }: LeasedJob) =>
  lockJob(tx, job, { state: 'RUNNING', leaseKey })

/** Takes a job. Null if another builder was faster, and if it has failed for good. */
export async function leaseJob(tx: Scope & InTransaction, candidate: ImpostorJob): Promise<LeasedJob | null> {
  const locked = await lockJob(tx, candidate, claimableAt(tx.now))
  if (!locked) return null
  const sources = sourcesIn(locked.avatar.packages)
  const fault = faultOf(locked, sources)
  if (fault !== null) {
    await failJob(tx, locked, fault)
    return null
  }
  const leaseKey = randomUUID()
  const lease = { leaseKey, leasedUntil: addMilliseconds(tx.now, LEASE), startedAt: tx.now }
  const job = await writeJob(tx, locked.job, { state: 'RUNNING', tries: { increment: 1 }, ...lease })
  return { job, leaseKey, sources }
}

/** Why a job can't be built; null if it can. */
function faultOf({ job, avatar }: LockedJob, sources: readonly SourcePackage[]): string | null {
  if (avatar.deletedAt !== null) return 'The avatar was deleted.'
  if (sources.length === 0) return 'The avatar has no asset.'
  return job.tries >= MOST_TRIES ? 'The builder did not come to an end.' : null
}

const CLOSED = { openKey: null, leasedUntil: null, leaseKey: null }

/** Ends a job whose impostors stand. */
export const endJob = (tx: Scope & InTransaction, { job }: LockedJob) =>
  writeJob(tx, job, { ...CLOSED, state: 'DONE', endedAt: tx.now })

/** Leaves a job to a later run, or ends it after three tries. `error` is told to people. */
export async function returnJob(tx: Scope & InTransaction, locked: LockedJob, error: string): Promise<void> {
  if (locked.job.tries >= MOST_TRIES) return failJob(tx, locked, error)
  await writeJob(tx, locked.job, { state: 'QUEUED', leasedUntil: null, leaseKey: null, error })
}

async function failJob(tx: Scope & InTransaction, { job, avatar, requesterId }: LockedJob, error: string) {
  await writeJob(tx, job, { ...CLOSED, state: 'FAILED', endedAt: tx.now, error })
  if (requesterId !== null) await notifyOfFailure(tx, { receiverId: requesterId, avatar, error })
}

/** Writes a change of a job and tells of it. */
async function writeJob(
  tx: Scope & InTransaction,
  { id, avatarId }: ImpostorJob,
  change: Prisma.ImpostorJobUpdateInput,
): Promise<ImpostorJob> {
  const job = await tx.db.impostorJob.update({ where: { id }, data: { error: '', ...change, updatedAt: tx.now } })
  tx.emit(impostorJobChanged(trusted<'avatar'>(avatarId), { jobId: id }))
  return job
}

/** Ends the open job of an avatar that the caller has locked, so that its result is discarded. */
export async function cancelImpostorJob(tx: Scope & InTransaction, avatarId: string): Promise<void> {
  const job = await tx.db.impostorJob.findUnique({ where: { openKey: avatarId } })
  if (job) await writeJob(tx, job, { ...CLOSED, state: 'FAILED', endedAt: tx.now, error: 'The impostor was deleted.' })
}

interface Notice {
  readonly receiverId: UserId
  readonly avatar: Pick<LockedAvatar, 'id' | 'name' | 'imageUrl'>
}

/** Tells who has queued the impostors of an avatar that they are there. */
export const notifyOfSuccess = (tx: Scope & InTransaction, { receiverId, avatar }: Notice) =>
  sendNotifications(tx, [
    {
      ...noticeOf(avatar),
      type: 'avatarreview.success',
      receiverId,
      title: 'Your impostor is ready',
      message: `The impostor of ${avatar.name} is ready.`,
    },
  ])

/** Tells who has queued the impostors of an avatar why they could not be made. */
const notifyOfFailure = (
  tx: Scope & InTransaction,
  { receiverId, avatar, error }: Notice & { readonly error: string },
) =>
  sendNotifications(tx, [
    {
      ...noticeOf(avatar),
      facts: { subjectName: avatar.name, cause: error },
      type: 'avatarreview.failure',
      receiverId,
      title: 'Your impostor could not be made',
      message: `The impostor of ${avatar.name} could not be made. ${error}`,
    },
  ])

const noticeOf = ({ id: avatarId, name, imageUrl }: Notice['avatar']) =>
  ({
    senderId: null,
    category: 'avatar',
    imageUrl,
    data: { avatarId },
    subjectId: avatarId,
    facts: { subjectName: name },
  }) as const
