import { z } from 'zod'
import { binary, del, get, post, put, redirect } from './operation.ts'
import {
  Disable2FAResult,
  LoginResult,
  Pending2FAResult,
  RegisterUserAccountRequest,
  TwoFactorAuthCode,
  TwoFactorEmailCode,
  TwoFactorRecoveryCodes,
  UserExists,
  UserExistsQuery,
  Verify2FAEmailCodeResult,
  Verify2FAResult,
  VerifyAuthTokenResult,
} from './shapes/account.ts'
import { CurrentUser } from './shapes/currentUser.ts'
import { cookieValues } from './shapes/requestFields.ts'
import { Success } from './shapes/response.ts'

const sessions = {
  getCurrentUser: get('/auth/user', {
    summary: 'Logs in with Basic credentials, or reads the own record by the session.',
    access: 'login',
    headers: z.object({ authorization: z.string().optional().describe('Basic credentials.') }),
    cookies: z.object({ twoFactorAuth: cookieValues.describe('Tokens of trusted devices.') }),
    result: LoginResult,
  }),
  verifyAuthToken: get('/auth', {
    summary: 'Returns the token of a valid session.',
    access: 'unfinished',
    cookies: z.object({ auth: cookieValues.describe('Token of the session, perhaps beside outdated ones.') }),
    result: VerifyAuthTokenResult,
  }),
  logout: put('/logout', { summary: 'Ends the session.', access: 'unfinished', skipTouch: true, result: Success }),
  verifyLoginPlace: get('/auth/verifyLoginPlace', {
    summary:
      'Approves the network address of a login, by the link in the mail; its own device also finishes the login.',
    access: 'optional',
    query: z.object({
      token: z.string().describe('Token of the link.'),
      userId: z.string().optional().describe('Person who logs in.'),
    }),
    cookies: z.object({
      auth: cookieValues.describe('Token of the session that waits for its second factor, perhaps beside others.'),
    }),
    result: redirect,
    status: 302,
  }),
}

const registration = {
  checkUserExists: get('/auth/exists', {
    summary: 'Tells whether one account has the given e-mail address, display name and username.',
    access: 'optional',
    query: UserExistsQuery,
    result: UserExists,
  }),
  registerUserAccount: post('/auth/register', {
    summary: 'Creates an account and logs in to it.',
    access: 'optional',
    body: RegisterUserAccountRequest,
    result: LoginResult,
    deprecated: true,
  }),
  confirmEmail: get('/auth/confirmEmail', {
    summary: 'Confirms an e-mail address by the link in the mail.',
    access: 'optional',
    query: z.object({
      id: z.string().describe('Owner of the address.'),
      verify_email: z.string().describe('Token of the link.'),
    }),
    result: redirect,
    status: 302,
  }),
  resendEmailConfirmation: post('/auth/user/resendEmail', {
    summary: 'Sends the mail that confirms the e-mail address again.',
    result: Success,
  }),
  downloadDataExport: get('/auth/user/export', {
    origin: 'extended',
    summary:
      'Downloads the archive of everything that is kept about the viewer, which `requestDataExport` has asked for.',
    access: 'session',
    result: binary('application/gzip'),
  }),
  deleteUser: put('/users/{userId}/delete', {
    summary: 'Schedules the deletion of the own account in 14 days; any authenticated request until then cancels it.',
    result: CurrentUser,
  }),
}

const secondFactor = {
  enable2FA: post('/auth/twofactorauth/totp/pending', {
    summary: 'Starts to enable time-based codes, and returns their secret.',
    result: Pending2FAResult,
  }),
  verifyPending2FA: post('/auth/twofactorauth/totp/pending/verify', {
    summary: 'Enables time-based codes by a first code.',
    body: TwoFactorAuthCode,
    result: Verify2FAResult,
  }),
  cancelPending2FA: del('/auth/twofactorauth/totp/pending', {
    summary: 'Cancels enabling time-based codes.',
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
    summary: 'Finishes a login by a recovery code, which is used up.',
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
