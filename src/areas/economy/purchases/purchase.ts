import { Failure, userNotFound } from '../../../kernel/failure.ts'
import { trusted } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { inOrder, transact, type ViewerTransaction } from '../../../kernel/transaction.ts'
import { lockFriend } from '../../users/locks.ts'
import { purchaseNotFound } from '../policy.ts'
import { type CheckedFacts, checkPurchase } from './checks.ts'
import { lockListing, lockParties, type PurchaseFacts, readFacts } from './facts.ts'
import { type PurchaseInput, type PurchaseRequest, purchaseInput } from './input.ts'
import { giveBoughtItems } from './items.ts'
import { notifyOfGift } from './notices.ts'
import { type NewPurchase, newPurchase } from './plan.ts'
import { assertTakesReceiver, giveBoughtRoles, lockRoleGroups } from './roles.ts'
import { type PurchaseRow, readPurchases } from './rows.ts'
import { writePurchase } from './write.ts'

/**
 * Buys a listing for tokens. A request that repeats an idempotency key with the same input answers the first purchase.
 * Throws the failure of the first check of `checkPurchase` that fails; `forbidden` for a role of a group that does not take
 * the receiver; `invalid` without the tokens, and for a key that was used for another input.
 */
export async function purchaseListing(scope: ViewerScope, request: PurchaseRequest): Promise<PurchaseRow> {
  const input = purchaseInput(scope, request)
  const { online } = await scope.payments.status()
  const attempt = { input, isProviderOnline: online }
  const id = await transact(scope, (tx) => buy(tx, attempt))
  const [purchase] = await readPurchases(scope, [id])
  if (!purchase) throw purchaseNotFound()
  return purchase
}

/** A purchase that is tried. */
interface Attempt {
  readonly input: PurchaseInput
  readonly isProviderOnline: boolean
}

/** What a try finds: an earlier purchase with its key, or that the viewer can buy. */
type Found =
  | { readonly earlierId: string }
  | { readonly earlierId?: never; readonly tx: ViewerTransaction; readonly facts: CheckedFacts }

/** Locks and checks. The statements are sent at once; the time is that after the locks. */
async function find(tx: ViewerTransaction, { input, isProviderOnline }: Attempt): Promise<Found> {
  const { viewer } = tx
  const { isGift, listingId } = input
  const receiverId = trusted<'user'>(input.receiverId)
  const [people, friendship, listing, read] = await inOrder([
    lockParties(tx, [viewer.id, receiverId]),
    isGift ? lockFriend(tx, viewer.id, receiverId) : undefined,
    lockListing(tx, listingId),
    readFacts(tx, input),
  ])
  if (!people.has(viewer.id)) throw userNotFound(viewer.id)
  if (read.known) return { earlierId: assertSameInput(input, read.known) }
  const act = { ...tx, now: tx.clock.now() }
  const isReceiverFriend = friendship?.areFriends === true
  return {
    tx: act,
    facts: checkPurchase({ scope: act, input, isProviderOnline, isReceiverFriend }, { ...read, listing }),
  }
}

/** The id of the purchase that was made with a key. */
function assertSameInput({ inputHash }: PurchaseInput, known: NonNullable<PurchaseFacts['known']>): string {
  if (known.inputHash === inputHash) return known.id
  const message = 'The idempotency key was used for another purchase.'
  throw new Failure('invalid', message, { reason: 'key_reused', field: 'idempotencyKey' })
}

const saleOf = ({ input: { purchaseKey } }: Attempt, { id }: NewPurchase) => ({
  key: purchaseKey ?? `purchase:${id}`,
  kind: 'purchase' as const,
})

/**
 * Buys a listing; answers the id of the purchase, or of the earlier one with its key. Roles and items come first: the transfer
 * locks accounts that all sales share.
 */
async function buy(scope: ViewerTransaction, attempt: Attempt): Promise<string> {
  const found = await find(scope, attempt)
  if (found.earlierId !== undefined) return found.earlierId
  const { tx, facts } = found
  const purchase = newPurchase(tx, attempt.input, facts)
  const memberships = await lockRoleGroups(tx, purchase)
  for (const membership of memberships) await assertTakesReceiver(tx, membership)
  await giveBoughtItems(tx, purchase)
  await writePurchase(tx, purchase, saleOf(attempt, purchase))
  await giveBoughtRoles(tx, memberships)
  if (attempt.input.isGift) await notifyOfGift(tx, purchase)
  return purchase.id
}
