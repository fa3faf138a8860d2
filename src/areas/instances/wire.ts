import type { GroupInstance } from '../../contract/shapes/group.ts'
import type { Instance, LimitedUserInstance } from '../../contract/shapes/instance.ts'
import { InstanceContentSettings, type World } from '../../contract/shapes/world.ts'
import type { Location } from '../../kernel/location.ts'
import { shownUrl, type UrlOptions } from '../../kernel/ownUrls.ts'
import { userProfileWire } from '../accounts/wire.ts'
import type { InstanceView } from './instances.ts'
import type { Occupant } from './occupants.ts'

interface InstanceWireSource extends UrlOptions {
  readonly instance: InstanceView
  readonly world: World
  /** Null for viewers who can't see the occupants. */
  readonly occupants: readonly Occupant[] | null
  readonly now: Date
}

/** An instance that was not created has the record of an empty one. */
export const instanceWire = ({ instance, world, occupants, now, rules }: InstanceWireSource): Instance => ({
  ...locationWire(instance),
  ...occupancyWire(instance),
  ...stateWire(instance, now),
  ...optionsWire(instance),
  ...(occupants && { users: occupants.map((person) => occupantWire({ rules }, person)) }),
  gameServerVersion: null,
  permanent: false,
  queueSize: instance.row?.queueSize ?? 0,
  tags: [],
  world,
})

const locationWire = ({ place, row, creatorId, secureName, isOwn }: InstanceView) => ({
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

/** The field named like the type has the id of the owner. */
function ownerWire({ type, ownerId }: Location): Pick<Instance, 'hidden' | 'friends' | 'private'> {
  if (ownerId === null || type === 'public' || type === 'group') return {}
  return { [type]: ownerId }
}

function occupancyWire({ row, world }: InstanceView) {
  const { occupants, kept, android, ios, standalonewindows } = row ?? NO_OCCUPANTS
  const { capacity, recommendedCapacity } = row ?? world
  return {
    capacity,
    full: occupants >= capacity,
    hasCapacityForYou: occupants + kept < capacity,
    n_users: occupants,
    platforms: { android, ios, standalonewindows },
    recommendedCapacity,
    userCount: occupants,
  }
}

const NO_OCCUPANTS = { occupants: 0, kept: 0, android: 0, ios: 0, standalonewindows: 0 }

const stateWire = ({ row }: InstanceView, now: Date) => ({
  active: row === null || row.closedAt === null || row.closedAt > now,
  closedAt: row?.closedAt?.toISOString() ?? null,
  hardClose: row?.closedAt ? row.hardClose : null,
})

const optionsWire = ({ row, world }: InstanceView) => ({
  calendarEntryId: row?.calendarEntryId ?? null,
  contentSettings: InstanceContentSettings.parse(row?.contentSettings ?? world.contentSettings),
  displayName: row?.displayName ?? null,
  instancePersistenceEnabled: row?.instancePersistenceEnabled ?? null,
  playerPersistenceEnabled: row?.playerPersistenceEnabled ?? null,
  queueEnabled: row?.queueEnabled ?? false,
})

/** The date of registration is a time here, and a date in other records. */
function occupantProfileWire(options: UrlOptions, person: Occupant) {
  const { date_joined: day, ...profile } = userProfileWire(options, person, person.showsLastVisit)
  return { ...profile, date_joined: `${day}T00:00:00.000Z` }
}

const occupantWire = (options: UrlOptions, person: Occupant): LimitedUserInstance => ({
  ...occupantProfileWire(options, person),
  friendKey: person.relation?.friendKey ?? '',
  imageUrl: shownUrl(options, person.profilePicOverride || person.currentAvatarImageUrl),
  isFriend: person.relation?.isFriend ?? false,
  last_activity: (person.showsLastVisit && person.lastActivityAt?.toISOString()) || null,
  platform: person.occupies?.platform ?? '',
  state: 'online',
})

export const groupInstanceWire = (instance: InstanceView, world: World): GroupInstance => ({
  instanceId: instance.place.instanceId,
  location: instance.place.location,
  memberCount: instance.row?.occupants ?? 0,
  world,
})

export const shortNameWire = ({ row, secureName }: InstanceView) => ({
  secureName,
  shortName: row?.shortName ?? null,
})
