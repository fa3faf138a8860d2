import { randomBytes, randomInt } from 'node:crypto'
import type { Prisma } from '../../generated/prisma/client.ts'
import { Failure } from '../../kernel/failure.ts'
import type { UserId, WorldId } from '../../kernel/ids.ts'
import { type Location, ownerUserId } from '../../kernel/location.ts'
import { tryLockAdvisory } from '../../kernel/locks.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { visibleUsers } from '../users/policy.ts'
import { worldNotFound } from '../worlds/policy.ts'
import { secureNameOf } from './instances.ts'
import { instanceNotFound } from './policy.ts'

/** Columns of an instance that its creator chooses and that are not part of its location. */
type InstanceOptions = Partial<
  Pick<
    Prisma.InstanceCreateManyInput,
    | 'queueEnabled'
    | 'displayName'
    | 'calendarEntryId'
    | 'creatorId'
    | 'eventClosesAt'
    | 'contentSettings'
    | 'roleIds'
    | 'closedAt'
    | 'hardClose'
    | 'playerPersistenceEnabled'
    | 'instancePersistenceEnabled'
  >
>

const SHORT_NAME_LENGTH = 8
const SHORT_NAME_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Letters and digits that can't be confused. */
const newShortName = () =>
  [...randomBytes(SHORT_NAME_LENGTH)].map((byte) => SHORT_NAME_ALPHABET[byte % SHORT_NAME_ALPHABET.length]).join('')

const locationColumns = ({ inviteOnly: _, ...place }: Location) => ({
  ...place,
  region: place.region ?? 'us',
  nonce: place.type === 'public' ? null : (place.nonce ?? randomBytes(16).toString('hex')),
  shortName: newShortName(),
  secureName: secureNameOf(place.location),
})

/** Inserts an instance unless it exists. Its creator is its owner by default, even if another person enters first. */
export async function insertInstance(tx: ViewerScope & InTransaction, place: Location, options: InstanceOptions = {}) {
  const creatorId = options.creatorId ?? (await creatorIdOf(tx, place))
  const capacity = await capacityOf(tx, place.worldId)
  const data = { ...locationColumns(place), ...capacity, ...options, creatorId, createdAt: tx.now, emptySince: tx.now }
  await tx.db.instance.createMany({ data: [data], skipDuplicates: true })
}

/** Locations come from clients, so their owner may not exist. */
async function creatorIdOf({ db, viewer }: ViewerScope & InTransaction, place: Location): Promise<UserId> {
  const id = ownerUserId(place) ?? viewer.id
  if (id !== viewer.id && (await db.user.count({ where: { id, ...visibleUsers } })) === 0) throw instanceNotFound()
  return id
}

async function capacityOf({ db }: InTransaction, id: WorldId) {
  const select = { capacity: true, recommendedCapacity: true }
  const world = await db.world.findUnique({ where: { id }, select })
  if (!world) throw worldNotFound(id)
  return world
}

const LOWEST_NAME = 10_000
const NAME_COUNT = 90_000
const NAME_CANDIDATES = 40

/**
 * Reserves a name of five digits that no other instance of the world has, until the transaction ends. Throws `conflict`
 * when no free name is found.
 */
export async function reserveInstanceName(tx: InTransaction, worldId: WorldId): Promise<string> {
  const names = Array.from({ length: NAME_CANDIDATES }, () => String(LOWEST_NAME + randomInt(NAME_COUNT)))
  const used = await tx.db.instance.findMany({ where: { worldId, name: { in: names } }, select: { name: true } })
  for (const name of names) {
    if (used.every((instance) => instance.name !== name) && (await tryReserveName(tx, worldId, name))) return name
  }
  throw new Failure('conflict', 'This world has too many instances; try again later', { reason: 'too_many_instances' })
}

/** The lock excludes transactions that reserve the name now, the count those that have used it since. */
const tryReserveName = async (tx: InTransaction, worldId: WorldId, name: string): Promise<boolean> =>
  (await tryLockAdvisory(tx, `instance:${worldId}:${name}`)) &&
  (await tx.db.instance.count({ where: { worldId, name } })) === 0
