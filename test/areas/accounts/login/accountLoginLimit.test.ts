import { beforeAll, describe, expect, it } from 'vitest'
import { anApp } from '../../../support/app.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { aGraphClient } from '../../../support/graphClient.ts'
import { refusal } from '../../../support/refusals.ts'
import { aRestClient } from '../../../support/restClient.ts'
import { aName, aUser, basicAuthHeader, enableTotp, logIn, type TestUser, totpCode } from '../../../support/users.ts'

const app = await anApp({ MAX_SESSIONS: '100' })
const WRONG = 'wrong wrong wrong'
const MOST = 20

/** Number of password hashes that the server has computed, by its metrics. */
async function hashes(): Promise<number> {
  const metric = app.platform.metrics.getSingleMetric('plaza_password_hashes_total')
  const { values = [] } = (await metric?.get()) ?? {}
  return values[0]?.value ?? 0
}

const fullWidth = (text: string) =>
  text.replace(/[a-z0-9]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))

/** Six spellings of one account's name and address. */
const spellingsOf = ({ username, email }: Pick<TestUser, 'username' | 'email'>) =>
  [username, username.toUpperCase(), fullWidth(username), ` ${username} `, email, email.toUpperCase()] as const

type Door = (address: string, name: string, password?: string) => Promise<number>

const byRest: Door = async (address, name, password = WRONG) => {
  const headers = basicAuthHeader(name, password)
  return (await aRestClient(app, { address }).try('getCurrentUser', { headers })).status
}

const STATUSES: Readonly<Record<string, number>> = { BAD_INPUT: 401, RATE_LIMITED: 429, UNAVAILABLE: 503 }
const byGraph: Door = async (address, username, password = WRONG) => {
  const graph = aGraphClient(app, aRestClient(app, { address }))
  const { errors } = await graph.send(
    'mutation S($input: SignInInput!) { signIn(input: $input) { session { pendingFactors } } }',
    {
      input: { username, password },
    },
  )
  return STATUSES[String(errors?.[0]?.extensions.code)] ?? 200
}

const DOORS = [byRest, byGraph] as const
/** Addresses of one /64, with and without a port. */
const inOneNetwork = (at: number) => (at % 3 === 0 ? `[2001:db8:1:2::${at}]:${1024 + at}` : `2001:0db8:1:2:${at}::1`)
const anywhere = (at: number) => `198.51.100.${(at % 40) + 1}`

describe.each([
  ['one /64', inOneNetwork, 5],
  ['40 addresses', anywhere, MOST],
])('60 wrong logins of one account from %s, in six spellings, through both doors', (_where, addressOf, most) => {
  const attack = async () => {
    const person = await aUser(app)
    const spellings = spellingsOf(person)
    const attempt = (at: number) =>
      (DOORS[at % 2] ?? byRest)(addressOf(at), spellings[at % spellings.length] ?? person.username)
    const logInAtHome = () => byRest(person.api.address, person.username, person.password)
    return { attempt, logInAtHome, before: await hashes() }
  }

  it(`compute at most ${most} hashes, while the owner logs in from a known place`, async () => {
    const { attempt, logInAtHome, before } = await attack()
    const answers: number[] = []
    for (let at = 0; at < 60; at++) {
      answers.push(await attempt(at))
      if (at % 20 === 19) expect(await logInAtHome()).toBe(200)
    }
    expect((await hashes()) - before - 3).toBe(most)
    expect(new Set(answers)).toEqual(new Set([401, 429]))
  })

  it(`compute at most ${most} hashes if they come at once`, async () => {
    const { attempt, logInAtHome, before } = await attack()
    const answers = await runConcurrently(app, 60, attempt)
    expect((await hashes()) - before).toBeLessThanOrEqual(most)
    expect(new Set(answers)).toEqual(new Set([401, 429]))
    expect(await logInAtHome()).toBe(200)
  })
})

describe('the limit of an account over all addresses', () => {
  /** A person whose account takes no more wrong passwords from unknown places. */
  let attacked: TestUser
  beforeAll(async () => {
    attacked = await aUser(app)
    for (let at = 0; at < MOST; at++) expect(await byRest(aRestClient(app).address, attacked.username)).toBe(401)
  })

  it('refuses the right password from an unknown place, with the time to wait, and leaves other accounts alone', async () => {
    const api = aRestClient(app)
    const headers = basicAuthHeader(attacked.email, attacked.password)
    const refused = await api.try('getCurrentUser', { headers })
    expect(refused).toMatchObject(refusal(429, /too many/i))
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(13 * 60)
    expect(seconds).toBeLessThanOrEqual(15 * 60)
    const other = await aUser(app)
    expect(await logIn(api, other)).toMatchObject({ id: other.id })
  })

  it('does not count refused logins against their address', async () => {
    const { address } = aRestClient(app)
    for (let tries = 0; tries < 25; tries++) expect(await byRest(address, attacked.username)).toBe(429)
    expect(await byRest(address, aName())).toBe(401)
  })

  it('does not hold at known places, each of which has its own limit', async () => {
    const { api, username } = attacked
    for (let tries = 0; tries < 5; tries++) expect(await byRest(api.address, username)).toBe(401)
    expect(await byRest(api.address, username)).toBe(429)
  })

  it('does not hold for a device that gave the second factor', async () => {
    const person = await aUser(app)
    const secret = await enableTotp(app, person)
    const device = aRestClient(app)
    await logIn(device, person)
    await device.call('verify2FA', { body: { code: await totpCode(app, secret) } })
    for (let at = 0; at < MOST; at++) await byRest(aRestClient(app).address, person.username)
    const travelling = aRestClient(app)
    expect(await logIn(travelling, person).catch(String)).toMatch(/429/)
    travelling.cookies.set('twoFactorAuth', device.cookies.get('twoFactorAuth') ?? '')
    expect(await logIn(travelling, person)).toMatchObject({ id: person.id })
  })

  it('is the same for a name that nobody has', async () => {
    const name = aName()
    for (let at = 0; at < MOST; at++) expect(await byRest(aRestClient(app).address, name)).toBe(401)
    expect(await byRest(aRestClient(app).address, name.toUpperCase())).toBe(429)
  })

  it('is not used up by right passwords', async () => {
    const person = await aUser(app)
    for (let at = 0; at < MOST + 2; at++) {
      const api = aRestClient(app)
      expect(await logIn(api, person)).toMatchObject({ id: person.id })
      await api.call('logout')
    }
    expect(await byRest(aRestClient(app).address, person.username)).toBe(401)
  })
})
