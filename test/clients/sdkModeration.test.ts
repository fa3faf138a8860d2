import { beforeAll, describe, expect, it } from 'vitest'
import { moderation } from '../../src/contract/index.ts'
import { newId } from '../../src/kernel/ids.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { aMember } from './members.ts'
import { methodsOf, ok, refusal, sdkFor } from './sdk.ts'

let app: TestApp
let sdk: ReturnType<typeof sdkFor>
beforeAll(async () => {
  app = await anApp()
  sdk = sdkFor(app)
})

describe('moderation by the public SDK', () => {
  it('blocks and unblocks, and mutes in the place of unmuting', async () => {
    const [ada, grace] = [await aMember(app, sdk), await aMember(app, sdk)]
    const path = { userId: grace.id }
    await ok(ada.client.friend({ path }))
    await ok(grace.client.friend({ path: { userId: ada.id } }))
    const blocked = await ok(ada.client.moderateUser({ body: { moderated: grace.id, type: 'block' } }))
    expect(blocked).toMatchObject({ type: 'block', sourceUserId: ada.id, targetUserId: grace.id })
    expect(blocked.created).toBeInstanceOf(Date)
    expect(await ok(ada.client.getPlayerModerations())).toEqual([blocked])
    expect(await refusal(grace.client.boop({ path: { userId: ada.id }, body: {} }))).toMatchObject({ status: 400 })
    expect(await ok(grace.client.getUser({ path: { userId: ada.id } }))).toMatchObject({ state: 'offline' })
    const body = { moderated: grace.id, type: 'block' } as const
    expect(await ok(ada.client.unmoderateUser({ body }))).toMatchObject({
      success: { message: `User ${grace.id} unmoderated` },
    })
    await ok(grace.client.boop({ path: { userId: ada.id }, body: {} }))

    await ok(ada.client.moderateUser({ body: { moderated: grace.id, type: 'unmute' } }))
    await ok(ada.client.moderateUser({ body: { moderated: grace.id, type: 'mute' } }))
    expect(await ok(ada.client.getPlayerModerations({ query: { type: 'mute' } }))).toMatchObject([{ type: 'mute' }])
    expect(await ok(grace.client.getPlayerModerations())).toEqual([])
    expect(await ok(ada.client.clearAllPlayerModerations())).toMatchObject({ success: { message: 'OK' } })
    expect(await ok(ada.client.getPlayerModerations())).toEqual([])
  })

  it('hides an avatar on everybody, and shows it again', async () => {
    const { client } = await aMember(app, sdk)
    const wanted = { avatarModerationType: 'block', targetAvatarId: newId('avatar', new Date()) } as const
    const made = await ok(client.createGlobalAvatarModeration({ body: wanted }))
    expect(made).toEqual({ ...wanted, created: expect.any(BigInt) })
    const created = new Date(Number(made.created))
    expect(await ok(client.getGlobalAvatarModerations())).toEqual([{ ...wanted, created }])
    expect(await ok(client.deleteGlobalAvatarModeration({ query: wanted }))).toEqual({ OK: 'OK' })
    expect(await ok(client.getGlobalAvatarModerations())).toEqual([])
  })

  it('was called by every method there is for it', () => {
    const methods = methodsOf(moderation)
    expect(methods.length).toBe(7)
    expect(methods.filter((name) => !sdk.called.has(name))).toEqual([])
  })
})
