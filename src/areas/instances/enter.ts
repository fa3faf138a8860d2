import type { Instance } from '../../generated/prisma/client.ts'
import { Failure, invalid, userNotFound } from '../../kernel/failure.ts'
import type { UserId } from '../../kernel/ids.ts'
import { type Location, parseLocation } from '../../kernel/location.ts'
import { noteLock, rowLock } from '../../kernel/locks.ts'
import type { RateLimit } from '../../kernel/rateLimit.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import { whereaboutsChanged } from '../accounts/events.ts'
import { openWorlds, worldNotFound } from '../worlds/policy.ts'
import { recordVisit } from '../worlds/visits.ts'
import { findOpenWorld } from '../worlds/world/read.ts'
import { insertInstance } from './create.ts'
import { occupancyChanged } from './events.ts'
import { leaveCurrentInstance } from './leave.ts'
import { accessFactsAt, canEnterInstance, entryForbidden, entryObstacle } from './policy.ts'
import { recordRecentLocation } from './recentLocations.ts'

const ENTER_INSTANCE_LIMIT: RateLimit = { name: 'enter-instance', points: 120, window: 60 }

const PLATFORM_PATTERN = /^[0-9A-Za-z_-]{1,32}$/
const MOBILE_PLATFORMS: readonly string[] = ['android', 'ios']

/** What has changed when a person has entered an instance. */
interface Entry {
  readonly location: string
  /** Location of the instance that the person has left for it; null for none. */
  readonly leftLocation: string | null
}

/**
 * Enters an instance and leaves the current one. Creates the instance if it does not exist and the viewer may enter it.
 * Its capacity limits everybody, including its owner. Throws `invalid`, `missing` for a world that can't be read or is
 * hidden, `forbidden`, `conflict` for a closed or full instance, `exhausted` after 120 in a minute.
 */
export async function enterInstance(scope: ViewerScope, location: string, platform: string): Promise<Entry> {
  const place = parseLocation(location)
  if (!place) throw invalid('location', 'location is not the location of an instance', 'malformed')
  if (!PLATFORM_PATTERN.test(platform)) throw invalid('platform', 'platform is not the name of a platform', 'malformed')
  if (!(await findOpenWorld(scope, place.worldId))) throw worldNotFound(place.worldId)
  await scope.limits.take(ENTER_INSTANCE_LIMIT, scope.viewer.id)
  const leftLocation = await transact(scope, async (tx) => {
    await lockVisitor(tx, tx.viewer.id, platform)
    return moveViewer(tx, place, platform)
  })
  // Only clients of the platform can show a world, so this is presence in a client, even over GraphQL.
  scope.presence.recordRequest(scope.viewer.id, scope.now, 'client')
  return { location: place.location, leftLocation }
}

/** Locks the user by an update, which serialises entering, leaving and the erasure of the account. */
async function lockVisitor(tx: InTransaction & ViewerScope, id: UserId, platform: string): Promise<void> {
  noteLock(tx, 'user', { keys: [id], strength: 'NO KEY UPDATE' })
  const { db, now } = tx
  const { count } = await db.user.updateMany({
    where: { id, erasedAt: null },
    data: { lastPlatform: platform, ...(MOBILE_PLATFORMS.includes(platform) && { lastMobileAt: now }) },
  })
  if (count === 0) throw userNotFound(id)
}

/** Returns the location of the instance that the viewer has left; null for none. */
async function moveViewer(tx: ViewerScope & InTransaction, place: Location, platform: string): Promise<string | null> {
  const { db, now, viewer, emit } = tx
  const where = { userId: viewer.id }
  const before = await db.occupant.findUnique({ where })
  const instance = await lockInstances(tx, place, before?.location)
  // Read again under the lock: the viewer may have been removed since.
  const former = await db.occupant.findUnique({ where })
  if (former?.location === place.location) {
    await db.occupant.update({ where, data: { platform } })
    return null
  }
  await assertCanEnter(tx, place, instance)
  await leaveCurrentInstance(tx, viewer.id)
  await db.occupant.create({ data: { userId: viewer.id, location: place.location, platform, joinedAt: now } })
  await db.instance.update({ where: { location: place.location }, data: { emptySince: null } })
  await recordRecentLocation(tx, viewer.id, place.location)
  await recordVisit(tx, viewer.id, place.worldId)
  emit(whereaboutsChanged(viewer.id))
  emit(occupancyChanged(place.worldId))
  return former?.location ?? null
}

/**
 * Locks the instance together with the current one, and returns it. A missing one is inserted before any is locked, so
 * that a transaction that waits for the insert of another holds no lock.
 */
async function lockInstances(tx: ViewerScope & InTransaction, place: Location, former = place.location) {
  const lock = () => tx.db.$queryRaw<Instance[]>`
    SELECT * FROM "Instance" WHERE location IN (${place.location}, ${former})
      AND EXISTS (SELECT FROM "Instance" WHERE location = ${place.location})
    ${rowLock(tx, 'instance', { keys: [place.location, former], strength: 'NO KEY UPDATE' })}`
  const find = (rows: readonly Instance[]) => rows.find(({ location }) => location === place.location)
  const existing = find(await lock())
  if (existing) return existing
  await insertInstance(tx, place)
  const inserted = find(await lock())
  if (inserted) return inserted
  throw new Failure('conflict', 'This instance was just removed; try again', { reason: 'instance_removed' })
}

async function assertCanEnter(tx: ViewerScope & InTransaction, place: Location, instance: Instance): Promise<void> {
  // The world may have been hidden since it was checked without the lock.
  if ((await tx.db.world.count({ where: { id: place.worldId, ...openWorlds } })) === 0)
    throw worldNotFound(place.worldId)
  if (!canEnterInstance(tx, place, await accessFactsAt(tx, place))) throw entryForbidden()
  const occupants = await tx.db.occupant.count({ where: { location: place.location } })
  // The clock and not the time of the request: it may have waited for the transaction that closed the instance.
  const obstacle = entryObstacle({ ...instance, occupants }, tx.clock.now())
  if (obstacle === 'closed') throw new Failure('conflict', 'This instance is closed', { reason: 'instance_closed' })
  if (obstacle === 'full') throw new Failure('conflict', 'This instance is full', { reason: 'instance_full' })
}
