import {
  type Balance,
  type EconomyAccount,
  ProductListingType,
  type ProviderStatus,
} from '../../../contract/shapes/economy.ts'
import type {
  EarningsMetrics as EarningsMetricsRecord,
  EconomyBalances,
  EconomyPayoutList,
  EconomyPayoutStatus,
  ProductPurchaseHistory,
  ProductPurchaseRecord,
  ProductPurchaseStack,
  ProviderKyc,
} from '../../../contract/shapes/economyRecord.ts'
import { SubscriptionPeriod, type Transaction } from '../../../contract/shapes/subscription.ts'
import { ID_PREFIXES, siblingId } from '../../../kernel/ids.ts'
import type { EconomyState } from '../economyState.ts'
import type { AccountBalance } from '../ledger/accounts.ts'
import { type TransferKind, transferKindOf } from '../ledger/transfers.ts'
import type { TimeSpan } from '../period.ts'
import type { PurchaseRow } from '../purchases/queries.ts'
import type { EarningsMetrics, EarningsSums } from '../sellers.ts'
import type { AdminTransaction } from '../subscriptions/adminGrants.ts'
import { type HistoryRow, PROMO_CREDIT } from '../wallet/queries.ts'
import type { EconomyAccountFacts, OwnBalances, PayoutStatus } from '../wallet/wallet.ts'
import { endedStatusOf } from './subscription.ts'

/** The tokens of an account; what is held cannot be spent, but was earned. */
export const balanceWire = (balance: number, { isUnused }: AccountBalance, isOnline: boolean): Balance => ({
  balance,
  noTransactions: isUnused,
  tiliaResponse: isOnline,
})

export const economyAccountWire = (facts: EconomyAccountFacts): EconomyAccount => ({
  accountActivatedOn: facts.activatedAt?.toISOString() ?? null,
  accountId: facts.accountId,
  blocked: facts.isBlocked,
  canEarn: facts.canEarn,
  canPayout: false,
  canSpend: facts.canSpend,
  source: 'plaza',
  userId: facts.userId,
})

export const providerStatusWire = ({ isOnline, pauseStart, pauseEnd }: EconomyState): ProviderStatus => ({
  economyOnline: isOnline,
  economyState: isOnline ? 1 : 0,
  ...(pauseEnd && { plannedOfflineWindowEnd: pauseEnd.toISOString() }),
  ...(pauseStart && { plannedOfflineWindowStart: pauseStart.toISOString() }),
})

const sumsWire = (sums: EarningsSums): EarningsMetricsRecord['totals'] => ({
  otpEarnings: sums.otpEarnings,
  otpPurchaseCount: sums.otpPurchaseCount,
  subscriberEarnings: sums.subscriberEarnings,
  subscriberMonths: sums.subscriberMonths,
  totalEarnings: sums.totalEarnings,
})

export const earningsMetricsWire = ({ sellerId, totals, parts }: EarningsMetrics): EarningsMetricsRecord => ({
  breakdown: parts.map(({ part, ...sums }) => ({ _id: part, ...sumsWire(sums) })),
  sellerId,
  totals: sumsWire(totals),
})

export const economyBalancesWire = ({ standard, earnings }: OwnBalances): EconomyBalances => ({
  balance: standard + earnings,
  earnings,
  standard,
})

/** No provider pays out, so the books have no payout. */
export const payoutListWire = (): EconomyPayoutList => ({ payouts: [] })

/** Accounts at a provider that pays out have ids; there is none, so they are 0 and empty. */
export const payoutStatusWire = ({ earnings, hasEarnings, isInGoodStanding }: PayoutStatus): EconomyPayoutStatus => ({
  accountId: 0,
  activePayout: null,
  activePayoutCancellable: false,
  activePayoutTiliaAmount: 0,
  earningsBalance: earnings,
  eligibility: {
    issue: 'no_provider',
    okBalance: hasEarnings,
    okFrequency: true,
    okNotOngoing: true,
    okStanding: isInGoodStanding,
  },
  payoutEligible: false,
  tiliaId: '',
})

/** No provider checks who people are. */
export const providerKycWire = (): ProviderKyc => ({
  account_id: '',
  kyc_id: '',
  kyc_requirements: 'NONE',
  match_checks: [],
  pii_level: 'NONE',
  rules: [],
  state: 'NOT_STARTED',
  tilia_retry_rule_code: '',
})

export const purchaseStackWire = ({ id, quantity, createdAt, endsAt }: PurchaseRow): ProductPurchaseStack => ({
  purchaseDate: createdAt.toISOString(),
  purchaseEndDate: endsAt?.toISOString() ?? null,
  purchaseId: id,
  purchaseQuantity: quantity,
})

interface Reason {
  readonly reason: number
  readonly reasonLabel: string
}

/** Numbers and labels of reasons, of which shipped clients know 3002 alone. */
const REASONS: Readonly<Record<TransferKind, Reason>> = {
  topup: { reason: 1001, reasonLabel: 'Token Purchase' },
  grant: { reason: 1002, reasonLabel: 'Grant' },
  revoke: { reason: 1003, reasonLabel: 'Revocation' },
  purchase: { reason: 2001, reasonLabel: 'Purchase' },
  renewal: { reason: 2002, reasonLabel: 'Renewal' },
  refund: { reason: 3001, reasonLabel: 'Refund' },
  chargeback: { reason: 3003, reasonLabel: 'Chargeback' },
  payout: { reason: 4001, reasonLabel: 'Payout' },
  forfeit: { reason: 5001, reasonLabel: 'Forfeiture' },
}

const reasonOf = (row: HistoryRow): Reason =>
  row.kind === 'grant' && row.memo === PROMO_CREDIT
    ? { reason: 3002, reasonLabel: PROMO_CREDIT }
    : REASONS[transferKindOf(row)]

/** Stands for no purchase. */
const NO_PURCHASE = `${ID_PREFIXES.purchase}_00000000-0000-0000-0000-000000000000`

const recordWire = (row: HistoryRow): ProductPurchaseRecord => ({
  amount: row.amount,
  balance: row.after,
  date: row.at.toISOString(),
  fromUserDisplayName: row.fromName,
  listingDisplayName: row.boughtName ?? '',
  listingType: ProductListingType.parse(row.listingType ?? 'instant'),
  platform: row.provider ?? 'plaza',
  purchaseId: row.purchaseId ?? NO_PURCHASE,
  ...reasonOf(row),
  transactionId: row.transferNumber,
  transactionLineId: row.entryNumber,
})

export const purchaseHistoryWire = (
  { from, until }: TimeSpan,
  rows: readonly HistoryRow[],
): ProductPurchaseHistory => ({
  endDate: until.toISOString(),
  startDate: from.toISOString(),
  transactions: rows.map(recordWire),
})

/** What an admin gave in place of a payment: it has the id that the record of the subscription tells. */
export const adminTransactionWire = (row: AdminTransaction): Transaction => ({
  created_at: row.createdAt.toISOString(),
  error: null,
  id: siblingId('paymentTransaction', row.id),
  isGift: row.isGift,
  isTokens: false,
  sandbox: false,
  status: endedStatusOf(row),
  subscription: {
    amount: row.amount,
    description: row.description,
    id: row.planId,
    period: SubscriptionPeriod.parse(row.period),
    steamItemId: row.plan.steamItemId || row.planId,
    tier: row.tier,
  },
  updated_at: row.updatedAt.toISOString(),
  userDisplayName: row.user.displayName,
  userId: row.userId,
})
