import type { UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { archiveListingsOfErased } from './catalogue/tidy.ts'
import { forfeitTokens } from './ledger/forfeit.ts'
import { erasePayments } from './payments/erasure.ts'
import { cancelRenewalsOfErased } from './purchases/cancel.ts'
import { endSubscriptionsOfErased } from './subscriptions/subscriptions.ts'

type Erasure = Scope & InTransaction

/** Ends what a person sells and pays for. What was bought, paid and moved stays with the id alone. */
export async function eraseTrade(tx: Erasure, userId: UserId): Promise<void> {
  await endSubscriptionsOfErased(tx, userId)
  await archiveListingsOfErased(tx, userId)
  await erasePayments(tx, userId)
  await cancelRenewalsOfErased(tx, userId)
}

/** Forfeits the tokens of a person, and forgets what the economy knows beside them. */
export async function eraseTokens(tx: Erasure, userId: UserId): Promise<void> {
  await forfeitTokens(tx, userId)
  await tx.db.licenseGrant.deleteMany({ where: { userId } })
  await tx.db.economyProfile.deleteMany({ where: { userId } })
}
