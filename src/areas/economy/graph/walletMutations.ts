import { z } from 'zod'
import { UserId } from '../../../contract/ids.ts'
import { FOR_ADMINS } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { followOwnEvents } from '../../../edges/graphql/resolvers/subscriptions.ts'
import { ID_PREFIXES } from '../../../kernel/ids.ts'
import { viewerRef } from '../../accounts/graph/viewer.ts'
import { userRef } from '../../users/graph/user.ts'
import { setEconomyBlocked } from '../economyProfile.ts'
import { walletChanged } from '../events.ts'
import { adminTransferRules, grantTokens, revokeTokens } from '../ledger/adminTransfers.ts'
import { updateProviderTos } from '../wallet/wallet.ts'
import { transferRef } from './ledger.ts'
import { economyAccountRef, walletRef } from './wallet.ts'

mutation('updateProviderTos', {
  description: 'Accepts the present terms of the payment provider, or withdraws that.',
  input: z.object({ accepted: z.boolean().describe('Whether the viewer accepts them.') }),
  run: async (scope, { accepted }) => {
    await updateProviderTos(scope, scope.viewer.id, accepted)
    return {}
  },
  payload: (t) => ({ economyAccount: t.field(economyAccountRef('What the viewer can do with tokens after that.')) }),
})

const userId = UserId.describe('Id of the person.')
const reason = z.string().describe('Why, for the audit log: 1 to 1,000 characters.')
const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,128}$/, 'idempotencyKey must have 1 to 128 visible characters')
  .describe('Any text that names the act: with the same one it happens once.')
const tokens = z.int().describe('Number of tokens, from 1 to 10,000,000.')

const ACTS = { grantTokens, revokeTokens } as const
const DESCRIPTIONS = {
  grantTokens: 'Gives a person tokens. Admins only.',
  revokeTokens: 'Takes tokens from a person, who never has less than 0. Tokens that are held stay. Admins only.',
} as const

for (const name of ['grantTokens', 'revokeTokens'] as const)
  mutation(name, {
    description: DESCRIPTIONS[name],
    ...FOR_ADMINS,
    input: z.object({ userId, tokens, reason, idempotencyKey }),
    rules: (_scope, given) => adminTransferRules(given),
    run: async (scope, given) => ({
      transferId: `${ID_PREFIXES.ledgerTransfer}_${await ACTS[name](scope, given)}`,
    }),
    payload: (t) => ({ transfer: t.field(transferRef('transferId', 'The transfer that has moved them.')) }),
  })

mutation('setEconomyBlocked', {
  description:
    'Keeps a person from spending tokens, or allows it again. A debt of taken-back payments is collected only while the person is blocked. Admins only.',
  ...FOR_ADMINS,
  input: z.object({
    userId,
    blocked: z.boolean().describe('Whether the person is to be blocked.'),
    reason,
    idempotencyKey,
  }),
  run: async (scope, { blocked: isBlocked, ...given }) => {
    await setEconomyBlocked(scope, { isBlocked, ...given })
    return { userId: given.userId }
  },
  payload: (t) => ({ user: t.field(userRef('userId', 'The person.')) }),
})

const WalletChange = builder.objectRef<object>('WalletChange').implement({
  description: "A change of the viewer's wallet.",
  fields: (t) => ({
    wallet: t.field(walletRef('The wallet after the change.')),
    economyAccount: t.field(economyAccountRef('What the viewer can do with tokens after the change.')),
    viewer: t.field(viewerRef('The person who is logged in.')),
  }),
})

builder.subscriptionField('walletChanged', (t) =>
  t.field({
    type: WalletChange,
    description:
      'Emits when tokens of the viewer have moved, are held or are held no longer, or when the viewer was blocked from spending.',
    subscribe: (_root, _args, context) => followOwnEvents(context, [walletChanged]),
    resolve: () => ({}),
  }),
)
