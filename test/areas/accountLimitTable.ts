import type { TestApp } from '../support/app.ts'
import { aRestClient } from '../support/restClient.ts'
import { aName, aRegistration, aUser, basicAuthHeader, enableTotp, logIn } from '../support/users.ts'
import { type Attempt, DAY, HOUR, type LimitRow, mutation, operation, perUser } from './limitCases.ts'

/** A different code of six digits for each call. */
const guess = (at: number) => ({ body: { code: String(135_790 + at) } })

/** A user whose new session needs a time-based code, and an attempt to guess it. */
async function aCodeGuesser(app: TestApp) {
  const person = await aUser(app)
  await enableTotp(app, person)
  const api = aRestClient(app)
  await logIn(api, person)
  const { id } = await app
    .scope()
    .db.session.findFirstOrThrow({ where: { userId: person.id, owes: { isEmpty: false } } })
  return { userId: person.id, sessionId: id, api, attempt: operation(api, 'verify2FA', guess) }
}

const wrongLogin = (username: string) => ({ headers: basicAuthHeader(username, 'not the password') })

const requestingReset = (email: string) => `requestPasswordReset(input: { email: "${email}" }) { session { id } }`
const resettingPassword = () =>
  'resetPassword(input: { token: "none", password: "a brand new one" }) { session { id } }'

/** The rate limits of accounts, logins and second factors, by name. */
export const accountLimitTable: Readonly<Record<string, LimitRow>> = {
  'request-data-export': {
    points: 2,
    window: DAY,
    async prepare(app) {
      const person = await aUser(app)
      return { key: person.id, attempts: [mutation(app, person, 'requestDataExport(input: {}) { viewer { id } }')] }
    },
  },
  'register-address': {
    points: 10,
    window: HOUR,
    async prepare(app) {
      const { address } = aRestClient(app)
      const register = (at: number) =>
        operation(aRestClient(app, { address }), 'registerUserAccount', () => ({
          body: aRegistration(aName(`r${at}`)),
        }))
      return { key: address, attempts: [register(0)] }
    },
  },
  'register-mailbox': {
    points: 3,
    window: HOUR,
    async prepare(app) {
      const name = aName()
      const register = (at: number) => ({ body: { ...aRegistration(), email: `${name}+${at}@plaza.test` } })
      return { key: `${name}@plaza.test`, attempts: [operation(aRestClient(app), 'registerUserAccount', register)] }
    },
  },
  'first-admin': {
    points: 20,
    window: HOUR,
    async prepare(app) {
      const api = aRestClient(app)
      const admin = 'username: "first", email: "first@plaza.test", password: "a long password 1"'
      const create = `createFirstAdmin(input: { code: "none", ${admin} }) { session { id } }`
      return { key: api.address, attempts: [mutation(app, { api }, create)] }
    },
  },
  'user-exists': {
    points: 60,
    window: 60,
    async prepare(app) {
      const api = aRestClient(app)
      const ask = () => ({ query: { username: aName() } })
      return { key: api.address, attempts: [operation(api, 'checkUserExists', ask)] }
    },
  },
  'resend-email': perUser(5, HOUR, ['resendEmailConfirmation']),
  'password-reset-mailbox': {
    points: 5,
    window: HOUR,
    async prepare(app) {
      const email = `${aName()}@plaza.test`
      const fromElsewhere: Attempt = () => mutation(app, { api: aRestClient(app) }, requestingReset(email))()
      return { key: app.scope().secrets.mac('password-reset-mailbox', email), attempts: [fromElsewhere] }
    },
  },
  'password-reset-address': {
    points: 5,
    window: HOUR,
    async prepare(app) {
      const api = aRestClient(app)
      const forAnother: Attempt = () => mutation(app, { api }, requestingReset(`${aName()}@plaza.test`))()
      return { key: api.address, attempts: [forAnother] }
    },
  },
  'password-reset-link': {
    points: 20,
    window: HOUR,
    async prepare(app) {
      const api = aRestClient(app)
      return { key: api.address, attempts: [mutation(app, { api }, resettingPassword())] }
    },
  },
  'login-account': {
    points: 5,
    window: HOUR / 4,
    async prepare(app) {
      const [{ id, username }, api] = [await aUser(app), aRestClient(app)]
      const attempt = operation(api, 'getCurrentUser', () => wrongLogin(username))
      return { key: `${id}|${api.address}`, attempts: [attempt] }
    },
  },
  'login-address': {
    points: 20,
    window: HOUR / 4,
    async prepare(app) {
      const api = aRestClient(app)
      return { key: api.address, attempts: [operation(api, 'getCurrentUser', () => wrongLogin(aName()))] }
    },
  },
  'login-account-elsewhere': {
    points: 20,
    window: HOUR / 4,
    async prepare(app) {
      const { id, username } = await aUser(app)
      const attempt: Attempt = () => operation(aRestClient(app), 'getCurrentUser', () => wrongLogin(username))()
      return { key: id, attempts: [attempt] }
    },
  },
  'second-factor': {
    points: 10,
    window: HOUR / 4,
    async prepare(app) {
      const { sessionId, attempt } = await aCodeGuesser(app)
      return { key: sessionId, attempts: [attempt] }
    },
  },
  'second-factor-person': {
    points: 100,
    window: DAY,
    async prepare(app) {
      const { userId, attempt } = await aCodeGuesser(app)
      return { key: userId, attempts: [attempt] }
    },
  },
  'recovery-code-person': {
    points: 100,
    window: DAY,
    async prepare(app) {
      const { userId, api } = await aCodeGuesser(app)
      const give = (at: number) => ({ body: { code: `abcd-efg${at}` } })
      return { key: `${userId}|${api.address}`, attempts: [operation(api, 'verifyRecoveryCode', give)] }
    },
  },
}
