import { ADMIN, type GraphAccessTable, SIGNED_IN } from './graphOutcomes.ts'

export const walletQueries: GraphAccessTable = {
  providerStatus: [() => 'providerStatus { isOnline }', SIGNED_IN],
  ledgerAccounts: [() => 'ledgerAccounts { nodes { id } }', ADMIN],
  ledgerTransfers: [() => 'ledgerTransfers { nodes { id } }', ADMIN],
  ledgerCheck: [() => 'ledgerCheck { isBalanced }', ADMIN],
}

const act = (userId: string, key: string) => `userId: "${userId}", reason: "Test", idempotencyKey: "${key}"`

export const walletMutations: GraphAccessTable = {
  updateProviderTos: [() => 'updateProviderTos(input: { accepted: true }) { economyAccount { isBlocked } }', SIGNED_IN],
  grantTokens: [
    ({ strangerId }) => `grantTokens(input: { tokens: 5, ${act(strangerId, 'give')} }) { transfer { id } }`,
    ADMIN,
  ],
  revokeTokens: [
    ({ strangerId }) => `revokeTokens(input: { tokens: 5, ${act(strangerId, 'take')} }) { transfer { id } }`,
    ADMIN,
  ],
  setEconomyBlocked: [
    ({ strangerId }) => `setEconomyBlocked(input: { blocked: false, ${act(strangerId, 'lift')} }) { user { id } }`,
    ADMIN,
  ],
}

export const walletSubscriptions: GraphAccessTable = {
  walletChanged: [() => 'walletChanged { wallet { balance } }', SIGNED_IN],
  ledgerActivity: [() => 'ledgerActivity { transferId }', ADMIN],
}
