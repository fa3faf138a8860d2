import { Failure } from '../../kernel/failure.ts'
import { type PermissionId, trusted } from '../../kernel/ids.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { userChanged } from '../accounts/events.ts'
import { adminAct } from '../audit/adminAct.ts'
import { type PermissionWithOwner, permissionNotFound, WITH_OWNER } from './permissions.ts'
import { isBaselinePermission } from './seed/permissions.ts'

/**
 * Deletes a permission with its grants, the licenses for it, and the tags that its holders have by no other permission.
 * Returns what it was. Throws `forbidden` unless an admin acts, `missing`, `conflict` for one that clients know by its name.
 */
export const deletePermission = (scope: Scope, id: PermissionId): Promise<PermissionWithOwner> =>
  adminAct(scope, 'deletePermission', async (tx) => {
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

/** Locks the holders, and then the permission against further grants. */
async function lockWithHolders(tx: InTransaction, id: PermissionId): Promise<PermissionWithOwner> {
  await tx.sql`
    SELECT FROM "User" WHERE id IN (SELECT "userId" FROM "PermissionGrant" WHERE "permissionId" = ${id})
    ${rowLock(tx, 'user', { strength: 'NO KEY UPDATE' })}`
  await tx.sql`SELECT FROM "Permission" WHERE id = ${id} FOR UPDATE`
  const permission = await tx.db.permission.findUnique({ where: { id }, include: WITH_OWNER })
  if (!permission) throw permissionNotFound()
  return permission
}

/** Takes the tags of a permission from its holders, except those that another permission of the holder brings too. */
async function takeTags(tx: Scope & InTransaction, id: PermissionId): Promise<void> {
  const changed = await tx.sql<{ readonly id: string }>`
    WITH ended AS (
      SELECT "userId", tag FROM "PermissionGrant" JOIN "Permission" ON "Permission".id = "permissionId",
        jsonb_array_elements_text(coalesce(data->'tags', '[]')) AS tag
      WHERE "permissionId" = ${id}
      EXCEPT
      SELECT "userId", tag FROM "PermissionGrant" JOIN "Permission" ON "Permission".id = "permissionId",
        jsonb_array_elements_text(coalesce(data->'tags', '[]')) AS tag
      WHERE "permissionId" <> ${id} AND "userId" IN (SELECT "userId" FROM "PermissionGrant" WHERE "permissionId" = ${id})
    ), taken AS (
      SELECT "userId", array_agg(tag) AS tags FROM ended GROUP BY "userId"
    )
    UPDATE "User" SET "updatedAt" = ${tx.now},
      tags = ARRAY(SELECT tag FROM unnest("User".tags) AS tag WHERE tag <> ALL (taken.tags))
    FROM taken WHERE "User".id = taken."userId" AND "User".tags && taken.tags
    RETURNING "User".id`
  for (const { id: userId } of changed) tx.emit(userChanged(trusted<'user'>(userId)))
}
