import { Prisma, type ProductPurchase } from '../../../generated/prisma/client.ts'
import {
  type BindParameter,
  bindSql,
  type KeysetPage,
  type PerParentList,
  pagePerParent,
} from '../../../kernel/page.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { isForSale, visiblePurchases } from '../policy.ts'
import {
  type BoughtProduct,
  boughtProducts,
  LASTING_STATUSES,
  type PurchaseContext,
  purchaseContext,
} from './snapshot.ts'

type Stored = Omit<ProductPurchase, 'key' | 'inputHash' | 'products' | 'context' | 'ledgerTransferId'>

/** A purchase with the present names of people, and what is true of its listing now. */
export interface PurchaseRow extends Stored {
  readonly products: readonly BoughtProduct[]
  readonly context: PurchaseContext
  /** Number of its transfer; null for a price of 0. */
  readonly ledgerTransferId: number | null
  readonly buyerName: string
  readonly receiverName: string
  readonly sellerName: string
  readonly listingState: string
  readonly listingExpiresAt: Date | null
  /** Name of the world where it was bought; null for none, and unless everybody can see it. */
  readonly worldName: string | null
  /** Whether the buyer has bought nothing of the listing later. */
  readonly isLatest: boolean
}

/** A purchase as a statement reads it. */
interface UnparsedRow extends Omit<PurchaseRow, 'products' | 'context'> {
  readonly products: unknown
  readonly context: unknown
}

const own = (columns: readonly string[]) => columns.map((column) => `p."${column}"`).join(', ')

const COLUMNS = [
  ...['id', 'buyerId', 'receiverId', 'sellerId', 'listingId', 'listingVariantId', 'purchaseType', 'status'],
  ...['listingType', 'productType', 'listingDisplayName', 'listingSubtitle', 'listingDescription', 'listingImageId'],
  ...['products', 'quantity', 'unitPrice', 'price', 'fee', 'value', 'context', 'duration', 'durationType'],
  ...['isRefundable', 'isStackable', 'isRecurrable', 'willRecur', 'periods', 'renewsId'],
  ...['startsAt', 'endsAt', 'refundedAt', 'createdAt'],
]

/** When what a purchase p gave was first used: items note it themselves. */
const USED_AT = `coalesce(p."usedAt", (SELECT given."usedAt" FROM "InventoryGrant" AS given
  WHERE given.source = p.id AND given."userId" = p."receiverId"))`

/** Columns of a purchase p, of its people and its listing. */
const SELECT = `${own(COLUMNS)}, p."ledgerTransferId"::float8 AS "ledgerTransferId", ${USED_AT} AS "usedAt",
  buyer."displayName" AS "buyerName", receiver."displayName" AS "receiverName", seller."displayName" AS "sellerName",
  listing.state AS "listingState", listing."expiresAt" AS "listingExpiresAt",
  (SELECT name FROM "World" WHERE id = p.context->>'worldId' AND "releaseStatus" = 'public') AS "worldName",
  p.id = (SELECT later.id FROM "ProductPurchase" AS later
    WHERE later."listingId" = p."listingId" AND later."buyerId" = p."buyerId" ORDER BY later.id DESC LIMIT 1) AS "isLatest"`

const JOINS = `JOIN "User" AS buyer ON buyer.id = p."buyerId" JOIN "User" AS receiver ON receiver.id = p."receiverId"
  JOIN "User" AS seller ON seller.id = p."sellerId" JOIN "Listing" AS listing ON listing.id = p."listingId"`

const rowOf = (row: UnparsedRow): PurchaseRow => ({
  ...row,
  products: boughtProducts(row.products),
  context: purchaseContext(row.context),
})

/** Purchases by id in which the viewer has a part; admins see all. In no particular order. */
export async function readPurchases(
  scope: Pick<ViewerScope, 'sql' | 'viewer'>,
  ids: readonly string[],
): Promise<PurchaseRow[]> {
  const rows = await scope.sql<UnparsedRow>`
    SELECT ${Prisma.raw(SELECT)} FROM "ProductPurchase" AS p ${Prisma.raw(JOINS)}
    WHERE p.id = ANY(${ids}) AND ${visiblePurchases(scope)}`
  return rows.map(rowOf)
}

/** Which purchases to list. The caller has checked that the viewer may list them. */
interface PurchaseFilter {
  readonly buyerId?: string | undefined
  readonly sellerId?: string | undefined
  /** Whether to list the latest purchase that each buyer made of each listing alone. */
  readonly isLatest: boolean
}

/** A page of purchases in the order of their time. */
export interface PurchasePage {
  readonly limit: number
  readonly offset: number
  readonly isDescending: boolean
}

/** The last one by the index: whether there is a later one is a question that PostgreSQL answers by reading the whole table. */
const LATEST = `own.id = (SELECT later.id FROM "ProductPurchase" AS later
  WHERE later."listingId" = own."listingId" AND later."buyerId" = own."buyerId" ORDER BY later.id DESC LIMIT 1)`

