import { builder } from '../../../edges/graphql/builder.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { createListLoader, createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { latestFirst, listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import type { LoginPlace as LoginPlaceRow } from '../../../generated/prisma/client.ts'
import { trusted } from '../../../kernel/ids.ts'
import { type LoginLock as LockRow, readAccountLocks } from '../../accounts/login/loginLocks.ts'
import { readLoginPlaces } from '../../accounts/login/loginPlaces.ts'
import { countUnusedRecoveryCodes } from '../../accounts/login/recoveryCodes.ts'
import { Account } from './account.ts'
import { PastDisplayName, PastDisplayNameConnection, pastNamesByUser } from './viewer.ts'

const placesByUser = createListLoader<LoginPlaceRow>(forViewer(readLoginPlaces), ({ userId }) => userId)

const codesByUser = createLoader(forViewer(countUnusedRecoveryCodes), ({ userId }) => userId)

const LoginPlace = builder.objectRef<LoginPlaceRow>('LoginPlace').implement({
  description: 'A network from which a person has logged in lately, as staff with `PEOPLE` see it.',
  fields: (t) => ({
    network: t.exposeString('address', { description: 'The address, of IPv6 the network of 64 bits.' }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', description: 'Time of the last login from it.' }),
  }),
})

const LoginLockKind = enumOf('LoginLockKind', 'Which attempts to get into an account are counted.', {
  password: 'Wrong passwords of one account, from one network.',
  passwordElsewhere: 'Wrong passwords of one account, from all networks that it was not used from lately.',
  passwordTrusted: 'Wrong passwords of one account, by devices that have given its second factor.',
  code: 'Wrong time-based codes and mailed codes of one account.',
  recoveryCode: 'Wrong recovery codes of one account, from one network.',
  passwordReset: 'Mails to one account with a link that sets a new password.',
  networkPassword: 'Wrong passwords of all accounts, from one network.',
  networkPasswordReset: 'Requests of mails that set a new password, from one network.',
  networkResetLink: 'Uses of links that are not valid, from one network.',
})

export const LoginLock = builder.objectRef<LockRow>('LoginLock').implement({
  description:
    'Attempts to get into an account, which are counted, and refused beyond a number. Staff with `PEOPLE` see it.',
  fields: (t) => ({
    kind: t.expose('kind', { type: LoginLockKind, description: 'Which attempts are counted.' }),
    network: t.exposeString('network', {
      nullable: true,
      description: 'The network that they came from; null if they are counted over several.',
    }),
    attempts: t.exposeInt('attempts', { description: 'Number of attempts.' }),
    maxAttempts: t.exposeInt('maxAttempts', { description: 'From this number on further ones are refused.' }),
    isInForce: t.boolean({
      description: 'Whether further attempts are refused.',
      resolve: ({ attempts, maxAttempts }) => attempts >= maxAttempts,
    }),
    endsAt: t.expose('endsAt', { type: 'DateTime', description: 'When the attempts no longer count.' }),
  }),
})

/** As each kind of lock is a statement. */
const LOCKS_COST = 10

builder.objectFields(Account, (t) => ({
  loginPlaces: t.field({
    type: [LoginPlace],
    description: 'Networks from which the person has logged in lately, latest first; at most 100.',
    resolve: ({ userId }, _args, context) => placesByUser(context).load(userId),
  }),
  unusedRecoveryCodes: t.int({
    description: 'Number of recovery codes that were not used; 0 while time-based codes are disabled.',
    resolve: async ({ userId }, _args, context) => (await codesByUser(context).load(userId))?.count ?? 0,
  }),
  pastDisplayNames: t.connection(
    {
      type: PastDisplayName,
      description: 'Former display names, latest first.',
      resolve: async ({ userId }, args, context) =>
        listConnection(args, latestFirst(['updatedAt', 'id']), await pastNamesByUser(context).load(userId)),
    },
    PastDisplayNameConnection,
  ),
  loginLocks: t.field({
    type: [LoginLock],
    description: 'Attempts to get into the account that are counted; those that are refused now are in force.',
    complexity: LOCKS_COST,
    resolve: ({ userId }, _args, { viewerScope }) => readAccountLocks(viewerScope, trusted<'user'>(userId)),
  }),
}))
