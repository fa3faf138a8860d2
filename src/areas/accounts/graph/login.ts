import { z } from 'zod'
import { UserId } from '../../../contract/ids.ts'
import { RegisterUserAccountRequest, TwoFactorAuthCode } from '../../../contract/shapes/account.ts'
import { FOR_ANY_SESSION, FOR_ANYONE } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { type GraphContext, reauthenticate, resetLoaders } from '../../../edges/graphql/context.ts'
import { act, anySessionAct, publicAct } from '../../../edges/graphql/resolvers/act.ts'
import { inputOf, noInput } from '../../../edges/graphql/resolvers/input.ts'
import { addMilliseconds } from '../../../kernel/clock.ts'
import type { SecondFactor as Factor, ViewerScope } from '../../../kernel/scope.ts'
import { confirmEmail, resendEmailConfirmation } from '../account/email.ts'
import { requestPasswordReset, resetPassword } from '../account/passwordReset.ts'
import { registerUserAccount } from '../account/registration.ts'
import { finishLoginByLink } from '../login/emailCodes.ts'
import { verify2FA, verify2FAEmailCode, verifyRecoveryCode } from '../login/secondFactor.ts'
import { signIn } from '../login/signIn.ts'
import { cancelPending2FA, disable2FA, enable2FA, type PendingTotp, verifyPending2FA } from '../login/totp.ts'
import type { TrustToken } from '../login/trustedDevices.ts'
import { logout, type NewSession, SESSION_LIFETIME } from '../sessions/sessions.ts'
import { SecondFactor } from './session.ts'
import { Viewer, viewerAct, viewerOf } from './viewer.ts'

const SignIn = builder.objectRef<{ owes: readonly Factor[] }>('SignIn').implement({
  description: 'Result of a login: finished, or waiting for a second factor.',
  fields: (t) => ({
    owes: t.field({
      type: [SecondFactor],
      description: 'Second factors of which one must be given to finish the login; empty once it is finished.',
      resolve: ({ owes }) => [...owes],
    }),
    viewer: t.field({
      type: Viewer,
      nullable: true,
      description: 'The person who is logged in; null until the second factor was given.',
      resolve: ({ owes }, _args, context) => (owes.length === 0 ? viewerOf(context) : null),
    }),
  }),
})

const PendingSecondFactor = builder.objectRef<PendingTotp>('PendingSecondFactor').implement({
  description: 'Secret for an authenticator app.',
  fields: (t) => ({
    secret: t.exposeString('secret', { description: 'Secret in Base32.' }),
    qrCodeDataUrl: t.exposeString('qrCodeDataUrl', {
      description: 'Secret as a QR code: a PNG image in a data: URL.',
    }),
  }),
})

const token = z.string().describe('Token of the link in the mail.')

const SignInInput = inputOf(
  'SignInInput',
  'Credentials of a login.',
  z.object({
    username: z.string().describe('Username or e-mail address.'),
    password: z.string().describe('Password.'),
    endOldestSession: z
      .boolean()
      .optional()
      .describe(
        'Whether the least recently used session is ended if the account has the maximum number of sessions; a login that needs a second factor ends it once that was given.',
      ),
  }),
)
const RegisterInput = inputOf(
  'RegisterInput',
  'A new account.',
  RegisterUserAccountRequest.omit({ captchaCode: true, day: true, month: true, year: true }).extend({
    birthday: z.date().describe('Date of birth, at least 13 years ago.'),
  }),
  { birthday: 'Date' },
)
const RequestPasswordResetInput = inputOf(
  'RequestPasswordResetInput',
  'The account whose password was forgotten.',
  z.object({ email: z.string().max(254).describe('Confirmed e-mail address of the account.') }),
)
const ResetPasswordInput = inputOf(
  'ResetPasswordInput',
  'A new password.',
  z.object({ token, password: z.string().describe('New password, at least 8 characters.') }),
)
const CodeInput = inputOf('CodeInput', 'A second-factor code.', TwoFactorAuthCode)
const ConfirmEmailInput = inputOf(
  'ConfirmEmailInput',
  'Parameters of the link that confirms an e-mail address.',
  z.object({ userId: UserId.describe('Owner of the address.'), token }),
)
const VerifyLoginPlaceInput = inputOf(
  'VerifyLoginPlaceInput',
  'Parameters of the link that approves a login from a new network address.',
  z.object({ token, userId: z.string().optional().describe('Person who logs in, if the link names one.') }),
  { userId: 'ID' },
)

/** Sets the cookie of a new session; the rest of the operation runs in that session. */
async function continueInSession(context: GraphContext, { token, expiresAt }: NewSession) {
  context.cookies.push({ name: 'auth', value: token, expires: expiresAt })
  await reauthenticate(context, { token })
}

