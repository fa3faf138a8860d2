import { describe, expect, it } from 'vitest'
import { sharedClockApp } from '../../../support/app.ts'
import { aGraphClient } from '../../../support/graphClient.ts'
import { aGroup } from '../../../support/groups.ts'
import { refusal } from '../../../support/refusals.ts'
import { aRestClient } from '../../../support/restClient.ts'
import { aReward } from '../../../support/rewards.ts'
import {
  aConfirmedUser,
  aName,
  aRegistration,
  aUser,
  enableTotp,
  logIn,
  mailedCode,
  totpCode,
} from '../../../support/users.ts'

const app = await sharedClockApp()
const CONFIRM = 'mutation ($code: String!) { confirmIdentity(input: { code: $code }) { clientMutationId } }'

const withDigits = (zero: number) => (code: string) =>
  code.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))

/** How keyboards in other languages type the digits of a code. */
const KEYBOARDS: readonly [name: string, type: (code: string) => string][] = [
  ['full-width', withDigits(0xff10)],
  ['Arabic', withDigits(0x0660)],
  ['Persian', withDigits(0x06f0)],
  ['Devanagari', withDigits(0x0966)],
  ['Bengali', withDigits(0x09e6)],
  ['Thai', withDigits(0x0e50)],
]
const fullWidth = (code: string) =>
  code.replace(/[!-~]/g, (letter) => String.fromCodePoint(0xff01 + letter.charCodeAt(0) - 0x21))
const DASHES = ['\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2212', '\u30fc', '\uff0d', '\uff70', ' \u2013 ']

describe('a time-based code', () => {
  it.each(KEYBOARDS)('can be typed with %s digits', async (_name, type) => {
    const person = await aUser(app)
    const { secret } = await person.api.call('enable2FA')
    await person.api.call('verifyPending2FA', { body: { code: type(await totpCode(app, secret)) } })
    app.clock.advance(60_000)
    const api = aRestClient(app)
    await logIn(api, person)
    const code = type(await totpCode(app, secret))
    await api.call('verify2FA', { body: { code: `${code.slice(0, 3)}\u3000${code.slice(3)}\u200b` } })
    app.clock.advance(60_000)
    const answer = await aGraphClient(app, api).send(CONFIRM, { code: type(await totpCode(app, secret)) })
    expect(answer.errors).toBeUndefined()
  })

  it('is still wrong with other digits', async () => {
    const person = await aUser(app)
    const secret = await enableTotp(app, person)
    const right = await totpCode(app, secret)
    const wrong = fullWidth(right.replace(/./, (digit) => String((Number(digit) + 5) % 10)))
    const answer = await aGraphClient(app, person.api).send(CONFIRM, { code: wrong })
    expect(answer.errors?.[0]?.extensions).toMatchObject({ reason: 'WRONG_CODE' })
  })
})

describe('a recovery code', () => {
  it('can be typed with any dash, full-width letters and capitals', async () => {
    const person = await aUser(app)
    await enableTotp(app, person)
    const { otp = [] } = await person.api.call('getRecoveryCodes')
    const types = [...DASHES.slice(0, 8).map((dash) => (code: string) => code.replace('-', dash)), fullWidth]
    for (const [at, type] of types.entries()) {
      const api = aRestClient(app, { address: person.api.address })
      await logIn(api, person)
      const code = type(otp[at]?.code ?? '').toUpperCase()
      expect(await api.try('verifyRecoveryCode', { body: { code } }), String(at)).toMatchObject({ status: 200 })
    }
  })
})

describe('a mailed code', () => {
  it.each(KEYBOARDS)('can be typed with %s digits', async (_name, type) => {
    const person = await aConfirmedUser(app)
    const api = aRestClient(app)
    await logIn(api, person)
    const code = type(mailedCode(app, person.email))
    await api.call('verify2FAEmailCode', { body: { code: ` ${code.slice(0, 3)}\u2013${code.slice(3)} ` } })
  })
})

describe('the code of a reward', () => {
  it('can be typed with any dash, and in full width', async () => {
    for (const dash of DASHES) {
      const { code } = await aReward(app)
      const { api } = await aUser(app)
      const typed = code.toLowerCase().replaceAll('-', dash)
      expect(await api.try('redeemReward', { body: { code: typed } }), dash).toMatchObject({ status: 200 })
    }
    const { code } = await aReward(app)
    const { api } = await aUser(app)
    expect(await api.try('redeemReward', { body: { code: fullWidth(code) } })).toMatchObject({ status: 200 })
  })
})

describe('the code of a group', () => {
  it('is found and set when it is typed in full width', async () => {
    const { id, owner } = await aGroup(app, { shortCode: fullWidth(`q${aName('').slice(0, 4)}`) })
    const { shortCode = '', discriminator = '' } = await owner.api.call('getGroup', { groupId: id })
    expect(shortCode).toMatch(/^Q[0-9A-F]{4}$/)
    for (const query of [`${shortCode}.${discriminator}`, shortCode]) {
      for (const typed of [fullWidth(query), fullWidth(query).replace('\uff0e', '\u3002'), ` ${query} `]) {
        const found = await owner.api.call('searchGroups', { query: { query: typed } })
        expect(
          found.map((group) => group.id),
          typed,
        ).toContain(id)
      }
    }
    const body = { name: 'A group', shortCode: 'A B C', roleTemplate: 'default' }
    expect(await owner.api.try('createGroup', { body })).toMatchObject(refusal(400, /shortCode/))
  })
})

describe('a date of birth', () => {
  it('can be typed in full width', async () => {
    const given = { ...aRegistration(), year: fullWidth('1990'), month: fullWidth('5'), day: fullWidth('17') }
    expect(await aRestClient(app).try('registerUserAccount', { body: given })).toMatchObject({ status: 200 })
  })
})
