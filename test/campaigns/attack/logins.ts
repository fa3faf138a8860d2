import type { TestApp } from '../../support/app.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { aRestClient, type RestClient } from '../../support/restClient.ts'
import {
  aConfirmedUser,
  aName,
  aRegistration,
  aUser,
  basicAuthHeader,
  enableTotp,
  logIn,
  mailedLink,
  type TestUser,
  totpCode,
} from '../../support/users.ts'
import type { Attack } from './attack.ts'

const WRONG = 'wrong wrong wrong'

const login = (app: TestApp, address: string, name: string, password: string) =>
  aRestClient(app, { address }).try('getCurrentUser', { headers: basicAuthHeader(name, password) })

async function hashesOf({ platform }: TestApp): Promise<number> {
  const metric = platform.metrics.getSingleMetric('plaza_password_hashes_total')
  const { values = [] } = (await metric?.get()) ?? {}
  return values[0]?.value ?? 0
}

const parallel = <R>(count: number, send: (at: number) => Promise<R>) =>
  Promise.all(Array.from({ length: count }, (_, at) => send(at)))

const countStatus = (answers: readonly { readonly status: number }[], wanted: number) =>
  answers.filter(({ status }) => status === wanted).length

/** Wrong logins through both doors by turns, in six spellings, from these addresses; returns the hashes they cost. */
async function guessPasswords(app: TestApp, person: TestUser, addressOf: (at: number) => string): Promise<number> {
  const { username, email } = person
  const names = [username, username.toUpperCase(), ` ${username}`, `${username} `, email, email.toUpperCase()]
  const before = await hashesOf(app)
  await parallel(60, async (at) => {
    const name = names[at % names.length] ?? username
    if (at % 2) return login(app, addressOf(at), name, WRONG)
    const graph = aGraphClient(app, aRestClient(app, { address: addressOf(at) }))
    const input = { username: name, password: WRONG }
    return graph.send('mutation S($input: SignInInput!) { signIn(input: $input) { session { pendingFactors } } }', {
      input,
    })
  })
  return (await hashesOf(app)) - before
}

/** Gives 100 wrong codes from ever new sessions of somebody who knows the password. */
async function guessCodes(app: TestApp, person: TestUser): Promise<void> {
  for (let sessions = 0; sessions < 11; sessions++) {
    const api = aRestClient(app)
    await logIn(api, person)
    await parallel(10, (at) => api.try('verify2FA', { body: { code: String(100_000 + at) } }))
    await api.call('logout')
  }
}

const isFinished = async (api: RestClient) => 'id' in (await api.call('getCurrentUser'))

