import { describe, expect, it } from 'vitest'
import { anApp } from '../../../support/app.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { aRestClient, type Exchange, type RestClient } from '../../../support/restClient.ts'
import { rounds } from '../../../support/rounds.ts'
import {
  aConfirmedUser,
  aUser,
  enableTotp,
  logIn,
  mailedCode,
  type TestUser,
  totpCode,
} from '../../../support/users.ts'

const app = await anApp({ MAX_SESSIONS: '30' })

type Method = 'verify2FA' | 'verifyRecoveryCode' | 'verify2FAEmailCode'

const WRONG = { status: 400, body: { verified: false, error: { message: 'code: wrong code', status_code: 400 } } }
const TOO_MANY = { status: 429, body: { error: { status_code: 429 } } }

const give = (api: RestClient, method: Method, code: string) => api.try(method, { body: { code } })

async function loggedIn({ username, password }: TestUser): Promise<RestClient> {
  const api = aRestClient(app)
  await logIn(api, { username, password })
  return api
}

/** A person with time-based codes, and a client whose login needs one. */
async function owing() {
  const person = await aUser(app)
  const secret = await enableTotp(app, person)
  return { person, secret, api: await loggedIn(person) }
}

/** This number of codes that are not among these. */
const guesses = (count: number, ...right: readonly string[]) =>
  Array.from({ length: 100 }, (_, at) => `5${String(at).padStart(2, '0')}731`)
    .filter((code) => !right.includes(code))
    .slice(0, count)

const succeeded = (answers: readonly Exchange[]) => answers.filter(({ status }) => status === 200).length
const statuses = (answers: readonly Exchange[]) => [...new Set(answers.map(({ status }) => status))].sort()