/** Lists purchases of a buyer, of a seller, or of both by one statement. */
export async function listPurchaseRows(
  { read }: Pick<Scope, 'read'>,
  { buyerId, sellerId, isLatest }: PurchaseFilter,
  { limit, offset, isDescending }: PurchasePage,
): Promise<PurchaseRow[]> {
  const values: unknown[] = [limit, offset]
  const parties = Object.entries({ buyerId, sellerId }).filter(([, id]) => id !== undefined)
  const conditions = parties.map(([column, id]) => `own."${column}" = $${values.push(id)}`)
  if (isLatest) conditions.push(LATEST)
  const direction = isDescending ? 'DESC' : 'ASC'
  const text = `SELECT ${SELECT} FROM (
      SELECT * FROM "ProductPurchase" AS own WHERE ${conditions.join(' AND ')} ORDER BY id ${direction} LIMIT $1 OFFSET $2
    ) AS p ${JOINS} ORDER BY p.id ${direction}`
  const name = `list purchases ${direction}${isLatest ? ' latest' : ''} ${parties.map(([column]) => column).join(' ')}`
  return (await read<UnparsedRow>(name, text, values)).map(rowOf)
}

/** The part that a person has in the purchases of a list. */
export type PurchaseRole = 'buyerId' | 'receiverId' | 'sellerId'

/** Gifts are received by others than the buyer. */
const ofRole = (role: PurchaseRole) => (role === 'receiverId' ? `"buyerId" <> "receiverId"` : 'true')

/** A page of the purchases that people made, got or sold, by id. One statement. */
export async function purchasePages(
  { read }: Pick<Scope, 'read'>,
  { role, userIds }: { readonly role: PurchaseRole; readonly userIds: readonly string[] },
  page: KeysetPage,
): Promise<PurchaseRow[]> {
  const list: PerParentList = {
    name: `purchases by ${role}`,
    table: 'ProductPurchase',
    alias: 'p',
    select: SELECT,
    parents: { [role]: userIds },
    where: () => ofRole(role),
    columns: ['id'],
    joins: JOINS,
  }
  return (await pagePerParent<UnparsedRow>(read, list, page)).map(rowOf)
}

/** Numbers of the purchases that people made, got or sold. One statement. */
export async function countPurchases(
  { sql }: Pick<Scope, 'sql'>,
  { role, userIds }: { readonly role: PurchaseRole; readonly userIds: readonly string[] },
): Promise<(readonly [userId: string, count: number])[]> {
  const column = Prisma.raw(`"${role}"`)
  const rows = await sql<{ readonly userId: string; readonly count: number }>`
    SELECT ${column} AS "userId", count(*)::int AS count FROM "ProductPurchase"
    WHERE ${column} = ANY(${userIds}) AND ${Prisma.raw(ofRole(role))} GROUP BY ${column}`
  return rows.map(({ userId, count }) => [userId, count] as const)
}

/** Purchases that add up: what one receiver has of one listing. */
interface PurchaseStack {
  readonly listingId: string
  readonly receiverId: string
}

/** What can be had several times over adds up for ever unless it is refunded, a time while it lasts. */
const addsUp = (scope: Pick<ViewerScope, 'viewer' | 'now'>, bind: BindParameter) =>
  `${bindSql(visiblePurchases(scope, ''), bind)} AND status <> 'refunded' AND ("isStackable" OR
    (status = ANY(${bind(LASTING_STATUSES)}::text[]) AND ("endsAt" IS NULL OR "endsAt" > ${bind(scope.now)}::timestamptz)))`

/** A page of the purchases that add up, of those in which the viewer has a part, by id. One statement. */
export async function stackPage(
  scope: Pick<ViewerScope, 'read' | 'viewer' | 'now'>,
  { listingId, receiverId }: PurchaseStack,
  page: KeysetPage,
): Promise<PurchaseRow[]> {
  const list: PerParentList = {
    name: 'purchases that add up',
    table: 'ProductPurchase',
    alias: 'p',
    select: SELECT,
    parents: { receiverId: [receiverId], listingId: [listingId] },
    where: (bind) => addsUp(scope, bind),
    columns: ['id'],
    joins: JOINS,
  }
  return (await pagePerParent<UnparsedRow>(scope.read, list, page)).map(rowOf)
}

/** The number of the purchases that add up, of those in which the viewer has a part. */
export async function countStack(
  scope: Pick<ViewerScope, 'read' | 'viewer' | 'now'>,
  { listingId, receiverId }: PurchaseStack,
): Promise<number> {
  const values: unknown[] = [receiverId, listingId]
  const condition = addsUp(scope, (value) => `$${values.push(value)}`)
  const text = `SELECT count(*)::int AS count FROM "ProductPurchase"
    WHERE "receiverId" = $1 AND "listingId" = $2 AND ${condition}`
  const [found] = await scope.read<{ readonly count: number }>('count purchases that add up', text, values)
  return found?.count ?? 0
}

/** The status of a purchase at a time: one whose end has passed has expired, even before the job has noted it. */
export const statusOf = ({ status, endsAt }: Pick<PurchaseRow, 'status' | 'endsAt'>, now: Date): string =>
  LASTING_STATUSES.includes(status) && endsAt !== null && endsAt <= now ? 'expired' : status

/** Whether what a purchase gave lasts at a time. */
export const isRunningAt = (purchase: Pick<PurchaseRow, 'status' | 'endsAt'>, now: Date): boolean =>
  LASTING_STATUSES.includes(statusOf(purchase, now))

/** Whether the listing of a purchase is sold now. */
export const isStillSold = (
  { now }: Pick<Scope, 'now'>,
  { listingState: state, listingExpiresAt: expiresAt }: PurchaseRow,
): boolean => isForSale({ now }, { state, expiresAt })
