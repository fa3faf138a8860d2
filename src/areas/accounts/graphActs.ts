import { ANYONE, UNFINISHED } from '../../edges/graphql/access.ts'
import { builder, INPUT } from '../../edges/graphql/builder.ts'
import { type GraphContext, lookAgain, open, renew, signed, unfinished } from '../../edges/graphql/context.ts'
import { idOf } from '../../edges/graphql/ids.ts'
import { later } from '../../kernel/clock.ts'
import type { SecondFactor as Factor, SignedScope } from '../../kernel/scope.ts'
import { verifyLoginPlace } from './emailCodes.ts'
import { confirmEmail, resendEmailConfirmation } from './emailConfirmation.ts'
import { readViewer, SecondFactor, Viewer } from './graph.ts'
import { signIn } from './login.ts'
import { registerUserAccount } from './registration.ts'
import { verify2FA, verify2FAEmailCode, verifyRecoveryCode } from './secondFactor.ts'
import { logout, type NewSession, revokeSession, revokeSessions, SESSION_LIFETIME } from './sessions.ts'
import { cancelPending2FA, disable2FA, enable2FA, type PendingTotp, verifyPending2FA } from './totp.ts'
import type { Trust } from './trust.ts'

const SignIn = builder.objectRef<{ owes: readonly Factor[] }>('SignIn').implement({
  description: 'How far a login has come.',
  fields: (t) => ({
    owes: t.field({
      type: [SecondFactor],
      description: 'The second factors, one of which finishes the login; empty when it is finished.',
      resolve: ({ owes }) => [...owes],
    }),
    viewer: t.prismaField({
      type: Viewer,
      nullable: true,
      description: 'The person who is logged in now; null while a second factor is owed.',
      resolve: async (query, { owes }, _args, context) => {
        const asked = { ...query }
        return owes.length === 0 ? readViewer(context, asked) : null
      },
    }),
  }),
})

const PendingSecondFactor = builder.objectRef<PendingTotp>('PendingSecondFactor').implement({
  description: 'What an app needs to make time-based codes.',
  fields: (t) => ({
    secret: t.exposeString('secret', { description: 'The secret in Base32.' }),
    qrCodeDataUrl: t.exposeString('qrCodeDataUrl', { description: 'The same as a QR code: a PNG in a data: URL.' }),
  }),
})

const SignInInput = builder.inputType('SignInInput', {
  description: 'Who logs in.',
  fields: (t) => ({
    username: t.string({ required: true, description: 'The username or e-mail address.' }),
    password: t.string({ required: true, description: 'The password.' }),
  }),
})

const RegisterInput = builder.inputType('RegisterInput', {
  description: 'Who wants an account.',
  fields: (t) => ({
    username: t.string({ required: true, description: '4 to 15 characters.' }),
    email: t.string({ required: true, description: 'The e-mail address; a mail with a link confirms it.' }),
    password: t.string({ required: true, description: '8 characters or more, and not a common one.' }),
    birthday: t.field({ type: 'Date', required: true, description: 'The day of birth, at least 13 years ago.' }),
    acceptedTOSVersion: t.int({ required: true, description: 'The version of the terms that was accepted.' }),
    subscribe: t.boolean({ required: true, description: 'Whether newsletters are wanted.' }),
  }),
})

const CodeInput = builder.inputType('CodeInput', {
  description: 'A second-factor code.',
  fields: (t) => ({ code: t.string({ required: true, description: 'The code as it was read or received.' }) }),
})

const ConfirmEmailInput = builder.inputType('ConfirmEmailInput', {
  description: 'What the link of a confirmation mail carries.',
  fields: (t) => ({
    userId: t.id({ required: true, description: 'Whose address it is.' }),
    token: t.string({ required: true, description: 'The token of the link.' }),
  }),
})

const VerifyLoginPlaceInput = builder.inputType('VerifyLoginPlaceInput', {
  description: 'What the link of a mail about a login from a new place carries.',
  fields: (t) => ({
    token: t.string({ required: true, description: 'The token of the link.' }),
    userId: t.id({ description: 'Whose login it was, where the link says so.' }),
  }),
})

const RevokeSessionInput = builder.inputType('RevokeSessionInput', {
  description: 'Which session is to end.',
  fields: (t) => ({ sessionId: t.id({ required: true, description: "One of the viewer's sessions." }) }),
})

/** Goes on in the session that has just begun. */
async function enter(context: GraphContext, { token, expiresAt }: NewSession) {
  context.cookies.push({ name: 'auth', value: token, expires: expiresAt })
  await lookAgain(context, { token })
}

/** Goes on with the session that has just been finished, on a device that is trusted from now on. */
async function finish(context: GraphContext, { token, expiresAt }: Trust) {
  context.cookies.push({ name: 'twoFactorAuth', value: token, expires: expiresAt })
  await lookAgain(context)
}

async function leave(context: GraphContext) {
  const scope = unfinished(context)
  await logout(scope)
  // Empty values that stay: some clients keep the old cookie when they are sent an expired one.
  const expires = later(scope.now, SESSION_LIFETIME)
  for (const name of ['auth', 'age', 'tos']) context.cookies.push({ name, value: '', expires })
  renew(context, { ...scope, viewer: null })
  return scope.viewer.sessionId
}

