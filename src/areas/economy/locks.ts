import {
  type Group,
  type Listing,
  type PaymentTransaction,
  Prisma,
  type ProductPurchase,
  type Store,
} from '../../generated/prisma/client.ts'
import { columnList } from '../../kernel/columns.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { InTransaction, ViewerTransaction } from '../../kernel/transaction.ts'
import type { AccountName } from './ledger/transfers.ts'
import { listingNotFound, storeNotFound } from './policy.ts'
import { LASTING_STATUSES } from './purchases/snapshot.ts'

/** An account that a transaction has locked. */
interface LockedAccount {
  readonly id: string
  readonly code: string
  /** Tokens. */
  readonly posted: string
}

/**
 * Locks the accounts of a condition until the transaction ends, in the order in which transfers lock them; after all other
 * locks but those of feeds. A condition that finds no account locks nothing.
 */
const lockAccounts = ({ sql }: Pick<InTransaction, 'sql'>, condition: Prisma.Sql): Promise<LockedAccount[]> =>
  sql<LockedAccount>`
    SELECT "id", "code", "posted"::text AS "posted" FROM "LedgerAccount" WHERE ${condition} ORDER BY "id" FOR NO KEY UPDATE`

/** Locks ledger accounts by their ids. */
export const lockAccountsById = (tx: Pick<InTransaction, 'sql'>, ids: readonly string[]) =>
  lockAccounts(tx, Prisma.sql`"id" = ANY(${[...ids]}::text[])`)

/** Locks the ledger account of a hold. */
export const lockAccountOfHold = (tx: Pick<InTransaction, 'sql'>, holdKey: string) =>
  lockAccounts(tx, Prisma.sql`"id" IN (SELECT "accountId" FROM "LedgerHold" WHERE "key" = ${holdKey})`)

/** Locks the ledger accounts of a transfer, and another one. */
export const lockAccountsOfTransfer = (
  tx: Pick<InTransaction, 'sql'>,
  transferId: string,
  { code }: Pick<AccountName, 'code'>,
) =>
  lockAccounts(
    tx,
    Prisma.sql`"code" = ${code}
      OR "id" IN (SELECT "accountId" FROM "LedgerEntry" WHERE "transferId" = ${transferId}::bigint)`,
  )

/** Locks the ledger accounts of a person, and another one. */
export const lockAccountsOfOwner = (
  tx: Pick<InTransaction, 'sql'>,
  ownerId: string,
  { code }: Pick<AccountName, 'code'>,
) => lockAccounts(tx, Prisma.sql`"ownerId" = ${ownerId} OR "code" = ${code}`)

/**
 * Locks people, so that their purchases and subscriptions change one after the other: each act on them does so first. Answers
 * the ids of those who were not erased.
 */
export async function lockPeople(
  tx: Pick<InTransaction, 'sql' | 'locks'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const keys = [...new Set(ids)]
  const rows = await tx.sql<{ readonly id: string }>`
    SELECT id FROM "User" WHERE id = ANY(${keys}) AND "erasedAt" IS NULL
    ${rowLock(tx, 'user', { keys, strength: 'NO KEY UPDATE' })}`
  return new Set(rows.map(({ id }) => id))
}

const LISTING_COLUMNS = columnList(Prisma.ListingScalarFieldEnum)
const GROUP_COLUMNS = columnList(Prisma.GroupScalarFieldEnum)

/**
 * Locks a listing against changes, after its seller, whom rows of a purchase reference, against erasure; null for an unknown
 * one.
 */
export async function lockListingForSale(tx: ViewerTransaction, id: string): Promise<Listing | null> {
  const [listing] = await tx.sql<Listing>`
    WITH seller AS MATERIALIZED (
      SELECT FROM "User" WHERE id = (SELECT "sellerId" FROM "Listing" WHERE id = ${id}) FOR KEY SHARE
    )
    SELECT ${LISTING_COLUMNS} FROM "Listing" WHERE id = ${id} AND (SELECT count(*) FROM seller) = 1
    ${rowLock(tx, 'listing', { keys: [id], strength: 'SHARE' })}`
  return listing ?? null
}

