import { trusted } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { userChanged } from '../accounts/events.ts'

type TagTransaction = Pick<InTransaction, 'sql' | 'emit'> & Pick<Scope, 'now'>

/**
 * Gives a person the tags of those of these permissions that they have, and takes the tags of the others, unless another
 * permission of the person brings them too. The caller has locked the person, and changed the permissions before.
 */
export async function syncPermissionTags(
  tx: TagTransaction,
  userId: string,
  permissionIds: readonly string[],
): Promise<void> {
  const changed = await tx.sql<unknown>`
    WITH brought AS (
      SELECT DISTINCT "permissionId", tag
      FROM "PermissionGrant" held JOIN "Permission" ON "Permission"."id" = held."permissionId",
        jsonb_array_elements_text(coalesce("data"->'tags', '[]')) AS tag
      WHERE held."userId" = ${userId}
    ), given AS (
      SELECT DISTINCT tag FROM brought WHERE "permissionId" = ANY (${[...permissionIds]}::text[])
    ), ended AS (
      SELECT DISTINCT tag FROM "Permission", jsonb_array_elements_text(coalesce("data"->'tags', '[]')) AS tag
      WHERE "id" = ANY (${[...permissionIds]}::text[]) AND tag NOT IN (SELECT tag FROM brought)
    )
    UPDATE "User" SET "updatedAt" = ${tx.now}::timestamptz, "tags" = ARRAY(
      SELECT tag FROM unnest("tags") AS tag WHERE tag NOT IN (SELECT tag FROM ended)
      UNION ALL
      SELECT tag FROM given WHERE tag <> ALL ("User"."tags"))
    WHERE "id" = ${userId} AND "erasedAt" IS NULL AND (
      EXISTS (SELECT FROM given WHERE tag <> ALL ("User"."tags")) OR EXISTS (SELECT FROM ended WHERE tag = ANY ("User"."tags")))
    RETURNING "id"`
  if (changed.length > 0) tx.emit(userChanged(trusted<'user'>(userId)))
}