type Mutations = Parameters<Parameters<typeof builder.mutationFields>[0]>[0]

/** An act of the viewer upon the own account, which is read again afterwards. */
const change = (t: Mutations, description: string, act: (scope: SignedScope) => Promise<unknown>) =>
  t.prismaField({
    type: Viewer,
    description,
    resolve: async (query, _root, _args, context) => {
      await act(signed(context))
      renew(context)
      return readViewer(context, query)
    },
  })

/** An act that a code finishes. */
const verify = (t: Mutations, description: string, act: (scope: SignedScope, code: string) => Promise<Trust>) =>
  t.prismaField({
    type: Viewer,
    ...UNFINISHED,
    description,
    args: { input: t.arg({ type: CodeInput, ...INPUT }) },
    resolve: async (query, _root, { input }, context) => {
      await finish(context, await act(unfinished(context), input.code))
      return readViewer(context, query)
    },
  })

builder.mutationFields((t) => ({
  signIn: t.field({
    type: SignIn,
    ...ANYONE,
    description: 'Logs in and sets the auth cookie.',
    args: { input: t.arg({ type: SignInInput, ...INPUT }) },
    resolve: async (_root, { input: { username, password } }, context) => {
      const trust = context.connection.cookie('twoFactorAuth')
      const { session, owes } = await signIn(open(context), { name: username, password, trust })
      await enter(context, session)
      return { owes }
    },
  }),
  registerUserAccount: t.field({
    type: SignIn,
    ...ANYONE,
    description: 'Makes an account and logs in to it.',
    args: { input: t.arg({ type: RegisterInput, ...INPUT }) },
    resolve: async (_root, { input: { birthday, ...wanted } }, context) => {
      const [year = '', month = '', day = ''] = birthday.toISOString().slice(0, 10).split('-')
      const { session } = await registerUserAccount(open(context), { ...wanted, year, month, day })
      await enter(context, session)
      return { owes: [] }
    },
  }),
  logout: t.id({
    ...UNFINISHED,
    description: 'Ends the session and answers its id.',
    resolve: (_root, _args, context) => leave(context),
  }),
  confirmEmail: t.id({
    ...ANYONE,
    description: "Confirms an e-mail address by the link of a mail, and answers the person's id.",
    args: { input: t.arg({ type: ConfirmEmailInput, ...INPUT }) },
    resolve: async (_root, { input }, context) => {
      const userId = idOf('user', input.userId, 'User')
      await confirmEmail(open(context), userId, input.token)
      return userId
    },
  }),
  verifyLoginPlace: t.boolean({
    ...ANYONE,
    description: 'Approves the place that a login came from by the link of a mail, and finishes that login.',
    args: { input: t.arg({ type: VerifyLoginPlaceInput, ...INPUT }) },
    resolve: async (_root, { input }, context) => {
      await verifyLoginPlace(open(context), input.token, input.userId ?? undefined)
      return true
    },
  }),
  revokeSession: t.prismaField({
    type: Viewer,
    description: "Ends one of the viewer's sessions; its sockets are closed.",
    args: { input: t.arg({ type: RevokeSessionInput, ...INPUT }) },
    resolve: async (query, _root, { input }, context) => {
      await revokeSession(signed(context), idOf('session', input.sessionId, 'Session'))
      renew(context)
      return readViewer(context, query)
    },
  }),
}))

builder.mutationFields((t) => ({
  verify2FA: verify(t, 'Finishes a login by a time-based code.', verify2FA),
  verifyRecoveryCode: verify(t, 'Finishes a login by a recovery code, which is spent.', verifyRecoveryCode),
  verify2FAEmailCode: verify(t, 'Finishes a login by a code that was sent by e-mail.', verify2FAEmailCode),
  enable2FA: t.field({
    type: PendingSecondFactor,
    description: 'Begins to enable time-based codes; verifyPending2FA finishes.',
    resolve: (_root, _args, context) => enable2FA(signed(context)),
  }),
  verifyPending2FA: t.prismaField({
    type: Viewer,
    description: 'Enables time-based codes by a first code, and makes the recovery codes.',
    args: { input: t.arg({ type: CodeInput, ...INPUT }) },
    resolve: async (query, _root, { input }, context) => {
      await verifyPending2FA(signed(context), input.code)
      renew(context)
      return readViewer(context, query)
    },
  }),
  cancelPending2FA: change(t, 'Gives up enabling time-based codes.', cancelPending2FA),
  disable2FA: change(t, 'Disables time-based codes, with the recovery codes and trusted devices.', disable2FA),
  resendEmailConfirmation: change(t, 'Sends the mail that confirms the e-mail address again.', resendEmailConfirmation),
  revokeOtherSessions: change(t, "Ends the viewer's sessions but this one.", (scope) =>
    revokeSessions(scope, scope.viewer.id, { except: scope.viewer.sessionId }),
  ),
}))
