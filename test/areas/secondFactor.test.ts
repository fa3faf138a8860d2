import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { type Api, anApi, type OperationName } from '../support/api.ts'
import { anApp } from '../support/app.ts'
import { aUser, basic, login, type Person, totp, withTotp, wrongCode } from '../support/people.ts'
import { refusal } from '../support/refusals.ts'

const app = await anApp()
const OWED = { requiresTwoFactorAuth: ['totp', 'otp'] }
const DAY = 86_400_000

/** Somebody with time-based codes, and a client elsewhere that has logged in and owes one. */
async function owing() {
  const person = await aUser(app)
  const secret = await withTotp(app, person)
  const api = anApi(app)
  const answer = await login(api, person)
  return { person, secret, api, answer }
}

/** A client that has given the second factor, and the cookie it was given for it. */
async function trusted() {
  const { person, secret, api } = await owing()
  await api.call('verify2FA', { body: { code: await totp(app, secret) } })
  return { person, secret, api, trust: api.cookies.get('twoFactorAuth') ?? '' }
}

/** What a login with a twoFactorAuth cookie answers. */
const loginWith = (trust: string, { username, password }: Pick<Person, 'username' | 'password'>) =>
  anApi(app).try('getCurrentUser', { headers: { ...basic(username, password), cookie: `twoFactorAuth=${trust}` } })

describe('a login with time-based codes', () => {
  it('sets the auth cookie and asks for the factor', async () => {
    const { person } = await owing()
    const exchange = await anApi(app).try('getCurrentUser', { headers: basic(person.username, person.password) })
    expect(exchange).toMatchObject({ status: 200, body: OWED })
    expect(Object.keys(exchange.body ?? {})).toEqual(['requiresTwoFactorAuth'])
    const [cookie, ...more] = exchange.headers.getSetCookie()
    expect(more).toEqual([])
    const [, expires = ''] = /^auth=authcookie_[0-9a-f-]{36}; Expires=([^;]+)/.exec(cookie ?? '') ?? []
    expect(Date.parse(expires)).toBeGreaterThan(app.clock.now().getTime() + 30 * DAY)
  })

  it('asks again as long as it is not finished, without a new cookie', async () => {
    const { api, answer, person } = await owing()
    expect(answer).toEqual(OWED)
    for (const headers of [{}, basic(person.username, person.password)]) {
      const again = await api.try('getCurrentUser', { headers })
      expect(again).toMatchObject({ status: 200, body: OWED })
      expect(again.headers.getSetCookie()).toEqual([])
    }
  })

  it('is finished by a code, with a twoFactorAuth cookie of three parts', async () => {
    const { api, secret, person } = await owing()
    const code = await totp(app, secret)
    const exchange = await api.try('verify2FA', { body: { code: `${code.slice(0, 3)} ${code.slice(3)}` } })
    expect(exchange).toMatchObject({ status: 200, body: { verified: true, enabled: true } })
    expect(exchange.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^twoFactorAuth=[\w-]{36}\.[\w-]{100,}\.[\w-]{43}; Expires=.+ GMT; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ])
    const own = await api.try('getCurrentUser')
    expect(own).toMatchObject({ status: 200, body: { id: person.id, twoFactorAuthEnabled: true } })
    expect(own.headers.getSetCookie()).toEqual([])
  })

  it('takes a code one step early or late, and none further off', async () => {
    for (const [steps, status] of [
      [-1, 200],
      [1, 200],
      [-2, 400],
      [2, 400],
    ] as const) {
      const { api, secret } = await owing()
      const intoStep = app.clock.now().getTime() % 30_000
      app.clock.advance(40_000 - intoStep)
      const { body, status: answered } = await api.try('verify2FA', { body: { code: await totp(app, secret, steps) } })
      expect({ steps, status: answered, body }).toMatchObject({ steps, status, body: { verified: status === 200 } })
    }
  })

  it('takes no code of a step twice, nor of an earlier step', async () => {
    const { api, secret, person } = await owing()
    app.clock.advance(40_000 - (app.clock.now().getTime() % 30_000))
    const [code, before] = [await totp(app, secret), await totp(app, secret, -1)]
    await api.call('verify2FA', { body: { code } })
    const second = anApi(app)
    await login(second, person)
    for (const used of [code, before])
      expect(await second.try('verify2FA', { body: { code: used } })).toMatchObject({
        status: 400,
        body: { verified: false },
      })
    await second.call('verify2FA', { body: { code: await totp(app, secret, 1) } })
  })

  it('is forgotten when it is not finished in 15 minutes', async () => {
    const { api, secret } = await owing()
    app.clock.advance(15 * 60_000 + 1)
    expect(await api.try('verify2FA', { body: { code: await totp(app, secret) } })).toMatchObject(
      refusal(401, '"Missing Credentials"'),
    )
    expect(await api.try('getCurrentUser')).toMatchObject(refusal(401, '"Missing Credentials"'))
  })

  it('can be given up by logout', async () => {
    const { api, person } = await owing()
    const before = await app.scope().db.session.count({ where: { userId: person.id } })
    expect(await api.call('logout')).toEqual({ success: { message: 'Ok!', status_code: 200 } })
    expect(await app.scope().db.session.count({ where: { userId: person.id } })).toBe(before - 1)
  })
})

