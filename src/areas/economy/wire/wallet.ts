import type { Balance, EconomyAccount, ProviderStatus } from '../../../contract/shapes/economy.ts'
import type { EconomyState } from '../economyState.ts'
import type { AccountBalance } from '../ledger/accounts.ts'
import type { EconomyAccountFacts } from '../wallet/wallet.ts'

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
