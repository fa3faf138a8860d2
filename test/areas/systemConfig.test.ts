import { describe, expect, it } from 'vitest'
import { setConfigEntry } from '../../src/areas/system/clientConfig.ts'
import { configFault } from '../../src/edges/graphql/faults.ts'
import { anApi } from '../support/api.ts'
import { anApp, open } from '../support/app.ts'
import { anAdmin, aUser } from '../support/people.ts'
import { acting } from '../support/scopes.ts'

const app = await anApp()
const api = anApi(app)
const admin = acting(app, await anAdmin(app), { admin: true })

const set = (key: string, value: unknown, scope = admin()) => setConfigEntry(scope, { key, value, fault: configFault })

describe('setConfigEntry', () => {
  it('changes what clients read, at once', async () => {
    expect((await api.call('getConfig')).maxUserStickers).toBe(18)
    await set('maxUserStickers', 36)
    expect((await api.call('getConfig')).maxUserStickers).toBe(36)
  })

  it('fills in addresses that are derived', async () => {
    await set('urlList', ['{publicUrl}/a', '{host}'])
    expect((await api.call('getConfig')).urlList).toEqual(['http://plaza.test/a', 'plaza.test'])
  })

  it('reaches the other nodes', async () => {
    const other = await open({ DATABASE_URL: app.platform.settings.DATABASE_URL ?? '' })
    try {
      const otherApi = anApi(other)
      expect((await otherApi.call('getConfig')).CampaignStatus).toBe('none')
      await set('CampaignStatus', 'told')
      await expect.poll(async () => (await otherApi.call('getConfig')).CampaignStatus, { timeout: 3_000 }).toBe('told')
    } finally {
      await other.close()
    }
  })

  it('is for admins', async () => {
    const person = acting(app, await aUser(app))
    await expect(set('clientApiKey', 'mine', person())).rejects.toMatchObject({ kind: 'forbidden', code: 'admin_only' })
    await expect(set('clientApiKey', 'mine', app.scope())).rejects.toMatchObject({ kind: 'unauthenticated' })
    const owing = acting(app, await anAdmin(app), { admin: true, owes: ['totp'] })
    await expect(set('clientApiKey', 'mine', owing())).rejects.toMatchObject({ code: 'second_factor_required' })
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
    await expect(set(key, value)).rejects.toMatchObject({ kind: 'invalid', field })
    expect((await api.try('getConfig')).status).toBe(200)
  })
})
