import { Prisma, type ProductPurchase } from '../../../generated/prisma/client.ts'
import { addMilliseconds, MINUTE } from '../../../kernel/clock.ts'
import { firstIdAt } from '../../../kernel/ids.ts'
import { type SqlList, sortKeys } from '../../../kernel/list/pageSql.ts'
import { countPerParent, countRows, readPage, readPagePerParent } from '../../../kernel/list/readList.ts'
import type { KeysetPage } from '../../../kernel/page.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction, ViewerTransaction } from '../../../kernel/transaction.ts'
import { ECONOMY_CONFIG_KEYS } from '../economyState.ts'
import type { LedgerTransaction } from '../ledger/transfers.ts'
import { PLUS_GROUP_ID } from '../licenses/queries.ts'
import type { ListedSpan } from '../period.ts'
import { visiblePurchases } from '../policy.ts'
import type { NewPurchase, PurchaseFacts, VariantFacts } from './newPurchase.ts'
import type { PurchaseInput } from './purchase.ts'
import {
  type BoughtProduct,
  boughtProducts,
  LASTING_STATUSES,
  type PurchaseContext,
  purchaseContext,
} from './snapshot.ts'

interface FactsRow {
  readonly known: PurchaseFacts['known']
  readonly products: unknown
  readonly variant: VariantFacts | null
  readonly isHidden: boolean
  readonly isGone: boolean
  readonly config: Readonly<Record<string, unknown>> | null
  readonly isBlocked: boolean | null
  readonly tosVersion: string | null
  readonly isPlus: boolean
  readonly isRunning: boolean
  readonly isEndless: boolean
  readonly runsUntil: Date | null
  readonly recentCount: number
  readonly context: unknown
}

/** Reads all but the listing by one statement, which must come after the locks. */
export async function readPurchaseFacts(
  tx: ViewerTransaction,
  input: PurchaseInput,
): Promise<Omit<PurchaseFacts, 'listing'>> {
  const { id: buyerId } = tx.viewer
  const { listingId, receiverId, context } = input
  const { sql, now } = tx
  const [row] = await sql<FactsRow>`
    SELECT
      (SELECT jsonb_build_object('id', id, 'inputHash', "inputHash") FROM "ProductPurchase" WHERE key = ${input.purchaseKey}) AS known,
      (SELECT jsonb_agg(to_jsonb(product) ORDER BY part.position)
        FROM "ListingProduct" part JOIN "Product" product ON product.id = part."productId"
        WHERE part."listingId" = ${listingId}) AS products,
      (SELECT to_jsonb(variant) FROM "ListingVariant" variant
        WHERE variant.id = ${input.listingVariantId ?? null} AND variant."listingId" = ${listingId}
          AND (variant."effectiveFrom" IS NULL OR variant."effectiveFrom" <= ${now}::timestamptz)) AS variant,
      (SELECT NOT bool_or(store.status = 'public' OR store."sellerId" = ${buyerId})
        FROM "StoreListing" part JOIN "Store" store ON store.id = part."storeId"
        WHERE part."listingId" = ${listingId}) IS TRUE AS "isHidden",
      EXISTS (SELECT FROM "ListingProduct" part JOIN "Product" product ON product.id = part."productId"
        CROSS JOIN unnest(product."avatarIds") AS given(id) JOIN "Avatar" avatar ON avatar.id = given.id
        WHERE part."listingId" = ${listingId} AND avatar."deletedAt" IS NOT NULL) AS "isGone",
      (SELECT jsonb_object_agg(key, value) FROM "ConfigEntry" WHERE key = ANY(${[...ECONOMY_CONFIG_KEYS]}::text[])) AS config,
      profile."blockedAt" IS NOT NULL AS "isBlocked", profile."tosVersion",
      EXISTS (SELECT FROM "LicenseGrant"
        WHERE "userId" = ${buyerId} AND "forType" = 'licenseGroup' AND "forId" = ${PLUS_GROUP_ID}
          AND (until IS NULL OR until > ${now}::timestamptz)) AS "isPlus",
      running.count > 0 AS "isRunning", running."isEndless", running."runsUntil",
      (SELECT count(*)::int FROM "ProductPurchase"
        WHERE "buyerId" = ${buyerId} AND id > ${firstIdAt('purchase', addMilliseconds(now, -MINUTE))} AND "purchaseType" <> 'renewal') AS "recentCount",
      jsonb_build_object(
        'locationType', ${context.locationType ?? null}::text,
        'storeId', (SELECT id FROM "Store" WHERE id = ${context.storeId ?? null} AND (status = 'public' OR "sellerId" = ${buyerId})),
        'worldId', (SELECT id FROM "World"
          WHERE id = ${context.worldId ?? null} AND ("releaseStatus" = 'public' OR "authorId" = ${buyerId}))) AS context
    FROM (
      SELECT count(*)::int AS count, coalesce(bool_or("endsAt" IS NULL), false) AS "isEndless",
        max("endsAt") AS "runsUntil"
      FROM "ProductPurchase"
      WHERE "listingId" = ${listingId} AND "receiverId" = ${receiverId} AND status = ANY(${LASTING_STATUSES}::text[])
        AND ("endsAt" IS NULL OR "endsAt" > ${now}::timestamptz)
    ) AS running LEFT JOIN "EconomyProfile" profile ON profile."userId" = ${buyerId}`
  if (!row) throw new Error('a statement without a condition has answered no row')
  return factsOf(row)
}

