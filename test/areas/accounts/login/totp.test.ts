import { describe, expect, it } from 'vitest'
import { anApp } from '../../../support/app.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { refusal } from '../../../support/refusals.ts'
import { aRestClient, type RestClient } from '../../../support/restClient.ts'
import {
  aConfirmedUser,
  aUser,
  basicAuthHeader,
  enableTotp,
  logIn,
  mailedCode,
  totpCode,
  wrongCode,
} from '../../../support/users.ts'

const app = await anApp()
const OWED = { requiresTwoFactorAuth: ['totp', 'otp'] }

const codesOf = async (api: RestClient) => (await api.call('getRecoveryCodes')).otp ?? []

/** A person with time-based codes, the recovery codes, and a client that needs the second factor. */
async function owing() {
  const person = await aUser(app)
  await enableTotp(app, person)
  const codes = (await codesOf(person.api)).map(({ code }) => code)
  const api = aRestClient(app)
  await logIn(api, person)
  return { person, codes, api }
}

describe('time-based codes', () => {
  it('are enabled in four steps: secret, first code, recovery codes, next login', async () => {
    const { api, ...person } = await aUser(app)
    const pending = await api.call('enable2FA')
    expect(pending.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(pending.qrCodeDataUrl).toMatch(/^data:image\/png;base64,/)
    expect(await api.call('getCurrentUser')).toMatchObject({
      twoFactorAuthEnabled: false,
      twoFactorAuthEnabledDate: null,
    })
    expect(await codesOf(api)).toEqual([])

    const verified = await api.try('verifyPending2FA', { body: { code: await totpCode(app, pending.secret) } })
    expect(verified).toMatchObject({ status: 200, body: { verified: true, enabled: true } })
    expect(await api.call('getCurrentUser')).toMatchObject({
      twoFactorAuthEnabled: true,
      twoFactorAuthEnabledDate: expect.stringMatching(/Z$/),
    })
    const codes = await codesOf(api)
    expect(codes).toHaveLength(10)
    for (const { code, used } of codes)
      expect({ code, used }).toEqual({ code: expect.stringMatching(/^[a-z0-9]{4}-[a-z0-9]{4}$/), used: false })
    expect(await logIn(api, person)).toEqual(OWED)
  })

  it('are not required before the first code', async () => {
    const { api, ...person } = await aUser(app)
    const { secret } = await api.call('enable2FA')
    expect(await logIn(aRestClient(app), person)).toMatchObject({ id: person.id })
    expect(await api.try('verify2FA', { body: { code: await totpCode(app, secret) } })).toMatchObject({ status: 400 })
  })

  it('get another secret when enabling is started twice', async () => {
    const { api } = await aUser(app)
    const [first, second] = [await api.call('enable2FA'), await api.call('enable2FA')]
    expect(second.secret).not.toBe(first.secret)
    expect(await api.try('verifyPending2FA', { body: { code: await totpCode(app, first.secret) } })).toMatchObject({
      status: 400,
    })
    await api.call('verifyPending2FA', { body: { code: await totpCode(app, second.secret) } })
  })

  it('are not enabled by a wrong code, which is not answered with 401', async () => {
    const { api } = await aUser(app)
    const { secret } = await api.call('enable2FA')
    const answer = await api.try('verifyPending2FA', { body: { code: wrongCode(await totpCode(app, secret)) } })
    expect(answer).toMatchObject({ status: 400, body: { verified: false, error: { status_code: 400 } } })
    expect(await api.call('getCurrentUser')).toMatchObject({ twoFactorAuthEnabled: false })
    await api.call('verifyPending2FA', { body: { code: await totpCode(app, secret) } })
  })

  it('are enabled once by parallel requests, with one set of recovery codes', async () => {
    const { api } = await aUser(app)
    const body = { code: await totpCode(app, (await api.call('enable2FA')).secret) }
    const answers = await runConcurrently(app, 8, () => api.try('verifyPending2FA', { body }))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)])
    expect(await codesOf(api)).toHaveLength(10)
  })

  it('can be cancelled while they are pending', async () => {
    const { api } = await aUser(app)
    const { secret } = await api.call('enable2FA')
    expect(await api.call('cancelPending2FA')).toEqual({ removed: true })
    expect(await api.call('cancelPending2FA')).toEqual({ removed: false })
    expect(await api.try('verifyPending2FA', { body: { code: await totpCode(app, secret) } })).toMatchObject({
      status: 400,
    })
    expect(await api.call('getCurrentUser')).toMatchObject({ twoFactorAuthEnabled: false })
  })

  it('can not be started again or cancelled once they are enabled', async () => {
    const { api, ...person } = await aUser(app)
    await enableTotp(app, { ...person, api })
    expect(await api.try('enable2FA')).toMatchObject(refusal(400, /enabled already/))
    expect(await api.call('cancelPending2FA')).toEqual({ removed: false })
    expect(await logIn(aRestClient(app), person)).toEqual(OWED)
  })

  it('are disabled, with their recovery codes', async () => {
    const { api, ...person } = await aUser(app)
    await enableTotp(app, { ...person, api })
    expect(await api.call('disable2FA')).toEqual({ removed: true })
    expect(await api.call('disable2FA')).toEqual({ removed: false })
    expect(await codesOf(api)).toEqual([])
    expect(await api.call('getCurrentUser')).toMatchObject({
      twoFactorAuthEnabled: false,
      twoFactorAuthEnabledDate: null,
    })
    expect(await logIn(api, person)).toMatchObject({ id: person.id })
  })

  it('end the trust in devices that gave an e-mail code', async () => {
    const person = await aConfirmedUser(app)
    const api = aRestClient(app)
    await logIn(api, person)
    await api.call('verify2FAEmailCode', { body: { code: mailedCode(app, person.email) } })
    expect(api.cookies.has('twoFactorAuth')).toBe(true)
    expect(await logIn(api, person)).toMatchObject({ id: person.id })
    await enableTotp(app, { ...person, api })
    expect(await logIn(api, person)).toEqual(OWED)
  })

  it('need a body with a code; anything else is an error that names the field', async () => {
    const { api } = await aUser(app)
    for (const body of [undefined, {}, { code: 123456 }, { code: null }])
      expect(await api.try('verifyPending2FA', { body })).toMatchObject(refusal(400, /^code: /))
    for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６', '0'.repeat(10_000)])
      expect(await api.try('verifyPending2FA', { body: { code } })).toMatchObject({
        status: 400,
        body: { verified: false },
      })
  })
})

