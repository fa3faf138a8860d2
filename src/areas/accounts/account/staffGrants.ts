import type { StaffGrant } from '../../../generated/prisma/client.ts'
import { assertStaff } from '../../../kernel/access.ts'
import { Failure, userNotFound } from '../../../kernel/failure.ts'
import type { UserId } from '../../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { isStaffPermission, STAFF_PERMISSIONS, type StaffPermission } from '../../../kernel/staff.ts'
import { staffAct } from '../../audit/staffAct.ts'
import { accountChanged } from '../events.ts'
import { lockAccount, lockAccountOwner } from '../locks.ts'

interface Entrusted {
  readonly userId: UserId
  readonly permission: StaffPermission
}

/**
 * Gives a person a permission of the staff, also in running sessions; idempotent. Throws `forbidden` unless an admin acts, and
 * for accounts of the platform; `missing` for an unknown or erased person.
 */
export const grantStaffPermission = (scope: Scope, { userId, permission }: Entrusted): Promise<void> =>
  staffAct(scope, 'grantStaffPermission', async (tx) => {
    await lockAccount(tx, userId)
    const person = await lockAccountOwner(tx, userId)
    if (!person) throw userNotFound(userId)
    if (person.isSystemAccount)
      throw new Failure('forbidden', 'This account belongs to the platform', { reason: 'system_account' })
    const data = { userId, permission, grantedById: tx.viewer.id, grantedAt: tx.now }
    const { count } = await tx.db.staffGrant.createMany({ data: [data], skipDuplicates: true })
    if (count > 0) tx.emit(accountChanged(userId))
    return { subjectId: userId, details: { permission } }
  })

/** Takes a permission of the staff from a person, also from running sessions. Throws `forbidden`, `missing` if there is none. */
export const revokeStaffPermission = (scope: Scope, { userId, permission }: Entrusted): Promise<void> =>
  staffAct(scope, 'revokeStaffPermission', async (tx) => {
    const { count } = await tx.db.staffGrant.deleteMany({ where: { userId, permission } })
    if (count === 0)
      throw new Failure('missing', 'The person does not have this permission', { reason: 'permission_not_found' })
    tx.emit(accountChanged(userId))
    return { subjectId: userId, details: { permission } }
  })

/** An admin, or a person with permissions of the staff. */
export interface StaffMember {
  readonly userId: string
  readonly isAdmin: boolean
  readonly permissions: readonly StaffPermission[]
}

/** Permissions of the staff in the order in which they are shown. */
export const inOrder = (grants: readonly Pick<StaffGrant, 'permission'>[]): StaffPermission[] => {
  const held = new Set(grants.map(({ permission }) => permission).filter(isStaffPermission))
  return STAFF_PERMISSIONS.filter((permission) => held.has(permission))
}

/** Admins and people with permissions of the staff, by name. They are few. Throws `forbidden` unless one of them asks. */
export async function readStaff(scope: ViewerScope): Promise<StaffMember[]> {
  assertStaff(scope, ...STAFF_PERMISSIONS)
  const { staffGrant, user } = scope.db
  // An index has the admins; in one condition with the permissions it would not be used.
  const [admins, grants] = await Promise.all([
    user.findMany({ where: { admin: true, erasedAt: null }, select: { id: true } }),
    staffGrant.findMany({ select: { userId: true }, distinct: ['userId'] }),
  ])
  const ids = [...admins.map(({ id }) => id), ...grants.map(({ userId }) => userId)]
  const people = await user.findMany({
    where: { id: { in: ids }, erasedAt: null },
    orderBy: { displayNameKey: 'asc' },
    select: { id: true, admin: true, staffGrants: { select: { permission: true } } },
  })
  return people.map(({ id, admin, staffGrants }) => ({
    userId: id,
    isAdmin: admin,
    permissions: admin ? STAFF_PERMISSIONS : inOrder(staffGrants),
  }))
}
