import { beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_AVATAR_ID } from '../../src/areas/accounts/account/currentUser.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { aFileUrl } from '../support/worlds.ts'
import { idIn, PARTS, type WrapperMember, wrapperFor } from './wrapperClient.ts'

let app: TestApp
let wrapper: ReturnType<typeof wrapperFor>
beforeAll(async () => {
  app = await anApp()
  wrapper = wrapperFor(app)
})

async function aMadeAvatar({ call, person }: WrapperMember): Promise<string> {
  const [imageUrl, assetUrl] = [await aFileUrl(app, person.id, '.png'), await aFileUrl(app, person.id, '.vrca')]
  return idIn(
    await call('avatarApi', 'createAvatar', { name: 'Fox', imageUrl, assetUrl, tags: ['author_quest_fallback'] }),
  )
}

describe('avatars by the wrapper', () => {
  it('are made, read, listed, changed, worn and deleted', async () => {
    const member = await wrapper.aMember()
    const { call, person } = member
    const avatarId = await aMadeAvatar(member)
    expect(await call('avatarApi', 'getAvatar', { avatarId })).toMatchObject({ id: avatarId, name: 'Fox' })
    // The wrapper sends no query, so that it gets what everybody can find.
    expect(await call('avatarApi', 'searchAvatars', {})).toMatchObject([{ id: DEFAULT_AVATAR_ID }])
    expect(await call('avatarApi', 'updateAvatar', { avatarId, name: 'Red fox' })).toMatchObject({ name: 'Red fox' })
    expect(await call('avatarApi', 'selectAvatar', { avatarId })).toMatchObject({ currentAvatar: avatarId })
    expect(await call('avatarApi', 'selectFallbackAvatar', { avatarId })).toMatchObject({ fallbackAvatar: avatarId })
    expect(await call('avatarApi', 'getOwnAvatar', { userId: person.id })).toMatchObject({ id: avatarId })
    expect(await call('avatarApi', 'listFavoritedAvatars', {})).toEqual([])
    expect(await call('avatarApi', 'generateImpostor', { avatarId })).toMatchObject({ subjectId: avatarId })
    expect(await call('avatarApi', 'getImpostorQueueStats')).toMatchObject({})
    await call('avatarApi', 'deleteImpostor', { avatarId })
    expect(await call('avatarApi', 'deleteAvatar', { avatarId })).toMatchObject({ releaseStatus: 'hidden' })
  })

  it('were called by each method for an operation of the server', async () => {
    const { api } = await wrapper.aMember()
    expect(wrapper.uncalled(api, PARTS.avatars)).toEqual([])
  })
})
