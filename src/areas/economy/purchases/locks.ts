import type { ProductPurchase } from '../../../generated/prisma/client.ts'
import { rowLock } from '../../../kernel/locks.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { lockParties } from './facts.ts'
import { LASTING_STATUSES } from './snapshot.ts'

type Transaction = Scope & InTransaction

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

type Known = Pick<ProductPurchase, 'id' | 'buyerId' | 'receiverId' | 'listingId' | 'renewsId'>

/**
 * Locks a purchase, after its people, with the others of the listing for the same receiver that may change with it. Whoever
 * changes a purchase holds these locks. The columns that the caller knows never change.
 */
export async function lockPurchase(tx: Transaction, known: Known): Promise<LockedPurchase> {
  const { id, buyerId, receiverId, listingId } = known
  const people = await lockParties(tx, [buyerId, receiverId])
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
