import { describe, expect, it } from 'vitest'
import { readClientConfig } from '../../../src/areas/system/clientConfig.ts'
import { ensureSeedData } from '../../../src/areas/system/seed/ensureSeedData.ts'
import { MINUTE } from '../../../src/kernel/clock.ts'
import { PLATFORM_USER_ID } from '../../../src/kernel/ids.ts'
import { anApp } from '../../support/app.ts'
import { aRestClient } from '../../support/restClient.ts'
import { anAdmin, aUser, logIn, totpCode } from '../../support/users.ts'

const app = await anApp()
const anonymous = aRestClient(app)

describe('getConfig', () => {
  it('returns every value to everybody, with URLs derived from PUBLIC_URL', async () => {
    const config = await anonymous.call('getConfig')
    expect(config.clientApiKey).not.toBe('')
    expect(config.supportEmail).toBe('support@plaza.test')
    expect(config.whiteListedAssetUrls).toEqual(['http://plaza.test'])
    expect(config.dynamicWorldRows.length).toBeGreaterThan(0)
    expect(JSON.stringify(config)).not.toMatch(/\{(publicUrl|webUrl|host)\}/)
  })

  it('lists the spoken languages that legacy clients know', async () => {
    const { constants } = await anonymous.call('getConfig')
    const known =
      'eng kor rus spa por zho deu jpn fra swe nld pol dan nor ita tha fin hun ces tur ara ron vie ase bfi dse fsl kvk'
    expect(Object.keys(constants.LANGUAGE.SPOKEN_LANGUAGE_OPTIONS)).toEqual(expect.arrayContaining(known.split(' ')))
  })

  it('ignores unknown query parameters such as apiKey', async () => {
    expect((await anonymous.fetch('/api/1/config?apiKey=any&x=1')).status).toBe(200)
  })

  it('shows that registration is closed by the setting', async () => {
    expect((await anonymous.call('getConfig')).disableRegistration).toBe(false)
    const closed = await anApp({ REGISTRATION: 'closed' })
    expect((await aRestClient(closed).call('getConfig')).disableRegistration).toBe(true)
  })
})

describe('getSystemTime', () => {
  it('returns the time of the clock as a string in UTC to the second', async () => {
    const before = await anonymous.fetch('/api/1/time')
    expect(before.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(before.body).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    app.clock.advance(60 * MINUTE)
    const gone = Date.parse(await anonymous.call('getSystemTime')) - Date.parse(String(before.body))
    expect(gone / MINUTE).toBeCloseTo(60, 0)
  })
})

describe('getCurrentOnlineUsers', () => {
  it('counts users with a request in the last five minutes', async () => {
    app.clock.advance(6 * MINUTE)
    const before = await anonymous.call('getCurrentOnlineUsers')
    const [one, other] = [await aUser(app), await aUser(app)]
    await one.api.call('getCurrentUser')
    await other.api.call('getCurrentUser')
    await expect.poll(() => anonymous.call('getCurrentOnlineUsers')).toBe(before + 2)
    app.clock.advance(6 * MINUTE)
    await expect.poll(() => anonymous.call('getCurrentOnlineUsers')).toBe(0)
  })
})

describe('getHealth', () => {
  it('is always 401 with the error envelope', async () => {
    const envelope = { error: { message: '"Missing Credentials"', status_code: 401 } }
    for (const api of [aRestClient(app), (await aUser(app)).api, (await anAdmin(app)).api]) {
      expect(await api.try('getHealth')).toMatchObject({ status: 401, body: envelope })
    }
  })
})

describe('a session that requires its second factor', () => {
  it('is refused by operations that need a session, and anonymous for public ones', async () => {
    const boss = await anAdmin(app)
    const { secret } = await boss.api.call('enable2FA')
    await boss.api.call('verifyPending2FA', { body: { code: await totpCode(app, secret) } })
    expect((await boss.api.try('getCSS', { query: { variant: 'internal' } })).status).toBe(200)
    const api = aRestClient(app)
    expect(await logIn(api, boss)).toEqual({ requiresTwoFactorAuth: ['totp', 'otp'] })
    const refusal = { status: 401, body: { error: { message: '"Requires Two-Factor Authentication"' } } }
    expect(await api.try('getInfoPush')).toMatchObject(refusal)
    expect(await api.try('getAssignedPermissions')).toMatchObject(refusal)
    expect(await api.try('getPermission', { permissionId: 'prms_1' })).toMatchObject(refusal)
    expect((await api.try('getConfig')).status).toBe(200)
    expect((await api.try('getCSS', { query: { variant: 'internal' } })).status).toBe(400)
  })
})

describe('ensureSeedData', () => {
  it('keeps existing rows', async () => {
    const { db } = app.scope()
    const count = async () => [
      await db.configEntry.count(),
      await db.permission.count(),
      await db.frontendAsset.count(),
      await db.user.count({ where: { id: PLATFORM_USER_ID } }),
    ]
    await db.configEntry.update({ where: { key: 'CampaignStatus' }, data: { value: 'kept' } })
    const before = await count()
    expect(before.every((rows) => rows > 0)).toBe(true)
    await Promise.all([1, 2, 3, 4].map(() => ensureSeedData(app.scope())))
    expect(await count()).toEqual(before)
    expect((await db.configEntry.findUnique({ where: { key: 'CampaignStatus' } }))?.value).toBe('kept')
  })

  it('inserts a missing configuration value', async () => {
    const { db } = app.scope()
    await db.configEntry.delete({ where: { key: 'maxUserEmoji' } })
    await ensureSeedData(app.scope())
    app.clock.advance(MINUTE)
    expect((await readClientConfig(app.scope())).maxUserEmoji).toBe(18)
  })
})
