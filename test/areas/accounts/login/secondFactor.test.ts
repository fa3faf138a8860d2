import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../../src/areas/index.ts'
import type { Operation } from '../../../../src/contract/operation.ts'
import { DAY } from '../../../../src/kernel/clock.ts'
import { sharedClockApp } from '../../../support/app.ts'
import { refusal } from '../../../support/refusals.ts'
import { aRestClient, type OperationName, type RestClient } from '../../../support/restClient.ts'
import {
  aUser,
  basicAuthHeader,
  enableTotp,
  logIn,
  type TestUser,
  totpCode,
  wrongCode,
} from '../../../support/users.ts'
import { aWorld } from '../../../support/worlds.ts'

const app = await sharedClockApp()
const OWED = { requiresTwoFactorAuth: ['totp', 'otp'] }

/** A person with time-based codes, and a client whose login needs one. */
async function owing() {
  const person = await aUser(app)
  const secret = await enableTotp(app, person)
  const api = aRestClient(app)
  const answer = await logIn(api, person)
  return { person, secret, api, answer }
}

/** A client that has given the second factor, and the cookie that it got. */
async function trusted() {
  const { person, secret, api } = await owing()
  await api.call('verify2FA', { body: { code: await totpCode(app, secret) } })
  return { person, secret, api, trust: api.cookies.get('twoFactorAuth') ?? '' }
}

/** Answer to a login with a twoFactorAuth cookie. */
const loginWith = (trust: string, { username, password }: Pick<TestUser, 'username' | 'password'>) =>
  aRestClient(app).try('getCurrentUser', {
    headers: { ...basicAuthHeader(username, password), cookie: `twoFactorAuth=${trust}` },
  })

