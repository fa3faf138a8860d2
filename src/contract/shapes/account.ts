import { z } from 'zod'
import { CurrentUser } from './currentUser.ts'
import { describeRef, listUpTo, normalizedBetween, textUpTo } from './requestFields.ts'
import { ContentFilter, Tag } from './scalars.ts'
import { UserStatus } from './user.ts'

const Email = textUpTo('email', 254).describe(
  'E-mail address; it counts once the link that is mailed to it was opened.',
)
const Password = normalizedBetween('password', 8, 256).describe(
  'Password; none of the 10,000 most common, not the own name.',
)
const TermsVersion = z.int().min(0).max(2_147_483_647).describe('Version of the terms of service that was accepted.')
/** The public JavaScript client sends a date as a time of that day, in UTC. */
const Birthday = z.preprocess(
  (value) => (typeof value === 'string' ? value.replace(/T[\d:.]+Z$/, '') : value),
  z.iso
    .date('birthday must be a date, YYYY-MM-DD')
    .describe('Date of birth; the person must be at least 13 years old.'),
)

export const RegisterUserAccountRequest = z
  .object({
    acceptedTOSVersion: TermsVersion,
    captchaCode: z.string().optional().describe('Not checked.'),
    day: z.string().describe('Day of birth, 1 to 31.'),
    email: Email,
    month: z.string().describe('Month of birth, 1 to 12.'),
    password: Password,
    subscribe: z.boolean().describe('Whether the person wants newsletters.'),
    username: normalizedBetween('username', 4, 15).describe('Name to log in with, and display name at first.'),
    year: z.string().describe('Year of birth; the person must be at least 13 years old.'),
  })
  .meta({ id: 'RegisterUserAccountRequest' })
export type RegisterUserAccountRequest = z.output<typeof RegisterUserAccountRequest>

export const UpdateUserRequest = z
  .object({
    acceptedTOSVersion: TermsVersion,
    allowAvatarCopying: z.boolean().describe('Whether others can copy the avatar.'),
    bio: textUpTo('bio', 512).describe('Self-description on the profile.'),
    bioLinks: listUpTo('bioLinks', textUpTo('bioLinks', 512), 10).describe('Links on the profile.'),
    birthday: Birthday,
    contentFilters: listUpTo('contentFilters', ContentFilter, 5).describe('Kinds of content to hide from the person.'),
    currentPassword: z.string().describe('Required to change the e-mail address, the password or a name.'),
    displayName: normalizedBetween('displayName', 4, 15).describe('Name that others see.'),
    email: Email,
    hasDiscordFriendsOptOut: z.boolean().describe('Whether friends cannot find the person through Discord.'),
    hasSharedConnectionsOptOut: z.boolean().describe('Whether mutual friends and groups are hidden from others.'),
    homeLocation: textUpTo('homeLocation', 64).describe('Id of the world where clients start; empty for none.'),
    isBoopingEnabled: z.boolean().describe('Whether friends can send boops.'),
    password: Password,
    profilePicOverride: textUpTo('profilePicOverride', 2_048).describe(
      "URL of an uploaded image of the person's that is shown instead of the avatar; empty for none.",
    ),
    pronouns: textUpTo('pronouns', 32).describe('Pronouns on the profile.'),
    revertDisplayName: z.boolean().describe('Whether to take the previous display name back.'),
    status: describeRef(UserStatus, 'Availability that friends see.'),
    statusDescription: textUpTo('statusDescription', 128).describe("Status text in the person's own words."),
    tags: listUpTo('tags', Tag, 100).describe('Replaces all tags that the person may set.'),
    unsubscribe: z.boolean().describe('Whether the person gets no newsletters.'),
    userIcon: textUpTo('userIcon', 2_048).describe("URL of an uploaded image of the person's; empty for none."),
    username: normalizedBetween('username', 4, 15).describe('Name to log in with.'),
  })
  .partial()
  .meta({ id: 'UpdateUserRequest' })
export type UpdateUserRequest = z.output<typeof UpdateUserRequest>

export const ChangeUserTagsRequest = z
  .object({
    tags: listUpTo('tags', Tag, 100).describe('language_ tags, at most three, and show_social_rank; admins any tag.'),
  })
  .meta({ id: 'ChangeUserTagsRequest' })

export const UpdateUserBadgeRequest = z
  .object({
    hidden: z.boolean().describe('Whether others cannot see the badge.'),
    showcased: z.boolean().describe('Whether the badge is shown first.'),
  })
  .partial()
  .meta({ id: 'UpdateUserBadgeRequest' })

/** Not an error: the session exists, and one of these second factors finishes the login. */
const SecondFactorRequired = z
  .object({ requiresTwoFactorAuth: z.array(z.enum(['totp', 'otp', 'emailOtp'])).min(1) })
  .meta({ id: 'RequiresTwoFactorAuth' })

export const LoginResult = z.union([CurrentUser, SecondFactorRequired])

export const TwoFactorAuthCode = z
  .object({ code: z.string().describe('Code as the app shows it, or a recovery code.') })
  .meta({ id: 'TwoFactorAuthCode' })
export const TwoFactorEmailCode = z
  .object({ code: z.string().describe('Code from the mail.') })
  .meta({ id: 'TwoFactorEmailCode' })

export const Verify2FAResult = z.object({ enabled: z.boolean(), verified: z.boolean() }).meta({ id: 'Verify2FAResult' })
export const Verify2FAEmailCodeResult = z.object({ verified: z.boolean() }).meta({ id: 'Verify2FAEmailCodeResult' })
export const Disable2FAResult = z.object({ removed: z.boolean() }).meta({ id: 'Disable2FAResult' })

export const Pending2FAResult = z
  .object({ qrCodeDataUrl: z.string(), secret: z.string() })
  .meta({ id: 'Pending2FAResult' })

/** Recovery codes; or, for a session that needs its second factor, the factors of which one finishes the login. */
export const TwoFactorRecoveryCodes = z
  .object({
    otp: z.array(z.object({ code: z.string(), used: z.boolean() })).optional(),
    requiresTwoFactorAuth: z.array(z.string()).optional(),
  })
  .meta({ id: 'TwoFactorRecoveryCodes' })

export const VerifyAuthTokenResult = z
  .object({ ok: z.boolean(), token: z.string().min(1) })
  .meta({ id: 'VerifyAuthTokenResult' })

export const UserExistsQuery = z.object({
  email: z.string().optional().describe('E-mail address.'),
  displayName: z.string().optional().describe('Display name.'),
  username: z.string().optional().describe('Username.'),
  excludeUserId: z.string().optional().describe('Id of a person to leave out of the search.'),
})
export const UserExists = z.object({ nameOk: z.boolean(), userExists: z.boolean() }).meta({ id: 'UserExists' })
