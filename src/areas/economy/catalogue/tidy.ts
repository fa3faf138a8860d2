import type { UserId } from '../../../kernel/ids.ts'
import { rowLock } from '../../../kernel/locks.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { groupChanged } from '../../groups/events.ts'
import { endLostPurchases } from '../purchases/lost.ts'
import { markArchived } from './manageListings.ts'
import { lockSellingGroup, releaseRole } from './soldRoles.ts'

/** Rows of one run; what is left is for the next one. */
const BATCH = 500

interface IdRow {
  readonly id: string
}

/**
 * Brings the catalogue in line with groups, worlds and avatars, which know nothing of it: archives what sells roles of groups
 * or avatars that are deleted, ends purchases of which nothing is left, deletes stores of deleted groups and worlds and of groups that got another owner,
 * and lets roles that nothing sells any longer be given by hand. Several nodes may run it at once. Answers the number of changes.
 */
export async function tidyCatalogue(scope: Scope): Promise<number> {
  return (await endSalesOfLost(scope)) + (await releaseRoles(scope))
}

/**
 * Takes what sells roles, groups, worlds and avatars that are gone off the market, and ends purchases that have nothing else.
 * Answers the number of changes.
 */
export async function endSalesOfLost(scope: Scope): Promise<number> {
  const archived = await archiveOrphans(scope)
  const ended = await endLostPurchases(scope)
  return archived + ended + (await deleteOrphanedStores(scope))
}

/** Archives listings and products of roles and avatars that are gone. */
async function archiveOrphans(scope: Scope): Promise<number> {
  const products = await scope.sql<IdRow>`
    SELECT p.id FROM "Product" AS p WHERE p."archivedAt" IS NULL AND (
      p."groupRoleId" IS NOT NULL AND NOT EXISTS (
        SELECT FROM "GroupRole" AS r JOIN "Group" AS g ON g.id = r."groupId"
        WHERE r.id = p."groupRoleId" AND g."deletedAt" IS NULL
      ) OR EXISTS (SELECT FROM "Avatar" AS a WHERE a.id = ANY(p."avatarIds") AND a."deletedAt" IS NOT NULL)
    ) ORDER BY p.id LIMIT ${BATCH}`
  const ids = products.map(({ id }) => id)
  if (ids.length === 0) return 0
  return transact(scope, async (tx) => {
    const listings = await tx.sql<IdRow>`
      SELECT id FROM "Listing" WHERE state <> 'archived' AND id IN (
        SELECT "listingId" FROM "ListingProduct" WHERE "productId" = ANY(${ids})
      ) ${rowLock(tx, 'listing', { strength: 'NO KEY UPDATE' })}`
    await markArchived(
      tx,
      listings.map(({ id }) => id),
    )
    const data = { archivedAt: tx.now, updatedAt: tx.now }
    const { count } = await tx.db.product.updateMany({ where: { id: { in: ids }, archivedAt: null }, data })
    return count + listings.length
  })
}

/**
 * Deletes stores of deleted groups and worlds and of groups with another owner, and takes them from the records of groups;
 * those of deleted worlds name none.
 */
async function deleteOrphanedStores(scope: Scope): Promise<number> {
  return transact(scope, async (tx) => {
    const stores = await tx.sql<IdRow>`
      SELECT id FROM "Store" WHERE id IN (
        (SELECT s.id FROM "Store" AS s JOIN "Group" AS g ON g.id = s."groupId"
        WHERE g."deletedAt" IS NOT NULL OR g."ownerId" IS DISTINCT FROM s."sellerId" LIMIT ${BATCH})
        UNION ALL
        (SELECT s.id FROM "Store" AS s JOIN "World" AS w ON w.id = s."worldId"
        WHERE w."deletedAt" IS NOT NULL LIMIT ${BATCH})
      ) ${rowLock(tx, 'store', {})}`
    await tx.db.store.deleteMany({ where: { id: { in: stores.map(({ id }) => id) } } })
    const groups = await tx.sql<IdRow>`
      SELECT id FROM "Group" WHERE id IN (
        SELECT g.id FROM "Group" AS g
        WHERE g."storeId" IS NOT NULL AND NOT EXISTS (SELECT FROM "Store" AS s WHERE s.id = g."storeId") LIMIT ${BATCH}
      ) ${rowLock(tx, 'group', { strength: 'NO KEY UPDATE' })}`
    await tx.db.group.updateMany({ where: { id: { in: groups.map(({ id }) => id) } }, data: { storeId: null } })
    for (const { id } of groups) tx.emit(groupChanged(id))
    return stores.length
  })
}

interface SoldRole {
  readonly roleId: string
  readonly groupId: string
}

/** Roles that were sold by products that are archived now, without the group being locked: those of erased sellers. */
async function releaseRoles(scope: Scope): Promise<number> {
  const roles = await scope.sql<SoldRole>`
    SELECT r.id AS "roleId", r."groupId" FROM "GroupRole" AS r
    WHERE r."requiresPurchase" AND EXISTS (SELECT FROM "Product" AS p WHERE p."groupRoleId" = r.id)
      AND NOT EXISTS (SELECT FROM "Product" AS p WHERE p."groupRoleId" = r.id AND p."archivedAt" IS NULL)
    ORDER BY r.id LIMIT ${BATCH}`
  for (const role of roles)
    await transact(scope, async (tx) => {
      await lockSellingGroup(tx, role.groupId)
      await releaseRole(tx, role)
    })
  return roles.length
}

/**
 * Archives what a person sells whose account is erased, takes away the texts, and deletes the person's stores. A job lets
 * the roles be given by hand again. The caller has locked the person.
 */
export async function archiveListingsOfErased(tx: Scope & InTransaction, userId: UserId): Promise<void> {
  const { db, sql, now } = tx
  const listings = await sql<IdRow>`
    SELECT id FROM "Listing" WHERE "sellerId" = ${userId} ${rowLock(tx, 'listing', { strength: 'NO KEY UPDATE' })}`
  await sql`SELECT FROM "Store" WHERE "sellerId" = ${userId} ${rowLock(tx, 'store', {})}`
  await markArchived(
    tx,
    listings.map(({ id }) => id),
  )
  const blank = { description: '', tags: [], updatedAt: now }
  await db.listing.updateMany({ where: { sellerId: userId }, data: { ...blank, subtitle: '', imageId: null } })
  await db.product.updateMany({ where: { sellerId: userId, archivedAt: null }, data: { archivedAt: now } })
  await db.product.updateMany({ where: { sellerId: userId }, data: blank })
  await db.store.deleteMany({ where: { sellerId: userId } })
}
