import { type GroupDelivery, type GroupPost, Prisma } from '../../../generated/prisma/client.ts'
import { columnList } from '../../../kernel/columns.ts'
import type { UserId } from '../../../kernel/ids.ts'
import { conditionOf, type SqlList } from '../../../kernel/list/pageSql.ts'
import { countLists, readCountedPage, readPages } from '../../../kernel/list/readList.ts'
import { rowLock } from '../../../kernel/locks.ts'
import type { KeysetPage, OffsetPage } from '../../../kernel/page.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import type { GroupAccess } from '../access.ts'
import { hasPermission, heldRoleIds, isMemberOrAdmin } from '../policy.ts'
import { ALL_PERMISSIONS, type GroupPermission } from '../roles/permissions.ts'

/** Which of the posts that the viewer can read a list has. */
export interface PostFilter {
  readonly publicOnly: boolean
}

/** The posts of a group that the viewer can read, by time; the caller has checked that they can see inside of the group. */
function postList({ viewer }: ViewerScope, access: GroupAccess, { publicOnly }: PostFilter): SqlList {
  const isPublicOnly = publicOnly || !isMemberOrAdmin(access)
  const forRoles = Prisma.sql`
    (p."roleIds" = '{}' OR p."roleIds" && ${heldRoleIds(access)}::text[] OR p."authorId" = ${viewer.id})`
  return {
    alias: 'p',
    from: Prisma.raw('"GroupPost" AS p'),
    where: [
      Prisma.sql`p."groupId" = ${access.group.id}`,
      ...(isPublicOnly ? [Prisma.raw(`p.visibility = 'public'`)] : []),
      ...(hasPermission(access, 'group-announcement-manage') ? [] : [forRoles]),
    ],
    order: [
      { by: Prisma.raw('p."createdAt"'), type: 'timestamptz' },
      { by: Prisma.raw('p.id'), type: 'text' },
    ],
  }
}

const POST_COLUMNS = { select: Prisma.raw('p.*') }

/** A page of the posts of a group, newest first, and the number of all of them. */
export async function readPostsAndTotal(
  scope: ViewerScope,
  access: GroupAccess,
  { page, ...filter }: PostFilter & { readonly page: OffsetPage },
): Promise<{ readonly posts: GroupPost[]; readonly total: number }> {
  const list = postList(scope, access, filter)
  const { rows, total } = await readCountedPage<GroupPost>(scope, list, { ...page, descending: true }, POST_COLUMNS)
  return { posts: rows, total }
}

/** The posts of several groups. */
interface PostListing {
  readonly accesses: readonly GroupAccess[]
  readonly filter: PostFilter
}

const listsOf = (scope: ViewerScope, { accesses, filter }: PostListing) =>
  accesses.map((access) => ({ key: access.group.id, list: postList(scope, access, filter) }))

/** A page of the posts of each group. One statement. */
export const readPostPages = (scope: ViewerScope, listing: PostListing, page: KeysetPage) =>
  readPages<GroupPost>(scope, listsOf(scope, listing), page, POST_COLUMNS)

/** Number of the posts of each group. One statement. */
export const countPosts = (scope: ViewerScope, listing: PostListing) => countLists(scope, listsOf(scope, listing))

/** Posts by id, of some groups, that the viewer can read, in no order. One statement, or none. */
export async function readablePostsByIds(
  scope: ViewerScope,
  accesses: readonly GroupAccess[],
  ids: readonly string[],
): Promise<GroupPost[]> {
  const lists = listsOf(scope, { accesses, filter: { publicOnly: false } })
  if (lists.length === 0) return []
  const isReadable = lists.map(({ list }) => Prisma.sql`(${conditionOf(list)})`)
  return scope.sql.custom<GroupPost>`
    SELECT ${columnList(Prisma.GroupPostScalarFieldEnum, 'p')} FROM "GroupPost" AS p WHERE p.id = ANY(${ids}) AND (${Prisma.join(isReadable, ' OR ')})`
}

export const writePositions = ({ sql }: InTransaction, galleryId: string, fileIds: readonly string[]) => sql`
  UPDATE "GroupGalleryImage" AS image SET position = place.number
  FROM unnest(${[...fileIds]}::text[]) WITH ORDINALITY AS place ("fileId", number)
  WHERE image."galleryId" = ${galleryId} AND image."fileId" = place."fileId"`

/** Receivers of one batch, which is one transaction. */
export const DELIVERY_BATCH = 100

/** The copies of the next people that were not seen, in the order of these people's ids. */
export const readUnseenCopies = ({ sql }: InTransaction, { sourceId, notificationType, cursor }: GroupDelivery) =>
  sql<{ readonly id: string; readonly receiverId: string }>`
    SELECT id, "receiverId" FROM "Notification"
    WHERE "relatedNotificationsId" = ${sourceId} AND type = ${notificationType} AND "receiverId" IN (
        SELECT DISTINCT "receiverId" FROM "Notification"
        WHERE "relatedNotificationsId" = ${sourceId} AND type = ${notificationType} AND "receiverId" > ${cursor}
          AND "seenAt" IS NULL AND "hiddenAt" IS NULL
        ORDER BY "receiverId" LIMIT ${DELIVERY_BATCH}
      ) AND "seenAt" IS NULL AND "hiddenAt" IS NULL
    ORDER BY "receiverId", id`

/** Dismisses those of these copies that were not seen. */
export const dismissUnseenCopies = (tx: Scope & InTransaction, ids: readonly string[]) =>
  tx.sql<{ readonly id: string; readonly receiverId: UserId; readonly type: string }>`
    WITH locked AS MATERIALIZED (
      SELECT id FROM "Notification" WHERE id = ANY(${[...ids]}) AND "seenAt" IS NULL AND "hiddenAt" IS NULL
      ${rowLock(tx, 'notification', { keys: ids })}
    )
    UPDATE "Notification" AS n SET "hiddenAt" = ${tx.now}, "updatedAt" = ${tx.now}, "expiresAt" = ${tx.now}
    FROM locked WHERE n.id = locked.id RETURNING n.id, n."receiverId", n.type`

const MANAGING: readonly (GroupPermission | typeof ALL_PERMISSIONS)[] = [ALL_PERMISSIONS, 'group-announcement-manage']

interface SubscriberQuery {
  readonly groupId: string
  /** Roles whose holders are asked for; empty for all members. */
  readonly roleIds: string[]
  /** Id of the member who is left out. */
  readonly authorId: string
  /** Members after this id. */
  readonly cursor: string
}

/** Subscribed members of a group who hold one of some roles, or manage announcements, in the order of their ids. */
export async function readSubscribers(
  { sql }: Pick<InTransaction, 'sql'>,
  { groupId, roleIds, authorId, cursor }: SubscriberQuery,
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ readonly userId: string }>`
    SELECT member."userId" FROM "GroupMember" AS member
    WHERE member."groupId" = ${groupId} AND member."userId" > ${cursor} AND member."userId" <> ${authorId}
      AND member.status = 'member' AND member."isSubscribedToAnnouncements"
      AND (
        ${roleIds.length === 0}
        OR EXISTS (
          SELECT FROM "GroupRole" AS everyone
          WHERE everyone."groupId" = ${groupId} AND everyone.kind = 'everyone' AND everyone.id = ANY(${roleIds})
        )
        OR EXISTS (
          SELECT FROM "GroupMemberRole" AS held JOIN "GroupRole" AS role ON role.id = held."roleId"
          WHERE held."groupId" = ${groupId} AND held."userId" = member."userId" AND (
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
