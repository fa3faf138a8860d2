import { isAdmin } from '../../kernel/access.ts'
import { Failure } from '../../kernel/failure.ts'
import type { InstanceType, Location } from '../../kernel/location.ts'
import type { Viewer, ViewerScope } from '../../kernel/scope.ts'
import {
  canEnterGroupInstance,
  canManageGroupInstances,
  entryTimeOf,
  type GroupVisitor,
  isListedFor,
} from './group/facts.ts'
import { type AccessFacts, accessFactsByLocation } from './queries.ts'

export async function accessFactsAt(scope: ViewerScope, place: Location): Promise<AccessFacts> {
  const facts = (await accessFactsByLocation(scope, [place])).get(place.location)
  if (!facts) throw new Error('a location has no access facts')
  return facts
}

/** A person whose rights are asked for, who need not be the one who sends a request. */
interface Visiting {
  readonly viewer: Pick<Viewer, 'id' | 'admin' | 'pendingFactors'>
}

/** The viewer as the rules of group instances see them; null for an instance of no group that exists. */
export const groupVisitorOf = (scope: Visiting, { group }: AccessFacts): GroupVisitor | null =>
  group && { ...group, userId: scope.viewer.id, isAdmin: isAdmin(scope) }

function canEnterByGroup(scope: Visiting, facts: AccessFacts, place: Location): boolean {
  const visitor = groupVisitorOf(scope, facts)
  return visitor !== null && canEnterGroupInstance(visitor, place, facts)
}

/** Whether the viewer can close and rename an instance by a right in its group. */
export function managesByGroup(scope: ViewerScope, facts: AccessFacts): boolean {
  const visitor = groupVisitorOf(scope, facts)
  return visitor !== null && canManageGroupInstances(visitor)
}

type EntryRule = (scope: Visiting, facts: AccessFacts, place: Location) => boolean

/** Who can enter an instance of each type, besides its owner. */
const ENTRY_RULES: Readonly<Record<InstanceType, EntryRule>> = {
  public: () => true,
  hidden: (_scope, facts) => facts.befriendsOwner || facts.befriendsOccupant,
  friends: (_scope, facts) => facts.befriendsOwner,
  private: (_scope, facts) => facts.invited,
  group: canEnterByGroup,
}

/** Whether the viewer can enter an instance that is open and not full. A block between viewer and owner always prevents it. */
export function canEnterInstance(scope: Visiting, place: Location, facts: AccessFacts): boolean {
  if (facts.apartFromOwner || facts.kicked || (place.ageGate && !facts.ofAge)) return false
  return place.ownerId === scope.viewer.id || ENTRY_RULES[place.type](scope, facts, place)
}

/** What of an instance decides whether people can enter now. */
interface EntryState {
  readonly closedAt: Date | null
  readonly capacity: number
  readonly occupants: number
}

/** Why people can't enter an instance at this time; null if those who may enter it can. It limits its owner, too. */
export function entryObstacle({ closedAt, capacity, occupants }: EntryState, at: Date): 'closed' | 'full' | null {
  if (isClosedAt({ closedAt }, at)) return 'closed'
  return occupants >= capacity ? 'full' : null
}

/** People who may enter an instance can invite others, and so can occupants, whose own invite may have expired. */
export const canInviteTo = (scope: ViewerScope, place: Location, facts: AccessFacts): boolean =>
  facts.inside || canEnterInstance(scope, place, facts)

/** Whether an instance is closed at this time. One that was not created is open. */
export const isClosedAt = ({ closedAt }: Pick<EntryState, 'closedAt'>, at: Date): boolean =>
  closedAt !== null && closedAt <= at

/** Whether the viewer can close and rename an instance: its owner, its creator, managers of its group and admins can. */
export const canCloseInstance = (scope: ViewerScope, instance: OwnedInstance, facts: AccessFacts): boolean =>
  isAdmin(scope) || isOwnInstance(scope, instance) || managesByGroup(scope, facts)

interface OwnedInstance {
  readonly ownerId: string | null
  readonly creatorId: string
}

export const isOwnInstance = ({ viewer }: ViewerScope, { ownerId, creatorId }: OwnedInstance): boolean =>
  viewer.id === ownerId || viewer.id === creatorId

/**
 * Whether the viewer can see that an instance exists. To others it looks as if it was not created, so that guessing
 * locations does not reveal who is where. A friend inside lets the viewer see a `friends` instance, but not enter it.
 */
export const canSeeInstance = (scope: ViewerScope, place: Location, facts: AccessFacts): boolean =>
  isAdmin(scope) ||
  facts.inside ||
  canEnterInstance(scope, place, facts) ||
  managesByGroup(scope, facts) ||
  (place.type === 'friends' && facts.befriendsOccupant && !facts.apartFromOwner)

/** Whether lists of a world or a group show an instance to a viewer who can see it. */
export function isListed(scope: ViewerScope, place: Location, facts: AccessFacts): boolean {
  return place.type === 'group' ? isGroupInstanceListed(scope, place, facts) : canSeeInstance(scope, place, facts)
}

/** Whether lists show an instance of a group to a person: one that they may enter, and of a group of others a public one. */
export function isGroupInstanceListed(scope: Visiting, place: Location, facts: AccessFacts): boolean {
  const visitor = groupVisitorOf(scope, facts)
  return visitor !== null && isListedFor(visitor, place) && canEnterInstance(scope, place, facts)
}

/** Shipped clients depend on these messages, including their inner quotes. */
export const instanceNotFound = () => new Failure('missing', '"Instance not found"', { reason: 'instance_not_found' })
/** A parsed location. Throws `missing` for an invalid one. */
export function validLocation(place: Location | null): Location {
  if (!place) throw instanceNotFound()
  return place
}
/** Throws `forbidden` before the time from which the viewer can enter the instance of an event. */
export function assertEventStarted(scope: ViewerScope, facts: AccessFacts): void {
  const visitor = groupVisitorOf(scope, facts)
  const entryTime = visitor && entryTimeOf(visitor)
  // The clock and not the time of the request, which may have waited.
  if (entryTime && scope.clock.now() < entryTime)
    throw new Failure('forbidden', 'This event has not started yet', { reason: 'event_not_started' })
}

export const entryForbidden = () =>
  new Failure('forbidden', "You're not allowed to enter this instance", { reason: 'cannot_enter' })
