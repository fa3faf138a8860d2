import { describe, expect, it } from 'vitest'
import { ARGON2_COST } from '../../../../src/kernel/passwordHasher.ts'
import { anApp, sharedApp, type TestApp } from '../../../support/app.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { refusal } from '../../../support/refusals.ts'
import { aRestClient, type Exchange, type RestClient } from '../../../support/restClient.ts'
import { rounds } from '../../../support/rounds.ts'
import { aName, aUser, basicAuthHeader, logIn } from '../../../support/users.ts'

const app = await sharedApp()
/** Hashes cost as much as in production, for tests that are about what an attacker can measure. */
const costly = await anApp({}, { passwordHashCost: ARGON2_COST })
const WRONG = refusal(401, '"Invalid Username/Email or Password"')
const TOO_MANY = refusal(429, /too many/i)

/** A login from the client's address without its cookies. */
const attemptOn =
  (server: TestApp) =>
  ({ address }: Pick<RestClient, 'address'>, name: string, password = 'wrong wrong wrong') =>
    aRestClient(server, { address }).try('getCurrentUser', { headers: basicAuthHeader(name, password) })
const attempt = attemptOn(app)
const costlyAttempt = attemptOn(costly)

const count = (answers: readonly Exchange[], wanted: number) => answers.filter(({ status }) => status === wanted).length

/** Number of password hashes that the server has computed, by its metrics. */
async function hashes({ origin }: TestApp = app): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  return Number(/^plaza_password_hashes_total (\d+)$/m.exec(text)?.[1])
}

