import { z } from 'zod'
import { del, get, post, put, redirect } from './operation.ts'
import { RegisterUserAccountRequest } from './shapes/accountRequests.ts'
import { CurrentUser } from './shapes/currentUser.ts'
import { Success } from './shapes/error.ts'
import {
  Disable2FAResult,
  LoginResult,
  Pending2FAResult,
  TwoFactorAuthCode,
  TwoFactorEmailCode,
  TwoFactorRecoveryCodes,
  UserExists,
  Verify2FAEmailCodeResult,
  Verify2FAResult,
  VerifyAuthTokenResult,
} from './shapes/secondFactor.ts'

const sessions = {
  getCurrentUser: get('/auth/user', {
    summary: 'Logs in with Basic credentials, or reads the record of the person the session belongs to.',
    access: 'login',
    headers: z.object({ authorization: z.string().optional() }),
    cookies: z.object({ twoFactorAuth: z.string().optional() }),
    result: LoginResult,
  }),
  verifyAuthToken: get('/auth', {
    summary: 'Tells whether the session is valid, and its token.',
    access: 'unfinished',
    cookies: z.object({ auth: z.string() }),
    result: VerifyAuthTokenResult,
  }),
  logout: put('/logout', { summary: 'Ends the session.', access: 'unfinished', farewell: true, result: Success }),
  verifyLoginPlace: get('/auth/verifyLoginPlace', {
    summary: 'Approves the place that a login came from, by the link in the mail.',
    access: 'optional',
    query: z.object({ token: z.string(), userId: z.string().optional() }),
    result: redirect,
    status: 302,
  }),
}

const registration = {
  checkUserExists: get('/auth/exists', {
    summary: 'Tells whether an account has the e-mail address, display name or username; what is given is combined.',
    access: 'optional',
    query: z.object({
      email: z.string().optional(),
      displayName: z.string().optional(),
      username: z.string().optional(),
      excludeUserId: z.string().optional(),
    }),
    result: UserExists,
  }),
  registerUserAccount: post('/auth/register', {
    summary: 'Makes an account and logs in to it.',
    access: 'optional',
    body: RegisterUserAccountRequest,
    result: LoginResult,
    deprecated: true,
  }),
  confirmEmail: get('/auth/confirmEmail', {
    summary: 'Confirms an e-mail address by the link in the mail.',
    access: 'optional',
    query: z.object({ id: z.string(), verify_email: z.string() }),
    result: redirect,
    status: 302,
  }),
  resendEmailConfirmation: post('/auth/user/resendEmail', {
    summary: 'Sends the mail that confirms the e-mail address again.',
    result: Success,
  }),
  deleteUser: put('/users/{userId}/delete', {
    summary: 'Marks the own account for deletion after 14 days; any authenticated request until then cancels it.',
    result: CurrentUser,
  }),
}

const secondFactor = {
  enable2FA: post('/auth/twofactorauth/totp/pending', {
    summary: 'Begins to enable time-based codes and shows their secret.',
    result: Pending2FAResult,
  }),
  verifyPending2FA: post('/auth/twofactorauth/totp/pending/verify', {
    summary: 'Enables time-based codes by a first code.',
    body: TwoFactorAuthCode,
    result: Verify2FAResult,
  }),
  cancelPending2FA: del('/auth/twofactorauth/totp/pending', {
    summary: 'Gives up enabling time-based codes.',
    result: Disable2FAResult,
  }),
  disable2FA: del('/auth/twofactorauth', { summary: 'Disables time-based codes.', result: Disable2FAResult }),
  verify2FA: post('/auth/twofactorauth/totp/verify', {
    summary: 'Finishes a login by a time-based code.',
    access: 'unfinished',
    body: TwoFactorAuthCode,
    result: Verify2FAResult,
  }),
  verifyRecoveryCode: post('/auth/twofactorauth/otp/verify', {
    summary: 'Finishes a login by a recovery code, which is spent.',
    access: 'unfinished',
    body: TwoFactorAuthCode,
    result: Verify2FAResult,
  }),
  verify2FAEmailCode: post('/auth/twofactorauth/emailotp/verify', {
    summary: 'Finishes a login by a code that was sent by e-mail.',
    access: 'unfinished',
    body: TwoFactorEmailCode,
    result: Verify2FAEmailCodeResult,
  }),
  getRecoveryCodes: get('/auth/user/twofactorauth/otp', {
    summary: 'Lists the recovery codes and whether each was used.',
    access: 'unfinished',
    result: TwoFactorRecoveryCodes,
  }),
}

export const accounts = { ...sessions, ...registration, ...secondFactor }
