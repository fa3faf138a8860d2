import { Failure, userNotFound } from '../../../kernel/failure.ts'
import { trusted } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import {
  inOrder,
  type PipelinedTransaction,
  type SqlTransaction,
  transact,
  transactSql,
  type ViewerTransaction,
} from '../../../kernel/transaction.ts'
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
import { templatesOf } from './snapshot.ts'
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
  const bought =
    (await transactSql(scope, (tx) => buy(tx, attempt))) ?? (await transact(scope, (tx) => buyWithEffects(tx, attempt)))
  const [purchase] = await (bought.rows ?? readPurchases(scope, [bought.id]))
  if (!purchase) throw purchaseNotFound()
  return purchase
}

/** A purchase that is tried. */
interface Attempt {
  readonly input: PurchaseInput
  readonly isProviderOnline: boolean
}

/** What a try finds: an earlier purchase with its key, or that the viewer can buy. */
type Found<T> =
  | { readonly earlierId: string }
  | { readonly earlierId?: never; readonly tx: T; readonly facts: CheckedFacts }

/** What was bought. */
interface Bought {
  readonly id: string
  /** Its row, if that was read together with the commit. */
  readonly rows?: Promise<PurchaseRow[]>
}

/** Locks and checks. The statements are sent at once; the time is that after the locks. */
async function find<T extends SqlTransaction>(tx: T, { input, isProviderOnline }: Attempt): Promise<Found<T>> {
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

/** Buys what gives licenses alone. Null, without any effect, for roles and items. */
async function buy(scope: PipelinedTransaction, attempt: Attempt): Promise<Bought | null> {
  const found = await find(scope, attempt)
  if (found.earlierId !== undefined) return { id: found.earlierId }
  const { tx, facts } = found
  if (facts.listing.productType === 'role' || templatesOf(facts.products).length > 0) return null
  const purchase = newPurchase(tx, attempt.input, facts)
  const { id } = purchase
  const written = writePurchase(tx, purchase, saleOf(attempt, purchase))
  if (attempt.input.isGift) {
    await written
    await notifyOfGift(tx, purchase)
    return { id }
  }
  const rows = readPurchases(tx, [id])
  scope.answerWithCommit(written)
  scope.answerWithCommit(rows)
  return { id, rows }
}

const saleOf = ({ input: { purchaseKey } }: Attempt, { id }: NewPurchase) => ({
  key: purchaseKey ?? `purchase:${id}`,
  kind: 'purchase' as const,
})

/** Buys roles, with what their group does, and items. Those come first: the transfer locks accounts that all sales share. */
async function buyWithEffects(scope: ViewerTransaction, attempt: Attempt): Promise<Bought> {
  const found = await find(scope, attempt)
  if (found.earlierId !== undefined) return { id: found.earlierId }
  const { tx, facts } = found
  const purchase = newPurchase(tx, attempt.input, facts)
  const memberships = await lockRoleGroups(tx, purchase)
  for (const membership of memberships) await assertTakesReceiver(tx, membership)
  await giveBoughtItems(tx, purchase)
  await writePurchase(tx, purchase, saleOf(attempt, purchase))
  await giveBoughtRoles(tx, memberships)
  if (attempt.input.isGift) await notifyOfGift(tx, purchase)
  return { id: purchase.id }
}