const expectWait = ({ headers }: Exchange) => {
  const seconds = Number(headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(14 * 60)
  expect(seconds).toBeLessThanOrEqual(15 * 60)
}

describe('wrong logins of one account from one address', () => {
  it('are limited to 5 in 15 minutes; then even the right password is refused', async () => {
    const person = await aUser(app)
    for (let tries = 0; tries < 5; tries++) expect(await attempt(person.api, person.username)).toMatchObject(WRONG)
    const before = await hashes()
    for (const password of ['wrong wrong wrong', person.password]) {
      const refused = await attempt(person.api, person.username, password)
      expect(refused).toMatchObject(TOO_MANY)
      expectWait(refused)
    }
    expect(await hashes()).toBe(before)
  })

  it('do not block another address or another account', async () => {
    const [person, other] = [await aUser(app), await aUser(app)]
    for (let tries = 0; tries < 6; tries++) await attempt(person.api, person.username)
    expect(await attempt(aRestClient(app), person.username, person.password)).toMatchObject({ status: 200 })
    expect(await attempt(person.api, other.username, other.password)).toMatchObject({ status: 200 })
    expect(await person.api.call('getCurrentUser')).toMatchObject({ id: person.id })
  })

  it('count by username and by e-mail address together', async () => {
    const person = await aUser(app)
    const names = [
      person.username,
      person.email,
      person.username.toUpperCase(),
      person.email.toUpperCase(),
      person.email,
    ]
    for (const name of names) expect(await attempt(person.api, name)).toMatchObject(WRONG)
    expect(await attempt(person.api, person.username)).toMatchObject(TOO_MANY)
  })

  it('are reset by a successful login', async () => {
    const person = await aUser(app)
    for (let logins = 0; logins < 4; logins++) {
      for (let tries = 0; tries < 4; tries++) expect(await attempt(person.api, person.username)).toMatchObject(WRONG)
      expect(await attempt(person.api, person.username, person.password)).toMatchObject({ status: 200 })
    }
  })

  it('are counted for unknown names, too', async () => {
    const [name, client] = [aName(), aRestClient(app)]
    for (let tries = 0; tries < 5; tries++) expect(await attempt(client, name)).toMatchObject(WRONG)
    const refused = await attempt(client, name)
    expect(refused).toMatchObject(TOO_MANY)
    expectWait(refused)
  })

  it('count with wrong current passwords of profile changes', async () => {
    const person = await aUser(app)
    const body = { displayName: aName(), currentPassword: 'wrong wrong wrong' }
    const change = () => person.api.try('updateUser', { userId: person.id, body })
    for (let tries = 0; tries < 3; tries++) expect(await change()).toMatchObject({ status: 400 })
    for (let tries = 0; tries < 2; tries++) expect(await attempt(person.api, person.username)).toMatchObject(WRONG)
    expect(await change()).toMatchObject(TOO_MANY)
    expect(await attempt(person.api, person.username, person.password)).toMatchObject(TOO_MANY)
  })
})

describe('wrong logins of one address', () => {
  it('are limited to 20 in 15 minutes for all names; then right passwords are refused, too', async () => {
    const person = await aUser(app)
    for (let names = 0; names < 4; names++) {
      const name = aName()
      for (let tries = 0; tries < 5; tries++) expect(await attempt(person.api, name)).toMatchObject(WRONG)
    }
    const refused = await attempt(person.api, person.username, person.password)
    expect(refused).toMatchObject(TOO_MANY)
    expectWait(refused)
    expect(await attempt(aRestClient(app), person.username, person.password)).toMatchObject({ status: 200 })
  })

  it('do not include successful ones, however many', async () => {
    const person = await aUser(app)
    const client = aRestClient(app)
    for (let logins = 0; logins < 21; logins++) {
      await logIn(client, person)
      await client.call('logout')
    }
    expect(await attempt(client, person.username)).toMatchObject(WRONG)
  })
})

/** Logins at once, more than an address can try. */
const PARALLEL = rounds(300)

describe(`${PARALLEL} parallel wrong logins`, () => {
  it.each(['of an account', 'of a name that nobody has'])(
    '%s cost 5 password hashes, and the rest is 429',
    async (whose) => {
      const person = await aUser(costly)
      const name = whose === 'of an account' ? person.username : aName()
      const before = await hashes(costly)
      const answers = await runConcurrently(costly, PARALLEL, () => costlyAttempt(person.api, name))
      expect({ wrong: count(answers, 401), refused: count(answers, 429) }).toEqual({ wrong: 5, refused: PARALLEL - 5 })
      expect((await hashes(costly)) - before).toBe(5)
      for (const refused of answers.filter(({ status }) => status === 429)) expectWait(refused)
    },
  )

  it('to many accounts from one address compute 20 hashes', async () => {
    const client = aRestClient(costly)
    const before = await hashes(costly)
    const answers = await runConcurrently(costly, PARALLEL, () => costlyAttempt(client, aName()))
    expect({ wrong: count(answers, 401), refused: count(answers, 429) }).toEqual({ wrong: 20, refused: PARALLEL - 20 })
    expect((await hashes(costly)) - before).toBe(20)
  })
})

describe('an unknown name', () => {
  const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

  it('is answered like a wrong password, with equal text and equal work', async () => {
    // Two people, as one account takes 20 wrong passwords from unknown places.
    const people = [await aUser(costly), await aUser(costly)]
    // Processor time, because elapsed time depends on other processes of the machine.
    const work: Record<string, number[]> = { known: [], unknown: [] }
    for (let tries = 0; tries < 21; tries++)
      for (const [kind, name] of [
        ['known', people[tries % 2]?.username ?? ''],
        ['unknown', aName()],
      ] as const) {
        const before = await hashes(costly)
        const startedAt = process.cpuUsage()
        const { status, body } = await costlyAttempt(aRestClient(costly), name)
        work[kind]?.push(process.cpuUsage(startedAt).user)
        expect({ status, body, hashes: (await hashes(costly)) - before }).toEqual({
          status: 401,
          body: WRONG.body,
          hashes: 1,
        })
      }
    const ratio = median(work.unknown ?? []) / median(work.known ?? [])
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })
})
