import { z } from 'zod'
import { UserId } from '../../../contract/ids.ts'
import { UserExistsQuery } from '../../../contract/shapes/account.ts'
import { FOR_ANYONE } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { reauthenticate } from '../../../edges/graphql/context.ts'
import { argsOf } from '../../../edges/graphql/resolvers/input.ts'
import { mutation, NO_FIELDS, publicMutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { publicQuery } from '../../../edges/graphql/resolvers/query.ts'
import { confirmEmail, resendEmailConfirmation } from '../account/email.ts'
import { assertAcceptablePassword, PASSWORD_BOUNDS, requestPasswordReset, resetPassword } from '../account/passwords.ts'
import { checkUserExists } from '../account/registration.ts'
import { currentSession } from './session.ts'

const AccountAvailability = builder
  .objectRef<Awaited<ReturnType<typeof checkUserExists>>>('AccountAvailability')
  .implement({
    description: 'Whether an account can have names and an e-mail address.',
    fields: (t) => ({
      isTaken: t.exposeBoolean('userExists', { description: 'Whether one account has all values that were given.' }),
      areNamesValid: t.exposeBoolean('nameOk', { description: 'Whether the names that were given have a valid form.' }),
    }),
  })

builder.queryField('accountAvailability', (t) =>
  t.field({
    type: AccountAvailability,
    nullable: true,
    ...FOR_ANYONE,
    description:
      'Whether an account has the e-mail address, display name and username that are given. Needs no session. At most 60 times in a minute.',
    ...publicQuery(argsOf(UserExistsQuery, { excludeUserId: 'ID' }), checkUserExists),
  }),
)

const token = z.string().describe('Token of the link in the mail.')
const session = currentSession('The session of this request; null for none.')

publicMutation('confirmEmail', {
  description: 'Confirms an e-mail address by the link of a mail, once.',
  input: z.object({ userId: UserId.describe('Owner of the address.'), token }),
  fieldNames: { verify_email: 'token', email: 'token' },
  run: async (scope, { userId, token }) => {
    await confirmEmail(scope, userId, token)
    return {}
  },
  payload: (t) => ({ session: t.field(session) }),
})

mutation('resendEmailConfirmation', {
  description: 'Sends the mail that confirms the e-mail address again, at most 5 times an hour.',
  input: NO_FIELDS,
  run: async (scope) => {
    await resendEmailConfirmation(scope)
    return {}
  },
})

publicMutation('requestPasswordReset', {
  description:
    'Mails a link to WEB_URL, with the token as its query parameter `resetPassword`, that sets a new password within 30 minutes. Succeeds also when no account has the address, or has confirmed it.',
  input: z.object({ email: z.string().max(254).describe('Confirmed e-mail address of the account.') }),
  run: async (scope, { email }) => {
    await requestPasswordReset(scope, email)
    return {}
  },
  payload: (t) => ({ session: t.field(session) }),
})

publicMutation('resetPassword', {
  description:
    'Sets a new password by the link of a mail, and ends all sessions and trusted devices. A login is needed afterwards, with its second factor.',
  input: z.object({ token, password: z.string().describe('New password, at least 8 characters.') }),
  bounds: { password: PASSWORD_BOUNDS },
  rules: (_scope, { password }) => [() => password !== undefined && assertAcceptablePassword(password, [])],
  run: async (scope, input, context) => {
    await resetPassword(scope, input)
    await reauthenticate(context)
    return {}
  },
  payload: (t) => ({ session: t.field(session) }),
})
