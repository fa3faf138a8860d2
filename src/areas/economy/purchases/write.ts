import { Prisma } from '../../../generated/prisma/client.ts'
import { trusted } from '../../../kernel/ids.ts'
import { type InTransaction, inOrder } from '../../../kernel/transaction.ts'
import { purchasesChanged } from '../events.ts'
import { userAccount } from '../ledger/accounts.ts'
import { holdTokens } from '../ledger/holds.ts'
import { type LedgerTransaction, postTransfer, type TransferKind } from '../ledger/transfer.ts'
import { giveLicenses } from '../licenses/grants.ts'
import { purchaseGrants } from './grants.ts'
import { heldUntil, type NewPurchase } from './plan.ts'
import { salePostings } from './price.ts'

type WriteTransaction = LedgerTransaction & Pick<InTransaction, 'sql' | 'emit'>

/** What moves the tokens of a purchase. */
interface SaleTransfer {
  readonly key: string
  readonly kind: TransferKind
  readonly memo?: string
}

/** Key of the hold on what the seller of a purchase got. */
export const saleHoldKey = (purchaseId: string) => `sale:${purchaseId}`

/**
 * Takes the tokens and writes a purchase with what it gives, but for roles. All statements are sent at once, as the accounts
 * of the seller and the platform, which all sales share, are locked from the transfer to the commit. They are sent, and the
 * events emitted, before the first answer, since licenses of purchases bring no permissions. Throws `invalid` with reason
 * insufficient_funds.
 */
export async function writePurchase(
  tx: WriteTransaction,
  purchase: NewPurchase,
  { key, kind, memo = '' }: SaleTransfer,
): Promise<void> {
  const { id, price, value, buyerId, sellerId, isRefundable } = purchase
  const grants = purchaseGrants(purchase)
  const transfer = { key, kind, memo, actorId: buyerId, purchaseId: id, postings: salePostings(purchase, purchase) }
  const hold = {
    key: saleHoldKey(id),
    account: userAccount(sellerId, 'earnings'),
    amount: value,
    until: heldUntil(purchase),
  }
  tellOfPurchase(tx, purchase)
  await inOrder([
    grants.licenses.length > 0 ? giveLicenses(tx, grants) : undefined,
    price > 0 ? postTransfer(tx, transfer) : undefined,
    isRefundable && value > 0 ? holdTokens(tx, hold) : undefined,
    insertPurchase(tx, purchase, price > 0 ? key : null),
  ])
}

const columns = Object.values(Prisma.ProductPurchaseScalarFieldEnum).filter((name) => name !== 'ledgerTransferId')
const COLUMNS = Prisma.raw(columns.map((name) => `"${name}"`).join(', '))

/** The values of columns that not every purchase has. */
const DEFAULTS = { periods: 1, refundedAt: null, renewsId: null }

const insertPurchase = ({ sql }: WriteTransaction, purchase: NewPurchase, transferKey: string | null) =>
  sql`
    INSERT INTO "ProductPurchase" (${COLUMNS}, "ledgerTransferId")
    SELECT ${COLUMNS}, (SELECT id FROM "LedgerTransfer" WHERE key = ${transferKey})
    FROM json_populate_record(NULL::"ProductPurchase", ${JSON.stringify({ ...DEFAULTS, ...purchase })}::text::json)`

/** Who has a part in a purchase. */
interface PurchaseParties {
  readonly id: string
  readonly buyerId: string
  readonly receiverId: string
  readonly sellerId: string
}

/** Tells buyer, receiver and seller that a purchase was made or has changed. */
export function tellOfPurchase(
  { emit }: Pick<InTransaction, 'emit'>,
  { id: purchaseId, buyerId, receiverId, sellerId }: PurchaseParties,
): void {
  for (const userId of new Set([buyerId, receiverId, sellerId]))
    emit(purchasesChanged(trusted<'user'>(userId), { purchaseId }))
}