/** A mutation that finishes a login by a code, and sets the cookie that lets this device skip the second factor. */
const finishLoginBy = (verifyCode: (scope: ViewerScope, code: string) => Promise<TrustToken>) => ({
  type: Viewer,
  ...FOR_ANY_SESSION,
  ...anySessionAct(CodeInput, async (scope, { code }, context) => {
    const { token, expiresAt } = await verifyCode(scope, code)
    context.cookies.push({ name: 'twoFactorAuth', value: token, expires: expiresAt })
    await reauthenticate(context)
    return viewerOf(context)
  }),
})

builder.mutationFields((t) => ({
  signIn: t.field({
    type: SignIn,
    ...FOR_ANYONE,
    description: 'Logs in and sets the auth cookie.',
    ...publicAct(SignInInput, async (scope, { username, ...input }, context) => {
      const trustToken = context.connection.cookie('twoFactorAuth')
      const { session, pendingFactors } = await signIn(scope, { name: username, ...input, trustToken })
      await continueInSession(context, session)
      return { owes: pendingFactors }
    }),
  }),
  registerUserAccount: t.field({
    type: SignIn,
    ...FOR_ANYONE,
    description: 'Creates an account and logs in to it.',
    ...publicAct(RegisterInput, async (scope, { birthday, ...account }, context) => {
      const [year = '', month = '', day = ''] = birthday.toISOString().slice(0, 10).split('-')
      const { session } = await registerUserAccount(scope, { ...account, year, month, day })
      await continueInSession(context, session)
      return { owes: [] }
    }),
  }),
  logout: t.id({
    ...FOR_ANY_SESSION,
    description: 'Ends the session and returns its id.',
    ...anySessionAct(noInput, async (scope, _input, context) => {
      await logout(scope)
      // Empty cookies that don't expire at once: some clients keep the old value when they are sent an expired cookie.
      const expires = addMilliseconds(scope.now, SESSION_LIFETIME)
      for (const name of ['auth', 'age', 'tos']) context.cookies.push({ name, value: '', expires })
      resetLoaders(context, { ...scope, viewer: null })
      return scope.viewer.sessionId
    }),
  }),
  confirmEmail: t.id({
    ...FOR_ANYONE,
    description: "Confirms an e-mail address by the link of a mail, and returns the person's id.",
    ...publicAct(ConfirmEmailInput, async (scope, { userId, token }) => {
      await confirmEmail(scope, userId, token)
      return userId
    }),
  }),
  verifyLoginPlace: t.boolean({
    ...FOR_ANYONE,
    description: 'Approves the network address of a login by the link of a mail, and finishes that login.',
    ...publicAct(VerifyLoginPlaceInput, async (scope, link) => {
      await finishLoginByLink(scope, link)
      return true
    }),
  }),
  requestPasswordReset: t.boolean({
    ...FOR_ANYONE,
    description:
      'Mails a link to WEB_URL, with the token as its query parameter `resetPassword`, that sets a new password within 30 minutes. True also when no account has the address, or has confirmed it.',
    ...publicAct(RequestPasswordResetInput, async (scope, { email }) => {
      await requestPasswordReset(scope, email)
      return true
    }),
  }),
  resetPassword: t.boolean({
    ...FOR_ANYONE,
    description:
      'Sets a new password by the link of a mail, and ends all sessions and trusted devices. A login is needed afterwards, with its second factor.',
    ...publicAct(ResetPasswordInput, async (scope, input) => {
      await resetPassword(scope, input)
      return true
    }),
  }),
  resendEmailConfirmation: t.field({
    description: 'Sends the mail that confirms the e-mail address again.',
    ...viewerAct(noInput, resendEmailConfirmation),
  }),
  verify2FA: t.field({ description: 'Finishes a login by a time-based code.', ...finishLoginBy(verify2FA) }),
  verifyRecoveryCode: t.field({
    description: 'Finishes a login by a recovery code, which is used up.',
    ...finishLoginBy(verifyRecoveryCode),
  }),
  verify2FAEmailCode: t.field({
    description: 'Finishes a login by a code that was sent by e-mail.',
    ...finishLoginBy(verify2FAEmailCode),
  }),
  enable2FA: t.field({
    type: PendingSecondFactor,
    description: 'Starts to enable time-based codes; `verifyPending2FA` finishes it.',
    ...act(noInput, enable2FA),
  }),
  verifyPending2FA: t.field({
    description: 'Enables time-based codes by a first code, and creates the recovery codes.',
    ...viewerAct(CodeInput, (scope, { code }) => verifyPending2FA(scope, code)),
  }),
  cancelPending2FA: t.field({
    description: 'Cancels enabling time-based codes.',
    ...viewerAct(noInput, cancelPending2FA),
  }),
  disable2FA: t.field({
    description: 'Disables time-based codes, and deletes the recovery codes and trusted devices.',
    ...viewerAct(noInput, disable2FA),
  }),
}))
