import type { Instance } from '../../generated/prisma/client.ts'
import { Failure, invalid, userNotFound } from '../../kernel/failure.ts'
import type { UserId } from '../../kernel/ids.ts'
import { assertAll } from '../../kernel/inputFaults.ts'
import { type Location, ownerGroupId, parseLocation } from '../../kernel/location.ts'
import { noteLock } from '../../kernel/locks.ts'
import type { RateLimit } from '../../kernel/rateLimit.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import { whereaboutsChanged } from '../accounts/events.ts'
import { openWorlds, worldNotFound } from '../worlds/policy.ts'
import { recordVisit } from '../worlds/visits/queries.ts'
import { findOpenWorld } from '../worlds/world/read.ts'
import { groupInstancesChanged, occupancyChanged } from './events.ts'
import { createGroupInstance } from './group/create.ts'
import { insertInstance } from './insert.ts'
import { recordRecentLocation } from './instances.ts'
import { leaveCurrentInstance } from './leave.ts'
import { lockGroupForEntry, lockInstancesWith } from './locks.ts'
import { findOverflow, hasOverflow, MAX_OVERFLOW } from './overflow.ts'
import {
  accessFactsAt,
  assertEventStarted,
  canEnterInstance,
  entryForbidden,
  groupVisitorOf,
  hasGroupPermission,
  isClosedAt,
} from './policy.ts'
import type { AccessFacts } from './queries.ts'
import { countTaken, deleteFromQueues, findPlace } from './queue/queue.ts'

const ENTER_INSTANCE_LIMIT: RateLimit = { name: 'enter-instance', points: 120, window: 60 }

const PLATFORM_PATTERN = /^[0-9A-Za-z_-]{1,32}$/
const MOBILE_PLATFORMS: readonly string[] = ['android', 'ios']

/** What has changed when a person has entered an instance, or has begun to wait for a place in it. */
interface Entry {
  readonly location: string
  /** Location of the instance that the person has left for it; null for none. */
  readonly leftLocation: string | null
  /** Position in the queue, from 1; null for who is inside. */
  readonly queuePosition: number | null
}

/**
 * Enters an instance and leaves the current one; waits in its queue if it is full and has one, or goes to the next one if
 * its event has several. Creates the instance if it does not exist and the viewer may enter it. Its capacity limits
 * everybody, including its owner. Throws `invalid`, `missing` for a world that can't be read or is hidden, `forbidden`,
 * `conflict` for a closed or full instance, `exhausted` after 120 in a minute.
 */
export async function enterInstance(scope: ViewerScope, location: string, platform: string): Promise<Entry> {
  await assertAll([() => parseEntered(location), () => assertPlatform(platform)])
  const place = parseEntered(location)
  if (!(await findOpenWorld(scope, place.worldId))) throw worldNotFound(place.worldId)
  await scope.limits.take(ENTER_INSTANCE_LIMIT, scope.viewer.id)
  const entry = await enterWithOverflow(scope, place, platform)
  // Only clients of the platform can show a world, so this is presence in a client, even over GraphQL.
  scope.presence.recordRequest(scope.viewer.id, scope.now, 'client')
  return entry
}

/** Enters the instance, or another one of its event while those that it finds are filled by others. */
async function enterWithOverflow(scope: ViewerScope, wanted: Location, platform: string): Promise<Entry> {
  let place = wanted
  for (let attempt = 0; attempt < MAX_OVERFLOW; attempt++) {
    const entry = await enterPlace(scope, place, { platform, mayOverflow: true })
    if (entry !== 'overflow') return entry
    const next = await findOverflow(scope, place)
    if (!next) break
    place = next
  }
  const entry = await enterPlace(scope, wanted, { platform, mayOverflow: false })
  if (entry === 'overflow') throw new Error('an instance overflows that may not')
  return entry
}

interface Arrival {
  readonly platform: string
  /** Whether a full instance of an event that has several is answered by `overflow`. */
  readonly mayOverflow: boolean
}

const enterPlace = (scope: ViewerScope, place: Location, arrival: Arrival): Promise<Entry | 'overflow'> =>
  transact(scope, async (tx) => {
    await lockVisitor(tx, tx.viewer.id, arrival.platform)
    await prepareGroupInstance(tx, place)
    const moved = await moveViewer(tx, place, arrival)
    return moved === 'overflow' ? moved : { location: place.location, ...moved }
  })

function parseEntered(location: string): Location {
  const place = parseLocation(location)
  if (!place) throw invalid('location', 'location is not the location of an instance', 'not_a_location')
  return place
}

