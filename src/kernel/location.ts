import { isId, type UserId, type WorldId } from './ids.ts'

/** Who may come: everybody, friends of those inside, friends of the owner, whoever is invited, or a group. */
export const INSTANCE_TYPES = ['public', 'hidden', 'friends', 'private', 'group'] as const
export type InstanceType = (typeof INSTANCE_TYPES)[number]

export const REGIONS = ['us', 'use', 'eu', 'jp'] as const
export type InstanceRegion = (typeof REGIONS)[number]

export const GROUP_ACCESS_TYPES = ['members', 'plus', 'public'] as const
export type GroupAccessType = (typeof GROUP_ACCESS_TYPES)[number]

/** What the id of an instance says by its tags. */
export interface InstanceTags {
  /** Letters and digits; clients make five digits. */
  readonly name: string
  readonly type: InstanceType
  /** A person's id, or a group's; null for a public one alone. */
  readonly ownerId: string | null
  /** Makes a private one invite+. */
  readonly canRequestInvite: boolean
  readonly groupAccessType: GroupAccessType | null
  readonly inviteOnly: boolean
  readonly ageGate: boolean
  readonly strict: boolean
  /** Null where nothing is said: clients take it for us. */
  readonly region: InstanceRegion | null
  readonly nonce: string | null
}

/** A place that can be named: an instance of a world. */
export interface Location extends InstanceTags {
  readonly worldId: WorldId
  /** Its tags in the documented order. Without the nonce, which is a secret and no part of the name. */
  readonly instanceId: string
  /** `<worldId>:<instanceId>`. */
  readonly location: string
}

const NAME = /^[0-9A-Za-z]{1,32}$/
const TAG = /^([A-Za-z]+)(?:\(([^()]+)\))?$/
const NONCE = /^[0-9A-Za-z-]{1,128}$/
const MOST_TEXT = 512

const within =
  (words: readonly string[]) =>
  (text: string): boolean =>
    words.includes(text)
const person = (text: string) => isId('user', text)

/** What each tag may carry; null for one that stands alone. */
const VALUES: Readonly<Record<string, ((text: string) => boolean) | null>> = {
  private: person,
  friends: person,
  hidden: person,
  group: (text) => isId('group', text),
  canRequestInvite: null,
  groupAccessType: within(GROUP_ACCESS_TYPES),
  inviteOnly: null,
  ageGate: null,
  strict: null,
  region: within(REGIONS),
  nonce: (text) => NONCE.test(text),
}

type Tags = ReadonlyMap<string, string>

/** The tags by their names; null when one is unknown, comes twice, or does not carry what it has to. */
function readTags(parts: readonly string[]): Tags | null {
  const tags = new Map<string, string>()
  for (const part of parts) {
    const [, name = '', value = ''] = TAG.exec(part) ?? []
    const check = Object.hasOwn(VALUES, name) ? VALUES[name] : undefined
    if (check === undefined || tags.has(name) || !(check ? check(value) : value === '')) return null
    tags.set(name, value)
  }
  return tags
}

const OWNED: readonly InstanceType[] = ['private', 'friends', 'hidden', 'group']

/** Whether the tags stand together: one owner at most, and what belongs to one type with that type alone. */
function agree(tags: Tags): boolean {
  if (OWNED.filter((type) => tags.has(type)).length > 1) return false
  if (tags.has('canRequestInvite') && !tags.has('private')) return false
  return tags.has('group') || !['groupAccessType', 'inviteOnly'].some((name) => tags.has(name))
}

const oneOf = <W extends string>(words: readonly W[], text: string | undefined): W | null =>
  words.find((word) => word === text) ?? null

function meant(name: string, tags: Tags): InstanceTags {
  const type = OWNED.find((owned) => tags.has(owned)) ?? 'public'
  return {
    name,
    type,
    ownerId: tags.get(type) ?? null,
    canRequestInvite: tags.has('canRequestInvite'),
    groupAccessType: oneOf(GROUP_ACCESS_TYPES, tags.get('groupAccessType')),
    inviteOnly: tags.has('inviteOnly'),
    ageGate: tags.has('ageGate'),
    strict: tags.has('strict'),
    region: oneOf(REGIONS, tags.get('region')),
    nonce: tags.get('nonce') ?? null,
  }
}

/** The id of an instance with its tags in the documented order, without the nonce. */
export const instanceIdOf = (tags: InstanceTags): string =>
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

/** The place of these tags in a world. */
export function placeAt(worldId: WorldId, tags: InstanceTags): Location {
  const instanceId = instanceIdOf(tags)
  return { ...tags, worldId, instanceId, location: `${worldId}:${instanceId}` }
}

/** What follows the colon of a location; null for what breaks the grammar. Tags may come in any order. */
export function parseInstance(worldId: WorldId, text: string): Location | null {
  if (text.length > MOST_TEXT) return null
  const [name = '', ...parts] = withoutShortName(text).split('~')
  const tags = NAME.test(name) ? readTags(parts) : null
  return tags && agree(tags) ? placeAt(worldId, meant(name, tags)) : null
}

/** Links that are passed on carry it behind the location. */
const withoutShortName = (text: string) => text.replace(/&shortName=[^&]*$/, '')

/** `<worldId>:<instanceId>`; null for what breaks the grammar, and for words that name no place, as `private` is. */
export function parseLocation(text: string): Location | null {
  const at = text.indexOf(':')
  const worldId = text.slice(0, Math.max(at, 0))
  return isId('world', worldId) ? parseInstance(worldId, text.slice(at + 1)) : null
}

/** The owner of a place, where it is a person. */
export const personOwning = ({ ownerId }: Pick<Location, 'ownerId'>): UserId | null =>
  ownerId !== null && isId('user', ownerId) ? ownerId : null
