import type { Instance } from '../../generated/prisma/client.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Location } from '../../kernel/location.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { auditIf } from '../accounts/audit.ts'
import { instanceClosed } from './events.ts'
import { putOut } from './leaving.ts'
import { maySee, noSuchInstance, tiesToOne } from './policy.ts'

export interface Closing {
  /** Whoever is inside is put out at that time. */
  readonly hardClose?: boolean | undefined
  /** When nobody comes in any more; now, where nothing is said or it is over. */
  readonly closedAt?: Date | undefined
}

/**
 * Closes an instance, now or later; as long as it is open, the time may be changed. Its owner, its creator and admins
 * do so. Throws `missing` for what nobody has made or the viewer may not see, `forbidden` for others' and for what is
 * closed already.
 */
export const closeInstance = (scope: SignedScope, place: Location, closing: Closing = {}): Promise<void> =>
  transact(scope, async (open) => {
    const instance = await holdInstance(open, place)
    if (!canClose(open, instance)) throw mayNotClose("You're not allowed to close this instance.")
    if (instance.closedAt && instance.closedAt <= open.clock.now())
      throw mayNotClose("You're not allowed to close an already closed instance.")
    await close(open, instance, closing)
    const details = { hardClose: closing.hardClose ?? false }
    await auditIf(open, !isOwn(open, instance), { act: 'closeInstance', subjectId: place.location, details })
  })

const mayNotClose = (message: string) => new Failure('forbidden', message, { code: 'may_not_close' })

const isOwn = ({ viewer }: SignedScope, { ownerId, creatorId }: Instance) =>
  viewer.id === ownerId || viewer.id === creatorId

const canClose = (scope: SignedScope, instance: Instance) => scope.viewer.admin || isOwn(scope, instance)

async function holdInstance(open: SignedScope & Open, place: Location): Promise<Instance> {
  const [instance] = await open.db.$queryRaw<Instance[]>`
    SELECT * FROM "Instance" WHERE location = ${place.location} FOR NO KEY UPDATE`
  if (!instance || !maySee(open, place, await tiesToOne(open, place))) throw noSuchInstance()
  return instance
}

async function close(open: Scope & Open, instance: Instance, { hardClose = false, closedAt }: Closing): Promise<void> {
  const { db, now } = open
  const at = closedAt && closedAt > now ? closedAt : now
  await db.instance.update({ where: { location: instance.location }, data: { closedAt: at, hardClose } })
  await tellInside(open, instance)
  if (hardClose && at === now) await putOut(open, { locations: [instance.location] })
}

/** Whoever is inside is told, and so is its creator. */
async function tellInside({ db, emit }: Open, { location, creatorId }: Instance): Promise<void> {
  const inside = await db.occupant.findMany({ where: { location }, select: { userId: true } })
  const people = new Set([creatorId, ...inside.map(({ userId }) => userId)])
  for (const userId of people) emit(instanceClosed(userId, location))
}

/** Puts everybody out of a world that is hidden from people. */
export async function emptyWorld(open: Scope & Open, worldId: string): Promise<void> {
  const full = await open.db.instance.findMany({
    where: { worldId, occupants: { some: {} } },
    select: { location: true },
  })
  await putOut(open, { locations: full.map(({ location }) => location) })
}

/** Instances of one batch. */
const BATCH = 200

/** Puts people out of instances whose hour of hard closing has come, or whose world was hidden. Answers how many. */
export async function emptyClosed(scope: Scope): Promise<number> {
  const due = await scope.client.instance.findMany({
    where: {
      OR: [{ hardClose: true, closedAt: { lte: scope.now } }, { world: { releaseStatus: 'hidden' } }],
      occupants: { some: {} },
    },
    orderBy: { location: 'asc' },
    take: BATCH,
    select: { location: true },
  })
  if (due.length === 0) return 0
  const out = await transact(scope, (open) => putOut(open, { locations: due.map(({ location }) => location) }))
  return due.length < BATCH ? out : out + (await emptyClosed(scope))
}
