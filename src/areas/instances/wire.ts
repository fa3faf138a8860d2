import type { Instance, LimitedUserInstance } from '../../contract/shapes/instance.ts'
import { InstanceContentSettings, type World } from '../../contract/shapes/world.ts'
import type { Location } from '../../kernel/location.ts'
import { profileWire } from '../accounts/wire.ts'
import type { SeenInstance } from './instances.ts'
import type { PersonInside } from './people.ts'

export interface Shown {
  readonly instance: SeenInstance
  readonly world: World
  /** Null for those who are not told. */
  readonly people: readonly PersonInside[] | null
  readonly now: Date
}

/** An instance that nobody has made looks as one in which nobody is. */
export const instanceWire = ({ instance, world, people, now }: Shown): Instance => ({
  ...placeWire(instance),
  ...roomWire(instance),
  ...stateWire(instance, now),
  ...choicesWire(instance),
  ...(people && { users: people.map(personInsideWire) }),
  gameServerVersion: null,
  permanent: false,
  queueSize: 0,
  tags: [],
  world,
})

const placeWire = ({ place, row, creatorId, secureName, isOwn }: SeenInstance) => ({
  ...ownerWire(place),
  ageGate: place.ageGate || null,
  canRequestInvite: place.canRequestInvite,
  clientNumber: 'unknown',
  ...(creatorId !== null && { creatorId }),
  ...(place.groupAccessType && { groupAccessType: place.groupAccessType, roleRestricted: place.inviteOnly }),
  id: place.location,
  instanceId: place.instanceId,
  location: place.location,
  name: place.name,
  ...(isOwn && row?.nonce && { nonce: row.nonce }),
  ownerId: place.ownerId,
  photonRegion: place.region ?? 'us',
  region: place.region ?? 'us',
  secureName,
  shortName: row?.shortName ?? null,
  strict: place.strict,
  type: place.type,
  worldId: place.worldId,
})

/** The owner stands in the field that is named like the type, too. */
function ownerWire({ type, ownerId }: Location): Pick<Instance, 'hidden' | 'friends' | 'private'> {
  if (ownerId === null || type === 'public' || type === 'group') return {}
  return { [type]: ownerId }
}

function roomWire({ row, world }: SeenInstance) {
  const { occupants, android, ios, standalonewindows } = row ?? NOBODY
  const { capacity, recommendedCapacity } = row ?? world
  return {
    capacity,
    full: occupants >= capacity,
    hasCapacityForYou: occupants < capacity,
    n_users: occupants,
    platforms: { android, ios, standalonewindows },
    recommendedCapacity,
    userCount: occupants,
  }
}

const NOBODY = { occupants: 0, android: 0, ios: 0, standalonewindows: 0 }

const stateWire = ({ row }: SeenInstance, now: Date) => ({
  active: row === null || row.closedAt === null || row.closedAt > now,
  closedAt: row?.closedAt?.toISOString() ?? null,
  hardClose: row?.closedAt ? row.hardClose : null,
})

const choicesWire = ({ row, world }: SeenInstance) => ({
  calendarEntryId: row?.calendarEntryId ?? null,
  contentSettings: InstanceContentSettings.parse(row?.contentSettings ?? world.contentSettings),
  displayName: row?.displayName ?? null,
  instancePersistenceEnabled: row?.instancePersistenceEnabled ?? null,
  playerPersistenceEnabled: row?.playerPersistenceEnabled ?? null,
  queueEnabled: row?.queueEnabled ?? false,
})

/** The day on which somebody came is told here as a moment; the rest as everywhere. */
function insideProfile(person: PersonInside) {
  const { date_joined: day, ...profile } = profileWire(person)
  return { ...profile, date_joined: `${day}T00:00:00.000Z` }
}

const personInsideWire = (person: PersonInside): LimitedUserInstance => ({
  ...insideProfile(person),
  friendKey: person.relation?.friendKey ?? '',
  imageUrl: person.profilePicOverride || person.currentAvatarImageUrl,
  isFriend: person.relation?.isFriend ?? false,
  last_activity: (person.relation?.isFriend && person.lastActivityAt?.toISOString()) || null,
  platform: person.occupies?.platform ?? '',
  state: 'online',
})

export const shortNameWire = ({ row, secureName }: SeenInstance) => ({
  secureName,
  shortName: row?.shortName ?? null,
})
