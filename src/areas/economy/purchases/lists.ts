import { isOwnerOrAdmin } from '../../../kernel/access.ts'
import { notOwn } from '../../../kernel/failure.ts'
import type { UserId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { listPurchaseRows, type PurchasePage, type PurchaseRow } from './rows.ts'

interface PurchaseListQuery extends PurchasePage {
  /** One of both is given. */
  readonly buyerId?: UserId | undefined
  readonly sellerId?: UserId | undefined
  /** Whether to list the latest purchase that each buyer made of each listing alone. */
  readonly mostRecent: boolean
}

/**
 * Lists the purchases of the viewer, or what the viewer has sold to a buyer or to everybody, by time. Admins can list those of
 * all. Throws `forbidden` for those of others.
 */
export async function listPurchases(
  scope: ViewerScope,
  { buyerId, sellerId, mostRecent: isLatest, ...page }: PurchaseListQuery,
): Promise<PurchaseRow[]> {
  if (![buyerId, sellerId].some((id) => id !== undefined && isOwnerOrAdmin(scope, id))) throw notOwn()
  return listPurchaseRows(scope, { buyerId, sellerId, isLatest }, page)
}
