import type { LedgerTransferKind, PaymentStatus, PurchaseStatus } from '../../generated/graphql.ts'

export const WALLET_TABS = ['tokens', 'buy', 'purchases', 'gifts', 'subscriptions'] as const
export type WalletTab = (typeof WALLET_TABS)[number]

export const ENTRY_KINDS = [
  ...(['TOPUP', 'PURCHASE', 'RENEWAL', 'REFUND', 'GRANT'] as const),
  ...(['REVOKE', 'CHARGEBACK', 'PAYOUT', 'FORFEIT'] as const),
] as const satisfies readonly LedgerTransferKind[]

export const PERIODS = ['week', 'month', 'year'] as const
export type Period = (typeof PERIODS)[number]

export const PAYMENT_STATUSES = [
  ...(['PENDING', 'ACTIVE', 'FAILED', 'EXPIRED', 'CHARGEBACK'] as const),
] as const satisfies readonly PaymentStatus[]

export const PURCHASE_STATUSES = [
  ...(['ACTIVE', 'CANCELLED', 'EXPIRED', 'REFUNDED'] as const),
] as const satisfies readonly PurchaseStatus[]

/** What the address of the wallet says. */
export interface WalletSearch {
  /** Tokens by default. */
  readonly tab?: WalletTab | undefined
  /** Only entries for this reason. */
  readonly kind?: LedgerTransferKind | undefined
  /** Only entries of this time. */
  readonly period?: Period | undefined
  /** Only payments in this state. */
  readonly payments?: PaymentStatus | undefined
  /** Only purchases in this state. */
  readonly purchases?: PurchaseStatus | undefined
}

/** Reads the address; what is unknown in it is left out. */
export const walletSearchOf = ({ tab, kind, period, payments, purchases }: Record<string, unknown>): WalletSearch => ({
  tab: WALLET_TABS.find((one) => one === tab),
  kind: ENTRY_KINDS.find((one) => one === kind),
  period: PERIODS.find((one) => one === period),
  payments: PAYMENT_STATUSES.find((one) => one === payments),
  purchases: PURCHASE_STATUSES.find((one) => one === purchases),
})