function assertPlatform(platform: string): void {
  if (!PLATFORM_PATTERN.test(platform))
    throw invalid('platform', 'platform is not the name of a platform', {
      reason: 'invalid_characters',
      min: 1,
      max: 32,
    })
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

/**
 * Locks the group of an instance, so that nobody enters who is banned meanwhile, and creates the instance if nobody has:
 * under the rules and with the audit entry of every instance of a group.
 */
async function prepareGroupInstance(tx: ViewerScope & InTransaction, place: Location): Promise<void> {
  const groupId = ownerGroupId(place)
  if (groupId === null) return
  const { location, ageGate, inviteOnly, groupAccessType } = place
  if ((await tx.db.instance.count({ where: { location } })) > 0) return lockGroupForEntry(tx, groupId)
  if (!canEnterInstance(tx, place, await accessFactsAt(tx, place))) throw entryForbidden()
  const kind = {
    ageGate,
    inviteOnly,
    groupAccessType: groupAccessType ?? 'members',
    calendarEntryId: null,
    roleIds: [],
  }
  await createGroupInstance(tx, { ...kind, groupId }, async (act) => {
    await insertInstance(act, place)
    return place
  })
}

/** Moves the viewer into an instance, or to the end of its queue. */
async function moveViewer(
  tx: ViewerScope & InTransaction,
  place: Location,
  { platform, mayOverflow }: Arrival,
): Promise<Omit<Entry, 'location'> | 'overflow'> {
  const { db, viewer } = tx
  const where = { userId: viewer.id }
  const before = await db.occupant.findUnique({ where })
  const waiting = await db.instanceQueueEntry.findUnique({ where })
  const others = [before?.location, waiting?.location].filter((location) => location !== undefined)
  const instance = await lockInstances(tx, place, others)
  // Read again under the lock: the viewer may have been removed since.
  const former = await db.occupant.findUnique({ where })
  if (former?.location === place.location) {
    await db.occupant.update({ where, data: { platform } })
    return { leftLocation: null, queuePosition: null }
  }
  const facts = await assertCanEnter(tx, place, instance)
  if (mayOverflow && (await isFullOfMany(tx, instance))) return 'overflow'
  const formerQueue = waiting && waiting.location !== place.location ? [waiting.location] : []
  await deleteFromQueues(tx, [viewer.id], formerQueue)
  const queuePosition = await findPlace(tx, instance, hasPriority(tx, facts))
  if (queuePosition === null) await enterLocked(tx, { place, platform, queueEnabled: instance.queueEnabled })
  return { leftLocation: queuePosition === null ? (former?.location ?? null) : null, queuePosition }
}

const isFullOfMany = async (tx: ViewerScope & InTransaction, instance: Instance): Promise<boolean> =>
  (await hasOverflow(tx, instance)) && (await countTaken(tx, instance.location)) >= instance.capacity

interface Entering {
  readonly place: Location
  readonly platform: string
  readonly queueEnabled: boolean
}

/** Enters an instance that has a place for the viewer, which the caller has locked with the one that the viewer leaves. */
async function enterLocked(
  tx: ViewerScope & InTransaction,
  { place, platform, queueEnabled }: Entering,
): Promise<void> {
  const { db, now, viewer, emit } = tx
  const { location, worldId } = place
  await leaveCurrentInstance(tx, viewer.id)
  await db.occupant.create({ data: { userId: viewer.id, location, platform, joinedAt: now } })
  if (queueEnabled) await deleteFromQueues(tx, [viewer.id], [location])
  await db.instance.update({ where: { location }, data: { emptySince: null } })
  await recordRecentLocation(tx, viewer.id, location)
  await recordVisit(tx, viewer.id, worldId)
  emit(whereaboutsChanged(viewer.id))
  emit(occupancyChanged(worldId))
  const groupId = ownerGroupId(place)
  if (groupId !== null) emit(groupInstancesChanged(groupId))
}

function hasPriority(scope: ViewerScope, facts: AccessFacts): boolean {
  const visitor = groupVisitorOf(scope, facts)
  return visitor !== null && hasGroupPermission(visitor, 'group-instance-queue-priority')
}

/**
 * Locks the instance together with those that the viewer leaves, and returns it. A missing one is inserted before any is
 * locked, so that a transaction that waits for the insert of another holds no lock.
 */
async function lockInstances(tx: ViewerScope & InTransaction, place: Location, others: readonly string[]) {
  const keys = [...new Set([place.location, ...others])]
  const lock = () => lockInstancesWith(tx, place.location, keys)
  const find = (rows: readonly Instance[]) => rows.find(({ location }) => location === place.location)
  const existing = find(await lock())
  if (existing) return existing
  if (place.type !== 'group') await insertInstance(tx, place)
  const inserted = find(await lock())
  if (inserted) return inserted
  throw new Failure('conflict', 'This instance was just removed; try again', { reason: 'instance_removed' })
}

async function assertCanEnter(
  tx: ViewerScope & InTransaction,
  place: Location,
  instance: Instance,
): Promise<AccessFacts> {
  // The world may have been hidden since it was checked without the lock.
  if ((await tx.db.world.count({ where: { id: place.worldId, ...openWorlds } })) === 0)
    throw worldNotFound(place.worldId)
  const facts = await accessFactsAt(tx, place)
  if (!canEnterInstance(tx, place, facts)) throw entryForbidden()
  assertEventStarted(tx, facts)
  // The clock and not the time of the request: it may have waited for the transaction that closed the instance.
  if (isClosedAt(instance, tx.clock.now()))
    throw new Failure('conflict', 'This instance is closed', { reason: 'instance_closed' })
  return facts
}
