import { builder } from '../../../edges/graphql/builder.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { isStaff } from '../../../kernel/access.ts'
import { readActiveSuspensions, type SuspendedAccount } from '../../accounts/account/suspensions.ts'
import { SessionConnection, sessionsOfUser } from '../../accounts/graph/session.ts'
import { canSuspend, readStaffAccounts, type StaffAccount } from '../users.ts'
import { User, userRef } from './user.ts'

const accountsByUser = createLoader<StaffAccount>(forViewer(readStaffAccounts), ({ userId }) => userId)

/** Without an id: it is part of its user. */
export const Account = builder.objectRef<StaffAccount>('Account').implement({
  description: 'The account of a person, as staff with `PEOPLE` see it.',
  fields: (t) => ({
    username: t.string({ description: 'Name to log in with.', resolve: ({ user }) => user.username }),
    email: t.exposeString('email', { nullable: true, description: 'E-mail address; null for none.' }),
    isEmailVerified: t.exposeBoolean('emailVerified', { description: 'Whether the e-mail address was confirmed.' }),
    pendingEmail: t.exposeString('pendingEmail', { nullable: true, description: 'E-mail address to be confirmed.' }),
    isAdmin: t.boolean({ description: 'Whether the person is an admin.', resolve: ({ user }) => user.admin }),
    twoFactorEnabledAt: t.expose('totpEnabledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When time-based codes were enabled; null while they are disabled.',
    }),
    lastLoginAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last login; null for none.',
      resolve: ({ user }) => user.lastLoginAt,
    }),
    lastActivityAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last request, to the hour; null for none.',
      resolve: ({ user }) => user.lastActivityAt,
    }),
    deletionAt: t.expose('deletionAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the account will be erased; null unless that was requested.',
    }),
    suspension: t.field({
      type: Suspension,
      nullable: true,
      description: 'The suspension in force; null for none.',
      resolve: ({ userId }, _args, context) => suspensionsByUserId(context).load(userId),
    }),
    sessions: t.connection(sessionsOfUser, SessionConnection),
  }),
})

builder.objectFields(User, (t) => ({
  account: t.field({
    type: Account,
    nullable: true,
    description: 'The account of the person for staff with `PEOPLE`; null for others.',
    resolve: ({ id }, _args, context) => (isStaff(context.scope, 'people') ? accountsByUser(context).load(id) : null),
  }),
  viewerCanSuspend: t.boolean({
    description:
      'Whether the viewer may suspend the person: staff with `REPORTS` or `PEOPLE` may, but no admin, no account of the platform, and only admins others of the staff.',
    resolve: async ({ id }, _args, context) => {
      const account = await accountsByUser(context).load(id)
      return account !== null && canSuspend(context.viewerScope, account)
    },
  }),
}))

/** Suspensions in force, by the id of the person. Throws `forbidden` unless staff with `people` or `reports` ask. */
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