/** A purchase with what stands in a row with it, all locked. */
export interface LockedPurchase {
  readonly purchase: ProductPurchase
  /** Purchases of the listing for the same receiver whose time begins when that of this one, or of one before, ends. */
  readonly later: readonly ProductPurchase[]
  /** The last period of a subscription that this purchase began or renewed; the purchase itself otherwise. */
  readonly latest: ProductPurchase
  /** Who of buyer and receiver has not been erased. */
  readonly people: ReadonlySet<string>
}

/** The columns of a purchase that never change. */
export type KnownPurchase = Pick<ProductPurchase, 'id' | 'buyerId' | 'receiverId' | 'listingId' | 'renewsId'>

/**
 * Locks a purchase, after its people, with the others of the listing for the same receiver that may change with it. Whoever
 * changes a purchase holds these locks.
 */
export async function lockPurchase(tx: Scope & InTransaction, known: KnownPurchase): Promise<LockedPurchase> {
  const { id, buyerId, receiverId, listingId } = known
  const people = await lockPeople(tx, [buyerId, receiverId])
  const rootId = known.renewsId ?? id
  const lock = rowLock(tx, 'purchase', { strength: 'NO KEY UPDATE' })
  await tx.sql`
    SELECT FROM "ProductPurchase"
    WHERE id = ${id} OR id = ${rootId} OR "renewsId" = ${rootId}
      OR ("listingId" = ${listingId} AND "receiverId" = ${receiverId} AND status = ANY(${LASTING_STATUSES}))
    ${lock}`
  const purchase = await tx.db.productPurchase.findUniqueOrThrow({ where: { id } })
  const lasting = { listingId, receiverId, status: { in: LASTING_STATUSES } }
  const later = await tx.db.productPurchase.findMany({
    where: {
      ...lasting,
      listingType: 'duration',
      startsAt: { gte: purchase.endsAt ?? purchase.createdAt },
      NOT: { id },
    },
  })
  const latest = await tx.db.productPurchase.findFirstOrThrow({
    where: { OR: [{ id: rootId }, { renewsId: rootId }] },
    orderBy: { periods: 'desc' },
  })
  return { purchase, later: purchase.endsAt === null ? [] : later, latest, people }
}

/** Locks all purchases of a person that are renewed. */
export async function lockRenewedPurchases(tx: InTransaction, buyerId: string): Promise<void> {
  const lock = rowLock(tx, 'purchase', { strength: 'NO KEY UPDATE' })
  await tx.sql`SELECT FROM "ProductPurchase" WHERE "buyerId" = ${buyerId} AND "willRecur" ${lock}`
}

/** Locks a listing for changes until the transaction ends, so that purchases wait. Throws `missing`. */
export async function lockListing(tx: InTransaction, id: string): Promise<Listing> {
  const lock = rowLock(tx, 'listing', { keys: [id], strength: 'NO KEY UPDATE' })
  await tx.sql`SELECT FROM "Listing" WHERE id = ${id} ${lock}`
  const listing = await tx.db.listing.findUnique({ where: { id } })
  if (!listing) throw listingNotFound()
  return listing
}

/** Locks a store and its shelves for changes until the transaction ends. Throws `missing`. */
export async function lockStore(tx: InTransaction, id: string): Promise<Store> {
  const lock = rowLock(tx, 'store', { keys: [id], strength: 'NO KEY UPDATE' })
  await tx.sql`SELECT FROM "Store" WHERE id = ${id} ${lock}`
  const store = await tx.db.store.findUnique({ where: { id } })
  if (!store) throw storeNotFound()
  return store
}

/** Locks a group that sells roles or has a store until the transaction ends, even a deleted group. */
export async function lockSellingGroup(tx: InTransaction, groupId: string): Promise<void> {
  const lock = rowLock(tx, 'group', { keys: [groupId], strength: 'NO KEY UPDATE' })
  await tx.sql`SELECT FROM "Group" WHERE id = ${groupId} ${lock}`
}

export interface IdRow {
  readonly id: string
}

export const idsOf = (rows: readonly IdRow[]) => rows.map(({ id }) => id)

/** Locks the listings of products that are not archived, and answers their ids. */
export async function lockListingsOfProducts(tx: InTransaction, productIds: readonly string[]): Promise<string[]> {
  const rows = await tx.sql<IdRow>`
    SELECT id FROM "Listing" WHERE state <> 'archived' AND id IN (
      SELECT "listingId" FROM "ListingProduct" WHERE "productId" = ANY(${[...productIds]})
    ) ${rowLock(tx, 'listing', { strength: 'NO KEY UPDATE' })}`
  return idsOf(rows)
}

