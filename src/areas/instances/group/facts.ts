import { addMilliseconds, MINUTE } from '../../../kernel/clock.ts'
import type { Location } from '../../../kernel/location.ts'
import {
  ALL_PERMISSIONS,
  type CountedRole,
  EVERYONE_ORDER,
  effectivePermissions,
  type GroupPermission,
} from '../../groups/roles/permissions.ts'

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
export interface GroupVisitor extends GroupFacts {
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
export function canEnterGroupInstance(visitor: GroupVisitor, place: Location, entry: EntryFacts): boolean {
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
export function entryTimeOf(visitor: GroupVisitor): Date | null {
  const event = visitor.instance?.event
  if (!event) return null
  const isHost = HOSTS.some((permission) => hasGroupPermission(visitor, permission))
  const minutes = isHost ? event.hostEarlyJoinMinutes : event.guestEarlyJoinMinutes
  return addMilliseconds(new Date(event.startsAt), -minutes * MINUTE)
}

const HOSTS: readonly GroupPermission[] = ['group-calendar-manage', 'group-instance-moderate']

/** Whether a person can close and rename the instances of the group, which their creators can, too. */
export const canManageGroupInstances = (visitor: GroupVisitor): boolean =>
  !isShutOut(visitor) && hasGroupPermission(visitor, 'group-instance-manage')

/** Whether lists show a person an instance that they may enter: to who is no member, only public ones. */
export const isListedFor = (visitor: GroupVisitor, { groupAccessType }: Location): boolean =>
  visitor.isMember || visitor.isAdmin || groupAccessType === 'public'
