import { ANYONE, UNFINISHED } from '../../edges/graphql/access.ts'
import { builder } from '../../edges/graphql/builder.ts'
import { type GraphContext, lookAgain, open, signed, unfinished } from '../../edges/graphql/context.ts'
import { given } from '../../edges/graphql/given.ts'
import { follow } from '../../edges/graphql/live.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { SecondFactor as Factor, SignedScope } from '../../kernel/scope.ts'
import { checkUserExists } from './existence.ts'
import { getRecoveryCodes, type RecoveryCode as RecoveryCodeRow } from './recoveryCodes.ts'

export const SecondFactor = builder.enumType('SecondFactor', {
  description: 'A way to give the second factor.',
  values: {
    TOTP: { value: 'totp', description: 'A time-based code of an app.' },
    RECOVERY_CODE: { value: 'otp', description: 'One of the recovery codes.' },
    EMAIL_CODE: { value: 'emailOtp', description: 'A code sent by e-mail.' },
  } as const,
})

const RecoveryCode = builder.objectRef<RecoveryCodeRow>('RecoveryCode').implement({
  description: 'A code that stands in for a time-based one, once.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The code.' }),
    used: t.exposeBoolean('used', { description: 'Whether it was used.' }),
  }),
})

/** A viewer's sessions that still count. */
const liveSessions = ({ viewer, now }: SignedScope) => ({ userId: viewer.id, expiresAt: { gt: now } })

const Session = builder.prismaNode('Session', {
  description: 'A login of the viewer.',
  id: { field: 'id' },
  nullable: true,
  findUnique: (id, context) => ({ id, ...liveSessions(unfinished(context)) }),
  fields: (t) => ({
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the login was.' }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', description: 'When it was last used, to the hour.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it ends unless it is used again.' }),
    address: t.exposeString('address', { description: 'The network address it came from.' }),
    userAgent: t.exposeString('userAgent', { description: 'What the client called itself.' }),
    isCurrent: t.boolean({
      description: 'Whether this request came with it.',
      resolve: ({ id }, _args, { scope }) => id === scope.viewer?.sessionId,
    }),
    owes: t.field({
      type: [SecondFactor],
      description:
        'The second factors, one of which must be given before the session counts; empty for a finished one.',
      select: { owes: true },
      resolve: ({ owes }) => owes.filter(isFactor),
    }),
  }),
})

const isFactor = (text: string): text is Factor => text === 'totp' || text === 'otp' || text === 'emailOtp'

/** What only a person and the platform know of the person. */
export const Viewer = builder.prismaObject('Account', {
  name: 'Viewer',
  description: 'The person who is logged in, with what nobody else may see.',
  select: { userId: true },
  fields: (t) => ({
    id: t.id({ description: "The person's id.", resolve: ({ userId }) => userId }),
    email: t.exposeString('email', { nullable: true, description: 'The e-mail address.' }),
    emailVerified: t.exposeBoolean('emailVerified', { description: 'Whether the address was confirmed.' }),
    pendingEmail: t.exposeString('pendingEmail', {
      nullable: true,
      description: 'A new address that waits for confirmation.',
    }),
    birthday: t.expose('birthday', { type: 'Date', nullable: true, description: 'The day of birth.' }),
    acceptedTOSVersion: t.exposeInt('acceptedTOSVersion', {
      description: 'The version of the terms that was accepted.',
    }),
    acceptedPrivacyVersion: t.exposeInt('acceptedPrivacyVersion', {
      description: 'The version of the privacy policy that was accepted.',
    }),
    unsubscribe: t.exposeBoolean('unsubscribe', { description: 'Whether no newsletters are wanted.' }),
    contentFilters: t.exposeStringList('contentFilters', { description: 'Kinds of content that are not to be shown.' }),
    isBoopingEnabled: t.exposeBoolean('isBoopingEnabled', { description: 'Whether others may boop.' }),
    hasSharedConnectionsOptOut: t.exposeBoolean('hasSharedConnectionsOptOut', {
      description: 'Whether shared connections are kept from others.',
    }),
    hasDiscordFriendsOptOut: t.exposeBoolean('hasDiscordFriendsOptOut', {
      description: 'Whether friends are not to be found by Discord.',
    }),
    twoFactorEnabledAt: t.expose('totpEnabledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when time-based codes are asked for; null when they are not.',
    }),
    isTwoFactorPending: t.boolean({
      description: 'Whether time-based codes are being enabled.',
      select: { totpPendingSecret: true },
      resolve: ({ totpPendingSecret }) => totpPendingSecret !== null,
    }),
    deletionAt: t.expose('deletionAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the account will be erased; any request until then cancels it.',
    }),
    recoveryCodes: t.field({
      type: [RecoveryCode],
      description: 'The recovery codes; none without time-based codes.',
      resolve: (_viewer, _args, context) => getRecoveryCodes(signed(context)),
    }),
    sessions: t.prismaConnection(
      {
        type: Session,
        cursor: 'id',
        description: 'The live sessions, the latest login first.',
        resolve: (query, _viewer, _args, context) =>
          context.scope.db.session.findMany({
            ...query,
            where: liveSessions(signed(context)),
            orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
          }),
      },
      { name: 'SessionConnection' },
      { name: 'SessionEdge' },
    ),
  }),
})

