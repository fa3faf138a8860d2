import { userNotFound } from '../../../kernel/failure.ts'
import type { GroupId, UserId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { type GroupAccess, readGroupAccess, statusAt } from '../access.ts'
import { assertMember, groupForbidden } from '../policy.ts'
import { CREATE_GROUPS_PERMISSION, MAX_OWNED_GROUPS } from '../subscription.ts'

/** What must hold before a group gets another owner. */
export interface TransferRequirements {
  /** No role of the group is sold. */
  readonly groupNotMonetized: boolean
  /** The owner and the target have a subscription, or are admins of the platform. */
  readonly hasVRCPlus: boolean
  /** The target has confirmed an e-mail address. */
  readonly hasVerifiedEmail: boolean
  readonly targetCanOwnMoreGroups: boolean
  readonly targetIsGroupMember: boolean
}

/**
 * What must hold before a group gets another owner. The owner asks about anybody, by default about the person to whom the
 * group is offered; that person about themselves. Throws `missing`, `forbidden` for everybody else.
 */
export async function readTransferability(
  scope: ViewerScope,
  groupId: GroupId,
  targetId?: UserId,
): Promise<TransferRequirements> {
  const access = await readGroupAccess(scope, groupId)
  assertMember(access)
  const isOffered = isTransferTarget(scope, access) && (targetId ?? scope.viewer.id) === scope.viewer.id
  if (!isOffered && !access.isOwner && !access.isPlatformAdmin) throw groupForbidden()
  return readRequirements(scope, access.group, targetId ?? access.group.transferTargetId ?? scope.viewer.id)
}

/** Whether the group is offered to the viewer. */
export const isTransferTarget = ({ viewer }: ViewerScope, { group }: GroupAccess): boolean =>
  group.transferTargetId === viewer.id

/** Throws `missing` for an unknown target. Two statements. */
export async function readRequirements(
  { db, now }: Pick<ViewerScope, 'db' | 'now'>,
  { id: groupId, ownerId }: GroupAccess['group'],
  targetId: string,
): Promise<TransferRequirements> {
  const [people, soldRoles] = await Promise.all([
    db.user.findMany({
      where: { id: { in: [targetId, ...(ownerId === null ? [] : [ownerId])] }, erasedAt: null },
      select: personColumns(groupId),
      relationLoadStrategy: 'join',
    }),
    db.groupRole.count({ where: { groupId, requiresPurchase: true } }),
  ])
  const target = people.find(({ id }) => id === targetId)
  if (!target) throw userNotFound(targetId)
  const owner = people.find(({ id }) => id === ownerId)
  return {
    groupNotMonetized: soldRoles === 0,
    hasVRCPlus: isSubscriber(owner) && isSubscriber(target),
    hasVerifiedEmail: target.account?.emailVerified === true,
    targetCanOwnMoreGroups: target.admin || target._count.ownedGroups < MAX_OWNED_GROUPS,
    targetIsGroupMember: statusAt(target.groupMemberships[0], now) === 'member',
  }
}

const personColumns = (groupId: string) => ({
  id: true,
  admin: true,
  account: { select: { emailVerified: true } },
  grants: { where: { permission: { name: CREATE_GROUPS_PERMISSION } }, select: { userId: true } },
  groupMemberships: { where: { groupId }, select: { status: true, invitedAt: true } },
  _count: { select: { ownedGroups: { where: { deletedAt: null } } } },
})

interface Subscriber {
  readonly admin: boolean
  readonly grants: readonly unknown[]
}

const isSubscriber = (person: Subscriber | undefined): boolean =>
  person !== undefined && (person.admin || person.grants.length > 0)