describe('a recovery code', () => {
  it('finishes a login with its dash, without it, and in capitals', async () => {
    const { person, codes } = await owing()
    for (const write of [
      (code: string) => code,
      (code: string) => code.replace('-', ''),
      (code: string) => ` ${code.toUpperCase()} `,
    ]) {
      const api = aRestClient(app)
      await logIn(api, person)
      const exchange = await api.try('verifyRecoveryCode', { body: { code: write(codes.pop() ?? '') } })
      expect(exchange).toMatchObject({ status: 200, body: { verified: true, enabled: true } })
      expect(exchange.headers.getSetCookie()).toEqual([expect.stringMatching(/^twoFactorAuth=/)])
      expect(await api.call('getCurrentUser')).toMatchObject({ id: person.id })
    }
  })

  it('is used up, and listed as used', async () => {
    const { person, codes, api } = await owing()
    const [first = '', second = ''] = codes
    await api.call('verifyRecoveryCode', { body: { code: first } })
    const later = aRestClient(app)
    await logIn(later, person)
    expect(await later.try('verifyRecoveryCode', { body: { code: first } })).toMatchObject({
      status: 400,
      body: { verified: false },
    })
    expect(await codesOf(api)).toEqual(codes.map((code) => ({ code, used: code === first })))
    await later.call('verifyRecoveryCode', { body: { code: second } })
  })

  it("is invalid for another account's login and as a time-based code", async () => {
    const [one, two] = [await owing(), await owing()]
    const [code = ''] = one.codes
    expect(await two.api.try('verifyRecoveryCode', { body: { code } })).toMatchObject({ status: 400 })
    expect(await one.api.try('verify2FA', { body: { code } })).toMatchObject({ status: 400 })
    await one.api.call('verifyRecoveryCode', { body: { code } })
  })

  it('is replaced when codes are enabled again', async () => {
    const { person, codes } = await owing()
    await person.api.call('disable2FA')
    await enableTotp(app, person)
    const [code = ''] = codes
    const api = aRestClient(app)
    await logIn(api, person)
    expect(await api.try('verifyRecoveryCode', { body: { code } })).toMatchObject({ status: 400 })
    expect((await codesOf(person.api)).map((each) => each.code)).not.toContain(code)
  })

  it('is not accepted as a password', async () => {
    const { person, codes } = await owing()
    const exchange = await aRestClient(app).try('getCurrentUser', {
      headers: basicAuthHeader(person.username, codes[0] ?? ''),
    })
    expect(exchange.status).toBe(401)
  })
})
