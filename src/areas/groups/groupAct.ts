import type { Prisma } from '../../generated/prisma/client.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import type { OwnerOrAdminAct } from '../audit/actNames.ts'
import { ownerOrAdminAct } from '../audit/staffAct.ts'
import { type GroupAccess, readGroupAccess } from './access.ts'
import { lockGroup, lockPeople } from './locks.ts'
import { assertAnyPermission, assertMember, assertOwner, assertPermission } from './policy.ts'
import type { GroupPermission } from './roles/permissions.ts'

/** An act upon a group, in its transaction. */
export interface GroupAct {
  readonly tx: ViewerScope & InTransaction
  /** The group and the viewer's rights as they are under the lock. */
  readonly access: GroupAccess
}

type Needs = GroupPermission | readonly GroupPermission[] | 'membership' | 'ownership'

/** An act that takes a right in the group, which admins of the platform have in every group. */
export interface ActByRight {
  /** Name of the operation. */
  readonly act: OwnerOrAdminAct
  /** What the viewer must be or have in the group, one of several permissions for a list. */
  readonly needs: Needs
  /** Ids and values for the audit log of the platform, if an admin acts. */
  readonly details?: Prisma.JsonObject
}

/** An act that all people perform for themselves alone, so that the audit log of the platform has no name for it. */
interface OwnAct {
  readonly act?: never
  readonly needs?: never
  readonly details?: never
}

export interface GroupActTarget {
  readonly groupId: string
  /** What else must hold of the group and the viewer's rights; throws otherwise. */
  readonly check?: (access: GroupAccess) => void
  /** People beside the viewer whose memberships the act changes or counts. */
  readonly people?: readonly string[]
}

type GroupActOptions = GroupActTarget & (ActByRight | OwnAct)

/**
 * Runs an act upon a group: locks the viewer, the other people and the group, in this order, checks what the viewer needs
 * under the locks, and runs `work`. An act of an admin of the platform that others need a right for is in the platform's
 * audit log, too, unless the admin owns the group. Throws `missing` for a group that the viewer can't see and for unknown
 * people, `forbidden` without the needed right, in this order: the group, the right, the people.
 */
export async function groupAct<R>(
  scope: ViewerScope,
  options: GroupActOptions,
  work: (act: GroupAct) => Promise<R>,
): Promise<R> {
  // Refused requests lock nobody, and learn of the group and the right before they learn of the people.
  await readCheckedAccess(scope, options)
  if (options.act === undefined)
    return transact(scope, async (tx) => work({ tx, access: await lockAndCheck(tx, options) }))
  const { act, groupId, details } = options
  return ownerOrAdminAct(scope, act, async (tx) => {
    const access = await lockAndCheck(tx, options)
    const result = await work({ tx, access })
    const needsAdmin = access.isPlatformAdmin && !access.isOwner
    return { subjectId: groupId, ownerId: tx.viewer.id, needsAdmin, ...(details && { details }), result }
  })
}

async function lockAndCheck(tx: ViewerScope & InTransaction, options: GroupActOptions): Promise<GroupAccess> {
  const { groupId, people = [] } = options
  await lockPeople(tx, [...new Set([tx.viewer.id, ...people])])
  await lockGroup(tx, groupId)
  return readCheckedAccess(tx, options)
}

async function readCheckedAccess(scope: ViewerScope, { groupId, needs, check }: GroupActOptions): Promise<GroupAccess> {
  const access = await readGroupAccess(scope, groupId)
  assertNeeded(access, needs)
  check?.(access)
  return access
}

function assertNeeded(access: GroupAccess, needs: Needs | undefined): void {
  if (needs === 'membership') assertMember(access)
  else if (needs === 'ownership') assertOwner(access)
  else if (typeof needs === 'string') assertPermission(access, needs)
  else if (needs) assertAnyPermission(access, needs)
}
