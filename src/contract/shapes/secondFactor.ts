import { z } from 'zod'
import { CurrentUser } from './currentUser.ts'

/** Not a refusal: the session stands, and one of these factors finishes it. */
export const SecondFactorOwed = z
  .object({ requiresTwoFactorAuth: z.array(z.enum(['totp', 'otp', 'emailOtp'])).min(1) })
  .meta({ id: 'RequiresTwoFactorAuth' })

export const LoginResult = z.union([CurrentUser, SecondFactorOwed])

export const TwoFactorAuthCode = z.object({ code: z.string() }).meta({ id: 'TwoFactorAuthCode' })
export const TwoFactorEmailCode = z.object({ code: z.string() }).meta({ id: 'TwoFactorEmailCode' })

export const Verify2FAResult = z.object({ enabled: z.boolean(), verified: z.boolean() }).meta({ id: 'Verify2FAResult' })
export const Verify2FAEmailCodeResult = z.object({ verified: z.boolean() }).meta({ id: 'Verify2FAEmailCodeResult' })
export const Disable2FAResult = z.object({ removed: z.boolean() }).meta({ id: 'Disable2FAResult' })

export const Pending2FAResult = z
  .object({ qrCodeDataUrl: z.string(), secret: z.string() })
  .meta({ id: 'Pending2FAResult' })

/** The codes; or, to a session that still owes its second factor, the factors that would finish it. */
export const TwoFactorRecoveryCodes = z
  .object({
    otp: z.array(z.object({ code: z.string(), used: z.boolean() })).optional(),
    requiresTwoFactorAuth: z.array(z.string()).optional(),
  })
  .meta({ id: 'TwoFactorRecoveryCodes' })

export const VerifyAuthTokenResult = z
  .object({ ok: z.boolean(), token: z.string().min(1) })
  .meta({ id: 'VerifyAuthTokenResult' })

export const UserExists = z.object({ nameOk: z.boolean(), userExists: z.boolean() }).meta({ id: 'UserExists' })
