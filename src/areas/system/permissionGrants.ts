import { Failure } from '../../kernel/failure.ts'
import { type PermissionId, trusted, type UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { userChanged } from '../accounts/events.ts'
import { staffAct } from '../audit/staffAct.ts'
import { lockUser } from '../users/locks.ts'
import { type PermissionWithOwner, permissionNotFound, WITH_OWNER } from './permissions.ts'
import {
  BY_ADMIN,
  deleteTagsOfPermission,
  lockHoldersAndPermission,
  lockPermissions,
  syncPermissionTags,
} from './queries.ts'
import { isBaselinePermission } from './seed/ensureSeedData.ts'

interface PermissionGrant {
  readonly permissionId: PermissionId
  readonly userId: UserId
}

/**
 * Grants a permission to a user, with the tags that come with it; idempotent. Throws `missing` for an unknown permission or
 * user.
 */
export async function grantPermission(
  scope: Scope,
  { permissionId, userId }: PermissionGrant,
): Promise<PermissionWithOwner> {
  return staffAct(scope, 'grantPermission', async (tx) => {
    await lockUser(tx, userId)
    const result = await tx.db.permission.findUnique({ where: { id: permissionId }, include: WITH_OWNER })
    if (!result) throw permissionNotFound()
    const grant = { permissionId, userId, source: BY_ADMIN, grantedAt: tx.now }
    const { count } = await tx.db.permissionGrant.createMany({ data: [grant], skipDuplicates: true })
    if (count > 0) await syncPermissionTags(tx, userId, [permissionId])
    return { subjectId: userId, details: { permissionId }, result }
  })
}

/**
 * Revokes what admins granted, with the tags that no other permission brings; what a license brings stays. Throws `missing` if
 * no admin has granted it.
 */
export const revokePermission = (scope: Scope, { permissionId, userId }: PermissionGrant): Promise<void> =>
  staffAct(scope, 'revokePermission', async (tx) => {
    await lockUser(tx, userId)
    const { count } = await tx.db.permissionGrant.deleteMany({ where: { permissionId, userId, source: BY_ADMIN } })
    if (count === 0) throw permissionNotFound()
    await syncPermissionTags(tx, userId, [permissionId])
    return { subjectId: userId, details: { permissionId } }
  })

/**
 * Gives a person permissions, with the tags that come with them, as an admin grants them: admins revoke them. Answers the ids
 * of those that exist. The caller has locked the person.
 */
export async function givePermissions(
  tx: Scope & InTransaction,
  userId: UserId,
  permissionIds: readonly string[],
): Promise<string[]> {
  if (permissionIds.length === 0) return []
  const ids = await lockPermissions(tx, permissionIds)
  const data = ids.map((permissionId) => ({ permissionId, userId, source: BY_ADMIN, grantedAt: tx.now }))
  const { count } = await tx.db.permissionGrant.createMany({ data, skipDuplicates: true })
  if (count > 0) await syncPermissionTags(tx, userId, ids)
  return ids
}

/**
 * Deletes a permission with its grants, the licenses for it, and the tags that its holders have by no other permission.
 * Returns what it was. Throws `forbidden` unless an admin acts, `missing`, `conflict` for one that clients know by its name.
 */
export const deletePermission = (scope: Scope, id: PermissionId): Promise<PermissionWithOwner> =>
  staffAct(scope, 'deletePermission', async (tx) => {
    const permission = await lockWithHolders(tx, id)
    if (isBaselinePermission(permission.name)) throw permissionProtected(permission.name)
    await takeTags(tx, id)
    await tx.db.licenseGrant.deleteMany({ where: { forType: 'permission', forId: id } })
    await tx.db.licenseGroupMember.deleteMany({ where: { forType: 'permission', forId: id } })
    await tx.db.permission.delete({ where: { id } })
    return { subjectId: id, details: { name: permission.name }, result: permission }
  })

const permissionProtected = (name: string) =>
  new Failure('conflict', `The permission ${name} cannot be deleted: clients know it by its name`, {
    reason: 'permission_protected',
  })

/** A permission, locked with its holders. Throws `missing`. */
async function lockWithHolders(tx: InTransaction, id: PermissionId): Promise<PermissionWithOwner> {
  await lockHoldersAndPermission(tx, id)
  const permission = await tx.db.permission.findUnique({ where: { id }, include: WITH_OWNER })
  if (!permission) throw permissionNotFound()
  return permission
}

/** Takes the tags of a permission from its holders, except those that another permission of the holder brings too. */
async function takeTags(tx: Scope & InTransaction, id: PermissionId): Promise<void> {
  for (const { id: userId } of await deleteTagsOfPermission(tx, id)) tx.emit(userChanged(trusted<'user'>(userId)))
}