/** Locks stores of deleted groups and worlds and of groups with another owner, and answers their ids. */
export async function lockOrphanedStores(tx: InTransaction, limit: number): Promise<string[]> {
  const rows = await tx.sql<IdRow>`
    SELECT id FROM "Store" WHERE id IN (
      (SELECT s.id FROM "Store" AS s JOIN "Group" AS g ON g.id = s."groupId"
      WHERE g."deletedAt" IS NOT NULL OR g."ownerId" IS DISTINCT FROM s."sellerId" LIMIT ${limit})
      UNION ALL
      (SELECT s.id FROM "Store" AS s JOIN "World" AS w ON w.id = s."worldId"
      WHERE w."deletedAt" IS NOT NULL LIMIT ${limit})
    ) ${rowLock(tx, 'store', {})}`
  return idsOf(rows)
}

/** Locks groups that name a store that is gone, and answers their ids. */
export async function lockGroupsOfLostStores(tx: InTransaction, limit: number): Promise<string[]> {
  const rows = await tx.sql<IdRow>`
    SELECT id FROM "Group" WHERE id IN (
      SELECT g.id FROM "Group" AS g
      WHERE g."storeId" IS NOT NULL AND NOT EXISTS (SELECT FROM "Store" AS s WHERE s.id = g."storeId") LIMIT ${limit}
    ) ${rowLock(tx, 'group', { strength: 'NO KEY UPDATE' })}`
  return idsOf(rows)
}

/** Locks all listings of a seller, and answers their ids. */
export async function lockListingsOfSeller(tx: InTransaction, sellerId: string): Promise<string[]> {
  const rows = await tx.sql<IdRow>`
    SELECT id FROM "Listing" WHERE "sellerId" = ${sellerId} ${rowLock(tx, 'listing', { strength: 'NO KEY UPDATE' })}`
  return idsOf(rows)
}

/** Locks all stores of a seller. */
export async function lockStoresOfSeller(tx: InTransaction, sellerId: string): Promise<void> {
  await tx.sql`SELECT FROM "Store" WHERE "sellerId" = ${sellerId} ${rowLock(tx, 'store', {})}`
}

export async function lockGroupsOfRoles(tx: Scope & InTransaction, ids: readonly string[]): Promise<Group[]> {
  if (ids.length === 0) return []
  return tx.sql<Group>`
    SELECT ${GROUP_COLUMNS} FROM "Group" WHERE id = ANY(${[...ids]}) AND "deletedAt" IS NULL
    ${rowLock(tx, 'group', { keys: ids, strength: 'NO KEY UPDATE' })}`
}

/**
 * Locks the people of a payment, with those who have got subscriptions of it, also erased ones, and then the payment, whose
 * state every act reads after this. Null for an unknown one.
 */
export async function lockPayment(tx: InTransaction, id: string): Promise<PaymentTransaction | null> {
  const parties = await tx.db.paymentTransaction.findUnique({
    where: { id },
    select: { buyerId: true, receiverId: true, subscriptions: { select: { userId: true } } },
  })
  if (!parties) return null
  const { buyerId, receiverId, subscriptions } = parties
  const ids = [...new Set([buyerId, receiverId ?? buyerId, ...subscriptions.map(({ userId }) => userId)])]
  await tx.sql`
    SELECT FROM "User" WHERE id = ANY(${ids}) ${rowLock(tx, 'user', { keys: ids, strength: 'NO KEY UPDATE' })}`
  await lockPaymentRow(tx, id)
  return tx.db.paymentTransaction.findUnique({ where: { id } })
}

/** Locks a payment alone. */
export async function lockPaymentRow(tx: InTransaction, id: string): Promise<void> {
  await tx.sql`
    SELECT FROM "PaymentTransaction" WHERE id = ${id} ${rowLock(tx, 'paymentTransaction', { keys: [id] })}`
}

/** Locks all payments of a person. */
export async function lockPaymentsOf(tx: InTransaction, buyerId: string): Promise<void> {
  await tx.sql`
    SELECT FROM "PaymentTransaction" WHERE "buyerId" = ${buyerId} ${rowLock(tx, 'paymentTransaction', {})}`
}
