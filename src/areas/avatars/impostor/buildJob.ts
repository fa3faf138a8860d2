import type { ImpostorJob } from '../../../generated/prisma/client.ts'
import { addMilliseconds, MINUTE } from '../../../kernel/clock.ts'
import { Failure } from '../../../kernel/failure.ts'
import { deleteInBatches } from '../../../kernel/retention.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import {
  areSameSources,
  ImpostorFault,
  type StoredImpostor,
  sourcesIn,
  withBuiltImpostors,
  writeImpostors,
} from './builder.ts'
import { BUILD_IMPOSTORS_JOB } from './impostors.ts'
import { claimableAt, endJob, type LeasedJob, leaseJob, lockLeasedJob, notifyOfSuccess, returnJob } from './leases.ts'

/** How long a run may take before it leaves the rest to the next one. */
const LONGEST_RUN = MINUTE

/**
 * Builds the impostors that are queued, the earliest first, as many avatars at a time as the builder works on. What fails is
 * left to a later run.
 */
export async function buildImpostors(scope: Scope): Promise<void> {
  if (!scope.impostors.isConnected) return
  const run = { end: addMilliseconds(scope.clock.now(), LONGEST_RUN), seen: new Set<string>() }
  await Promise.all(Array.from({ length: scope.impostors.workers }, () => buildOneByOne(scope, run)))
}

interface Run {
  readonly end: Date
  /** Jobs that a worker of this run has looked at. */
  readonly seen: Set<string>
}

async function buildOneByOne(scope: Scope, { end, seen }: Run): Promise<void> {
  for (let next = await findNext(scope, seen); next; next = await findNext(scope, seen)) {
    seen.add(next.id)
    await buildJob(scope, next)
    if (scope.clock.now() > end) return scope.jobs.send(BUILD_IMPOSTORS_JOB)
  }
}

const findNext = ({ client, clock }: Scope, seen: ReadonlySet<string>) =>
  client.impostorJob.findFirst({
    where: { ...claimableAt(clock.now()), id: { notIn: [...seen] } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })

/** Runs a transaction at the present time, as a run takes long. */
const transactNow = <R>(scope: Scope, work: (tx: Scope & InTransaction) => Promise<R>): Promise<R> =>
  transact({ ...scope, now: scope.clock.now() }, work)

async function buildJob(scope: Scope, candidate: ImpostorJob): Promise<void> {
  const leased = await transactNow(scope, (tx) => leaseJob(tx, candidate))
  if (!leased) return
  try {
    await withBuiltImpostors(scope, leased.sources, (built) => transactNow(scope, (tx) => finish(tx, leased, built)))
  } catch (error) {
    scope.log.warn({ err: error, avatarId: candidate.avatarId }, 'impostors were not built')
    await transactNow(scope, (tx) => giveUp(tx, leased, error))
  }
}

/** Throws if the job was taken away meanwhile, or the avatar has other assets, so that the result is discarded. */
async function finish(tx: Scope & InTransaction, leased: LeasedJob, built: readonly StoredImpostor[]): Promise<void> {
  const locked = await lockLeasedJob(tx, leased)
  if (!locked) throw new Error('The job was taken away from the builder.')
  const { avatar, requesterId } = locked
  if (!areSameSources(tx, sourcesIn(avatar.packages), leased.sources)) throw new ImpostorFault(SOURCE_CHANGED)
  await writeImpostors(tx, avatar, built)
  await endJob(tx, locked)
  if (requesterId !== null) await notifyOfSuccess(tx, { receiverId: requesterId, avatar })
}

const SOURCE_CHANGED = 'The avatar got another asset meanwhile.'

/** What is not meant for people stays in the log. */
async function giveUp(tx: Scope & InTransaction, leased: LeasedJob, error: unknown): Promise<void> {
  const locked = await lockLeasedJob(tx, leased)
  const isForPeople = error instanceof Failure || error instanceof ImpostorFault
  const text = isForPeople ? error.message : 'The builder could not make it.'
  if (locked) await returnJob(tx, locked, text)
}

/** Deletes jobs that ended long ago; the daily limit counts those of a day. */
export function deleteOldImpostorJobs({ client, clock, rules }: Scope): Promise<number> {
  const endedAt = { lt: addMilliseconds(clock.now(), -rules.retention.impostorJobs) }
  const where = { state: { in: ['DONE', 'FAILED'] }, endedAt }
  return deleteInBatches((limit) => client.impostorJob.deleteMany({ where, limit }))
}
