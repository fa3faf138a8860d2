import { beforeAll, describe, expect, it } from 'vitest'
import { playerModerations } from '../../src/contract/playerModerations.ts'
import { newId } from '../../src/kernel/ids.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { dataOf, methodsOf, sdkFor, sdkRefusal } from './sdkClient.ts'
import { anSdkUser } from './sdkUser.ts'

let app: TestApp
let sdk: ReturnType<typeof sdkFor>
beforeAll(async () => {
  app = await anApp()
  sdk = sdkFor(app)
})

describe('player moderations by the public SDK', () => {
  it('blocks and unblocks, and replaces an unmute by a mute', async () => {
    const [ada, grace] = [await anSdkUser(app, sdk), await anSdkUser(app, sdk)]
    const path = { userId: grace.id }
    await dataOf(ada.client.friend({ path }))
    await dataOf(grace.client.friend({ path: { userId: ada.id } }))
    const blocked = await dataOf(ada.client.moderateUser({ body: { moderated: grace.id, type: 'block' } }))
    expect(blocked).toMatchObject({ type: 'block', sourceUserId: ada.id, targetUserId: grace.id })
    expect(blocked.created).toBeInstanceOf(Date)
    expect(await dataOf(ada.client.getPlayerModerations())).toEqual([blocked])
    expect(await sdkRefusal(grace.client.boop({ path: { userId: ada.id }, body: {} }))).toMatchObject({ status: 400 })
    expect(await dataOf(grace.client.getUser({ path: { userId: ada.id } }))).toMatchObject({ state: 'offline' })
    const body = { moderated: grace.id, type: 'block' } as const
    expect(await dataOf(ada.client.unmoderateUser({ body }))).toMatchObject({
      success: { message: `User ${grace.id} unmoderated` },
    })
    await dataOf(grace.client.boop({ path: { userId: ada.id }, body: {} }))

    await dataOf(ada.client.moderateUser({ body: { moderated: grace.id, type: 'unmute' } }))
    await dataOf(ada.client.moderateUser({ body: { moderated: grace.id, type: 'mute' } }))
    expect(await dataOf(ada.client.getPlayerModerations({ query: { type: 'mute' } }))).toMatchObject([{ type: 'mute' }])
    expect(await dataOf(grace.client.getPlayerModerations())).toEqual([])
    expect(await dataOf(ada.client.clearAllPlayerModerations())).toMatchObject({ success: { message: 'OK' } })
    expect(await dataOf(ada.client.getPlayerModerations())).toEqual([])
  })

  it('hides an avatar for oneself, and shows it again', async () => {
    const { client } = await anSdkUser(app, sdk)
    const wanted = { avatarModerationType: 'block', targetAvatarId: newId('avatar', new Date()) } as const
    const made = await dataOf(client.createGlobalAvatarModeration({ body: wanted }))
    expect(made).toEqual({ ...wanted, created: expect.any(BigInt) })
    const created = new Date(Number(made.created))
    expect(await dataOf(client.getGlobalAvatarModerations())).toEqual([{ ...wanted, created }])
    expect(await dataOf(client.deleteGlobalAvatarModeration({ query: wanted }))).toEqual({ OK: 'OK' })
    expect(await dataOf(client.getGlobalAvatarModerations())).toEqual([])
  })

  it('calls every SDK method of the area', () => {
    const methods = methodsOf(playerModerations)
    expect(methods.length).toBe(7)
    expect(methods.filter((name) => !sdk.called.has(name))).toEqual([])
  })
})
