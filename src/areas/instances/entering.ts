import type { Instance } from '../../generated/prisma/client.ts'
import { Failure, invalid, noSuchUser } from '../../kernel/failure.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Limit } from '../../kernel/limits.ts'
import { type Location, parseLocation } from '../../kernel/location.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { whereaboutsChanged } from '../accounts/events.ts'
import { noSuchWorld } from '../worlds/policy.ts'
import { recordVisit } from '../worlds/visits.ts'
import { readableByIds } from '../worlds/worlds.ts'
import { occupancyChanged } from './events.ts'
import { leavePlace } from './leaving.ts'
import { makeRow } from './making.ts'
import { mayEnter, mayNotEnter, tiesToOne } from './policy.ts'
import { rememberLocation } from './recents.ts'

const ENTRIES: Limit = { name: 'enter-instance', points: 120, window: 60 }

const PLATFORM = /^[0-9A-Za-z_-]{1,32}$/
const MOBILE: readonly string[] = ['android', 'ios']

/**
 * Goes to an instance, and so leaves where the viewer was. One that nobody has made is made, as far as the viewer may
 * enter it. Its capacity counts for everybody, its owner too. Throws `invalid`, `missing` for a world that can't be read
 * or is hidden, `forbidden` for who may not enter, `conflict` for a closed or a full one, `exhausted` after 120 in a
 * minute.
 */
export async function enterInstance(scope: SignedScope, location: string, platform: string): Promise<Location> {
  const place = parseLocation(location)
  if (!place) throw invalid('location', 'location is not the location of an instance')
  if (!PLATFORM.test(platform)) throw invalid('platform', 'platform is not the name of a platform')
  const [world] = await readableByIds(scope, [place.worldId])
  if (!world || world.releaseStatus === 'hidden') throw noSuchWorld(place.worldId)
  await scope.limits.take(ENTRIES, scope.viewer.id)
  await transact(scope, async (open) => {
    await holdVisitor(open, open.viewer.id, platform)
    await move(open, place, platform)
  })
  // Whoever is in a world is there by a client of the platform, whichever door it uses.
  scope.presence.seen(scope.viewer.id, scope.now, 'client')
  return place
}

/** Keeps the person's other comings and goings, and the erasure, waiting until the transaction ends. */
async function holdVisitor({ db, now }: Open & SignedScope, id: UserId, platform: string): Promise<void> {
  const { count } = await db.user.updateMany({
    where: { id, erasedAt: null },
    data: { lastPlatform: platform, ...(MOBILE.includes(platform) && { lastMobileAt: now }) },
  })
  if (count === 0) throw noSuchUser(id)
}

async function move(open: SignedScope & Open, place: Location, platform: string): Promise<void> {
  const { db, now, viewer, emit } = open
  const where = { userId: viewer.id }
  const before = await db.occupant.findUnique({ where })
  const instance = await holdInstances(open, place, before?.location)
  // Whoever was put out meanwhile comes anew.
  const former = await db.occupant.findUnique({ where })
  if (former?.location === place.location) {
    await db.occupant.update({ where, data: { platform } })
    return
  }
  await mustLetIn(open, place, instance)
  await leavePlace(open, viewer.id)
  await db.occupant.create({ data: { userId: viewer.id, location: place.location, platform, joinedAt: now } })
  await db.instance.update({ where: { location: place.location }, data: { emptySince: null } })
  await rememberLocation(open, viewer.id, place.location)
  await recordVisit(open, viewer.id, place.worldId)
  emit(whereaboutsChanged(viewer.id))
  emit(occupancyChanged(place.worldId))
}

/** The instance, made where there is none; locked together with the one that is left, in one order for all. */
async function holdInstances(open: SignedScope & Open, place: Location, former = place.location): Promise<Instance> {
  const hold = () => open.db.$queryRaw<Instance[]>`
    SELECT * FROM "Instance" WHERE location IN (${place.location}, ${former}) ORDER BY location FOR NO KEY UPDATE`
  const found = (rows: readonly Instance[]) => rows.find(({ location }) => location === place.location)
  const held = found(await hold())
  if (held) return held
  await makeRow(open, place)
  const made = found(await hold())
  if (!made) throw new Failure('conflict', 'This instance was just removed; try again', { code: 'instance_removed' })
  return made
}

async function mustLetIn(open: SignedScope & Open, place: Location, instance: Instance): Promise<void> {
  // What was looked at before may have been hidden, by one who has put everybody out.
  if ((await open.db.world.count({ where: { id: place.worldId, NOT: { releaseStatus: 'hidden' } } })) === 0)
    throw noSuchWorld(place.worldId)
  if (!mayEnter(open, place, await tiesToOne(open, place))) throw mayNotEnter()
  // Whoever has waited for the one who closed it came later than that, whenever the request began.
  if (instance.closedAt && instance.closedAt <= open.clock.now())
    throw new Failure('conflict', 'This instance is closed', { code: 'instance_closed' })
  const inside = await open.db.occupant.count({ where: { location: place.location } })
  if (inside >= instance.capacity) throw new Failure('conflict', 'This instance is full', { code: 'instance_full' })
}
