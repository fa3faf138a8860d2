import { describe, expect, it } from 'vitest'
import { setConfigEntry } from '../../../src/areas/system/clientConfig.ts'
import { clientConfigError } from '../../../src/areas/system/graph/clientConfig.ts'
import { anApp, openApp } from '../../support/app.ts'
import { aRestClient } from '../../support/restClient.ts'
import { scopeSourceOf } from '../../support/scopes.ts'
import { anAdmin, aUser } from '../../support/users.ts'

const app = await anApp()
const api = aRestClient(app)
const admin = scopeSourceOf(app, await anAdmin(app), { admin: true })

const set = (key: string, value: unknown, scope = admin()) =>
  setConfigEntry(scope, { key, value, validate: clientConfigError })

describe('setConfigEntry', () => {
  it('is visible to clients at once', async () => {
    expect((await api.call('getConfig')).maxUserStickers).toBe(18)
    await set('maxUserStickers', 36)
    expect((await api.call('getConfig')).maxUserStickers).toBe(36)
  })

  it('replaces placeholders in URLs', async () => {
    await set('urlList', ['{publicUrl}/a', '{host}'])
    expect((await api.call('getConfig')).urlList).toEqual(['http://plaza.test/a', 'plaza.test'])
  })

  it('invalidates the caches of other nodes', async () => {
    const other = await openApp({ DATABASE_URL: app.platform.settings.DATABASE_URL ?? '' })
    try {
      const otherApi = aRestClient(other)
      expect((await otherApi.call('getConfig')).CampaignStatus).toBe('none')
      await set('CampaignStatus', 'told')
      await expect.poll(async () => (await otherApi.call('getConfig')).CampaignStatus).toBe('told')
    } finally {
      await other.close()
    }
  })

  it('is for admins', async () => {
    const person = scopeSourceOf(app, await aUser(app))
    await expect(set('clientApiKey', 'mine', person())).rejects.toMatchObject({
      kind: 'forbidden',
      reason: 'admin_only',
    })
    await expect(set('clientApiKey', 'mine', app.scope())).rejects.toMatchObject({ kind: 'unauthenticated' })
    const owing = scopeSourceOf(app, await anAdmin(app), { admin: true, staff: [], pendingFactors: ['totp'] })
    await expect(set('clientApiKey', 'mine', owing())).rejects.toMatchObject({ reason: 'second_factor_required' })
    expect((await api.call('getConfig')).clientApiKey).toBe('plaza')
  })

  it.each([
    ['value', 'clientApiKey', ''],
    ['value', 'clientApiKey', 7],
    ['value', 'clientApiKey', 'a\0b'],
    ['value', 'clientApiKey', null],
    ['value', 'dynamicWorldRows', []],
    ['value', 'currentTOSVersion', -1],
    ['value', 'constants', {}],
    ['value', 'dis-countdown', 'tomorrow'],
    ['value', 'noSuchMember', 1],
    ['value', '__proto__', 1],
    ['key', 'disableRegistration', true],
  ])('refuses a wrong %s: %s = %o', async (field, key, value) => {
    await expect(set(key, value)).rejects.toMatchObject({ kind: 'invalid', issues: [{ path: [field] }] })
    expect((await api.try('getConfig')).status).toBe(200)
  })
})
