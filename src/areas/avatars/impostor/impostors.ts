import { randomUUID } from 'node:crypto'
import type { ImpostorJob, Prisma } from '../../../generated/prisma/client.ts'
import { assertOwnerOrAdmin, judgesContent } from '../../../kernel/access.ts'
import { addMilliseconds, DAY, SECOND } from '../../../kernel/clock.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { AvatarId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction, ViewerTransaction } from '../../../kernel/transaction.ts'
import { ownerOrAdminAct } from '../../audit/staffAct.ts'
import { deleteUnlinkedFiles } from '../../files/links.ts'
import { lockUser } from '../../users/locks.ts'
import { impostorJobChanged } from '../events.ts'
import { type LockedAvatar, lockOwnAvatar } from '../locks.ts'
import { avatarOfOther, seeAvatar } from '../policy.ts'
import { type AvatarRow, readImpostorQueue } from '../queries.ts'
import { announceImpostors, assertHasSource } from './builder.ts'
import { cancelImpostorJob } from './leases.ts'

/** The job that builds impostors; queueing one requests it at once. */
export const BUILD_IMPOSTORS_JOB = 'build-impostors'

/** Jobs that one person can open in 24 hours. */
const MOST_A_DAY = 20

/**
 * Queues the making of impostors of an avatar; an avatar has one open job, which another call answers. Throws
 * `unavailable` without a builder, `missing`, `forbidden` and `conflict` as `lockOwnAvatar` does, `invalid` for an avatar
 * without an asset, `exhausted` after 20 jobs of the person in 24 hours.
 */
export async function enqueueImpostor(scope: ViewerScope, id: AvatarId): Promise<ImpostorJob> {
  if (!scope.impostors.isConnected)
    throw new Failure('unavailable', 'No impostor builder is connected.', { reason: 'impostor_builder_missing' })
  const job = await ownerOrAdminAct(scope, 'enqueueImpostor', async (tx) => {
    // Serialises what the limit counts.
    await lockUser(tx, tx.viewer.id)
    const avatar = await lockOwnAvatar(tx, id)
    assertHasSource(avatar.packages)
    const result = (await findOpenJob(tx, id)) ?? (await openJob(tx, id))
    return { subjectId: id, ownerId: avatar.authorId, details: { jobId: result.id }, result }
  })
  await scope.jobs.send(BUILD_IMPOSTORS_JOB)
  return job
}

const findOpenJob = ({ db }: Pick<InTransaction, 'db'>, avatarId: string) =>
  db.impostorJob.findUnique({ where: { openKey: avatarId } })

async function openJob(tx: ViewerTransaction, avatarId: AvatarId): Promise<ImpostorJob> {
  await assertWithinDailyLimit(tx)
  const { db, now, viewer } = tx
  const data = { id: randomUUID(), avatarId, requesterId: viewer.id, openKey: avatarId, createdAt: now, updatedAt: now }
  const job = await db.impostorJob.create({ data })
  tx.emit(impostorJobChanged(avatarId, { jobId: job.id }))
  return job
}

/** Jobs stay after they have ended, so that deleting one does not let a person open another. Throws `exhausted`. */
async function assertWithinDailyLimit({ db, now, viewer }: ViewerTransaction): Promise<void> {
  const latest = await db.impostorJob.findMany({
    where: { requesterId: viewer.id, createdAt: { gt: addMilliseconds(now, -DAY) } },
    orderBy: { createdAt: 'desc' },
    take: MOST_A_DAY,
    select: { createdAt: true },
  })
  const oldest = latest[MOST_A_DAY - 1]
  if (!oldest) return
  const freeAt = addMilliseconds(oldest.createdAt, DAY)
  const retryAfter = Math.max(1, Math.ceil((freeAt.getTime() - now.getTime()) / SECOND))
  throw new Failure('exhausted', 'Too many requests, try again later', { reason: 'rate_limited', retryAfter })
}

/**
 * Deletes the impostors of an avatar with their files, and ends the job that is open; without any it changes nothing.
 * Throws `missing`, `forbidden` and `conflict` as `lockOwnAvatar` does.
 */
export const deleteImpostor = (scope: ViewerScope, id: AvatarId): Promise<void> =>
  ownerOrAdminAct(scope, 'deleteImpostor', async (tx) => {
    const avatar = await lockOwnAvatar(tx, id)
    await cancelImpostorJob(tx, id)
    await removeImpostors(tx, avatar)
    return { subjectId: id, ownerId: avatar.authorId }
  })

async function removeImpostors(
  tx: ViewerTransaction,
  { id: avatarId, authorId, packages }: LockedAvatar,
): Promise<void> {
  const impostors = packages.filter(({ variant }) => variant === 'impostor')
  if (impostors.length === 0) return
  await tx.db.avatarPackage.deleteMany({ where: { avatarId, variant: 'impostor' } })
  const fileIds = impostors.map(({ assetFileId }) => assetFileId)
  await deleteUnlinkedFiles(tx, authorId, fileIds)
  announceImpostors(tx, { avatarId, authorId })
}

/** Jobs for avatars of the viewer and jobs that the viewer has asked for, as a condition; all jobs for admins. */
export const visibleImpostorJobs = ({ viewer }: Pick<ViewerScope, 'viewer'>): Prisma.ImpostorJobWhereInput =>
  judgesContent({ viewer }) ? {} : { OR: [{ avatar: { authorId: viewer.id } }, { requesterId: viewer.id }] }

/** The avatar, if the viewer sees all of its jobs. Throws `missing`, and `forbidden` for people other than its author and admins. */
export async function assertCanSeeImpostorJobs(scope: ViewerScope, id: AvatarId): Promise<AvatarRow> {
  const { row } = await seeAvatar(scope, id)
  assertOwnerOrAdmin(scope, row.authorId, avatarOfOther)
  return row
}

const FIRST_GUESS = 60

/**
 * An estimate of the seconds until the impostors are there that the viewer has queued last, or would queue now; 0 without a
 * builder. One statement.
 */
export async function estimateImpostorSeconds(scope: ViewerScope): Promise<number> {
  const { impostors } = scope
  if (!impostors.isConnected) return 0
  const [queue] = await readImpostorQueue(scope)
  const { place, open, mean } = { place: 0, open: 0, mean: null, ...queue }
  return Math.ceil(((place || open + 1) * (mean ?? FIRST_GUESS)) / impostors.workers)
}
