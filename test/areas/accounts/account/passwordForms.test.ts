import { hash } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { createUserForOperator } from '../../../../src/areas/accounts/account/registration.ts'
import { sharedApp } from '../../../support/app.ts'
import { aGraphClient } from '../../../support/graphClient.ts'
import { refusal } from '../../../support/refusals.ts'
import { aRestClient } from '../../../support/restClient.ts'
import {
  aConfirmedUser,
  aName,
  aRegisteredUser,
  basicAuthHeader,
  mailedLink,
  PASSWORD,
} from '../../../support/users.ts'

const app = await sharedApp()
const CONFIRM = 'mutation ($password: String!) { confirmIdentity(input: { password: $password }) { clientMutationId } }'
const SIGN_IN = `mutation ($input: SignInInput!) { signIn(input: $input) { viewer { id } } }`
const RESET = `mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { clientMutationId } }`
const REQUEST = 'mutation ($email: String!) { requestPasswordReset(input: { email: $email }) { clientMutationId } }'

/** One password as keyboards of several systems send it. */
const COMPOSED = 'Übergrößen é ガ 한국'
const DECOMPOSED = COMPOSED.normalize('NFD')
const WIDE_SPACES = COMPOSED.replaceAll(' ', '\u3000')
const FORMS = [COMPOSED, DECOMPOSED, WIDE_SPACES, COMPOSED.replaceAll(' ', '\u00a0').normalize('NFD')]

const logInWith = async (username: string, password: string) =>
  (await aRestClient(app).try('getCurrentUser', { headers: basicAuthHeader(username, password) })).status

async function expectAllForms(username: string) {
  for (const form of FORMS) expect(await logInWith(username, form), form).toBe(200)
}

/** Number of password hashes that the server has computed, by its metrics. */
async function hashes(): Promise<number> {
  const metric = app.platform.metrics.getSingleMetric('plaza_password_hashes_total')
  return (await metric?.get())?.values[0]?.value ?? 0
}

describe('a password in other code points than those it was set with', () => {
  it.each(FORMS)('is right at logins, when %o was registered', async (password) => {
    const { username } = await aRegisteredUser(app, { password })
    await expectAllForms(username)
    for (const form of FORMS) {
      const answer = await aGraphClient(app).send(SIGN_IN, { input: { username, password: form } })
      expect(answer.errors, form).toBeUndefined()
    }
  })

  it('is right as the current password, and changes to another form of a new one', async () => {
    const person = await aRegisteredUser(app, { password: COMPOSED })
    const body = { currentPassword: DECOMPOSED, displayName: aName('d') }
    await person.api.call('updateUser', { userId: person.id, body })
    const changed = `${DECOMPOSED}?`
    await person.api.call('updateUser', {
      userId: person.id,
      body: { currentPassword: WIDE_SPACES, password: changed },
    })
    expect(await logInWith(person.username, `${COMPOSED}?`)).toBe(200)
    expect(await logInWith(person.username, COMPOSED)).toBe(401)
  })

  it('confirms the identity', async () => {
    const person = await aRegisteredUser(app, { password: COMPOSED })
    const graph = aGraphClient(app, person.api)
    expect((await graph.send(CONFIRM, { password: DECOMPOSED })).errors).toBeUndefined()
  })

  it('is right after it was set by a mailed link, or by the command line', async () => {
    const person = await aConfirmedUser(app)
    await aGraphClient(app).send(REQUEST, { email: person.email })
    const token = mailedLink(app, person.email).searchParams.get('resetPassword') ?? ''
    const answer = await aGraphClient(app).send(RESET, { input: { token, password: DECOMPOSED } })
    expect(answer.errors).toBeUndefined()
    await expectAllForms(person.username)
    const username = aName()
    const email = `${username}@plaza.test`
    await createUserForOperator(app.scope(), { username, email, password: DECOMPOSED, admin: false })
    await expectAllForms(username)
  })
})

describe('the hash of a password that was stored before passwords were normalized', () => {
  it('is right in its own form, and from then on in all', async () => {
    const person = await aRegisteredUser(app)
    const { db } = app.scope()
    const passwordHash = await hash(DECOMPOSED, { memoryCost: 8, timeCost: 1, parallelism: 1 })
    await db.account.update({ where: { userId: person.id }, data: { passwordHash } })
    expect(await logInWith(person.username, COMPOSED)).toBe(401)
    expect(await logInWith(person.username, DECOMPOSED)).toBe(200)
    await expectAllForms(person.username)
  })
})

describe('the work of a wrong password', () => {
  it('is one hash, and for one in an unusual form as much without an account as with one', async () => {
    const { username } = await aRegisteredUser(app)
    const costOf = async (name: string, password: string) => {
      const before = await hashes()
      expect(await logInWith(name, password)).toBe(401)
      return (await hashes()) - before
    }
    for (const name of [username, aName('nobody')]) {
      expect(await costOf(name, 'wrong')).toBe(1)
      expect(await costOf(name, 'wronger'.normalize('NFD'))).toBe(1)
      expect(await costOf(name, 'falscher gr\u006f\u0308\u00dfer')).toBe(
        await costOf(aName('nobody'), 'falsch gr\u006f\u0308\u00dfer'),
      )
    }
  })
})

describe('the length of a new password', () => {
  it('is counted in its normalized form', async () => {
    const register = (password: string) => {
      const username = aName()
      const body = { ...{ username, password, email: `${username}@plaza.test` }, year: '1990', month: '5', day: '17' }
      return aRestClient(app).try('registerUserAccount', { body: { ...body, subscribe: false, acceptedTOSVersion: 1 } })
    }
    expect(await register('é'.repeat(7).normalize('NFD'))).toMatchObject(refusal(400, /password/))
    expect(await register('é'.repeat(256).normalize('NFD'))).toMatchObject({ status: 200 })
    expect(await register('é'.repeat(257).normalize('NFD'))).toMatchObject(refusal(400, /password/))
    expect(await register('😀'.repeat(256))).toMatchObject({ status: 200 })
    expect(await register(PASSWORD)).toMatchObject({ status: 200 })
  })
})
