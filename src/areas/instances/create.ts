import { randomBytes, randomInt } from 'node:crypto'
import { Failure, invalid } from '../../kernel/failure.ts'
import { isId, type UserId, type WorldId } from '../../kernel/ids.ts'
import {
  type GroupAccessType,
  type InstanceRegion,
  type InstanceType,
  type Location,
  locationOf,
  ownerUserId,
} from '../../kernel/location.ts'
import { tryLockAdvisory } from '../../kernel/locks.ts'
import type { RateLimit } from '../../kernel/rateLimit.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import { visibleUsers } from '../users/policy.ts'
import { worldNotFound } from '../worlds/policy.ts'
import { findOpenWorld } from '../worlds/world/read.ts'
import { secureNameOf } from './instances.ts'
import { canEnterGroupInstance, instanceNotFound } from './policy.ts'

export interface NewInstance {
  readonly worldId: WorldId
  readonly type: InstanceType
  readonly region: InstanceRegion
  readonly ownerId?: string | null | undefined
  /** Whether others can request an invite. For private instances only. */
  readonly canRequestInvite?: boolean | undefined
  readonly groupAccessType?: GroupAccessType | undefined
  readonly inviteOnly?: boolean | undefined
  readonly ageGate?: boolean | undefined
  readonly displayName?: string | null | undefined
  readonly queueEnabled?: boolean | undefined
  readonly calendarEntryId?: string | undefined
  readonly contentSettings?: Readonly<Record<string, unknown>> | undefined
  readonly roleIds?: readonly string[] | undefined
  readonly closedAt?: Date | undefined
  readonly hardClose?: boolean | undefined
  readonly playerPersistenceEnabled?: boolean | null | undefined
  readonly instancePersistenceEnabled?: boolean | null | undefined
}

const CREATE_INSTANCE_LIMIT: RateLimit = { name: 'create-instance', points: 300, window: 60 * 60 }

/**
 * Creates an instance with a new name. Throws `missing` for a world that can't be read or is hidden, `invalid` for another
 * owner and for a past closing time, `forbidden` for group instances, `exhausted` after 300 in an hour.
 */
export async function createInstance(scope: ViewerScope, request: NewInstance): Promise<Location> {
  const { worldId, closedAt } = request
  const ownerId = ownerIdOf(scope, request)
  if (closedAt && closedAt <= scope.now) throw invalid('closedAt', 'closedAt must lie ahead', 'in_past')
  if (!(await findOpenWorld(scope, worldId))) throw worldNotFound(worldId)
  await scope.limits.take(CREATE_INSTANCE_LIMIT, scope.viewer.id)
  return transact(scope, async (tx) => {
    const place = locationOf(worldId, instanceTagsOf(request, ownerId, await reserveInstanceName(tx, worldId)))
    if (request.type === 'group' && !canEnterGroupInstance(tx, place)) throw groupInstanceForbidden()
    await insertInstance(tx, place, instanceOptionsOf(request))
    return place
  })
}

const groupInstanceForbidden = () =>
  new Failure('forbidden', "You're not allowed to create instances for this group", { reason: 'group_forbidden' })

function ownerIdOf({ viewer }: ViewerScope, { type, ownerId = null }: NewInstance): string | null {
  if (type === 'group') {
    if (ownerId === null || !isId('group', ownerId))
      throw invalid('ownerId', 'ownerId must be the id of a group', 'malformed')
    return ownerId
  }
  if (ownerId && ownerId !== viewer.id) throw invalid('ownerId', 'ownerId must be your own', 'unknown_reference')
  return type === 'public' ? null : viewer.id
}

const instanceTagsOf = (request: NewInstance, ownerId: string | null, name: string) => ({
  name,
  type: request.type,
  ownerId,
  canRequestInvite: request.type === 'private' && request.canRequestInvite === true,
  groupAccessType: request.type === 'group' ? (request.groupAccessType ?? 'members') : null,
  inviteOnly: request.type === 'group' && request.inviteOnly === true,
  ageGate: request.ageGate === true,
  strict: false,
  region: request.region,
  nonce: null,
})

/** Kinds of content that an instance allows or not. */
const CONTENT_SETTINGS = ['drones', 'emoji', 'pedestals', 'prints', 'props', 'stickers'] as const

const contentSettingsOf = (settings: Readonly<Record<string, unknown>>): Record<string, boolean> =>
  Object.fromEntries(
    CONTENT_SETTINGS.filter((name) => settings[name] !== undefined).map((name) => [name, settings[name] === true]),
  )

const instanceOptionsOf = (request: NewInstance) => ({
  queueEnabled: request.queueEnabled ?? false,
  displayName: request.displayName || null,
  calendarEntryId: request.calendarEntryId ?? null,
  contentSettings: contentSettingsOf(request.contentSettings ?? {}),
  roleIds: [...(request.roleIds ?? [])],
  closedAt: request.closedAt ?? null,
  hardClose: request.hardClose ?? false,
  playerPersistenceEnabled: request.playerPersistenceEnabled ?? null,
  instancePersistenceEnabled: request.instancePersistenceEnabled ?? null,
})

/** Columns of an instance that its creator chooses and that are not part of its location. */
type InstanceOptions = Partial<ReturnType<typeof instanceOptionsOf>>

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

/** Inserts an instance unless it exists. Its creator is its owner, even if another person enters first. */
export async function insertInstance(tx: ViewerScope & InTransaction, place: Location, options: InstanceOptions = {}) {
  const creatorId = await creatorIdOf(tx, place)
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
export async function reserveInstanceName({ db }: InTransaction, worldId: WorldId): Promise<string> {
  const names = Array.from({ length: NAME_CANDIDATES }, () => String(LOWEST_NAME + randomInt(NAME_COUNT)))
  const used = await db.instance.findMany({ where: { worldId, name: { in: names } }, select: { name: true } })
  for (const name of names) {
    if (used.every((instance) => instance.name !== name) && (await tryReserveName(db, worldId, name))) return name
  }
  throw new Failure('conflict', 'This world has too many instances; try again later', { reason: 'too_many_instances' })
}

/** The lock excludes transactions that reserve the name now, the count those that have used it since. */
const tryReserveName = async (db: InTransaction['db'], worldId: WorldId, name: string): Promise<boolean> =>
  (await tryLockAdvisory(db, `instance:${worldId}:${name}`)) &&
  (await db.instance.count({ where: { worldId, name } })) === 0
