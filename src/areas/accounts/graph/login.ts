import { z } from 'zod'
import { RegisterUserAccountRequest } from '../../../contract/shapes/account.ts'
import { type GraphContext, reauthenticate, resetLoaders } from '../../../edges/graphql/context.ts'
import { anySessionMutation, NO_FIELDS, publicMutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { addMilliseconds } from '../../../kernel/clock.ts'
import { registerUserAccount, registrationRules } from '../account/registration.ts'
import { finishLoginByLink } from '../login/emailCodes.ts'
import { signIn } from '../login/signIn.ts'
import { logout, type NewSession } from '../sessions/sessions.ts'
import { currentSession } from './session.ts'

/** Sets the cookie of a new session; the rest of the operation runs in that session. */
export async function continueInSession(context: GraphContext, { token, expiresAt }: NewSession) {
  context.cookies.push({ name: 'auth', value: token, expires: expiresAt })
  await reauthenticate(context, { token })
}

function dayOf(birthday: Date) {
  const [year = '', month = '', day = ''] = birthday.toISOString().slice(0, 10).split('-')
  return { year, month, day }
}

const newSession = currentSession('The new session, which tells whether it still needs a second factor.')
const ownSession = currentSession('The session of this request; null for none.')

publicMutation('signIn', {
  description: 'Logs in and sets the auth cookie. `viewer` is null until a second factor was given if one is needed.',
  input: z.object({
    username: z.string().describe('Username or e-mail address.'),
    password: z.string().describe('Password.'),
    endOldestSession: z
      .boolean()
      .optional()
      .describe(
        'Whether the least recently used session is ended if the account has the maximum number of sessions; a login that needs a second factor ends it once that was given.',
      ),
  }),
  run: async (scope, { username, password, endOldestSession }, context) => {
    const trustTokens = context.connection.cookies('twoFactorAuth')
    const { session } = await signIn(scope, { name: username, passwords: [password], trustTokens, endOldestSession })
    await continueInSession(context, session)
    return {}
  },
  payload: (t) => ({ session: t.field(newSession) }),
})

publicMutation('registerUserAccount', {
  description: 'Creates an account and logs in to it.',
  input: RegisterUserAccountRequest.omit({ captchaCode: true, day: true, month: true, year: true }).extend({
    birthday: z.date().describe('Date of birth, at least 13 years ago.'),
  }),
  types: { birthday: 'Date' },
  fieldNames: { year: 'birthday' },
  rules: (scope, { birthday, ...account }) =>
    registrationRules(scope, { ...account, ...(birthday && dayOf(birthday)) }),
  run: async (scope, { birthday, ...account }, context) => {
    const { session } = await registerUserAccount(scope, { ...account, ...dayOf(birthday) })
    await continueInSession(context, session)
    return {}
  },
  payload: (t) => ({ session: t.field(newSession) }),
})

anySessionMutation('logout', {
  description: 'Ends the session of this request and clears its cookies.',
  input: NO_FIELDS,
  run: async (scope, _input, context) => {
    await logout(scope)
    // Empty cookies that don't expire at once: some clients keep the old value when they are sent an expired cookie.
    const expires = addMilliseconds(scope.now, scope.rules.retention.sessions)
    for (const name of ['auth', 'age', 'tos']) context.cookies.push({ name, value: '', expires })
    resetLoaders(context, { ...scope, viewer: null })
    return { deletedSessionId: scope.viewer.sessionId }
  },
  payload: (t) => ({
    session: t.field(ownSession),
    deletedSessionId: t.exposeID('deletedSessionId', { description: 'Id of the session, which has ended.' }),
  }),
})

publicMutation('verifyLoginPlace', {
  description: 'Approves the network address of a login by the link of a mail, and finishes that login.',
  input: z.object({
    token: z.string().describe('Token of the link in the mail.'),
    userId: z.string().optional().describe('Person who logs in, if the link names one.'),
  }),
  types: { userId: 'ID' },
  run: async (scope, link, context) => {
    const isLoginFinished = await finishLoginByLink(scope, link)
    await reauthenticate(context)
    return { isLoginFinished }
  },
  payload: (t) => ({
    session: t.field(ownSession),
    isLoginFinished: t.exposeBoolean('isLoginFinished', {
      description: 'Whether the login, perhaps of another device, is finished; false if it has ended meanwhile.',
    }),
  }),
})
