import { isAdmin } from '../../kernel/access.ts'
import { addMilliseconds, MINUTE } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { InstanceType, Location } from '../../kernel/location.ts'
import type { Viewer, ViewerScope } from '../../kernel/scope.ts'
import {
  ALL_PERMISSIONS,
  type CountedRole,
  EVERYONE_ORDER,
  effectivePermissions,
  type GroupPermission,
} from '../groups/roles/permissions.ts'
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

/** A role that a person holds, or to whose holders an instance is limited. */
interface RoleFacts {
  readonly id: string
  readonly order: number
}

/** The instance at a location of a group. */
interface CreatedInstance {
  readonly creatorId: string
  /** The event that is held in it; null for none. */
  readonly event: EventStart | null
  /** Ids of the roles whose holders can enter it; empty for no limit. */
  readonly roleIds: readonly string[]
  /** Which of the roles were not deleted. */
  readonly roles: readonly RoleFacts[]
}

/** When people can enter the instance of an event. Times are texts, as JSON has them. */
interface EventStart {
  readonly startsAt: string
  readonly hostEarlyJoinMinutes: number
  readonly guestEarlyJoinMinutes: number
}

/** Facts about a person and the group of an instance that decide on access. */
export interface GroupFacts {
  readonly isPrivate: boolean
  /** Whether an admin has hidden the group. */
  readonly isHidden: boolean
  readonly isMember: boolean
  readonly isBanned: boolean
  /** Whether the person has blocked the group. */
  readonly hasBlocked: boolean
  readonly hasTwoFactor: boolean
  /** The roles of a member, with Everyone; empty for others. */
  readonly roles: readonly (RoleFacts & CountedRole)[]
  /** Null for a location that nobody has made. */
  readonly instance: CreatedInstance | null
}

/** A person as the rules of group instances see them. */
interface GroupVisitor extends GroupFacts {
  readonly userId: string
  /** Whether the person is an admin of the platform, who has every permission in every group, by a rank above all. */
  readonly isAdmin: boolean
}

/** Nobody of these enters an instance of the group, nor does anything in one. */
const isShutOut = ({ isHidden, isBanned, hasBlocked }: GroupFacts): boolean => isHidden || isBanned || hasBlocked

/** Whether a person has a permission in the group of an instance. Roles that require time-based codes count with them only. */
export function hasGroupPermission(visitor: GroupVisitor, permission: GroupPermission): boolean {
  if (visitor.isAdmin) return true
  const held = effectivePermissions(visitor.roles, visitor.hasTwoFactor)
  return held.has(ALL_PERMISSIONS) || held.has(permission)
}

/** What of a group instance decides on the permissions that its creation takes. */
type GroupInstanceKind = Pick<Location, 'groupAccessType' | 'inviteOnly' | 'ageGate'> & {
  readonly calendarEntryId?: string | null | undefined
}

/** The kinds of instances that take different permissions, without those that only add to them. */
export const GROUP_INSTANCE_KINDS: readonly GroupInstanceKind[] = [
  { groupAccessType: 'members', inviteOnly: false, ageGate: false },
  { groupAccessType: 'members', inviteOnly: true, ageGate: false },
  { groupAccessType: 'plus', inviteOnly: false, ageGate: false },
  { groupAccessType: 'public', inviteOnly: false, ageGate: false },
]

/** The permissions that the creation of a group instance takes, all of them. */
export function creationPermissions({
  groupAccessType,
  inviteOnly,
  ageGate,
  calendarEntryId,
}: GroupInstanceKind): GroupPermission[] {
  const byAccess = {
    members: inviteOnly ? 'group-instance-restricted-create' : 'group-instance-open-create',
    plus: 'group-instance-plus-create',
    public: 'group-instance-public-create',
  } as const
  return [
    byAccess[groupAccessType ?? 'members'],
    ...(ageGate ? (['group-instance-age-gated-create'] as const) : []),
    ...(calendarEntryId ? (['group-instance-calendar-link'] as const) : []),
  ]
}

