import { type Scope, type Services, systemScope } from '../../../kernel/scope.ts'
import { transact } from '../../../kernel/transaction.ts'
import { avatarChanged } from '../../avatars/events.ts'
import { groupChanged, groupDeleted, groupRoleChanged } from '../../groups/events.ts'
import { lockGroupsOfLostStores, lockListingsOfProducts, lockOrphanedStores, lockSellingGroup } from '../locks.ts'
import { endLostPurchases } from '../purchases/expiry.ts'
import { readLostProducts, readUnsoldRoles } from '../queries.ts'
import { markArchived } from './manageListings.ts'
import { releaseRole } from './manageProducts.ts'

/** Rows of one run; what is left is for the next one. */
const BATCH = 500

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
  const ids = await readLostProducts(scope, BATCH)
  if (ids.length === 0) return 0
  return transact(scope, async (tx) => {
    const listingIds = await lockListingsOfProducts(tx, ids)
    await markArchived(tx, listingIds)
    const data = { archivedAt: tx.now, updatedAt: tx.now }
    const { count } = await tx.db.product.updateMany({ where: { id: { in: ids }, archivedAt: null }, data })
    return count + listingIds.length
  })
}

/**
 * Deletes stores of deleted groups and worlds and of groups with another owner, and takes them from the records of groups;
 * those of deleted worlds name none.
 */
async function deleteOrphanedStores(scope: Scope): Promise<number> {
  return transact(scope, async (tx) => {
    const storeIds = await lockOrphanedStores(tx, BATCH)
    await tx.db.store.deleteMany({ where: { id: { in: storeIds } } })
    const groupIds = await lockGroupsOfLostStores(tx, BATCH)
    await tx.db.group.updateMany({ where: { id: { in: groupIds } }, data: { storeId: null } })
    for (const id of groupIds) tx.emit(groupChanged(id))
    return storeIds.length
  })
}

/** Roles that were sold by products that are archived now, without the group being locked: those of erased sellers. */
async function releaseRoles(scope: Scope): Promise<number> {
  const roles = await readUnsoldRoles(scope, BATCH)
  for (const role of roles)
    await transact(scope, async (tx) => {
      await lockSellingGroup(tx, role.groupId)
      await releaseRole(tx, role)
    })
  return roles.length
}

/** Whether a role is gone that somebody has bought. */
async function isBoughtRoleLost({ db }: Scope, id: string): Promise<boolean> {
  const license = await db.licenseGrant.findFirst({
    where: { forType: 'groupRole', forId: id },
    select: { id: true },
  })
  return license !== null && (await db.groupRole.findUnique({ where: { id }, select: { id: true } })) === null
}

/** Whether an avatar is deleted that a product gives. */
async function isSoldAvatarLost({ db }: Scope, id: string): Promise<boolean> {
  const where = { id, deletedAt: { not: null } }
  if ((await db.avatar.findUnique({ where, select: { id: true } })) === null) return false
  return (await db.product.findFirst({ where: { avatarIds: { has: id } }, select: { id: true } })) !== null
}

/**
 * Ends at once what was sold of groups, roles and avatars that are deleted, and takes it off the market. A job does what is
 * missed. Returns a function that stops it.
 */
export function watchSoldThings(services: Services): () => void {
  const { events, log } = services
  const run = (work: () => Promise<unknown>) => {
    void work().catch((error: unknown) => {
      log.warn({ err: error }, 'the sales of something that was deleted could not be ended; the job will end them')
    })
  }
  const end = () => endSalesOfLost(systemScope(services))
  const endIf = async (isLost: (scope: Scope, id: string) => Promise<boolean>, id: string) => {
    if (await isLost(systemScope(services), id)) await end()
  }
  const stops = [
    events.listen(groupDeleted, () => run(end)),
    events.listen(groupRoleChanged, ({ ids }) => run(() => endIf(isBoughtRoleLost, ids.roleId))),
    events.listen(avatarChanged, ({ subject }) => run(() => endIf(isSoldAvatarLost, subject))),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
