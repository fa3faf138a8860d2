import type { ProductPurchase } from '../../../generated/prisma/client.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { endPurchase, lockGroupsToEnd } from './end.ts'
import { lockPurchase } from './locks.ts'
import { notifyOfLoss } from './notices.ts'
import { LASTING_STATUSES } from './snapshot.ts'

type Known = Pick<ProductPurchase, 'id' | 'buyerId' | 'receiverId' | 'listingId' | 'renewsId'>

const BATCH_SIZE = 100

/**
 * Ends purchases of which nothing is left: all their roles, groups and avatars were deleted, and they give no items. They are
 * not renewed, the people are told, and whoever could return the purchase still can. Answers how many have ended.
 */
export async function endLostPurchases(scope: Scope): Promise<number> {
  let ended = 0
  for (let after = ''; ; ) {
    const lost = await readLost(scope, after)
    for (const purchase of lost) ended += (await transact(scope, (tx) => endLost(tx, purchase))) ? 1 : 0
    after = lost.at(-1)?.id ?? ''
    if (lost.length < BATCH_SIZE) return ended
  }
}

/** Begins with the licenses of roles and avatars that are gone, as there are few of them. */
const readLost = ({ sql }: Scope, after: string) =>
  sql<Known>`
    SELECT p.id, p."buyerId", p."receiverId", p."listingId", p."renewsId" FROM "ProductPurchase" AS p
    WHERE p.id > ${after} AND p.status = ANY(${LASTING_STATUSES}) AND p.id IN (
      SELECT held.source FROM "LicenseGrant" AS held WHERE
        held."forType" = 'groupRole' AND NOT EXISTS (
          SELECT FROM "GroupRole" AS role JOIN "Group" AS g ON g.id = role."groupId"
          WHERE role.id = held."forId" AND g."deletedAt" IS NULL)
        OR held."forType" = 'avatar' AND EXISTS (
          SELECT FROM "Avatar" AS avatar WHERE avatar.id = held."forId" AND avatar."deletedAt" IS NOT NULL)
    ) AND NOT EXISTS (
      SELECT FROM "LicenseGrant" AS held WHERE held.source = p.id AND (
        EXISTS (SELECT FROM "GroupRole" AS role JOIN "Group" AS g ON g.id = role."groupId"
          WHERE held."forType" = 'groupRole' AND role.id = held."forId" AND g."deletedAt" IS NULL)
        OR EXISTS (SELECT FROM "Avatar" AS avatar
          WHERE held."forType" = 'avatar' AND avatar.id = held."forId" AND avatar."deletedAt" IS NULL))
    ) AND NOT EXISTS (
      SELECT FROM jsonb_array_elements(p.products) AS product WHERE jsonb_array_length(product->'templateIds') > 0
    ) ORDER BY p.id LIMIT ${BATCH_SIZE}`

/** What is deleted does not come back, so only the purchase is looked at again. False if it has ended meanwhile. */
async function endLost(tx: Scope & InTransaction, lost: Known): Promise<boolean> {
  const { purchase, people } = await lockPurchase(tx, lost)
  if (!LASTING_STATUSES.includes(purchase.status)) return false
  const memberships = await lockGroupsToEnd(tx, purchase)
  await endPurchase(tx, purchase, { memberships, status: 'expired' })
  const told = [...new Set([purchase.buyerId, purchase.receiverId])].filter((id) => people.has(id))
  await notifyOfLoss(tx, purchase, told)
  return true
}
