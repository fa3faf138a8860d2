import { isOwnerOrAdmin } from '../../../kernel/access.ts'
import { notOwn } from '../../../kernel/failure.ts'
import type { UserId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { listPurchaseRows, type PurchasePage, type PurchaseRow } from './rows.ts'

export interface PurchaseListQuery extends PurchasePage {
  readonly buyerId: UserId
  readonly sellerId?: UserId | undefined
  /** Whether to list the latest purchase of each listing alone. */
  readonly mostRecent: boolean
}

/**
 * Lists the purchases of the viewer, or what the viewer has sold to a buyer, by time. Admins can list those of all. Throws
 * `forbidden` for those of others.
 */
export async function listPurchases(
  scope: ViewerScope,
  { buyerId, sellerId, mostRecent: isLatest, ...page }: PurchaseListQuery,
): Promise<PurchaseRow[]> {
  const isSeller = sellerId !== undefined && isOwnerOrAdmin(scope, sellerId)
  if (!isSeller && !isOwnerOrAdmin(scope, buyerId)) throw notOwn()
  return listPurchaseRows(scope, { buyerId, sellerId, isLatest }, page)
}
