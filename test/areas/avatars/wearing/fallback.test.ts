import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../src/kernel/ids.ts'
import { sharedApp, type TestApp } from '../../../support/app.ts'
import { anAvatar } from '../../../support/avatars.ts'
import { aListing, aProduct } from '../../../support/economy.ts'
import { aFriendOf } from '../../../support/friends.ts'
import { aSubscription, payloadsOf } from '../../../support/graphSubscriptions.ts'
import { aPipelineSocket } from '../../../support/pipelineSocket.ts'
import { aUser, type TestUser } from '../../../support/users.ts'
import { DEFAULT_AVATAR, wornByOne } from '../../../support/wearers.ts'

let app: TestApp
let author: TestUser
let person: TestUser
beforeAll(async () => {
  app = await sharedApp()
  author = await aUser(app)
  person = await aUser(app)
})

const aFallback = (releaseStatus: 'public' | 'private' = 'public') =>
  anAvatar(app, author, { tags: ['author_quest_fallback'], releaseStatus })

const choose = ({ api }: TestUser, avatarId: string) => api.try('selectFallbackAvatar', { avatarId })

describe('a fallback', () => {
  it.each([
    'author_quest_fallback',
    'admin_quest_fallback',
    'author_quest_fallback_basic',
    'admin_quest_fallback_extended',
  ])('has the tag %s', async (tag) => {
    const avatarId = await anAvatar(app, author, { tags: ['content_gore', tag] })
    expect(await person.api.call('selectFallbackAvatar', { avatarId })).toMatchObject({ fallbackAvatar: avatarId })
  })

  it.each([[[]], [['author_tag_basic']], [['author_tag_quest_fallback_extended']]])(
    'has other tags than %j',
    async (tags) => {
      expect(await choose(person, await anAvatar(app, author, { tags }))).toMatchObject({
        status: 403,
        body: { error: { message: "This avatar isn't tagged as a quest fallback avatar." } },
      })
    },
  )

  it('is chosen by the path in lower case, too', async () => {
    const avatarId = await aFallback()
    const answer = await person.api.fetch(`/api/1/avatars/${avatarId}/selectfallback`, { method: 'PUT' })
    expect(answer.status).toBe(200)
    expect(await person.api.call('getCurrentUser')).toMatchObject({ fallbackAvatar: avatarId })
  })

  it('must be there, and one that the person may wear', async () => {
    expect((await choose(person, newId('avatar', new Date()))).status).toBe(404)
    expect((await choose(person, await aFallback('private'))).status).toBe(404)
    expect((await choose(author, await aFallback('private'))).status).toBe(200)
    const sold = await aFallback()
    await aListing(app, author, { productIds: [await aProduct(app, author, { avatarIds: [sold] })] })
    expect(await choose(person, sold)).toMatchObject({
      status: 403,
      body: { error: { message: 'You need a license to wear this avatar.' } },
    })
  })

  it('changes nothing else, and is told to the person alone', async () => {
    const wearer = await aUser(app)
    const friend = await aFriendOf(app, wearer)
    const [own, theirs] = [await aPipelineSocket(app, wearer), await aPipelineSocket(app, friend)]
    const graph = await aSubscription(app, wearer, 'subscription { viewerChanged { user { id } } }')
    const before = await wornByOne(app, wearer)
    const avatarId = await aFallback()
    await choose(wearer, avatarId)
    expect(await own.nextContent('user-update')).toMatchObject({
      user: { fallbackAvatar: avatarId, currentAvatar: DEFAULT_AVATAR },
    })
    await graph.until((messages) => payloadsOf(messages, 'viewerChanged').length > 0)
    await choose(wearer, avatarId)
    // A later frame shows that nothing came in between.
    await wearer.api.call('selectAvatar', { avatarId })
    await own.nextContent('user-update', 2)
    await theirs.nextContent('friend-update')
    expect(own.framesOfType('user-update')).toHaveLength(2)
    expect(theirs.framesOfType('friend-update')).toHaveLength(1)
    const after = await wornByOne(app, wearer)
    expect(before).toMatchObject({ currentAvatar: DEFAULT_AVATAR, fallbackAvatar: DEFAULT_AVATAR })
    expect(after).toMatchObject({ currentAvatar: avatarId, fallbackAvatar: avatarId })
  })
})
