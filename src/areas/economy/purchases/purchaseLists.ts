import { isOwnerOrAdmin } from '../../../kernel/access.ts'
import { notOwn } from '../../../kernel/failure.ts'
import type { UserId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { purchaseNotFound } from '../policy.ts'
import { listPurchaseRows, type PurchasePage, type PurchaseRow, readPurchases, stackPage } from './queries.ts'

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

/** Most purchases of a stack that a list has; in the graph they have pages. */
const MAX_LISTED = 1_000

/** A purchase in which the viewer has a part; admins read all. Throws `missing`. */
export async function readPurchase(scope: ViewerScope, id: string): Promise<PurchaseRow> {
  const [purchase] = await readPurchases(scope, [id])
  if (!purchase) throw purchaseNotFound()
  return purchase
}

/**
 * What adds up with a purchase in which the viewer has a part: what its receiver has of its listing, newest first. Of what
 * others gave the receiver nothing is told. Throws `missing`.
 */
export async function listStack(scope: ViewerScope, purchaseId: string): Promise<PurchaseRow[]> {
  return stackPage(scope, await readPurchase(scope, purchaseId), { limit: MAX_LISTED, descending: true })
}
