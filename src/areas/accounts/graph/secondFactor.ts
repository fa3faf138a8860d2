import { TwoFactorAuthCode } from '../../../contract/shapes/account.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { reauthenticate } from '../../../edges/graphql/context.ts'
import { anySessionMutation, mutation, NO_FIELDS } from '../../../edges/graphql/resolvers/mutation.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { TrustToken } from '../login/loginPlaces.ts'
import { verify2FA, verify2FAEmailCode, verifyRecoveryCode } from '../login/secondFactor.ts'
import { cancelPending2FA, disable2FA, enable2FA, type PendingTotp, verifyPending2FA } from '../login/totp.ts'
import { currentSession } from './session.ts'

const PendingSecondFactor = builder.objectRef<PendingTotp>('PendingSecondFactor').implement({
  description: 'Secret for an authenticator app.',
  fields: (t) => ({
    secret: t.exposeString('secret', { description: 'Secret in Base32.' }),
    qrCodeDataUrl: t.exposeString('qrCodeDataUrl', {
      description: 'Secret as a QR code: a PNG image in a `data:` URL.',
    }),
  }),
})

const session = currentSession('The session of this request.')

/** Declares a mutation that finishes a login by a code, and sets the cookie that lets this device skip the second factor. */
const finishLoginBy = (
  name: string,
  description: string,
  verifyCode: (scope: ViewerScope, code: string) => Promise<TrustToken>,
) =>
  anySessionMutation(name, {
    description,
    input: TwoFactorAuthCode,
    run: async (scope, { code }, context) => {
      const { token, expiresAt } = await verifyCode(scope, code)
      context.cookies.push({ name: 'twoFactorAuth', value: token, expires: expiresAt })
      await reauthenticate(context)
      return {}
    },
    payload: (t) => ({ session: t.field(session) }),
  })

finishLoginBy('verify2FA', 'Finishes a login by a time-based code.', verify2FA)
finishLoginBy('verifyRecoveryCode', 'Finishes a login by a recovery code, which is used up.', verifyRecoveryCode)
finishLoginBy('verify2FAEmailCode', 'Finishes a login by a code that was sent by e-mail.', verify2FAEmailCode)

mutation('enable2FA', {
  description: 'Starts to enable time-based codes; `verifyPending2FA` finishes it.',
  input: NO_FIELDS,
  run: async (scope) => ({ pending: await enable2FA(scope) }),
  payload: (t) => ({
    pendingSecondFactor: t.field({
      type: PendingSecondFactor,
      description: 'Secret for the authenticator app, shown once.',
      resolve: ({ pending }) => pending,
    }),
  }),
})

mutation('verifyPending2FA', {
  description: 'Enables time-based codes by a first code, and creates the recovery codes, which `viewer` shows.',
  input: TwoFactorAuthCode,
  run: async (scope, { code }) => {
    await verifyPending2FA(scope, code)
    return {}
  },
})

mutation('cancelPending2FA', {
  description: 'Cancels enabling time-based codes.',
  input: NO_FIELDS,
  run: async (scope) => {
    await cancelPending2FA(scope)
    return {}
  },
})

mutation('disable2FA', {
  description: 'Disables time-based codes, and deletes the recovery codes and trusted devices.',
  input: NO_FIELDS,
  run: async (scope) => {
    await disable2FA(scope)
    return {}
  },
})
