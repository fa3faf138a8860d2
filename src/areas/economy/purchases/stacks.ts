import type { ViewerScope } from '../../../kernel/scope.ts'
import { purchaseNotFound } from '../policy.ts'
import { type PurchaseRow, readPurchases, stackPage } from './rows.ts'

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