describe('a wrong code', () => {
  it.each(['verify2FA', 'verifyRecoveryCode', 'verify2FAEmailCode'] as const)(
    'is 400 with verified: false for %s, never 401',
    async (method) => {
      const { api } = await owing()
      const answer = await give(api, method, '000000')
      expect(answer.body).toEqual(WRONG.body)
      expect(answer.status).toBe(400)
      expect(answer.headers.getSetCookie()).toEqual([])
      expect(await api.call('getCurrentUser')).toEqual({ requiresTwoFactorAuth: ['totp', 'otp'] })
    },
  )

  it('is accepted for checking 10 times in 15 minutes by a session; then even the right one is refused', async () => {
    const { api, secret } = await owing()
    for (const code of guesses(10, await totpCode(app, secret)))
      expect(await give(api, 'verify2FA', code)).toMatchObject(WRONG)
    for (const method of ['verify2FA', 'verifyRecoveryCode', 'verify2FAEmailCode'] as const) {
      const refused = await give(api, method, await totpCode(app, secret))
      expect(refused).toMatchObject(TOO_MANY)
      const seconds = Number(refused.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(14 * 60)
      expect(seconds).toBeLessThanOrEqual(15 * 60)
    }
  })

  it('is not checked beyond the limit, however often it is sent', async () => {
    const { api, secret } = await owing()
    const right = await totpCode(app, secret)
    for (const code of guesses(10, right)) await give(api, 'verify2FA', code)
    const one = await give(api, 'verifyRecoveryCode', right)
    const two = await give(api, 'verify2FA', right)
    const more = await runConcurrently(app, 10, () => give(api, 'verify2FA', right))
    expect(statuses([one, two, ...more])).toEqual([429])
  })

  it('counts for all methods together, also in parallel', async () => {
    const { api, secret } = await owing()
    const methods = ['verify2FA', 'verifyRecoveryCode', 'verify2FAEmailCode'] as const
    const codes = guesses(60, await totpCode(app, secret))
    const answers = await runConcurrently(app, 60, (at) => give(api, methods[at % 3] ?? 'verify2FA', codes[at] ?? ''))
    expect(statuses(answers)).toEqual([400, 429])
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
  })

  it('counts for its session, not for others of the account', async () => {
    const { api, secret, person } = await owing()
    for (const code of guesses(11, await totpCode(app, secret))) await give(api, 'verify2FA', code)
    await (await loggedIn(person)).call('verify2FA', { body: { code: await totpCode(app, secret) } })
  })

  it('is uncounted by a right one', async () => {
    const { api, secret } = await owing()
    const [first = [], second = []] = [guesses(9), guesses(18).slice(9)]
    for (const code of first) await give(api, 'verify2FA', code)
    await api.call('verify2FA', { body: { code: await totpCode(app, secret) } })
    for (const code of second) expect(await give(api, 'verify2FA', code)).toMatchObject(WRONG)
  })

  it('is accepted for checking 100 times a day in all sessions of a person from unknown places together', async () => {
    expect((await attackedPerson()).checked).toBe(100)
  })
})

/** Gives wrong codes in ever new sessions from unknown places, until none is checked; returns how many were. */
async function guessAll(person: TestUser, secret: string): Promise<number> {
  let checked = 0
  for (let sessions = 0; sessions < 12; sessions++) {
    const api = await loggedIn(person)
    const codes = guesses(10, await totpCode(app, secret))
    const answers = await Promise.all(codes.map((code) => give(api, 'verify2FA', code)))
    checked += answers.filter(({ status }) => status === 400).length
    await api.call('logout')
  }
  return checked
}

/** A person whose codes were guessed as often as is possible, from unknown places. */
async function attack() {
  const { person, secret, api: device } = await owing()
  const { otp } = await person.api.call('getRecoveryCodes')
  await device.call('verify2FA', { body: { code: await totpCode(app, secret) } })
  app.clock.advance(60_000)
  return { person, secret, device, otp, checked: await guessAll(person, secret) }
}
let attacked: ReturnType<typeof attack> | undefined
/** The person of `attack`, for several tests. */
function attackedPerson() {
  attacked ??= attack()
  return attacked
}

describe('whoever has the password and gives 100 wrong codes', () => {
  it('can not guess on by sending digits as recovery codes', async () => {
    const { person, secret } = await attackedPerson()
    const api = await loggedIn(person)
    const code = await totpCode(app, secret)
    for (const sent of [code, ` ${code}`, `${code.slice(0, 3)} ${code.slice(3)}`]) {
      expect(await give(api, 'verifyRecoveryCode', sent)).toMatchObject(TOO_MANY)
      expect(await give(api, 'verify2FA', sent)).toMatchObject(TOO_MANY)
    }
  })

  it('locks out neither a known place, nor a trusted device, nor recovery codes', async () => {
    const { person, secret, device, otp } = await attackedPerson()
    const elsewhere = await loggedIn(person)
    expect(await give(elsewhere, 'verify2FA', await totpCode(app, secret))).toMatchObject(TOO_MANY)
    expect(await give(elsewhere, 'verifyRecoveryCode', otp?.[0]?.code ?? '')).toMatchObject({ status: 200 })

    const home = aRestClient(app, { address: device.address })
    await logIn(home, person)
    expect(await give(home, 'verify2FA', await totpCode(app, secret))).toMatchObject({ status: 200 })

    const travelling = aRestClient(app)
    travelling.cookies.set('twoFactorAuth', device.cookies.get('twoFactorAuth') ?? '')
    expect(await logIn(travelling, person)).toMatchObject({ id: person.id })
  })
})

describe('one code sent to several methods at once, as the public SDK does', () => {
  it('succeeds for its own method, which the failure of the other does not undo', async () => {
    const { api, secret, person } = await owing()
    const code = await totpCode(app, secret)
    const [byTotp, byOtp] = await Promise.all([give(api, 'verify2FA', code), give(api, 'verifyRecoveryCode', code)])
    expect(byTotp).toMatchObject({ status: 200, body: { verified: true } })
    expect(byOtp).toMatchObject(WRONG)
    expect(await api.call('getCurrentUser')).toMatchObject({ id: person.id })
  })

  it('counts once, up to the last attempt that the limit allows', async () => {
    const { api, secret } = await owing()
    for (const code of guesses(9, await totpCode(app, secret))) {
      const siblings = await Promise.all([give(api, 'verifyRecoveryCode', code), give(api, 'verify2FA', code)])
      expect(statuses(siblings)).toEqual([400])
    }
    const code = await totpCode(app, secret)
    const [byOtp, byTotp] = await Promise.all([give(api, 'verifyRecoveryCode', code), give(api, 'verify2FA', code)])
    expect(byTotp).toMatchObject({ status: 200 })
    expect(byOtp).toMatchObject(WRONG)
  })
})

const USES = rounds(50)

describe(`${USES} parallel uses of one code`, () => {
  /** Uses in several sessions of the person at once, several times in each. */
  async function use(sessions: readonly RestClient[], method: Method, code: string) {
    const answers = await runConcurrently(app, USES, async (at) =>
      sessions[at % sessions.length]?.try(method, { body: { code } }),
    )
    return answers.filter((answer) => answer !== undefined)
  }

  it('succeed once for a time-based code', async () => {
    const { person, secret, api } = await owing()
    const sessions = [
      api,
      await loggedIn(person),
      await loggedIn(person),
      await loggedIn(person),
      await loggedIn(person),
    ]
    const answers = await use(sessions, 'verify2FA', await totpCode(app, secret))
    expect({ succeeded: succeeded(answers), statuses: statuses(answers) }).toEqual({
      succeeded: 1,
      statuses: [200, 400],
    })
  })

  it('succeed once for a time-based code in one session', async () => {
    const { secret, api } = await owing()
    const answers = await use([api], 'verify2FA', await totpCode(app, secret))
    expect({ succeeded: succeeded(answers), statuses: statuses(answers) }).toEqual({
      succeeded: 1,
      statuses: [200, 400],
    })
  })

  it('succeed once for a recovery code', async () => {
    const { person, api } = await owing()
    const { otp } = await person.api.call('getRecoveryCodes')
    const code = otp?.[0]?.code ?? ''
    const answers = await use([api, await loggedIn(person), await loggedIn(person)], 'verifyRecoveryCode', code)
    expect({ succeeded: succeeded(answers), statuses: statuses(answers) }).toEqual({
      succeeded: 1,
      statuses: [200, 400],
    })
  })

  it('succeed once for an e-mail code', async () => {
    const person = await aConfirmedUser(app)
    const api = await loggedIn(person)
    const answers = await use([api], 'verify2FAEmailCode', mailedCode(app, person.email))
    expect({ succeeded: succeeded(answers), statuses: statuses(answers) }).toEqual({
      succeeded: 1,
      statuses: [200, 400],
    })
  })
})
