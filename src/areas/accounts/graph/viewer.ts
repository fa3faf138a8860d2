import { ContentFilter as ContentFilterRule } from '../../../contract/shapes/scalars.ts'
import { FOR_ANYONE } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { type GraphContext, isFinished } from '../../../edges/graphql/context.ts'
import { atMost } from '../../../edges/graphql/limits.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { derivedId } from '../../../edges/graphql/resolvers/reference.ts'
import { followOwnEvents, initialArgument } from '../../../edges/graphql/resolvers/subscriptions.ts'
import { siblingId } from '../../../kernel/ids.ts'
import {
  accountChanged,
  ownRecordChanged,
  sessionChanged,
  sessionCreated,
  sessionRevoked,
  userChanged,
  whereaboutsChanged,
} from '../events.ts'
import { getRecoveryCodes, type RecoveryCode as RecoveryCodeRow } from '../login/recoveryCodes.ts'

const RecoveryCode = builder.objectRef<RecoveryCodeRow>('RecoveryCode').implement({
  description: 'A code that replaces a time-based one, once.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The code.' }),
    isUsed: t.exposeBoolean('used', { description: 'Whether it was used.' }),
  }),
})

export const ContentFilter = enumOf(
  'ContentFilter',
  'A kind of content that a person may hide.',
  {
    content_adult: 'Content for adults.',
    content_gore: 'Blood and injuries.',
    content_horror: 'Horror.',
    content_sex: 'Sexually suggestive content.',
    content_violence: 'Violence.',
  },
  {
    content_adult: 'ADULT',
    content_gore: 'GORE',
    content_horror: 'HORROR',
    content_sex: 'SEX',
    content_violence: 'VIOLENCE',
  },
)

/** The id of the viewer as such: the id of the user names the public profile. */
const viewerIdOf = (userId: string) => siblingId('viewer', userId)

/** Matches no account for ids that are not the viewer's. */
const ownAccountWhere = (id: string, { scope: { viewer } }: GraphContext) => ({
  userId: viewer && viewerIdOf(viewer.id) === id ? viewer.id : '',
})

export const Viewer = builder.prismaNode('Account', {
  name: 'Viewer',
  description:
    'The person who is logged in, with data that nobody else sees. It has another id than the public profile, `user`.',
  select: { userId: true },
  nullable: true,
  id: derivedId(({ userId }: { readonly userId: string }) => viewerIdOf(userId)),
  findUnique: ownAccountWhere,
  fields: (t) => ({
    email: t.exposeString('email', { nullable: true, description: 'E-mail address.' }),
    isEmailVerified: t.exposeBoolean('emailVerified', { description: 'Whether the e-mail address was confirmed.' }),
    pendingEmail: t.exposeString('pendingEmail', { nullable: true, description: 'E-mail address to be confirmed.' }),
    birthday: t.expose('birthday', { type: 'Date', nullable: true, description: 'Date of birth.' }),
    acceptedTOSVersion: t.exposeInt('acceptedTOSVersion', { description: 'Accepted version of the terms of service.' }),
    acceptedPrivacyVersion: t.exposeInt('acceptedPrivacyVersion', { description: 'Accepted privacy policy version.' }),
    isUnsubscribed: t.exposeBoolean('unsubscribe', { description: 'Whether the person gets no newsletters.' }),
    contentFilters: t.field({
      type: [ContentFilter],
      description: 'Kinds of content hidden from the person.',
      select: { contentFilters: true },
      resolve: ({ contentFilters }) => ContentFilterRule.options.filter((name) => contentFilters.includes(name)),
    }),
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
      ...atMost(10),
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

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    nullable: true,
    ...FOR_ANYONE,
    description:
      'The person who is logged in; null for nobody, and until the second factor was given, which `session` tells.',
    // The account itself is read only when fields of it are selected.
    resolve: (_root, _args, context) => (isFinished(context.scope.viewer) ? viewerOf(context) : null),
  }),
)

builder.subscriptionField('viewerChanged', (t) =>
  t.field({
    type: Viewer,
    description: "Emits when the viewer's profile, account, sessions or location have changed.",
    args: initialArgument(),
    subscribe: (_root, { initial }, context) => {
      const types = [
        ...[userChanged, ownRecordChanged, accountChanged, whereaboutsChanged],
        ...[sessionCreated, sessionChanged, sessionRevoked],
      ]
      return followOwnEvents(context, types, initial)
    },
    resolve: (_event, _args, context) => viewerOf(context),
  }),
)
