import { type PermissionId, trusted } from '../../kernel/ids.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { userChanged } from '../accounts/events.ts'

/** Source of what admins grant by themselves; other sources are licenses, which areas above give and take. */
export const BY_ADMIN = 'admin'

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

/** Locks permissions against deletion, after their holder, and answers the ids of those that exist. */
export async function lockPermissions({ sql }: InTransaction, ids: readonly string[]): Promise<string[]> {
  const found = await sql<{ readonly id: string }>`
    SELECT id FROM "Permission" WHERE id = ANY(${[...ids]}) ORDER BY id FOR KEY SHARE`
  return found.map(({ id }) => id)
}

/** Locks the holders of a permission, and then the permission against further grants. */
export async function lockHoldersAndPermission(tx: InTransaction, id: PermissionId): Promise<void> {
  await tx.sql`
    SELECT FROM "User" WHERE id IN (SELECT "userId" FROM "PermissionGrant" WHERE "permissionId" = ${id})
    ${rowLock(tx, 'user', { strength: 'NO KEY UPDATE' })}`
  await tx.sql`SELECT FROM "Permission" WHERE id = ${id} FOR UPDATE`
}

/** Takes the tags of a permission from its holders as `takeTags` does, and answers from whom. */
export const deleteTagsOfPermission = ({ sql, now }: Scope & InTransaction, id: PermissionId) =>
  sql<{ readonly id: string }>`
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
    UPDATE "User" SET "updatedAt" = ${now},
      tags = ARRAY(SELECT tag FROM unnest("User".tags) AS tag WHERE tag <> ALL (taken.tags))
    FROM taken WHERE "User".id = taken."userId" AND "User".tags && taken.tags
    RETURNING "User".id`

/** The stylesheets and scripts of all builds without their texts, which may be large. */
export const listFrontendAssets = ({ sql }: Pick<Scope, 'sql'>) =>
  sql<{
    readonly kind: string
    readonly variant: string
    readonly branch: string
    readonly updatedAt: Date
    readonly characterCount: number
  }>`
    SELECT kind, variant, branch, "updatedAt", length(content) AS "characterCount" FROM "FrontendAsset"
    ORDER BY branch, kind, variant LIMIT 200`

/** Locks the stylesheet or script of a build against other changes; null if there is none. */
export async function lockFrontendAsset(
  { sql }: Pick<InTransaction, 'sql'>,
  { kind, variant, branch }: { readonly kind: string; readonly variant: string; readonly branch: string },
): Promise<{ readonly updatedAt: Date } | null> {
  const [found] = await sql<{ readonly updatedAt: Date }>`
    SELECT "updatedAt" FROM "FrontendAsset" WHERE kind = ${kind} AND variant = ${variant} AND branch = ${branch} FOR UPDATE`
  return found ?? null
}