const factsOf = (row: FactsRow): Omit<PurchaseFacts, 'listing'> => ({
  ...row,
  products: boughtProducts(row.products),
  config: row.config ?? {},
  isBlocked: row.isBlocked === true,
  runsUntil: row.isEndless ? null : row.runsUntil,
  context: purchaseContext(row.context),
})

type StoredPurchase = Omit<ProductPurchase, 'key' | 'inputHash' | 'products' | 'context' | 'ledgerTransferId'>

/** A purchase with the present names of people, and what is true of its listing now. */
export interface PurchaseRow extends StoredPurchase {
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
interface UnparsedPurchase extends Omit<PurchaseRow, 'products' | 'context'> {
  readonly products: unknown
  readonly context: unknown
}

const columnsOf = (columns: readonly string[]) => columns.map((column) => `p."${column}"`).join(', ')

const PURCHASE_COLUMNS = [
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
const PURCHASE_SELECT =
  Prisma.raw(`${columnsOf(PURCHASE_COLUMNS)}, p."ledgerTransferId"::float8 AS "ledgerTransferId", ${USED_AT} AS "usedAt",
  buyer."displayName" AS "buyerName", receiver."displayName" AS "receiverName", seller."displayName" AS "sellerName",
  listing.state AS "listingState", listing."expiresAt" AS "listingExpiresAt",
  (SELECT name FROM "World" WHERE id = p.context->>'worldId' AND "releaseStatus" = 'public') AS "worldName",
  p.id = (SELECT later.id FROM "ProductPurchase" AS later
    WHERE later."listingId" = p."listingId" AND later."buyerId" = p."buyerId" ORDER BY later.id DESC LIMIT 1) AS "isLatest"`)

const PURCHASE_JOINS =
  Prisma.raw(`JOIN "User" AS buyer ON buyer.id = p."buyerId" JOIN "User" AS receiver ON receiver.id = p."receiverId"
  JOIN "User" AS seller ON seller.id = p."sellerId" JOIN "Listing" AS listing ON listing.id = p."listingId"`)

const purchaseRowOf = (row: UnparsedPurchase): PurchaseRow => ({
  ...row,
  products: boughtProducts(row.products),
  context: purchaseContext(row.context),
})

/** Purchases by id in which the viewer has a part; admins see all. In no particular order. */
export async function readPurchases(
  scope: Pick<ViewerScope, 'sql' | 'viewer'>,
  ids: readonly string[],
): Promise<PurchaseRow[]> {
  const rows = await scope.sql<UnparsedPurchase>`
    SELECT ${PURCHASE_SELECT} FROM "ProductPurchase" AS p ${PURCHASE_JOINS}
    WHERE p.id = ANY(${ids}) AND ${visiblePurchases(scope)}`
  return rows.map(purchaseRowOf)
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

/** Purchases `p` that meet the conditions, by id. */
const purchaseList = (...where: readonly Prisma.Sql[]): SqlList => ({
  alias: 'p',
  from: Prisma.raw('"ProductPurchase" AS p'),
  where,
  order: sortKeys('p', { id: 'text' }),
})

const PURCHASE_ROW = { select: PURCHASE_SELECT, joins: PURCHASE_JOINS }

/** The last one by the index: whether there is a later one is a question that PostgreSQL answers by reading the whole table. */
const IS_LATEST = Prisma.raw(`p.id = (SELECT later.id FROM "ProductPurchase" AS later
  WHERE later."listingId" = p."listingId" AND later."buyerId" = p."buyerId" ORDER BY later.id DESC LIMIT 1)`)

/** Lists purchases of a buyer, of a seller, or of both by one statement. */
export async function listPurchaseRows(
  source: Pick<Scope, 'sql'>,
  { buyerId, sellerId, isLatest }: PurchaseFilter,
  { limit, offset, isDescending }: PurchasePage,
): Promise<PurchaseRow[]> {
  const list = purchaseList(
    ...(buyerId === undefined ? [] : [Prisma.sql`p."buyerId" = ${buyerId}`]),
    ...(sellerId === undefined ? [] : [Prisma.sql`p."sellerId" = ${sellerId}`]),
    ...(isLatest ? [IS_LATEST] : []),
  )
  const rows = await readPage<UnparsedPurchase>(source, list, { limit, offset, descending: isDescending }, PURCHASE_ROW)
  return rows.map(purchaseRowOf)
}

/** The part that a person has in the purchases of a list. */
export type PurchaseRole = 'buyerId' | 'receiverId' | 'sellerId'

/** Which purchases of a person to list; omitted members do not narrow it. */
export interface OwnPurchaseFilter extends ListedSpan {
  readonly status?: string | undefined
  /** How it was bought. */
  readonly purchaseType?: string | undefined
}

/** Purchases in which people have a part. Gifts are received by others than the buyer. */
const purchasesOfRole = (role: PurchaseRole, filter: OwnPurchaseFilter) =>
  purchaseList(...(role === 'receiverId' ? [Prisma.raw('p."buyerId" <> p."receiverId"')] : []), ...matching(filter))

const matching = ({ status, purchaseType, since, until }: OwnPurchaseFilter): Prisma.Sql[] => [
  ...(status === undefined ? [] : [Prisma.sql`p.status = ${status}`]),
  ...(purchaseType === undefined ? [] : [Prisma.sql`p."purchaseType" = ${purchaseType}`]),
  ...(since ? [Prisma.sql`p."createdAt" >= ${since}`] : []),
  ...(until ? [Prisma.sql`p."createdAt" < ${until}`] : []),
]

/** Which purchases the staff lists; omitted members do not narrow them. */
export interface AnyPurchaseFilter extends OwnPurchaseFilter, Partial<Readonly<Record<PurchaseRole, string>>> {}

/** Ids tell the time, so that a time is found by them. */
const purchasesOfAnybody = ({ buyerId, receiverId, sellerId, ...filter }: AnyPurchaseFilter) =>
  purchaseList(
    ...(filter.since ? [Prisma.sql`p.id > ${firstIdAt('purchase', filter.since)}`] : []),
    ...(filter.until ? [Prisma.sql`p.id < ${firstIdAt('purchase', filter.until)}`] : []),
    ...(buyerId === undefined ? [] : [Prisma.sql`p."buyerId" = ${buyerId}`]),
    ...(receiverId === undefined ? [] : [Prisma.sql`p."receiverId" = ${receiverId}`]),
    ...(sellerId === undefined ? [] : [Prisma.sql`p."sellerId" = ${sellerId}`]),
    ...matching(filter),
  )

/** A page of purchases for the staff, by id. One statement. The caller has checked that the viewer may read them. */
export const anyPurchasePage = async (
  source: Pick<Scope, 'sql'>,
  filter: AnyPurchaseFilter,
  page: KeysetPage,
): Promise<PurchaseRow[]> =>
  (await readPage<UnparsedPurchase>(source, purchasesOfAnybody(filter), page, PURCHASE_ROW)).map(purchaseRowOf)

/** The number of purchases that the staff lists. The caller has checked that the viewer may read them. */
export const countAnyPurchases = (source: Pick<Scope, 'sql'>, filter: AnyPurchaseFilter): Promise<number> =>
  countRows(source, purchasesOfAnybody(filter))

interface PurchasesOfPeople extends OwnPurchaseFilter {
  readonly role: PurchaseRole
  readonly userIds: readonly string[]
}

/** A page of the purchases that people made, got or sold, by id. One statement. */
export async function purchasePages(
  source: Pick<Scope, 'sql'>,
  { role, userIds, ...filter }: PurchasesOfPeople,
  page: KeysetPage,
): Promise<PurchaseRow[]> {
  const lists = { list: purchasesOfRole(role, filter), parents: { [role]: userIds } }
  return (await readPagePerParent<UnparsedPurchase>(source, lists, page, PURCHASE_ROW)).map(purchaseRowOf)
}

/** Numbers of the purchases that people made, got or sold. One statement. */
export const countPurchases = (source: Pick<Scope, 'sql'>, { role, userIds, ...filter }: PurchasesOfPeople) =>
  countPerParent(source, purchasesOfRole(role, filter), [role, userIds])

/** Purchases that add up: what one receiver has of one listing. */
interface PurchaseStack {
  readonly listingId: string
  readonly receiverId: string
}

/**
 * The purchases of a stack in which the viewer has a part. What can be had several times over adds up for ever unless it is
 * refunded, a time while it lasts.
 */
const stackList = (scope: Pick<ViewerScope, 'viewer' | 'now'>, { listingId, receiverId }: PurchaseStack): SqlList =>
  purchaseList(
    Prisma.sql`p."receiverId" = ${receiverId} AND p."listingId" = ${listingId} AND ${visiblePurchases(scope)}`,
    Prisma.sql`p.status <> 'refunded' AND (p."isStackable" OR
      (p.status = ANY(${[...LASTING_STATUSES]}) AND (p."endsAt" IS NULL OR p."endsAt" > ${scope.now})))`,
  )

/** A page of the purchases that add up, of those in which the viewer has a part, by id. One statement. */
export const stackPage = async (
  scope: Pick<ViewerScope, 'sql' | 'viewer' | 'now'>,
  stack: PurchaseStack,
  page: KeysetPage,
): Promise<PurchaseRow[]> =>
  (await readPage<UnparsedPurchase>(scope, stackList(scope, stack), page, PURCHASE_ROW)).map(purchaseRowOf)

/** The number of the purchases that add up, of those in which the viewer has a part. */
export const countStack = (scope: Pick<ViewerScope, 'sql' | 'viewer' | 'now'>, stack: PurchaseStack): Promise<number> =>
  countRows(scope, stackList(scope, stack))

const insertedColumns = Object.values(Prisma.ProductPurchaseScalarFieldEnum).filter(
  (name) => name !== 'ledgerTransferId',
)
const INSERTED_COLUMNS = Prisma.raw(insertedColumns.map((name) => `"${name}"`).join(', '))

/** The values of columns that not every purchase has. */
const INSERTED_DEFAULTS = { periods: 1, refundedAt: null, renewsId: null }

export const insertPurchase = ({ sql }: LedgerTransaction, purchase: NewPurchase, transferKey: string | null) =>
  sql`
    INSERT INTO "ProductPurchase" (${INSERTED_COLUMNS}, "ledgerTransferId")
    SELECT ${INSERTED_COLUMNS}, (SELECT id FROM "LedgerTransfer" WHERE key = ${transferKey})
    FROM json_populate_record(NULL::"ProductPurchase", ${JSON.stringify({ ...INSERTED_DEFAULTS, ...purchase })}::text::json)`

/** Moves the time of purchases, and the end of the licenses that they give, back by some milliseconds. */
export async function movePurchasesBack(
  { sql }: InTransaction,
  ids: readonly string[],
  milliseconds: number,
): Promise<void> {
  await sql`
    UPDATE "ProductPurchase" SET
      "startsAt" = "startsAt" - ${milliseconds}::float8 * interval '1 millisecond',
      "endsAt" = "endsAt" - ${milliseconds}::float8 * interval '1 millisecond'
    WHERE id = ANY(${[...ids]}::text[])`
  await sql`
    UPDATE "LicenseGrant" SET until = until - ${milliseconds}::float8 * interval '1 millisecond'
    WHERE source = ANY(${[...ids]}::text[])`
}

/** Ids of those of these listings of which the viewer has something that lasts. One statement. */
export async function readOwnedListings(scope: ViewerScope, listingIds: readonly string[]): Promise<{ id: string }[]> {
  const { sql, viewer, now } = scope
  return sql<{ id: string }>`
    SELECT DISTINCT "listingId" AS id FROM "ProductPurchase"
    WHERE "listingId" = ANY(${listingIds}) AND "receiverId" = ${viewer.id} AND status = ANY(${LASTING_STATUSES}::text[])
      AND ("endsAt" IS NULL OR "endsAt" > ${now}::timestamptz)`
}
