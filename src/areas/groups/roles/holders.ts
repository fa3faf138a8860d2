import type { GroupRole } from '../../../generated/prisma/client.ts'
import { Failure } from '../../../kernel/failure.ts'
import { type GroupId, trusted, type UserId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { appendGroupAudit, type GroupAuditEvent, readNames } from '../auditLog/entries.ts'
import { groupMemberChanged, groupMembersChanged } from '../events.ts'
import { type GroupAct, groupAct } from '../groupAct.ts'
import { readLockedMembership, readRank } from '../membership/membership.ts'
import { assertOutranks, assertPermission, notMember, roleNotFound } from '../policy.ts'
import { assertHasAll, assertOutranksRole } from './policy.ts'

/** A member and a role of the group. */
interface RoleHolding {
  readonly userId: UserId
  readonly roleId: string
}

/**
 * Gives a role to a member, and returns the ids of the member's roles in their order, without Everyone. Who holds the role
 * already keeps it. Members give themselves roles that are self-assignable; for others the viewer needs the right to assign
 * roles, a rank before the role and the member, and all permissions of the role. Throws `missing`, and `forbidden` also for
 * who is no member, for a role that is sold and for one that requires time-based codes that the member has not enabled.
 */
export const addGroupMemberRole = (scope: ViewerScope, groupId: GroupId, holding: RoleHolding): Promise<string[]> =>
  groupAct(scope, { act: 'addGroupMemberRole', groupId, ...optionsOf(scope, holding) }, async (act) => {
    const role = await readGivenRole(act, holding)
    if (!isSelfAssignment(act, holding, role)) assertHasAll(act.access, role.permissions)
    await assertCanHold(act, holding, role)
    return holds(act, holding, role, true)
  })

/**
 * Takes a role from a member, and returns the ids of the member's remaining roles in their order, without Everyone. Members
 * return roles that are self-assignable; for others the viewer needs the right to assign roles and a rank before the role
 * and the member. Throws `missing`, and `forbidden` also for who is no member.
 */
export const removeGroupMemberRole = (scope: ViewerScope, groupId: GroupId, holding: RoleHolding): Promise<string[]> =>
  groupAct(scope, { act: 'removeGroupMemberRole', groupId, ...optionsOf(scope, holding) }, async (act) =>
    holds(act, holding, await readGivenRole(act, holding), false),
  )

/** Anybody can name a role of their own; whether it is one that they can assign themselves is known under the lock. */
const optionsOf = ({ viewer }: ViewerScope, { userId, roleId }: RoleHolding) => ({
  needs: userId === viewer.id ? ('membership' as const) : ('group-roles-assign' as const),
  people: [userId],
  details: { userId, roleId },
})

const isSelfAssignment = ({ tx }: GroupAct, { userId }: RoleHolding, role: GroupRole) =>
  userId === tx.viewer.id && role.isSelfAssignable

/** The role, after the checks that giving and taking have in common. */
async function readGivenRole(act: GroupAct, holding: RoleHolding): Promise<GroupRole> {
  const { tx, access } = act
  const { userId, roleId } = holding
  const groupId = access.group.id
  const role = await tx.db.groupRole.findFirst({ where: { id: roleId, groupId } })
  if (!role) throw roleNotFound()
  if (!isSelfAssignment(act, holding, role)) {
    assertPermission(access, 'group-roles-assign')
    assertOutranksRole(access, role)
  }
  const { status } = await readLockedMembership(tx, access.group, userId)
  if (status !== 'member') throw notMember()
  if (!isSelfAssignment(act, holding, role)) assertOutranks(access, await readRank(tx, groupId, userId))
  return role
}

async function assertCanHold({ tx }: GroupAct, { userId }: RoleHolding, role: GroupRole): Promise<void> {
  if (role.requiresPurchase)
    throw new Failure('forbidden', 'This role must be purchased.', { reason: 'role_for_purchase' })
  if (role.requiresTwoFactor && !(await hasTwoFactor(tx, userId)))
    throw new Failure('forbidden', 'This role requires two-factor authentication.', { reason: 'role_needs_two_factor' })
}

const hasTwoFactor = async ({ db }: InTransaction, userId: string): Promise<boolean> =>
  (await db.account.count({ where: { userId, totpEnabledAt: { not: null } } })) > 0

/** Writes whether a member holds a role. All hold Everyone, at all times and without a row. */
async function holds(act: GroupAct, holding: RoleHolding, role: GroupRole, isHeld: boolean): Promise<string[]> {
  const { tx, access } = act
  const key = { roleId: role.id, userId: holding.userId }
  if (role.kind !== 'everyone') {
    const row = { ...key, groupId: access.group.id }
    const { count } = isHeld
      ? await tx.db.groupMemberRole.createMany({ data: [row], skipDuplicates: true })
      : await tx.db.groupMemberRole.deleteMany({ where: key })
    if (count > 0) await recordHolding(act, holding, role, isHeld)
  }
  return readRoleIds(tx, access.group.id, holding.userId)
}

async function recordHolding({ tx }: GroupAct, { userId }: RoleHolding, role: GroupRole, isHeld: boolean) {
  const nameOf = await readNames(tx, [tx.viewer.id, userId])
  const eventType: GroupAuditEvent = isHeld ? 'group.member.role.assign' : 'group.member.role.unassign'
  const [verb, preposition] = isHeld ? ['assigned', 'to'] : ['unassigned', 'from']
  await appendGroupAudit(tx, {
    groupId: role.groupId,
    eventType,
    targetId: userId,
    description: `${nameOf(tx.viewer.id)} ${verb} the role "${role.name}" ${preposition} ${nameOf(userId)}`,
    data: { roleId: role.id, roleName: role.name },
  })
  tx.emit(groupMemberChanged(trusted<'user'>(userId), { groupId: role.groupId }))
  tx.emit(groupMembersChanged(role.groupId))
}

async function readRoleIds({ db }: InTransaction, groupId: string, userId: string): Promise<string[]> {
  const where = { groupId, holders: { some: { groupId, userId } } }
  const roles = await db.groupRole.findMany({ where, orderBy: { order: 'asc' }, select: { id: true } })
  return roles.map(({ id }) => id)
}
