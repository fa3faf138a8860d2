import { randomBytes, randomInt } from 'node:crypto'
import type { Prisma } from '../../generated/prisma/client.ts'
import { Failure } from '../../kernel/failure.ts'
import type { UserId, WorldId } from '../../kernel/ids.ts'
import { type Location, personOwning } from '../../kernel/location.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'
import { visibleUsers } from '../users/policy.ts'
import { noSuchWorld } from '../worlds/policy.ts'
import { secureNameOf } from './instances.ts'
import { noSuchInstance } from './policy.ts'

/** What its maker says of an instance beside its place. */
export type Choices = Pick<
  Prisma.InstanceCreateManyInput,
  | 'queueEnabled'
  | 'displayName'
  | 'calendarEntryId'
  | 'contentSettings'
  | 'roleIds'
  | 'closedAt'
  | 'hardClose'
  | 'playerPersistenceEnabled'
  | 'instancePersistenceEnabled'
>

const SHORT_NAME_LENGTH = 8
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Eight letters and digits that can't be mistaken for one another. */
const newShortName = () => [...randomBytes(SHORT_NAME_LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('')

const named = (place: Location) => ({
  location: place.location,
  worldId: place.worldId,
  instanceId: place.instanceId,
  name: place.name,
  type: place.type,
  ownerId: place.ownerId,
  region: place.region ?? 'us',
  canRequestInvite: place.canRequestInvite,
  groupAccessType: place.groupAccessType,
  ageGate: place.ageGate,
  strict: place.strict,
  nonce: place.type === 'public' ? null : (place.nonce ?? randomBytes(16).toString('hex')),
  shortName: newShortName(),
  secureName: secureNameOf(place.location),
})

/** Writes an instance down, and does nothing where it stands already. It belongs to its owner, whoever comes first. */
export async function makeRow(open: SignedScope & Open, place: Location, choices: Choices = {}): Promise<void> {
  const creatorId = await creatorOf(open, place)
  const room = await roomOf(open, place.worldId)
  const data = { ...named(place), ...room, ...choices, creatorId, createdAt: open.now, emptySince: open.now }
  await open.db.instance.createMany({ data: [data], skipDuplicates: true })
}

/** Clients make locations up: its owner may be nobody. */
async function creatorOf({ db, viewer }: SignedScope & Open, place: Location): Promise<UserId> {
  const id = personOwning(place) ?? viewer.id
  if (id !== viewer.id && (await db.user.count({ where: { id, ...visibleUsers } })) === 0) throw noSuchInstance()
  return id
}

async function roomOf({ db }: Open, id: WorldId) {
  const select = { capacity: true, recommendedCapacity: true }
  const world = await db.world.findUnique({ where: { id }, select })
  if (!world) throw noSuchWorld(id)
  return world
}

const LEAST = 10_000
const NAMES = 90_000
const TRIES = 40

/**
 * A name of five digits that no other instance of the world has, and that nobody else is given until the transaction
 * ends. Throws `conflict` where the world is full of instances.
 */
export async function freeName({ db }: Open, worldId: WorldId): Promise<string> {
  const names = Array.from({ length: TRIES }, () => String(LEAST + randomInt(NAMES)))
  const taken = await db.instance.findMany({ where: { worldId, name: { in: names } }, select: { name: true } })
  for (const name of names) {
    if (taken.some((one) => one.name === name)) continue
    if (await isReserved({ db }, worldId, name)) return name
  }
  throw new Failure('conflict', 'This world has too many instances; try again later', { code: 'too_many_instances' })
}

/** Another transaction may be about to write the name down; or it has done so since. */
async function isReserved({ db }: Pick<Open, 'db'>, worldId: WorldId, name: string): Promise<boolean> {
  const [lock] = await db.$queryRaw<{ held: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`instance:${worldId}:${name}`}, 0)) AS held`
  return lock?.held === true && (await db.instance.count({ where: { worldId, name } })) === 0
}
