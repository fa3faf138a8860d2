import { builder } from '../../../edges/graphql/builder.ts'
import { createLoader } from '../../../edges/graphql/resolvers/loader.ts'
import { readActiveSuspensions, type SuspendedAccount } from '../../accounts/account/suspensions.ts'
import { userRef } from './user.ts'

/** Suspensions in force, by the id of the person. Throws `forbidden` unless an admin asks. */
export const suspensionsByUserId = createLoader<SuspendedAccount>(readActiveSuspensions, ({ userId }) => userId)

export const Suspension = builder.objectRef<SuspendedAccount>('Suspension').implement({
  description: 'A suspension of an account: nobody can log in to it.',
  fields: (t) => ({
    user: t.field(userRef('userId', 'Owner of the account; null after it was erased.')),
    startedAt: t.expose('since', { type: 'DateTime', description: 'Start of the suspension.' }),
    endsAt: t.expose('until', {
      type: 'DateTime',
      nullable: true,
      description: 'End of the suspension; null for a permanent one.',
    }),
    reason: t.exposeString('reason', { description: 'Explanation to the person.' }),
  }),
})
