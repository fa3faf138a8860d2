import { builder } from '../../../edges/graphql/builder.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { type EconomyState, readEconomyState } from '../economyState.ts'
import { BY_NEWEST_NUMBER } from '../ledger/queries.ts'
import { countOwnEntries, readOwnEntries } from '../wallet/queries.ts'
import {
  type EconomyAccountFacts,
  readEconomyAccount,
  readTermsAccepted,
  type WalletRow,
  walletIdOf,
  walletsByIds,
} from '../wallet/wallet.ts'
import { LedgerEntry, LedgerEntryConnection } from './ledgerEntry.ts'

const walletsById = createLoader<WalletRow>(forViewer(walletsByIds), ({ id }) => id)

const Wallet = builder.objectRef<WalletRow>('Wallet')

builder.node(Wallet, {
  description: 'Tokens of the viewer. All amounts are whole numbers.',
  ...nodeBy(walletsById),
  fields: (t) => ({
    balance: t.exposeFloat('balance', { description: 'Tokens that can be spent.' }),
    earnings: t.exposeFloat('earnings', {
      description: 'Tokens that sales brought, which cannot be spent; those that are held are among them.',
    }),
    held: t.exposeFloat('held', {
      description: 'Tokens that are held for now, as those of sales that can still be refunded.',
    }),
    entries: t.connection(
      {
        type: LedgerEntry,
        description: 'What has changed the tokens of the wallet, newest first.',
        resolve: (_wallet, args, { viewerScope: scope }) =>
          keysetConnection(args, {
            order: BY_NEWEST_NUMBER,
            totalCount: () => countOwnEntries(scope),
            read: (page) => readOwnEntries(scope, page),
          }),
      },
      LedgerEntryConnection,
    ),
  }),
})

/** A field with the wallet of the viewer. */
export const walletRef = (description: string) => ({
  type: Wallet,
  nullable: true as const,
  description,
  resolve: (_parent: unknown, _args: unknown, context: Parameters<typeof walletsById>[0]) =>
    walletsById(context).load(walletIdOf(context.viewerScope.viewer.id)),
})

const EconomyAccount = builder.objectRef<EconomyAccountFacts>('EconomyAccount').implement({
  description: 'What a person can do with tokens.',
  fields: (t) => ({
    accountId: t.exposeID('accountId', {
      nullable: true,
      description: 'Id of the account of tokens to spend; null before its first entry.',
    }),
    activatedAt: t.expose('activatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the first use of that account; null before its first entry.',
    }),
    isBlocked: t.exposeBoolean('isBlocked', {
      description: 'Whether the person cannot spend tokens until an admin allows it, or a debt is repaid.',
    }),
    canSpend: t.exposeBoolean('canSpend', {
      description:
        'Whether tokens can be spent now: the economy is online, the terms are accepted, the person is not blocked.',
    }),
    canEarn: t.exposeBoolean('canEarn', { description: 'Whether the person can sell.' }),
    canPayout: t.boolean({
      description: 'Whether earnings can be paid out in money: never, as no payment provider does.',
      resolve: () => false,
    }),
    hasAcceptedTerms: t.boolean({
      description: 'Whether the person has accepted the present terms of the payment provider.',
      resolve: (_account, _args, { viewerScope: scope }) => readTermsAccepted(scope, scope.viewer.id),
    }),
  }),
})

/** A field with what the viewer can do with tokens. */
export const economyAccountRef = (description: string) => ({
  type: EconomyAccount,
  description,
  resolve: (_parent: unknown, _args: unknown, { viewerScope: scope }: Parameters<typeof walletsById>[0]) =>
    readEconomyAccount(scope, scope.viewer.id),
})

builder.objectFields(Viewer, (t) => ({
  wallet: t.field(walletRef('Tokens of the viewer.')),
  economyAccount: t.field(economyAccountRef('What the viewer can do with tokens.')),
}))

const ProviderStatus = builder.objectRef<EconomyState>('ProviderStatus').implement({
  description: 'The state of the economy and of the payment provider.',
  fields: (t) => ({
    isOnline: t.exposeBoolean('isOnline', { description: 'Whether tokens can be spent now.' }),
    plannedOfflineStart: t.expose('pauseStart', {
      type: 'DateTime',
      nullable: true,
      description: 'Start of the planned time without spending; null for none.',
    }),
    plannedOfflineEnd: t.expose('pauseEnd', {
      type: 'DateTime',
      nullable: true,
      description: 'End of the planned time without spending; null for none.',
    }),
    termsVersion: t.string({
      description: 'Version of the present terms of the payment provider.',
      resolve: (_state, _args, { scope }) => scope.payments.tos().version,
    }),
    termsUrl: t.field({
      type: 'URL',
      description: 'Page with the present terms of the payment provider.',
      resolve: (_state, _args, { scope }) => scope.payments.tos().url,
    }),
  }),
})

builder.queryField('providerStatus', (t) =>
  t.field({
    type: ProviderStatus,
    description: 'The state of the economy and of the payment provider.',
    resolve: (_root, _args, { viewerScope: scope }) => readEconomyState(scope),
  }),
)
