import { type GroupId, isId, type UserId, type WorldId } from './ids.ts'
import { lookUp } from './maps.ts'
import { decodeSegmentCharacters } from './webUrls.ts'

/** Who may join: everybody, friends of occupants, friends of the owner, invited users, members of a group. */
export const INSTANCE_TYPES = ['public', 'hidden', 'friends', 'private', 'group'] as const
export type InstanceType = (typeof INSTANCE_TYPES)[number]

export const REGIONS = ['us', 'use', 'eu', 'jp'] as const
export type InstanceRegion = (typeof REGIONS)[number]

export const GROUP_ACCESS_TYPES = ['members', 'plus', 'public'] as const
export type GroupAccessType = (typeof GROUP_ACCESS_TYPES)[number]

/** The name and tags in the id of an instance. */
export interface InstanceTags {
  /** Letters and digits; clients generate five digits. */
  readonly name: string
  readonly type: InstanceType
  /** Id of a user or group; null only for public instances. */
  readonly ownerId: string | null
  /** Makes a private instance "invite+". */
  readonly canRequestInvite: boolean
  readonly groupAccessType: GroupAccessType | null
  readonly inviteOnly: boolean
  readonly ageGate: boolean
  readonly strict: boolean
  /** Null for none: clients assume `us`. */
  readonly region: InstanceRegion | null
  readonly nonce: string | null
}

/** The parsed location of an instance of a world. */
export interface Location extends InstanceTags {
  readonly worldId: WorldId
  /** Name and tags in the documented order, without the nonce, which is secret. */
  readonly instanceId: string
  /** `<worldId>:<instanceId>`. */
  readonly location: string
}

const NAME = /^[0-9A-Za-z]{1,32}$/
const TAG = /^([A-Za-z]+)(?:\(([^()]+)\))?$/
const NONCE = /^[0-9A-Za-z-]{1,128}$/
const MAX_LENGTH = 512

const isOneOf =
  (words: readonly string[]) =>
  (text: string): boolean =>
    words.includes(text)
const isUserId = (text: string) => isId('user', text)

/** Checks the value of each tag; null for a tag without value. */
const TAG_VALUE_CHECKS: Readonly<Record<string, ((text: string) => boolean) | null>> = {
  private: isUserId,
  friends: isUserId,
  hidden: isUserId,
  group: (text) => isId('group', text),
  canRequestInvite: null,
  groupAccessType: isOneOf(GROUP_ACCESS_TYPES),
  inviteOnly: null,
  ageGate: null,
  strict: null,
  region: isOneOf(REGIONS),
  nonce: (text) => NONCE.test(text),
}

type Tags = ReadonlyMap<string, string>

/** Tags by name; null for unknown or repeated tags and invalid values. */
function parseTags(parts: readonly string[]): Tags | null {
  const tags = new Map<string, string>()
  for (const part of parts) {
    const [, name = '', value = ''] = TAG.exec(part) ?? []
    const check = lookUp(TAG_VALUE_CHECKS, name)
    if (check === undefined || tags.has(name) || !(check ? check(value) : value === '')) return null
    tags.set(name, value)
  }
  return tags
}

const OWNED_TYPES: readonly InstanceType[] = ['private', 'friends', 'hidden', 'group']

/** Whether tags may be combined: at most one owner, and tags of one instance type only with that type. */
function areConsistent(tags: Tags): boolean {
  if (OWNED_TYPES.filter((type) => tags.has(type)).length > 1) return false
  if (tags.has('canRequestInvite') && !tags.has('private')) return false
  return tags.has('group') || !['groupAccessType', 'inviteOnly'].some((name) => tags.has(name))
}

const findWord = <W extends string>(words: readonly W[], text: string | undefined): W | null =>
  words.find((word) => word === text) ?? null

function tagsFrom(name: string, tags: Tags): InstanceTags {
  const type = OWNED_TYPES.find((owned) => tags.has(owned)) ?? 'public'
  return {
    name,
    type,
    ownerId: tags.get(type) ?? null,
    canRequestInvite: tags.has('canRequestInvite'),
    groupAccessType: findWord(GROUP_ACCESS_TYPES, tags.get('groupAccessType')),
    inviteOnly: tags.has('inviteOnly'),
    ageGate: tags.has('ageGate'),
    strict: tags.has('strict'),
    region: findWord(REGIONS, tags.get('region')),
    nonce: tags.get('nonce') ?? null,
  }
}

/** Writes the name and tags in the documented order, without the nonce. */
const instanceIdOf = (tags: InstanceTags): string =>
  [
    tags.name,
    tags.type !== 'public' && `${tags.type}(${tags.ownerId})`,
    tags.canRequestInvite && 'canRequestInvite',
    tags.groupAccessType && `groupAccessType(${tags.groupAccessType})`,
    tags.inviteOnly && 'inviteOnly',
    tags.ageGate && 'ageGate',
    tags.strict && 'strict',
    tags.region && `region(${tags.region})`,
  ]
    .filter(Boolean)
    .join('~')

export function locationOf(worldId: WorldId, tags: InstanceTags): Location {
  const instanceId = instanceIdOf(tags)
  return { ...tags, worldId, instanceId, location: `${worldId}:${instanceId}` }
}

/** Parses the part of a location after the colon, with tags in any order; null for a malformed text. */
export function parseInstance(worldId: WorldId, text: string): Location | null {
  if (text.length > MAX_LENGTH) return null
  const [name = '', ...parts] = withoutShortName(text).split('~')
  const tags = NAME.test(name) ? parseTags(parts) : null
  return tags && areConsistent(tags) ? locationOf(worldId, tagsFrom(name, tags)) : null
}

/** Launch links append `&shortName=…` to the location. */
const withoutShortName = (text: string) => text.replace(/&shortName=[^&]*$/, '')

/**
 * Parses `<worldId>:<instanceId>`, also as clients encode it for an address; null for a malformed text and for words such
 * as `private` or `offline`.
 */
export function parseLocation(given: string): Location | null {
  const text = decodeSegmentCharacters(given)
  const at = text.indexOf(':')
  const worldId = text.slice(0, Math.max(at, 0))
  return isId('world', worldId) ? parseInstance(worldId, text.slice(at + 1)) : null
}

/** The owner of an instance; null for a group. */
export const ownerUserId = ({ ownerId }: Pick<Location, 'ownerId'>): UserId | null =>
  ownerId !== null && isId('user', ownerId) ? ownerId : null

/** The group that an instance belongs to; null for instances of people. */
export const ownerGroupId = ({ ownerId }: Pick<Location, 'ownerId'>): GroupId | null =>
  ownerId !== null && isId('group', ownerId) ? ownerId : null