/** Whether a group can have an instance of this kind: private ones have no public ones, and only members' ones have limits. */
export const isPossibleKind = (
  { isPrivate }: Pick<GroupFacts, 'isPrivate'>,
  { groupAccessType, inviteOnly }: GroupInstanceKind,
): boolean =>
  !(isPrivate && groupAccessType === 'public') && !(inviteOnly && (groupAccessType ?? 'members') !== 'members')

const canCreate = (visitor: GroupVisitor, kind: GroupInstanceKind): boolean =>
  (visitor.isMember || visitor.isAdmin) &&
  isPossibleKind(visitor, kind) &&
  creationPermissions(kind).every((permission) => hasGroupPermission(visitor, permission))

const canJoin = (visitor: GroupVisitor): boolean =>
  (visitor.isMember || visitor.isAdmin) && hasGroupPermission(visitor, 'group-instance-join')

interface EntryFacts {
  /** Whether a friend of the person is inside. */
  readonly befriendsOccupant: boolean
  /** Whether somebody has invited the person. */
  readonly invited: boolean
}

/**
 * Whether a person may enter an instance of a group, by its access type and its roles. A location that nobody has made is
 * entered only by who may create it.
 */
function canEnterGroupInstance(visitor: GroupVisitor, place: Location, entry: EntryFacts): boolean {
  if (isShutOut(visitor)) return false
  const { groupAccessType: access } = place
  const isAdmitted = access === 'public' || canJoin(visitor) || (access === 'plus' && entry.befriendsOccupant)
  if (!isAdmitted) return false
  return visitor.instance ? isWithinLimits(visitor, visitor.instance, place, entry) : canCreate(visitor, place)
}

/** Holders of a role of the instance are, and moderators of a rank above the lowest of its roles. */
function isWithinLimits(
  visitor: GroupVisitor,
  { roleIds, roles, creatorId }: CreatedInstance,
  { inviteOnly }: Location,
  { invited }: EntryFacts,
): boolean {
  if (!inviteOnly) return true
  const lowest = Math.max(...roles.map(({ order }) => order), roles.length === 0 ? EVERYONE_ORDER : 0)
  if (hasGroupPermission(visitor, 'group-instance-moderate') && rankOf(visitor) < lowest) return true
  if (roleIds.length === 0) return invited || visitor.userId === creatorId
  const counted = visitor.roles.filter((role) => visitor.hasTwoFactor || !role.requiresTwoFactor)
  return counted.some(({ id }) => roles.some((role) => role.id === id))
}

const rankOf = ({ isAdmin, roles }: GroupVisitor): number =>
  isAdmin ? -1 : Math.min(EVERYONE_ORDER, ...roles.map(({ order }) => order))

/**
 * The time from which a person can enter the instance of an event: managers of the calendar and moderators come earlier
 * than others. Null for an instance without an event.
 */
function entryTimeOf(visitor: GroupVisitor): Date | null {
  const event = visitor.instance?.event
  if (!event) return null
  const isHost = HOSTS.some((permission) => hasGroupPermission(visitor, permission))
  const minutes = isHost ? event.hostEarlyJoinMinutes : event.guestEarlyJoinMinutes
  return addMilliseconds(new Date(event.startsAt), -minutes * MINUTE)
}

const HOSTS: readonly GroupPermission[] = ['group-calendar-manage', 'group-instance-moderate']

/** Whether a person can close and rename the instances of the group, which their creators can, too. */
const canManageGroupInstances = (visitor: GroupVisitor): boolean =>
  !isShutOut(visitor) && hasGroupPermission(visitor, 'group-instance-manage')

/** Whether lists show a person an instance that they may enter: to who is no member, only public ones. */
const isListedFor = (visitor: GroupVisitor, { groupAccessType }: Location): boolean =>
  visitor.isMember || visitor.isAdmin || groupAccessType === 'public'
