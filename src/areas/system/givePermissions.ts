import type { UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { BY_ADMIN } from './permissions.ts'
import { syncPermissionTags } from './permissionTags.ts'

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
  const found = await tx.sql<{ readonly id: string }>`
    SELECT id FROM "Permission" WHERE id = ANY(${[...permissionIds]}) ORDER BY id FOR KEY SHARE`
  const ids = found.map(({ id }) => id)
  const data = ids.map((permissionId) => ({ permissionId, userId, source: BY_ADMIN, grantedAt: tx.now }))
  const { count } = await tx.db.permissionGrant.createMany({ data, skipDuplicates: true })
  if (count > 0) await syncPermissionTags(tx, userId, ids)
  return ids
}
