import type { accounts } from '../../contract/accounts.ts'
import { type Handlers, type SetCookie, WithCookies } from '../../contract/operation.ts'
import { success } from '../../contract/shapes/error.ts'
import { later } from '../../kernel/clock.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Scope, ScopeOf, SecondFactor } from '../../kernel/scope.ts'
import { readBasic } from './basic.ts'
import { readCurrentUser } from './currentUser.ts'
import { deleteUser } from './deletion.ts'
import { verifyLoginPlace } from './emailCodes.ts'
import { confirmEmail, resendEmailConfirmation } from './emailConfirmation.ts'
import { checkUserExists } from './existence.ts'
import { type Login, signIn } from './login.ts'
import { getRecoveryCodes } from './recoveryCodes.ts'
import { type Registration, registerUserAccount } from './registration.ts'
import { verify2FA, verify2FAEmailCode, verifyRecoveryCode } from './secondFactor.ts'
import { logout, type NewSession, SESSION_LIFETIME } from './sessions.ts'
import { cancelPending2FA, disable2FA, enable2FA, verifyPending2FA } from './totp.ts'
import type { Trust } from './trust.ts'
import { currentUserWire } from './wire.ts'

const authCookie = ({ token, expiresAt }: NewSession): SetCookie => ({ name: 'auth', value: token, expires: expiresAt })
const trustCookie = ({ token, expiresAt }: Trust): SetCookie => ({
  name: 'twoFactorAuth',
  value: token,
  expires: expiresAt,
})

/** Empty values that stay: some clients keep the old cookie when they are sent an expired one. */
const farewell = ({ now }: Scope) =>
  ['auth', 'age', 'tos'].map((name) => ({ name, value: '', expires: later(now, SESSION_LIFETIME) }))

const owed = (owes: readonly SecondFactor[]) => ({ requiresTwoFactorAuth: [...owes] })
const ownRecord = async (scope: Scope, id: UserId) => currentUserWire(await readCurrentUser(scope, id), scope.now)
const recordOrOwed = async (scope: Scope, id: UserId, owes: readonly SecondFactor[]) =>
  owes.length > 0 ? owed(owes) : ownRecord(scope, id)

const loggedIn = async (scope: Scope, { session, userId, owes }: Login) =>
  new WithCookies(await recordOrOwed(scope, userId, owes), [authCookie(session)])

async function registered(scope: Scope, wanted: Registration) {
  const { userId, session } = await registerUserAccount(scope, wanted)
  return new WithCookies({ ...(await ownRecord(scope, userId)), authToken: session.token }, [authCookie(session)])
}

const trusted = (trust: Trust) => new WithCookies({ verified: true, enabled: true }, [trustCookie(trust)])

export const accountsRest: Handlers<typeof accounts, ScopeOf> = {
  getCurrentUser: async (scope, { headers, cookies }) =>
    scope.viewer
      ? recordOrOwed(scope, scope.viewer.id, scope.viewer.owes)
      : loggedIn(scope, await signIn(scope, { ...readBasic(headers.authorization), trust: cookies.twoFactorAuth })),
  verifyAuthToken: (_scope, { cookies }) => ({ ok: true, token: cookies.auth }),
  logout: async (scope) => logout(scope).then(() => new WithCookies(success('Ok!'), farewell(scope))),
  verifyLoginPlace: async (scope, { query }) =>
    verifyLoginPlace(scope, query.token, query.userId).then(() => `${scope.rules.webUrl}/?loginPlace=verified`),

  checkUserExists: (scope, { query }) => checkUserExists(scope, query),
  registerUserAccount: (scope, { body }) => registered(scope, body),
  confirmEmail: async (scope, { query }) =>
    confirmEmail(scope, query.id, query.verify_email).then(() => `${scope.rules.webUrl}/?email=confirmed`),
  resendEmailConfirmation: async (scope) =>
    resendEmailConfirmation(scope).then(() => success('Verification Email Sent!')),
  deleteUser: async (scope, { userId }) => deleteUser(scope, userId).then(() => ownRecord(scope, userId)),

  enable2FA: (scope) => enable2FA(scope),
  verifyPending2FA: async (scope, { body }) =>
    verifyPending2FA(scope, body.code).then(() => ({ verified: true, enabled: true })),
  cancelPending2FA: async (scope) => ({ removed: await cancelPending2FA(scope) }),
  disable2FA: async (scope) => ({ removed: await disable2FA(scope) }),
  verify2FA: async (scope, { body }) => trusted(await verify2FA(scope, body.code)),
  verifyRecoveryCode: async (scope, { body }) => trusted(await verifyRecoveryCode(scope, body.code)),
  verify2FAEmailCode: async (scope, { body }) =>
    new WithCookies({ verified: true }, [trustCookie(await verify2FAEmailCode(scope, body.code))]),
  getRecoveryCodes: async (scope) =>
    scope.viewer.owes.length > 0 ? owed(scope.viewer.owes) : { otp: await getRecoveryCodes(scope) },
}
