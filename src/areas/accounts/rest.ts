import type { accounts } from '../../contract/accounts.ts'
import { type Download, type Handlers, ResultWithCookies, type SetCookie } from '../../contract/operation.ts'
import { successResponse } from '../../contract/shapes/response.ts'
import type { ByteRange } from '../../kernel/blobs.ts'
import { addMilliseconds } from '../../kernel/clock.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Scope, ScopeByAccess, SecondFactor, ViewerScope } from '../../kernel/scope.ts'
import { readCurrentUser } from './account/currentUser.ts'
import { deleteUser } from './account/deletion.ts'
import { confirmEmail, resendEmailConfirmation } from './account/email.ts'
import { checkUserExists, type RegistrationInput, registerUserAccount } from './account/registration.ts'
import { directArchiveUrl, findOwnArchive, openArchive } from './dataExport/dataExport.ts'
import { readBasicAuth } from './login/basicAuth.ts'
import { loginPageUrl, verifyLoginPlace } from './login/emailCodes.ts'
import type { TrustToken } from './login/loginPlaces.ts'
import { getRecoveryCodes } from './login/recoveryCodes.ts'
import { verify2FA, verify2FAEmailCode, verifyRecoveryCode } from './login/secondFactor.ts'
import { type SignInResult, signIn } from './login/signIn.ts'
import { cancelPending2FA, disable2FA, enable2FA, verifyPending2FA } from './login/totp.ts'
import { logout, type NewSession, readOwnToken } from './sessions/sessions.ts'
import { currentUserWire } from './wire.ts'

const authCookie = ({ token, expiresAt }: NewSession): SetCookie => ({ name: 'auth', value: token, expires: expiresAt })
const trustCookie = ({ token, expiresAt }: TrustToken): SetCookie => ({
  name: 'twoFactorAuth',
  value: token,
  expires: expiresAt,
})

/** Empty cookies that do not expire at once: some clients keep the old value when they are sent an expired cookie. */
const clearedCookies = ({ now, rules }: Scope) =>
  ['auth', 'age', 'tos'].map((name) => ({ name, value: '', expires: addMilliseconds(now, rules.retention.sessions) }))

const pendingFactorsWire = (owes: readonly SecondFactor[]) => ({ requiresTwoFactorAuth: [...owes] })
const readCurrentUserWire = async (scope: Scope, id: UserId) => currentUserWire(scope, await readCurrentUser(scope, id))
const currentUserOrPendingFactors = async (scope: Scope, id: UserId, owes: readonly SecondFactor[]) =>
  owes.length > 0 ? pendingFactorsWire(owes) : readCurrentUserWire(scope, id)

const signInResponse = async (scope: Scope, { session, userId, pendingFactors }: SignInResult) =>
  new ResultWithCookies(await currentUserOrPendingFactors(scope, userId, pendingFactors), [authCookie(session)])

async function registrationResponse(scope: Scope, input: RegistrationInput) {
  const { userId, session } = await registerUserAccount(scope, input)
  const record = { ...(await readCurrentUserWire(scope, userId)), authToken: session.token }
  return new ResultWithCookies(record, [authCookie(session)])
}

const trustResponse = (trust: TrustToken) =>
  new ResultWithCookies({ verified: true, enabled: true }, [trustCookie(trust)])

async function dataExportDownload(scope: ViewerScope): Promise<Download> {
  const found = await findOwnArchive(scope)
  const at = await directArchiveUrl(scope, found)
  if (at !== null) return { at }
  const { id, contentType, fileName, size } = found
  const open = (range?: ByteRange) => openArchive(scope, found, range)
  return { contentType, fileName, size, inline: false, shared: false, isChangeable: true, etag: `"${id}"`, open }
}

export const accountsRest: Handlers<typeof accounts, ScopeByAccess> = {
  getCurrentUser: async (scope, { headers, cookies }) =>
    scope.viewer
      ? currentUserOrPendingFactors(scope, scope.viewer.id, scope.viewer.pendingFactors)
      : signInResponse(
          scope,
          await signIn(scope, { ...readBasicAuth(headers.authorization), trustTokens: cookies.twoFactorAuth }),
        ),
  verifyAuthToken: async (scope, { cookies }) => ({ ok: true, token: await readOwnToken(scope, cookies.auth) }),
  logout: async (scope) =>
    logout(scope).then(() => new ResultWithCookies(successResponse('Ok!'), clearedCookies(scope))),
  verifyLoginPlace: async (scope, { query, cookies }) =>
    (await verifyLoginPlace(scope, query, cookies.auth))
      ? `${scope.rules.webUrl}/?loginPlace=verified`
      : loginPageUrl(scope, query),

  checkUserExists: (scope, { query }) => checkUserExists(scope, query),
  registerUserAccount: (scope, { body }) => registrationResponse(scope, body),
  confirmEmail: async (scope, { query }) =>
    confirmEmail(scope, query.id, query.verify_email).then(() => `${scope.rules.webUrl}/?email=confirmed`),
  resendEmailConfirmation: async (scope) =>
    resendEmailConfirmation(scope).then(() => successResponse('Verification Email Sent!')),
  downloadDataExport: (scope) => dataExportDownload(scope),
  deleteUser: async (scope, { userId }) => deleteUser(scope, userId).then(() => readCurrentUserWire(scope, userId)),

  enable2FA: (scope) => enable2FA(scope),
  verifyPending2FA: async (scope, { body }) =>
    verifyPending2FA(scope, body.code).then(() => ({ verified: true, enabled: true })),
  cancelPending2FA: async (scope) => ({ removed: await cancelPending2FA(scope) }),
  disable2FA: async (scope) => ({ removed: await disable2FA(scope) }),
  verify2FA: async (scope, { body }) => trustResponse(await verify2FA(scope, body.code)),
  verifyRecoveryCode: async (scope, { body }) => trustResponse(await verifyRecoveryCode(scope, body.code)),
  verify2FAEmailCode: async (scope, { body }) =>
    new ResultWithCookies({ verified: true }, [trustCookie(await verify2FAEmailCode(scope, body.code))]),
  getRecoveryCodes: async (scope) =>
    scope.viewer.pendingFactors.length > 0
      ? pendingFactorsWire(scope.viewer.pendingFactors)
      : { otp: await getRecoveryCodes(scope) },
}
