import { UserExistsQuery } from '../../../contract/shapes/account.ts'
import { FOR_ANYONE } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { act, publicQuery } from '../../../edges/graphql/resolvers/act.ts'
import { argsOf, type Input } from '../../../edges/graphql/resolvers/input.ts'
import { followEvents } from '../../../edges/graphql/resolvers/subscriptions.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { checkUserExists } from '../account/registration.ts'
import { accountChanged, sessionChanged, sessionCreated, sessionRevoked, userChanged } from '../events.ts'
import { getRecoveryCodes, type RecoveryCode as RecoveryCodeRow } from '../login/recoveryCodes.ts'

const RecoveryCode = builder.objectRef<RecoveryCodeRow>('RecoveryCode').implement({
  description: 'A code that replaces a time-based one, once.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The code.' }),
    used: t.exposeBoolean('used', { description: 'Whether it was used.' }),
  }),
})

export const Viewer = builder.prismaObject('Account', {
  name: 'Viewer',
  description: 'The person who is logged in, with data that nobody else sees.',
  select: { userId: true },
  fields: (t) => ({
    id: t.id({ description: "The person's id.", resolve: ({ userId }) => userId }),
    email: t.exposeString('email', { nullable: true, description: 'E-mail address.' }),
    emailVerified: t.exposeBoolean('emailVerified', { description: 'Whether the e-mail address was confirmed.' }),
    pendingEmail: t.exposeString('pendingEmail', { nullable: true, description: 'E-mail address to be confirmed.' }),
    birthday: t.expose('birthday', { type: 'Date', nullable: true, description: 'Date of birth.' }),
    acceptedTOSVersion: t.exposeInt('acceptedTOSVersion', { description: 'Accepted version of the terms of service.' }),
    acceptedPrivacyVersion: t.exposeInt('acceptedPrivacyVersion', { description: 'Accepted privacy policy version.' }),
    unsubscribe: t.exposeBoolean('unsubscribe', { description: 'Whether the person gets no newsletters.' }),
    contentFilters: t.exposeStringList('contentFilters', { description: 'Kinds of content hidden from the person.' }),
    isBoopingEnabled: t.exposeBoolean('isBoopingEnabled', { description: 'Whether friends can send boops.' }),
    hasSharedConnectionsOptOut: t.exposeBoolean('hasSharedConnectionsOptOut', { description: 'Hides mutual friends.' }),
    hasDiscordFriendsOptOut: t.exposeBoolean('hasDiscordFriendsOptOut', { description: 'Not found through Discord.' }),
    twoFactorEnabledAt: t.expose('totpEnabledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When time-based codes were enabled; null while they are disabled.',
    }),
    isTwoFactorPending: t.boolean({
      description: 'Whether time-based codes are being enabled: `enable2FA` was called, `verifyPending2FA` not yet.',
      select: { totpPendingSecret: true },
      resolve: ({ totpPendingSecret }) => totpPendingSecret !== null,
    }),
    deletionAt: t.expose('deletionAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the account will be erased; any earlier request of the person cancels the deletion.',
    }),
    recoveryCodes: t.field({
      type: [RecoveryCode],
      description: 'Recovery codes; empty while time-based codes are disabled.',
      resolve: (_viewer, _args, context) => getRecoveryCodes(context.viewerScope),
    }),
  }),
})

/** The viewer for a field of type Viewer: what the operation selects of the account is read when it is resolved. */
export const viewerOf = (context: GraphContext) => ({ userId: context.viewerScope.viewer.id })

/** A field of a mutation's payload that shows the viewer: `viewer: t.field(viewerRef('…'))`. */
export const viewerRef = (description: string) => ({
  type: Viewer,
  description,
  resolve: (_parent: unknown, _args: unknown, context: GraphContext) => viewerOf(context),
})

/** Type, arguments and resolver of a mutation that returns the viewer after the change. */
export const viewerAct = <I>(input: Input<I>, run: (scope: ViewerScope, input: I) => Promise<unknown>) => ({
  type: Viewer,
  ...act(input, async (scope, parsed, context) => {
    await run(scope, parsed)
    return viewerOf(context)
  }),
})

const UserExists = builder.objectRef<Awaited<ReturnType<typeof checkUserExists>>>('UserExists').implement({
  description: 'Availability of names and e-mail addresses.',
  fields: (t) => ({
    userExists: t.exposeBoolean('userExists', { description: 'Whether one account has all values that were given.' }),
    nameOk: t.exposeBoolean('nameOk', { description: 'Whether the names have a valid form.' }),
  }),
})

builder.queryFields((t) => ({
  userExists: t.field({
    type: UserExists,
    nullable: true,
    ...FOR_ANYONE,
    description: 'Whether an account has the e-mail address, display name and username that are given.',
    ...publicQuery(argsOf(UserExistsQuery, { excludeUserId: 'ID' }), checkUserExists),
  }),
  viewer: t.field({
    type: Viewer,
    nullable: true,
    description: 'The person who is logged in.',
    // The account itself is read only when fields of it are selected.
    resolve: (_root, _args, context) => viewerOf(context),
  }),
}))

builder.subscriptionField('viewerChanged', (t) =>
  t.field({
    type: Viewer,
    description: "Emits when the viewer's profile, account or sessions have changed.",
    subscribe: (_root, _args, context) => {
      const { viewer } = context.viewerScope
      return followEvents(context, {
        types: [userChanged, accountChanged, sessionCreated, sessionChanged, sessionRevoked],
        matches: ({ subject, ids }) => subject === viewer.id || ids?.userId === viewer.id,
      })
    },
    resolve: (_event, _args, context) => viewerOf(context),
  }),
)