/** Attacks on logins, second factors and registrations. */
export const loginAttacks: readonly Attack[] = [
  {
    name: 'stolen-password',
    what: '60 parallel logins with the old password while the owner changes it',
    async run({ startApp }) {
      const app = await startApp({ MAX_SESSIONS: '100' })
      const owner = await aUser(app)
      const places = Array.from({ length: 20 }, (_, at) => `203.0.113.${at + 1}`)
      for (const address of places) await login(app, address, owner.username, owner.password)
      const logins = parallel(60, (at) => login(app, places[at % 20] ?? '', owner.username, owner.password))
      const change = { password: 'a brand new password', currentPassword: owner.password }
      await owner.api.call('updateUser', { userId: owner.id, body: change })
      const opened = countStatus(await logins, 200)
      // The owner's own session stays.
      const left = (await app.scope().db.session.count({ where: { userId: owner.id } })) - 1
      return { harmless: left === 0, figures: `${opened} sessions opened, ${left} of them valid after the change` }
    },
  },
  {
    name: 'password-guesses',
    what: '60 wrong logins of one account in six spellings through both doors, from one /64 and from 40 addresses',
    async run({ startApp }) {
      const app = await startApp()
      const [one, other] = [await aUser(app), await aUser(app)]
      const near = await guessPasswords(app, one, (at) => `2001:db8:1:2::${at + 1}`)
      const far = await guessPasswords(app, other, (at) => `198.51.100.${(at % 40) + 1}`)
      const home = await Promise.all(
        [one, other].map(({ api, username, password }) => login(app, api.address, username, password)),
      )
      const harmless = near <= 20 && far <= 20 && countStatus(home, 200) === 2
      return {
        harmless,
        figures: `${near} and ${far} of 60 hashed; ${countStatus(home, 200)} of 2 owners log in at home`,
      }
    },
  },
  {
    name: 'mail-scanner',
    what: 'a mail scanner opens the link of a login that somebody else began with the password',
    async run({ startApp }) {
      const app = await startApp()
      const owner = await aConfirmedUser(app)
      const thief = aRestClient(app)
      await logIn(thief, owner)
      const { pathname, search } = mailedLink(app, owner.email)
      const scanner = aRestClient(app)
      await scanner.fetch(`${pathname}${search}`, { method: 'HEAD' })
      const { headers } = await scanner.fetch(`${pathname}${search}`)
      const page = new URL(headers.get('location') ?? '', app.origin)
      await scanner.fetch(`${page.pathname}${page.search}`)
      const finished = await isFinished(thief)
      return { harmless: !finished, figures: finished ? 'the login was finished' : 'the login waits' }
    },
  },
  {
    name: 'code-lockout',
    what: 'somebody with the password gives 100 wrong codes',
    async run({ startApp }) {
      const app = await startApp()
      const owner = await aUser(app)
      const secret = await enableTotp(app, owner)
      const { otp } = await owner.api.call('getRecoveryCodes')
      await guessCodes(app, owner)
      const home = aRestClient(app, { address: owner.api.address })
      await logIn(home, owner)
      const byCode = await home.try('verify2FA', { body: { code: await totpCode(app, secret) } })
      const away = aRestClient(app)
      await logIn(away, owner)
      const byRecovery = await away.try('verifyRecoveryCode', { body: { code: otp?.[0]?.code ?? '' } })
      const harmless = byCode.status === 200 && byRecovery.status === 200
      return { harmless, figures: `code at home ${byCode.status}, recovery code elsewhere ${byRecovery.status}` }
    },
  },
  {
    name: 'address-probing',
    what: '300 questions whether an address has an account, and a list of everybody',
    async run({ startApp }) {
      const app = await startApp()
      const { api } = await aUser(app)
      const { address } = aRestClient(app)
      const answers = await parallel(300, (at) =>
        aRestClient(app, { address }).try('checkUserExists', { query: { email: `somebody${at}@plaza.test` } }),
      )
      const { data } = await aGraphClient(app, api).send('{ users(first: 100) { nodes { id } } }')
      const isListEmpty = JSON.stringify(data) === JSON.stringify({ users: { nodes: [] } })
      const told = countStatus(answers, 200)
      return { harmless: told <= 60 && isListEmpty, figures: `${told} of 300 answered; list empty: ${isListEmpty}` }
    },
  },
  {
    name: 'mail-to-strangers',
    what: '25 registrations from one address, and 25 from everywhere with tags of one mailbox',
    async run({ startApp }) {
      const app = await startApp({ REGISTRATIONS_PER_HOUR: '10' })
      const { address } = aRestClient(app)
      const near = await parallel(25, () =>
        aRestClient(app, { address }).try('registerUserAccount', { body: aRegistration() }),
      )
      const name = aName()
      const tagged = await parallel(25, (at) =>
        aRestClient(app).try('registerUserAccount', {
          body: { ...aRegistration(), email: `${name}+${at}@plaza.test` },
        }),
      )
      const mails = app.mails.filter(({ to }) => to?.startsWith(name)).length
      const admitted = countStatus(near, 200)
      const figures = `${admitted} of 25 admitted from one address, ${mails} mails to one mailbox`
      return { harmless: admitted <= 10 && countStatus(tagged, 200) <= 3 && mails <= 3, figures }
    },
  },
]
