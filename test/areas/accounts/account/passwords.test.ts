import type { PoolClient } from 'pg'
import { describe, expect, it, type MockInstance, vi } from 'vitest'
import { graphql } from '../../../generated/gql.ts'
import { anApp } from '../../../support/app.ts'
import { aGraphClient, type GraphClient } from '../../../support/graphClient.ts'
import { aRestClient } from '../../../support/restClient.ts'
import {
  aConfirmedUser,
  aName,
  aUser,
  enableTotp,
  logIn,
  mailedLink,
  PASSWORD,
  type TestUser,
  totpCode,
} from '../../../support/users.ts'

const app = await anApp({ WEB_URL: 'https://www.plaza.example/home' })
const NEW_PASSWORD = 'a brand new one'
const SUBJECT = 'Set a new password'

const REQUEST = graphql(
  `mutation requestReset($email: String!) { requestPasswordReset(input: { email: $email }) { clientMutationId } }`,
)
const RESET = graphql(
  `mutation reset($token: String!, $password: String!) {
    resetPassword(input: { token: $token, password: $password }) { session { id } viewer { id } }
  }`,
)

const stranger = (): GraphClient => aGraphClient(app)
const request = (email: string, client = stranger()) => client.run(REQUEST, { email })
const reset = (token: string, password = NEW_PASSWORD, client = stranger()) =>
  client.send(RESET.toString(), { token, password })
const errorOf = async (answer: ReturnType<typeof reset>) => (await answer).errors?.[0]?.extensions
const resetMails = ({ email }: Pick<TestUser, 'email'>) =>
  app.mails.filter(({ to, subject }) => to === email && subject === SUBJECT)

async function aResetToken({ email }: Pick<TestUser, 'email'>): Promise<string> {
  await request(email)
  return mailedLink(app, email).searchParams.get('resetPassword') ?? ''
}

