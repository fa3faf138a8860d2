import { expect, it } from 'vitest'
import * as oldSdk from 'vrchat-1'
import { anApp } from '../support/app.ts'
import { aFileUrl } from '../support/worlds.ts'
import { anOldSdkUser, oldSdkFor } from './oldSdkClient.ts'

const methodsOf = (api: { readonly prototype: object }) =>
  Object.getOwnPropertyNames(api.prototype).filter((name) => name !== 'constructor')

it('makes, changes, wears and deletes avatars by version 1 of the public SDK', async () => {
  const app = await anApp()
  const sdk = oldSdkFor(app)
  const { id: userId, avatars } = await anOldSdkUser(app, sdk)
  const [imageUrl, assetUrl] = [await aFileUrl(app, userId, '.png'), await aFileUrl(app, userId, '.vrca')]
  const fallback = { tags: ['author_quest_fallback'] }
  const { id } = (await avatars.createAvatar({ name: 'Fox', imageUrl, assetUrl, ...fallback })).data
  expect((await avatars.getAvatar(id)).data).toMatchObject({ id, name: 'Fox' })
  expect((await avatars.updateAvatar(id, { name: 'Red fox' })).data).toMatchObject({ name: 'Red fox' })
  expect(
    (await avatars.searchAvatars(undefined, undefined, 'me', userId, 10, undefined, 0, '', '', 'all')).data,
  ).toMatchObject([{ id }])
  expect((await avatars.getAvatarStyles()).data).toHaveLength(12)
  expect((await avatars.getFavoritedAvatars()).data).toEqual([])
  expect((await avatars.getLicensedAvatars()).data).toEqual([])
  expect((await avatars.selectAvatar(id)).data).toMatchObject({ currentAvatar: id })
  expect((await avatars.selectFallbackAvatar(id)).data).toMatchObject({ fallbackAvatar: id })
  expect((await avatars.getOwnAvatar(userId)).data).toMatchObject({ id })
  expect((await avatars.enqueueImpostor(id)).data).toMatchObject({ subjectId: id })
  expect((await avatars.getImpostorQueueStats()).data).toHaveProperty('estimatedServiceDurationSeconds')
  await avatars.deleteImpostor(id)
  expect((await avatars.deleteAvatar(id)).data).toMatchObject({ releaseStatus: 'hidden' })
  expect(methodsOf(oldSdk.AvatarsApi).filter((name) => !sdk.called.has(name))).toEqual([])
})
