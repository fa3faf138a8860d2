import { describe, expect, it } from 'vitest'
import { type Api, anApi, type Exchange } from '../../support/api.ts'
import { anApp } from '../../support/app.ts'
import { aName, aUser, basic, login } from '../../support/people.ts'
import { refusal } from '../../support/refusals.ts'
import { atOnce } from '../../support/rush.ts'

const app = await anApp()
const WRONG = refusal(401, '"Invalid Username/Email or Password"')
const TOO_MANY = refusal(429, /too many/i)

/** A login of the client's address, with no cookie but what it is given. */
const attempt = ({ address }: Pick<Api, 'address'>, name: string, password = 'wrong wrong wrong') =>
  anApi(app, { address }).try('getCurrentUser', { headers: basic(name, password) })

const count = (answers: readonly Exchange[], wanted: number) => answers.filter(({ status }) => status === wanted).length

/** Password hashes that the server has computed, as it tells itself. */
async function hashes(): Promise<number> {
  const { body } = await anApi(app).fetch('/metrics')
  return Number(/^plaza_password_hashes_total (\d+)$/m.exec(String(body))?.[1])
}

const expectWait = ({ headers }: Exchange) => {
  const seconds = Number(headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(14 * 60)
  expect(seconds).toBeLessThanOrEqual(15 * 60)
}

describe('wrong logins of one account from one address', () => {
  it('are 5 in 15 minutes; then even the right password waits', async () => {
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

  it('hinder neither another address nor another account', async () => {
    const [person, other] = [await aUser(app), await aUser(app)]
    for (let tries = 0; tries < 6; tries++) await attempt(person.api, person.username)
    expect(await attempt(anApi(app), person.username, person.password)).toMatchObject({ status: 200 })
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

  it('are forgotten with the first right one', async () => {
    const person = await aUser(app)
    for (let rounds = 0; rounds < 4; rounds++) {
      for (let tries = 0; tries < 4; tries++) expect(await attempt(person.api, person.username)).toMatchObject(WRONG)
      expect(await attempt(person.api, person.username, person.password)).toMatchObject({ status: 200 })
    }
  })

  it('are counted alike for a name that nobody has', async () => {
    const [name, client] = [aName(), anApi(app)]
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
  it('are 20 in 15 minutes over all names; then right ones wait too', async () => {
    const person = await aUser(app)
    for (let names = 0; names < 4; names++) {
      const name = aName()
      for (let tries = 0; tries < 5; tries++) expect(await attempt(person.api, name)).toMatchObject(WRONG)
    }
    const refused = await attempt(person.api, person.username, person.password)
    expect(refused).toMatchObject(TOO_MANY)
    expectWait(refused)
    expect(await attempt(anApi(app), person.username, person.password)).toMatchObject({ status: 200 })
  })

  it('are not right ones, however many', async () => {
    const person = await aUser(app)
    const client = anApi(app)
    for (let logins = 0; logins < 25; logins++) {
      await login(client, person)
      await client.call('logout')
    }
    expect(await attempt(client, person.username)).toMatchObject(WRONG)
  })
})

describe('200 parallel wrong logins', () => {
  it.each(['of an account', 'of a name that nobody has'])(
    '%s cost 5 password hashes, and the rest is 429',
    async (whose) => {
      const person = await aUser(app)
      const name = whose === 'of an account' ? person.username : aName()
      const before = await hashes()
      const answers = await atOnce(app, 200, () => attempt(person.api, name))
      expect({ wrong: count(answers, 401), refused: count(answers, 429) }).toEqual({ wrong: 5, refused: 195 })
      expect((await hashes()) - before).toBe(5)
      for (const refused of answers.filter(({ status }) => status === 429)) expectWait(refused)
    },
  )

  it('of many accounts from one address cost 20', async () => {
    const client = anApi(app)
    const before = await hashes()
    const answers = await atOnce(app, 200, () => attempt(client, aName()))
    expect({ wrong: count(answers, 401), refused: count(answers, 429) }).toEqual({ wrong: 20, refused: 180 })
    expect((await hashes()) - before).toBe(20)
  })
})

describe('an unknown name', () => {
  const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

  it('is answered as a wrong password is: in the same words, after the same work, in the same time', async () => {
    const person = await aUser(app)
    const times: Record<string, number[]> = { known: [], unknown: [] }
    for (let tries = 0; tries < 21; tries++)
      for (const [kind, name] of [
        ['known', person.username],
        ['unknown', aName()],
      ] as const) {
        const before = await hashes()
        const startedAt = performance.now()
        const { status, body } = await attempt(anApi(app), name)
        times[kind]?.push(performance.now() - startedAt)
        expect({ status, body, hashes: (await hashes()) - before }).toEqual({
          status: 401,
          body: WRONG.body,
          hashes: 1,
        })
      }
    const ratio = median(times.unknown ?? []) / median(times.known ?? [])
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })
})