describe('a login with time-based codes', () => {
  it('sets the auth cookie and asks for the factor', async () => {
    const { person } = await owing()
    const exchange = await aRestClient(app).try('getCurrentUser', {
      headers: basicAuthHeader(person.username, person.password),
    })
    expect(exchange).toMatchObject({ status: 200, body: OWED })
    expect(Object.keys(exchange.body ?? {})).toEqual(['requiresTwoFactorAuth'])
    const [cookie, ...more] = exchange.headers.getSetCookie()
    expect(more).toEqual([])
    const [, expires = ''] = /^auth=authcookie_[0-9a-f-]{36}; Expires=([^;]+)/.exec(cookie ?? '') ?? []
    expect(Date.parse(expires)).toBeGreaterThan(app.clock.now().getTime() + 30 * DAY)
  })

  it('asks again until it is finished, without a new cookie', async () => {
    const { api, answer, person } = await owing()
    expect(answer).toEqual(OWED)
    for (const headers of [{}, basicAuthHeader(person.username, person.password)]) {
      const again = await api.try('getCurrentUser', { headers })
      expect(again).toMatchObject({ status: 200, body: OWED })
      expect(again.headers.getSetCookie()).toEqual([])
    }
  })

  it('is finished by a code, with a twoFactorAuth cookie of three parts', async () => {
    const { api, secret, person } = await owing()
    const code = await totpCode(app, secret)
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

  it('accepts a code one time step early or late, not two', async () => {
    for (const [steps, status] of [
      [-1, 200],
      [1, 200],
      [-2, 400],
      [2, 400],
    ] as const) {
      const { api, secret } = await owing()
      const intoStep = app.clock.now().getTime() % 30_000
      app.clock.advance(40_000 - intoStep)
      const { body, status: answered } = await api.try('verify2FA', {
        body: { code: await totpCode(app, secret, steps) },
      })
      expect({ steps, status: answered, body }).toMatchObject({ steps, status, body: { verified: status === 200 } })
    }
  })

  it('accepts each time step once, and no earlier one', async () => {
    const { api, secret, person } = await owing()
    app.clock.advance(40_000 - (app.clock.now().getTime() % 30_000))
    const [code, before] = [await totpCode(app, secret), await totpCode(app, secret, -1)]
    await api.call('verify2FA', { body: { code } })
    const second = aRestClient(app)
    await logIn(second, person)
    for (const used of [code, before])
      expect(await second.try('verify2FA', { body: { code: used } })).toMatchObject({
        status: 400,
        body: { verified: false },
      })
    await second.call('verify2FA', { body: { code: await totpCode(app, secret, 1) } })
  })

  it('expires when it is not finished in 15 minutes', async () => {
    const { api, secret } = await owing()
    app.clock.advance(15 * 60_000 + 1)
    expect(await api.try('verify2FA', { body: { code: await totpCode(app, secret) } })).toMatchObject(
      refusal(401, '"Missing Credentials"'),
    )
    expect(await api.try('getCurrentUser')).toMatchObject(refusal(401, '"Missing Credentials"'))
  })

  it('can be cancelled by logout', async () => {
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

  it('is no credential by itself, and does not replace the password', async () => {
    const { person, trust } = await trusted()
    const alone = { cookie: `twoFactorAuth=${trust}` }
    expect(await aRestClient(app).try('getCurrentUser', { headers: alone })).toMatchObject(
      refusal(401, '"Missing Credentials"'),
    )
    expect(await loginWith(trust, { ...person, password: 'wrong wrong' })).toMatchObject({ status: 401 })
  })

  it('is invalid for another account, or altered', async () => {
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

  it('becomes invalid with a change of the password', async () => {
    const { person, api, trust } = await trusted()
    const password = 'another horse battery'
    await api.call('updateUser', { userId: person.id, body: { password, currentPassword: person.password } })
    expect(await loginWith(trust, { ...person, password })).toMatchObject({ status: 200, body: OWED })
  })

  it('becomes invalid with disable2FA, also when codes are enabled again', async () => {
    const { person, api, trust } = await trusted()
    await api.call('disable2FA')
    await enableTotp(app, { ...person, api })
    expect(await loginWith(trust, person)).toMatchObject({ status: 200, body: OWED })
  })
})

describe('a session that needs its second factor', () => {
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
    avatarId: 'avtr',
    propId: 'prop',
    jamId: 'jam',
    jamSubmissionId: 'jsub',
    inventoryItemId: 'inv',
    inventoryTemplateId: 'invt',
    productId: 'prod',
    transactionId: 'txn',
    licenseGroupId: 'lgrp',
    productPurchaseId: 'pur',
    printId: 'prnt',
    adminAssetBundleId: 'aab',
    assetReviewId: 'arev',
    favoriteId: 'fvrt',
    groupId: 'grp',
    groupRoleId: 'grol',
    groupGalleryId: 'ggal',
    groupGalleryImageId: 'ggim',
    calendarId: 'cal',
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
    themeId: '00000000-0000-4000-8000-000000000000',
    cosmeticKind: 'iconFrame',
  }
  let api: RestClient
  let person: TestUser

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

  it('counts as no session for operations that need none', async () => {
    const worldId = await aWorld(app, person, { releaseStatus: 'hidden' })
    expect(await person.api.try('getWorld', { worldId })).toMatchObject({ status: 200 })
    expect(await api.try('getWorld', { worldId })).toMatchObject({ status: 404 })
    for (const [name, row] of rows.filter(([, { access }]) => access === 'optional')) {
      const [owed, anonymous] = [
        await call(row),
        await aRestClient(app).fetch(`/api/1${row.path}`, { method: row.method.toUpperCase() }),
      ]
      expect({ name, status: owed.status }).toEqual({ name, status: anonymous.status })
    }
  })

  it('can read its own state', async () => {
    expect(await api.call('getCurrentUser')).toEqual(OWED)
    expect(await api.call('verifyAuthToken')).toEqual({ ok: true, token: api.cookies.get('auth') })
    expect(await api.call('getRecoveryCodes')).toEqual(OWED)
    for (const name of ['verify2FA', 'verify2FAEmailCode', 'verifyRecoveryCode'] as const)
      expect(await api.try(name, { body: { code: wrongCode() } })).toMatchObject({ status: 400 })
  })

  it('is required before a code is checked', async () => {
    for (const name of ['verify2FA', 'verify2FAEmailCode', 'verifyRecoveryCode'] as const)
      expect(await aRestClient(app).try(name, { body: { code: wrongCode() } })).toMatchObject(
        refusal(401, '"Missing Credentials"'),
      )
  })
})
