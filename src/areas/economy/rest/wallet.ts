import type { walletRows } from '../../../contract/economy.ts'
import type { Handlers } from '../../../contract/operation.ts'
import type { ScopeByAccess } from '../../../kernel/scope.ts'
import { listTokenBundles } from '../catalogue/offers.ts'
import { readEconomyState } from '../economyState.ts'
import { readCreditsEligible } from '../subscriptions/eligibility.ts'
import { readEconomyAccount, readOwnBalance, readTermsAccepted, updateProviderTos } from '../wallet/wallet.ts'
import { tokenBundleWire } from '../wire/subscription.ts'
import { balanceWire, economyAccountWire, providerStatusWire } from '../wire/wallet.ts'

export const walletRest: Handlers<typeof walletRows, ScopeByAccess> = {
  getBalance: async (scope, { userId }) => {
    const balance = await readOwnBalance(scope, userId, 'standard')
    const { online } = await scope.payments.status()
    return balanceWire(balance.posted - balance.held, balance, online)
  },
  getBalanceEarnings: async (scope, { userId }) => {
    const balance = await readOwnBalance(scope, userId, 'earnings')
    const { online } = await scope.payments.status()
    return balanceWire(balance.posted, balance, online)
  },
  getEconomyAccount: async (scope, { userId }) => economyAccountWire(await readEconomyAccount(scope, userId)),
  getProviderStatus: async (scope) => providerStatusWire(await readEconomyState(scope)),
  getProviderTos: async (scope, { userId }) => ({ signed_tos: await readTermsAccepted(scope, userId) }),
  updateProviderTos: async (scope, { userId, body }) => {
    await updateProviderTos(scope, userId, body.accepted)
    return {}
  },
  getTokenBundles: async (scope) => (await listTokenBundles(scope)).map(tokenBundleWire),
  getUserCreditsEligible: (scope, { userId, query }) => readCreditsEligible(scope, userId, query.subscriptionId),
}
