import { invalid } from '../../../kernel/failure.ts'
import type { GroupId } from '../../../kernel/ids.ts'
import { assertFound } from '../../../kernel/inputFaults.ts'
import type { GroupAccessType, Location } from '../../../kernel/location.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { closingTimeOf, readLinkableEvent } from '../../calendar/event/events.ts'
import type { GroupAccess } from '../../groups/access.ts'
import { type GroupAct, groupAct } from '../../groups/groupAct.ts'
import {
  assertNotHidden,
  assertPermission,
  groupLimitReached,
  hasPermission,
  isMemberOrAdmin,
} from '../../groups/policy.ts'
import { groupInstancesChanged } from '../events.ts'
import { creationPermissions, GROUP_INSTANCE_KINDS, isPossibleKind } from '../policy.ts'
import { appendInstanceAudit } from './moderation.ts'

/** What of a new instance of a group its rights depend on. */
interface NewGroupInstance {
  readonly groupId: GroupId
  readonly groupAccessType: GroupAccessType
  /** Whether only holders of the roles can enter, and people with an invite if there are no roles. */
  readonly inviteOnly: boolean
  readonly ageGate: boolean
  /** The event that is held in it, whose roles can enter. */
  readonly calendarEntryId: string | null
  /** Roles whose holders can enter; empty for no limit. */
  readonly roleIds: readonly string[]
}

/** A new instance with what its event decides. */
interface HostedInstance extends NewGroupInstance {
  /** When the event closes it; null without an event. */
  readonly eventClosesAt: Date | null
}

export const MAX_OPEN_INSTANCES = 50

/**
 * Creates an instance of a group by `insert`. Throws `missing`; `forbidden` without the permissions that its kind takes,
 * for a hidden group and for its 51st open instance; `invalid` for roles and events of other groups, an event that has
 * ended, and a kind that the group can't have.
 */
export const createGroupInstance = (
  scope: ViewerScope,
  wanted: NewGroupInstance,
  insert: (tx: ViewerScope & InTransaction, hosted: HostedInstance) => Promise<Location>,
): Promise<Location> =>
  groupAct(scope, { act: 'createInstance', groupId: wanted.groupId, needs: 'membership' }, async (act) => {
    // Who lacks the right learns nothing of the event.
    assertPermissions(act, wanted)
    const hosted = await hostedInstance(act, wanted)
    assertPermissions(act, hosted)
    await assertCanCreate(act, hosted)
    const place = await insert(act.tx, hosted)
    const { calendarEntryId, groupAccessType, roleIds } = hosted
    const data = { calendarEntryId, groupAccessType, roleIds: [...roleIds] }
    await appendInstanceAudit(act.tx, place, { eventType: 'group.instance.create', verb: 'created', data })
    act.tx.emit(groupInstancesChanged(wanted.groupId))
    return place
  })

/** A wanted instance as its event decides: the roles of the event are those of its instances. */
async function hostedInstance({ tx, access }: GroupAct, wanted: NewGroupInstance): Promise<HostedInstance> {
  if (wanted.calendarEntryId === null) return { ...wanted, eventClosesAt: null }
  const event = await readLinkableEvent(tx, access, wanted.calendarEntryId)
  const inviteOnly = wanted.inviteOnly || event.roleIds.length > 0
  return { ...wanted, roleIds: event.roleIds, inviteOnly, eventClosesAt: closingTimeOf(event) }
}

function assertPermissions({ access }: GroupAct, wanted: NewGroupInstance): void {
  for (const permission of creationPermissions(wanted)) assertPermission(access, permission)
}

async function assertCanCreate({ tx, access }: GroupAct, wanted: NewGroupInstance): Promise<void> {
  assertNotHidden(access)
  assertPossible(access, wanted)
  await assertOwnRoles(tx, wanted)
  const [[, count] = ['', 0]] = await countOpenInstances(tx, [wanted.groupId])
  if (count >= MAX_OPEN_INSTANCES) throw groupLimitReached('instances')
}

/** The number of open instances of each group that has any, by its id. One statement. */
export async function countOpenInstances(
  { db, now }: Pick<ViewerScope, 'db' | 'now'>,
  groupIds: readonly string[],
): Promise<(readonly [groupId: string, count: number])[]> {
  const open = [{ closedAt: null }, { closedAt: { gt: now } }]
  const where = { type: 'group', ownerId: { in: [...groupIds] }, OR: open }
  const counted = await db.instance.groupBy({ by: ['ownerId'], where, _count: true })
  return counted.map(({ ownerId, _count }) => [ownerId ?? '', _count] as const)
}

/** Whether the viewer can create an instance of some kind in a group with so many open ones. */
export const canCreateGroupInstance = (access: GroupAccess, openInstances: number): boolean =>
  isMemberOrAdmin(access) &&
  access.group.hiddenAt === null &&
  openInstances < MAX_OPEN_INSTANCES &&
  GROUP_INSTANCE_KINDS.some(
    (kind) =>
      isPossibleKind({ isPrivate: access.group.privacy === 'private' }, kind) &&
      creationPermissions(kind).every((permission) => hasPermission(access, permission)),
  )

function assertPossible({ group }: GroupAccess, wanted: NewGroupInstance): void {
  if (isPossibleKind({ isPrivate: group.privacy === 'private' }, wanted)) return
  if (group.privacy === 'private' && wanted.groupAccessType === 'public')
    throw invalid('groupAccessType', 'groupAccessType must not be public in a private group', 'wrong_combination')
  throw invalid(
    'groupAccessType',
    'groupAccessType must be members for holders of roles or by invite',
    'wrong_combination',
  )
}

async function assertOwnRoles({ db }: InTransaction, { groupId, roleIds }: NewGroupInstance): Promise<void> {
  const found = await db.groupRole.findMany({ where: { groupId, id: { in: [...roleIds] } }, select: { id: true } })
  assertFound('roleIds', roleIds, { found, message: 'roleIds must be roles of the group' })
}
