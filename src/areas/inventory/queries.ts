import { Prisma } from '../../generated/prisma/client.ts'
import { isOwnerOrAdmin } from '../../kernel/access.ts'
import { Failure } from '../../kernel/failure.ts'
import { trusted, type UserId } from '../../kernel/ids.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { KeysetPage, OffsetPage, TimeKey } from '../../kernel/page.ts'
import type { Scope, Services, ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { findItems, type ItemRow } from './item/items.ts'

/**
 * Locks people until the transaction ends, which serialises the acts on what they hold. Answers the ids of those who were
 * not erased.
 */
export async function lockHolders(tx: InTransaction, ids: readonly string[]): Promise<UserId[]> {
  const rows = await tx.sql<{ readonly id: string }>`
    SELECT id FROM "User" WHERE id = ANY(${[...ids]}) AND "erasedAt" IS NULL
    ${rowLock(tx, 'user', { keys: ids, strength: 'NO KEY UPDATE' })}`
  return rows.map(({ id }) => trusted<'user'>(id))
}

/** Orders of a list: by when items were given, or by when their templates were made. */
const ITEM_ORDERS = ['newest', 'newest_created', 'oldest', 'oldest_created'] as const
type ItemOrder = (typeof ITEM_ORDERS)[number]

/** Which items to list. Of each list any may match; what is omitted matches all, unknown words match nothing. */
interface ItemFilter {
  readonly types?: readonly string[] | undefined
  readonly flags?: readonly string[] | undefined
  readonly tags?: readonly string[] | undefined
  readonly notTypes?: readonly string[] | undefined
  readonly notFlags?: readonly string[] | undefined
  /** Names of collections of templates. */
  readonly collections?: readonly string[] | undefined
  /** Items that are equipped in this slot. */
  readonly equipSlot?: string | undefined
  /** Both those that are equipped and the others by default. */
  readonly equipped?: boolean | undefined
  /** Both those in the archive and the others by default. */
  readonly archived?: boolean | undefined
}

export interface ItemList extends ItemFilter {
  /** The viewer by default. */
  readonly holderId?: UserId | undefined
  readonly order: ItemOrder
}

/** Items of a person, as a page of the list and its length. Throws `forbidden` for those of others, except to admins. */
export async function listItems(
  scope: ViewerScope,
  { holderId = scope.viewer.id, order, ...filter }: ItemList,
  { limit, offset }: OffsetPage,
): Promise<{ readonly items: ItemRow[]; readonly totalCount: number }> {
  if (!isOwnerOrAdmin(scope, holderId)) throw inventoryOfOther()
  const where = listedItems(scope, holderId, filter)
  const [ids, totalCount] = await Promise.all([
    selectIds(scope, where, Prisma.sql`ORDER BY ${ORDERS[order]} LIMIT ${limit} OFFSET ${offset}`),
    countWhere(scope, where),
  ])
  return { items: await inOrder(scope, ids), totalCount }
}

const inventoryOfOther = () => new Failure('forbidden', "You don't have permission.", { reason: 'not_own' })

const ORDERS: Readonly<Record<ItemOrder, Prisma.Sql>> = {
  newest: Prisma.sql`item."createdAt" DESC, item.id DESC`,
  newest_created: Prisma.sql`template."createdAt" DESC, item."createdAt" DESC, item.id DESC`,
  oldest: Prisma.sql`item."createdAt", item.id`,
  oldest_created: Prisma.sql`template."createdAt", item."createdAt", item.id`,
}

const FROM = Prisma.sql`FROM "InventoryItem" AS item JOIN "InventoryTemplate" AS template ON template.id = item."templateId"`

/** The ids come first, without what records are made of: a page of a long list is sorted by them. */
async function selectIds({ sql }: Pick<Scope, 'db' | 'sql'>, where: Prisma.Sql, page: Prisma.Sql): Promise<string[]> {
  const rows = await sql<{ readonly id: string }>`SELECT item.id ${FROM} WHERE ${where} ${page}`
  return rows.map(({ id }) => id)
}

async function countWhere({ sql }: Pick<Scope, 'db' | 'sql'>, where: Prisma.Sql): Promise<number> {
  const [row] = await sql<{ readonly count: number }>`SELECT count(*)::integer AS count ${FROM} WHERE ${where}`
  return row?.count ?? 0
}

/** Items by id, in the order of the ids. */
async function inOrder(scope: Pick<Scope, 'db'>, ids: readonly string[]): Promise<ItemRow[]> {
  const byId = new Map((await findItems(scope, { id: { in: [...ids] } })).map((item) => [item.id, item]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The condition of a list of a person's items. */
function listedItems({ now }: Pick<Scope, 'now'>, holderId: string, filter: ItemFilter): Prisma.Sql {
  const { types, flags, tags, notTypes, notFlags, collections, equipSlot, equipped, archived } = filter
  const conditions = [
    Prisma.sql`item."holderId" = ${holderId} AND (item."expiryDate" IS NULL OR item."expiryDate" > ${now})`,
    ...(types ? [Prisma.sql`template."itemType" = ANY (${[...types]})`] : []),
    ...(notTypes ? [Prisma.sql`template."itemType" <> ALL (${[...notTypes]})`] : []),
    ...(tags ? [Prisma.sql`template.tags && ${[...tags]}`] : []),
    ...(flags ? [withAnyFlag(flags)] : []),
    ...(notFlags ? [Prisma.sql`NOT (${withAnyFlag(notFlags)})`] : []),
    ...(collections ? [Prisma.sql`template.collections && ${[...collections]}`] : []),
    ...(equipped === undefined ? [] : [Prisma.sql`(item."equipSlot" IS NOT NULL) = ${equipped}`]),
    ...(equipSlot ? [Prisma.sql`item."equipSlot" = ${equipSlot}`] : []),
    ...(archived === undefined ? [] : [Prisma.sql`item."isArchived" = ${archived}`]),
  ]
  return Prisma.join(conditions, ' AND ')
}

/** The items of a person, who is the viewer unless the caller has checked that they may read those of others. */
interface ItemsOf extends ItemFilter {
  readonly holderId: string
}

/** A page of the items of a person, by `createdAt` and `id`. */
export async function itemPage(
  scope: Pick<Scope, 'db' | 'sql' | 'now'>,
  { holderId, ...filter }: ItemsOf,
  page: KeysetPage<TimeKey>,
): Promise<ItemRow[]> {
  const { above, below, descending, limit } = page
  const where = [
    listedItems(scope, holderId, filter),
    ...(above ? [Prisma.sql`(item."createdAt", item.id) > (${above[0]}, ${above[1]})`] : []),
    ...(below ? [Prisma.sql`(item."createdAt", item.id) < (${below[0]}, ${below[1]})`] : []),
  ]
  const order = ORDERS[descending ? 'newest' : 'oldest']
  const ids = await selectIds(scope, Prisma.join(where, ' AND '), Prisma.sql`ORDER BY ${order} LIMIT ${limit}`)
  return inOrder(scope, ids)
}

/** How many items of a person match. */
export const countItems = (
  scope: Pick<Scope, 'db' | 'sql' | 'now'>,
  { holderId, ...filter }: ItemsOf,
): Promise<number> => countWhere(scope, listedItems(scope, holderId, filter))

/** SQL condition for rows `item` with their `template` that have any of these flags, as `flagsOf` answers them. */
function withAnyFlag(flags: readonly string[]): Prisma.Sql {
  const plain = flags.filter((flag) => flag !== 'cloneable')
  return Prisma.sql`(template.flags && ${plain}
    OR ${flags.includes('trashable')} AND item."cloneOfId" IS NOT NULL
    OR ${flags.includes('cloneable')} AND item."cloneOfId" IS NULL AND 'cloneable' = ANY (template.flags))`
}

interface ExpiredItem {
  readonly id: string
  readonly holderId: string
  readonly itemType: string
}

/** Deletes items that ended by a time, and answers them. */
export const deleteItemsEndedBy = ({ sql }: Pick<Scope, 'sql'>, end: Date, limit: number) =>
  sql<ExpiredItem>`
    DELETE FROM "InventoryItem" AS item USING "InventoryTemplate" AS template
    WHERE template.id = item."templateId" AND item.id IN (
      SELECT id FROM "InventoryItem" WHERE "expiryDate" <= ${end} ORDER BY "expiryDate" LIMIT ${limit})
    RETURNING item.id, item."holderId", template."itemType"`

const SUPPORTER_TAG = 'system_supporter'

/** The names of the targets that a person is among. */
export async function targetsOf({ sql }: Pick<Scope, 'db' | 'sql'>, userId: string): Promise<string[]> {
  const [row] = await sql<{ readonly isSupporter: boolean; readonly groupIds: string[] }>`
    SELECT EXISTS (SELECT FROM "User" WHERE id = ${userId} AND ${SUPPORTER_TAG} = ANY(tags)) AS "isSupporter",
      ARRAY(SELECT "groupId" FROM "GroupMember" WHERE "userId" = ${userId} AND status = 'member') AS "groupIds"`
  return ['everyone', ...(row?.isSupporter ? ['supporters'] : []), ...(row?.groupIds ?? [])]
}

/**
 * Whether, for each of these people, a drop is active that they do not have, or a grant waits. One statement. OFFSET 0 makes
 * PostgreSQL look up each person by an index. Else it may hash whole tables while they are small, and keep that plan when they
 * are large.
 */
export async function areItemsWaiting(
  { sql, clock }: Pick<Services, 'sql' | 'clock'>,
  userIds: readonly UserId[],
): Promise<boolean[]> {
  const now = clock.now()
  const rows = await sql<{ readonly id: string }>`
    SELECT person.id FROM unnest(${userIds}::text[]) AS person (id)
    WHERE EXISTS (SELECT FROM "InventoryGrant" WHERE "userId" = person.id AND "givenAt" IS NULL OFFSET 0)
      OR EXISTS (
        SELECT FROM "InventoryDrop" AS d WHERE NOT "isDisabled" AND "startDropDate" <= ${now} AND "endDropDate" > ${now}
          AND NOT EXISTS (SELECT FROM "InventoryGrant" WHERE source = 'drop:' || d.id AND "userId" = person.id OFFSET 0)
          AND ("targetGroup" = 'everyone'
            OR "targetGroup" = 'supporters' AND EXISTS (
              SELECT FROM "User" WHERE id = person.id AND ${SUPPORTER_TAG} = ANY(tags) OFFSET 0)
            OR EXISTS (
              SELECT FROM "GroupMember"
              WHERE "groupId" = "targetGroup" AND "userId" = person.id AND status = 'member' OFFSET 0)) OFFSET 0)`
  const found = new Set(rows.map(({ id }) => id))
  return userIds.map((userId) => found.has(userId))
}

/** The collections of live templates, sorted. */
export async function listCollections({ sql }: ViewerScope): Promise<string[]> {
  const rows = await sql<{ readonly name: string }>`
    SELECT DISTINCT unnest(collections) AS name FROM "InventoryTemplate" WHERE status = 'live' ORDER BY name`
  return rows.map(({ name }) => name)
}