describe('the mailed link', () => {
  it('leads to the web frontend, and its token is stored as a hash', async () => {
    const person = await aConfirmedUser(app)
    const token = await aResetToken(person)
    expect(mailedLink(app, person.email).href).toBe(`https://www.plaza.example/home?resetPassword=${token}`)
    const rows = await app.scope().db.passwordReset.findMany({ where: { userId: person.id } })
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('works once, for 30 minutes', async () => {
    const person = await aConfirmedUser(app)
    const token = await aResetToken(person)
    expect(await reset(token)).toEqual({ data: { resetPassword: { session: null, viewer: null } } })
    expect(await errorOf(reset(token, 'yet another one'))).toMatchObject({
      code: 'BAD_INPUT',
      issues: [{ path: ['input', 'token'] }],
    })
    const late = await aResetToken(person)
    app.clock.advance(30 * 60_000)
    expect(await errorOf(reset(late))).toMatchObject({ code: 'BAD_INPUT', issues: [{ path: ['input', 'token'] }] })
  })

  it('works for one of ten uses at once', async () => {
    const person = await aConfirmedUser(app)
    const token = await aResetToken(person)
    const passwords = Array.from({ length: 10 }, (_, at) => `a brand new one ${at}`)
    const answers = await Promise.all(passwords.map((password) => reset(token, password)))
    const won = passwords.filter((_, at) => !answers[at]?.errors)
    expect(won).toHaveLength(1)
    const api = aRestClient(app, { address: person.api.address })
    expect(await logIn(api, { ...person, password: won[0] ?? '' })).toMatchObject({ id: person.id })
  })

  it('is void once the password or the address has changed', async () => {
    const person = await aConfirmedUser(app)
    const [first, currentPassword] = [await aResetToken(person), PASSWORD]
    await person.api.call('updateUser', { userId: person.id, body: { password: 'changed by hand', currentPassword } })
    expect(await errorOf(reset(first))).toMatchObject({ issues: [{ path: ['input', 'token'] }] })
    const second = await aResetToken(person)
    const email = `${aName()}@plaza.test`
    await person.api.call('updateUser', {
      userId: person.id,
      body: { email, currentPassword: 'changed by hand' },
    })
    const link = mailedLink(app, email)
    await person.api.fetch(`${link.pathname}${link.search}`)
    expect(await errorOf(reset(second))).toMatchObject({ issues: [{ path: ['input', 'token'] }] })
  })

  it('stays usable when the password is refused', async () => {
    const person = await aConfirmedUser(app)
    const token = await aResetToken(person)
    for (const password of ['short', 'password1', person.username, person.email])
      expect(await errorOf(reset(token, password))).toMatchObject({
        code: 'BAD_INPUT',
        issues: [{ path: ['input', 'password'] }],
      })
    expect(await reset(token)).toEqual({ data: { resetPassword: { session: null, viewer: null } } })
  })
})

describe('a reset', () => {
  it('ends all sessions and trusted devices, keeps the second factor, and tells the owner', async () => {
    const person = await aConfirmedUser(app)
    const secret = await enableTotp(app, person)
    const trusted = aRestClient(app)
    await logIn(trusted, person)
    await trusted.call('verify2FA', { body: { code: await totpCode(app, secret) } })
    await reset(await aResetToken(person), NEW_PASSWORD, aGraphClient(app, person.api))
    for (const api of [person.api, trusted]) expect(await api.try('getCurrentUser')).toMatchObject({ status: 401 })
    expect(app.mails.findLast(({ to }) => to === person.email)?.subject).toBe('Your password was reset')
    await expect(logIn(trusted, person)).rejects.toThrow('401')
    expect(await logIn(trusted, { ...person, password: NEW_PASSWORD })).toEqual({
      requiresTwoFactorAuth: ['totp', 'otp'],
    })
    app.clock.advance(60_000)
    await trusted.call('verify2FA', { body: { code: await totpCode(app, secret) } })
    expect(await trusted.call('getCurrentUser')).toMatchObject({ id: person.id, twoFactorAuthEnabled: true })
  })
})

describe('a request', () => {
  it('has the same answer for addresses that nobody has, or nobody has confirmed, and sends them no mail', async () => {
    const [confirmed, unconfirmed] = [await aConfirmedUser(app), await aUser(app)]
    const nobody = { email: `${aName()}@plaza.test` }
    const answers = await Promise.all([confirmed, unconfirmed, nobody].map(({ email }) => request(email)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ requestPasswordReset: { clientMutationId: null } })]),
    )
    expect([confirmed, unconfirmed, nobody].map((person) => resetMails(person).length)).toEqual([1, 0, 0])
  })

  it('does the same work whether or not somebody has the address', async () => {
    const person = await aConfirmedUser(app)
    const { pool } = app.platform.database
    const countStatements = async (email: string) => {
      const spies = new Set<MockInstance>()
      const spy = (connection: PoolClient) => void spies.add(vi.spyOn(connection, 'query'))
      pool.on('acquire', spy)
      await request(email)
      pool.off('acquire', spy)
      const counts = [...spies].map(({ mock }) => mock.calls.length)
      for (const each of spies) each.mockRestore()
      return counts.reduce((sum, count) => sum + count, 0)
    }
    /** The least of some counts: statements of other work of the server can be counted, too. */
    const leastOf = async (emailOf: () => string) => {
      const counts: number[] = []
      for (let times = 0; times < 4; times++) counts.push(await countStatements(emailOf()))
      return Math.min(...counts)
    }
    const counted = await leastOf(() => person.email)
    expect(counted).toBeGreaterThan(0)
    expect(counted).toBe(await leastOf(() => `${aName()}@plaza.test`))
  })

  it('finds the address in any case, and is refused after five for it in an hour', async () => {
    const person = await aConfirmedUser(app)
    for (let at = 0; at < 5; at++) await request(at % 2 ? person.email : person.email.toUpperCase())
    expect(resetMails(person)).toHaveLength(5)
    const { errors } = await stranger().send(REQUEST.toString(), { email: person.email })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED' })
    expect(Number(errors?.[0]?.extensions.retryAfter)).toBeGreaterThan(3_500)
    const nobody = `${aName()}@plaza.test`
    for (let at = 0; at < 5; at++) await request(nobody)
    const unknown = await stranger().send(REQUEST.toString(), { email: nobody })
    expect(unknown.errors?.[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED' })
  })
})