/** The viewer as the account stands now, read with what the operation asks for. */
export const readViewer = (context: GraphContext, query: Prisma.AccountDefaultArgs) =>
  context.scope.db.account.findUniqueOrThrow({ ...query, where: { userId: signed(context).viewer.id } })

const UserExists = builder.objectRef<Awaited<ReturnType<typeof checkUserExists>>>('UserExists').implement({
  description: 'Whether names and addresses are taken.',
  fields: (t) => ({
    userExists: t.exposeBoolean('userExists', { description: 'Whether somebody has everything that was asked for.' }),
    nameOk: t.exposeBoolean('nameOk', { description: 'Whether the names may be chosen at all.' }),
  }),
})

builder.queryFields((t) => ({
  userExists: t.field({
    type: UserExists,
    nullable: true,
    ...ANYONE,
    description: 'Whether an account has the e-mail address, display name and username, as far as they are given.',
    args: {
      email: t.arg.string({ description: 'The e-mail address.' }),
      displayName: t.arg.string({ description: 'The display name.' }),
      username: t.arg.string({ description: 'The username.' }),
      excludeUserId: t.arg.id({ description: 'Somebody who does not count.' }),
    },
    resolve: (_root, args, context) => checkUserExists(open(context), given(args)),
  }),
  viewer: t.field({
    type: Viewer,
    nullable: true,
    description: 'The person who is logged in.',
    // The account itself is read only where something of it is asked for.
    resolve: (_root, _args, context) => ({ userId: signed(context).viewer.id }),
  }),
  session: t.prismaField({
    type: Session,
    nullable: true,
    ...UNFINISHED,
    description: 'The session of this request, which may still owe its second factor.',
    resolve: (query, _root, _args, context) => {
      const scope = unfinished(context)
      return scope.db.session.findFirst({ ...query, where: { id: scope.viewer.sessionId, ...liveSessions(scope) } })
    },
  }),
}))

builder.subscriptionField('viewerChanged', (t) =>
  t.prismaField({
    type: Viewer,
    description: "Tells when the viewer's profile, account or sessions have changed.",
    subscribe: (_root, _args, context) => {
      const { viewer } = signed(context)
      const topics = ['user.changed', 'account.changed', 'session.created', 'session.changed', 'session.revoked']
      return follow(context, {
        topics,
        concerns: ({ subject, ids }) => subject === viewer.id || ids?.userId === viewer.id,
      })
    },
    resolve: async (query, _announcement, _args, context) => {
      await lookAgain(context, { quiet: true })
      return readViewer(context, query)
    },
  }),
)
