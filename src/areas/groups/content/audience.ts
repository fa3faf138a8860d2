import type { GroupDelivery } from '../../../generated/prisma/client.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { ALL_PERMISSIONS, type GroupPermission } from '../roles/permissions.ts'
import type { SentDelivery } from './delivery.ts'

/** What a delivery sends, as its row has it. */
export interface StoredContent {
  readonly title: string
  readonly message: string
  /** Roles whose holders are notified; empty for all members. */
  readonly roleIds: readonly string[]
  readonly authorId: string
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

export function storedContent({ content }: Pick<GroupDelivery, 'content'>): StoredContent {
  const fields: Readonly<Record<string, unknown>> = { ...Object(content) }
  const { title, message, roleIds, authorId } = fields
  return {
    title: textOf(title),
    message: textOf(message),
    roleIds: Array.isArray(roleIds) ? roleIds.map(textOf) : [],
    authorId: textOf(authorId),
  }
}

const MANAGING: readonly (GroupPermission | typeof ALL_PERMISSIONS)[] = [ALL_PERMISSIONS, 'group-announcement-manage']

/**
 * The next subscribed members who can see an announcement or post, beside its author, in the order of their ids. Nobody
 * in a group that is deleted or hidden. One statement.
 */
export async function readAudience(
  { sql }: InTransaction,
  { group, cursor, ...delivery }: SentDelivery,
  limit: number,
): Promise<string[]> {
  const content = storedContent(delivery)
  if (group.deletedAt !== null || group.hiddenAt !== null) return []
  const roleIds = [...content.roleIds]
  const rows = await sql<{ readonly userId: string }>`
    SELECT member."userId" FROM "GroupMember" AS member
    WHERE member."groupId" = ${group.id} AND member."userId" > ${cursor} AND member."userId" <> ${content.authorId}
      AND member.status = 'member' AND member."isSubscribedToAnnouncements"
      AND (
        ${roleIds.length === 0}
        OR EXISTS (
          SELECT FROM "GroupRole" AS everyone
          WHERE everyone."groupId" = ${group.id} AND everyone.kind = 'everyone' AND everyone.id = ANY(${roleIds})
        )
        OR EXISTS (
          SELECT FROM "GroupMemberRole" AS held JOIN "GroupRole" AS role ON role.id = held."roleId"
          WHERE held."groupId" = ${group.id} AND held."userId" = member."userId" AND (
            held."roleId" = ANY(${roleIds})
            OR role.permissions && ${[...MANAGING]}::text[] AND (
              NOT role."requiresTwoFactor" OR EXISTS (
                SELECT FROM "Account" WHERE "userId" = member."userId" AND "totpEnabledAt" IS NOT NULL
              )
            )
          )
        )
        OR EXISTS (SELECT FROM "User" WHERE id = member."userId" AND admin)
      )
    ORDER BY member."userId" LIMIT ${limit}`
  return rows.map(({ userId }) => userId)
}