describe('the twoFactorAuth cookie', () => {
  it('lets a Basic login of the same account skip the factor, for 30 days', async () => {
    const { person, trust } = await trusted()
    expect(await loginWith(trust, person)).toMatchObject({ status: 200, body: { id: person.id } })
    app.clock.advance(30 * DAY - 60_000)
    expect(await loginWith(trust, person)).toMatchObject({ status: 200, body: { id: person.id } })
    app.clock.advance(61_000)
    expect(await loginWith(trust, person)).toMatchObject({ status: 200, body: OWED })
  })

  it('is no credential by itself, and does not stand in for the password', async () => {
    const { person, trust } = await trusted()
    const alone = { cookie: `twoFactorAuth=${trust}` }
    expect(await anApi(app).try('getCurrentUser', { headers: alone })).toMatchObject(
      refusal(401, '"Missing Credentials"'),
    )
    expect(await loginWith(trust, { ...person, password: 'wrong wrong' })).toMatchObject({ status: 401 })
  })

  it('is worth nothing for another account, or altered', async () => {
    const { person, trust } = await trusted()
    const { person: other } = await owing()
    expect(await loginWith(trust, other)).toMatchObject({ status: 200, body: OWED })
    const [head, claims = '', mark] = trust.split('.')
    const forged = Buffer.from(Buffer.from(claims, 'base64url').toString().replace(person.id, other.id)).toString(
      'base64url',
    )
    for (const altered of [
      `${head}.${forged}.${mark}`,
      `${head}.${claims}.`,
      `${trust}.x`,
      'x.y.z',
      `${head}.${claims}`,
    ])
      expect(await loginWith(altered, altered.includes(forged) ? other : person)).toMatchObject({
        status: 200,
        body: OWED,
      })
  })

  it('dies with a change of the password', async () => {
    const { person, api, trust } = await trusted()
    const password = 'another horse battery'
    await api.call('updateUser', { userId: person.id, body: { password, currentPassword: person.password } })
    expect(await loginWith(trust, { ...person, password })).toMatchObject({ status: 200, body: OWED })
  })

  it('dies with disable2FA, also when codes are enabled anew', async () => {
    const { person, api, trust } = await trusted()
    await api.call('disable2FA')
    await withTotp(app, { ...person, api })
    expect(await loginWith(trust, person)).toMatchObject({ status: 200, body: OWED })
  })
})

describe('a session that owes its second factor', () => {
  const EXEMPT: readonly OperationName[] = [
    'getCurrentUser',
    'verifyAuthToken',
    'verify2FA',
    'verify2FAEmailCode',
    'verifyRecoveryCode',
    'getRecoveryCodes',
    'logout',
  ]
  const rows: readonly [string, Operation][] = Object.entries(contract)
  const PARAMETERS = {
    moderationReportId: 'modReport',
    userNoteId: 'unt',
    badgeId: 'bdg',
    permissionId: 'prms',
    notificationId: 'not',
    fileId: 'file',
    worldId: 'wrld',
    propId: 'prop',
    printId: 'prnt',
    adminAssetBundleId: 'aab',
    assetReviewId: 'arev',
    favoriteId: 'fvrt',
  }
  const OTHERS = {
    versionId: '1',
    fileType: 'file',
    imageSize: '64',
    publishedPlatform: 'android',
    favoriteGroupType: 'world',
    favoriteGroupName: 'worlds1',
    instanceId: '1',
    shortName: 'a',
    messageType: 'message',
    slot: '0',
  }
  let api: Api
  let person: Person

  beforeAll(async () => {
    ;({ api, person } = await owing())
  })

  const call = ({ method, path }: Operation) => {
    const ids = Object.entries(PARAMETERS).map(([name, prefix]): [string, string] => [
      name,
      `${prefix}_00000000-0000-4000-8000-000000000000`,
    ])
    const given = new Map([...ids, ...Object.entries(OTHERS), ['userId', person.id], ['username', person.username]])
    const target = path.replace(/\{(\w+)\}/g, (_, name: string) => given.get(name) ?? '')
    return api.fetch(`/api/1${target}`, { method: method.toUpperCase() })
  }

  it('is refused by every operation that needs a session', async () => {
    const held = rows.filter(([name, row]) => row.access !== 'optional' && !EXEMPT.some((exempt) => exempt === name))
    expect(held.length).toBeGreaterThan(15)
    for (const [name, row] of held)
      expect({ name, ...(await call(row)) }).toMatchObject({
        name,
        ...refusal(401, '"Requires Two-Factor Authentication"'),
      })
  })

  it('is nobody to operations that need none', async () => {
    for (const [name, row] of rows.filter(([, { access }]) => access === 'optional')) {
      const [owed, anonymous] = [
        await call(row),
        await anApi(app).fetch(`/api/1${row.path}`, { method: row.method.toUpperCase() }),
      ]
      expect({ name, status: owed.status }).toEqual({ name, status: anonymous.status })
    }
  })

  it('may ask how it stands', async () => {
    expect(await api.call('getCurrentUser')).toEqual(OWED)
    expect(await api.call('verifyAuthToken')).toEqual({ ok: true, token: api.cookies.get('auth') })
    expect(await api.call('getRecoveryCodes')).toEqual(OWED)
    for (const name of ['verify2FA', 'verify2FAEmailCode', 'verifyRecoveryCode'] as const)
      expect(await api.try(name, { body: { code: wrongCode() } })).toMatchObject({ status: 400 })
  })

  it('must be there at all for a code to be looked at', async () => {
    for (const name of ['verify2FA', 'verify2FAEmailCode', 'verifyRecoveryCode'] as const)
      expect(await anApi(app).try(name, { body: { code: wrongCode() } })).toMatchObject(
        refusal(401, '"Missing Credentials"'),
      )
  })
})
