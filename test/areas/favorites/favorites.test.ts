import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DELETION_DELAY, eraseDueAccounts } from '../../../src/areas/accounts/account/deletion.ts'
import { erasers } from '../../../src/areas/index.ts'
import { countVisits } from '../../../src/areas/worlds/visits/queries.ts'
import { newId, type WorldId } from '../../../src/kernel/ids.ts'
import { sharedClockApp } from '../../support/app.ts'
import { aWearLicense } from '../../support/avatarLists.ts'
import { anAvatar } from '../../support/avatars.ts'
import { aFavoriteRequest, anAvatarId, favoriteAs, fillFavoriteGroup } from '../../support/favorites.ts'
import { aFriendOf, befriend } from '../../support/friends.ts'
import { block, unblock } from '../../support/playerModerations.ts'
import { refusal } from '../../support/refusals.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const app = await sharedClockApp()
let author: TestUser
let world: WorldId
let ada: TestUser
beforeAll(async () => {
  author = await aUser(app)
  world = await aWorld(app, author)
})
beforeEach(async () => {
  ada = await aUser(app)
})

const notFriends = refusal(403, 'you are not friends with that user!')
const notFound = refusal(404, "404 couldn't find that favorite")
const deleted = { success: { message: 'favorite deleted!', status_code: 200 } }
const add = (body: unknown, { api }: TestUser = ada) => api.try('addFavorite', { body })
const favoritesOf = ({ api }: TestUser, query: Record<string, string> = {}) => api.call('getFavorites', { query })
const namesOf = async (query: Record<string, string> = {}) =>
  (await favoritesOf(ada, query)).map(({ favoriteId }) => favoriteId)
const rowsOf = ({ id: userId }: TestUser) => app.scope().db.favorite.count({ where: { userId } })

type Refused = readonly [body: object, message: string | RegExp]
const REFUSED: readonly Refused[] = [
  [{}, /favoriteId/],
  [{ type: 'avatar', tags: ['avatars1'] }, /favoriteId/],
  [{ favoriteId: 'avtr_1', tags: ['avatars1'] }, /type must be one of/],
  [{ type: 'pet', favoriteId: 'avtr_1', tags: ['avatars1'] }, /type must be one of/],
  [{ type: 'avatar', favoriteId: 'x'.repeat(129), tags: ['avatars1'] }, /favoriteId must have at most 128/],
  [{ type: 'avatar', favoriteId: 7, tags: ['avatars1'] }, /favoriteId/],
  ...[undefined, null, '', [], [''], [7], 7, {}].map(
    (tags): Refused => [{ type: 'avatar', favoriteId: 'avtr_1', tags }, /^tags\b/],
  ),
  ...['worlds1', 'avatars0', 'avatars5', 'AVATARS1', 'toString', ' avatars1'].map(
    (group): Refused => [
      { type: 'avatar', favoriteId: 'avtr_1', tags: [group] },
      'tags must begin with the name of a group: avatars1, avatars2, avatars3, avatars4',
    ],
  ),
  [{ type: 'friend', favoriteId: 'usr_1', tags: 'group_4' }, /group_0, group_1, group_2, group_3$/],
  [{ type: 'world', favoriteId: 'wrld_1', tags: 'worlds5' }, /worlds1, worlds2, worlds3, worlds4$/],
  [{ type: 'vrcPlusWorld', favoriteId: 'wrld_1', tags: 'vrcPlusWorlds1' }, /vrcPlusWorld has none$/],
]

describe('addFavorite', () => {
  it('adds a friend, an avatar and a world to a group, with tags as a list or as one text', async () => {
    const friend = await aFriendOf(app, ada)
    const avatar = await anAvatar(app, author)
    expect(await favoriteAs(ada, 'friend', friend.id, 'group_3')).toEqual({
      id: expect.stringMatching(/^fvrt_/),
      type: 'friend',
      favoriteId: friend.id,
      tags: ['group_3'],
    })
    const listed = { type: 'world', favoriteId: world, tags: ['worlds4', 'sunny'] }
    expect(await add(listed)).toMatchObject({ status: 200, body: { ...listed, tags: ['worlds4'] } })
    const text = { type: 'avatar', favoriteId: avatar, tags: 'avatars2' }
    expect(await add(text)).toMatchObject({ status: 200, body: { ...text, tags: ['avatars2'] } })
    expect(await favoritesOf(ada)).toMatchObject([
      { favoriteId: avatar, type: 'avatar', tags: ['avatars2'] },
      { favoriteId: world, type: 'world', tags: ['worlds4'] },
      { favoriteId: friend.id, type: 'friend', tags: ['group_3'] },
    ])
    expect(await favoritesOf(friend)).toEqual([])
  })

  it('adds each target once, across all groups', async () => {
    const friend = await aFriendOf(app, ada)
    const targets = { friend: friend.id, avatar: await anAvatar(app, author), world } as const
    const others = { friend: 'group_1', avatar: 'avatars2', world: 'worlds2' }
    for (const type of ['friend', 'avatar', 'world'] as const) {
      await favoriteAs(ada, type, targets[type])
      const again = refusal(400, `You already have that ${type} favorited`)
      expect(await add(aFavoriteRequest(type, targets[type]))).toMatchObject(again)
      expect(await add(aFavoriteRequest(type, targets[type], others[type]))).toMatchObject(again)
    }
    expect(await rowsOf(ada)).toBe(3)
  })

  it('refuses everybody but friends: strangers, senders of a friend request, the viewer, and unknown ids', async () => {
    const [stranger, asking] = [await aUser(app), await aUser(app)]
    await asking.api.call('friend', { userId: ada.id })
    const ids = [stranger.id, asking.id, ada.id, newId('user', new Date()), world, 'nobody', '']
    for (const id of ids) expect(await add(aFavoriteRequest('friend', id))).toMatchObject(notFriends)
    expect(await rowsOf(ada)).toBe(0)
  })

  it('refuses a friend while either blocks the other', async () => {
    const [friend, marked] = [await aFriendOf(app, ada), await aFriendOf(app, ada)]
    const { id } = await favoriteAs(ada, 'friend', marked.id)
    await block(friend, ada)
    await block(ada, marked)
    for (const [one, other] of [
      [ada, friend],
      [friend, ada],
      [marked, ada],
    ] as const)
      expect(await add(aFavoriteRequest('friend', other.id), one)).toMatchObject(notFriends)
    expect(await favoritesOf(ada)).toMatchObject([{ id, favoriteId: marked.id }])
    await unblock(friend, ada)
    await favoriteAs(ada, 'friend', friend.id)
  })

  it('refuses a world or an avatar that the viewer can’t read, and a malformed id of an avatar', async () => {
    const hidden = await aWorld(app, author)
    await author.api.call('deleteWorld', { worldId: hidden })
    for (const id of [hidden, newId('world', new Date()), anAvatarId(), 'wrld_1', ''])
      expect(await add(aFavoriteRequest('world', id))).toMatchObject(refusal(404, `World ${id} not found`))
    const secret = await anAvatar(app, author, { releaseStatus: 'private' })
    for (const id of [
      world,
      'avtr_1',
      '',
      anAvatarId(),
      secret,
      await anAvatar(app, author, { releaseStatus: 'hidden' }),
    ])
      expect(await add(aFavoriteRequest('avatar', id))).toMatchObject(refusal(404, 'Avatar Not Found'))
    await favoriteAs(author, 'avatar', secret)
    const holder = await aUser(app)
    await aWearLicense(app, holder, secret)
    await favoriteAs(holder, 'avatar', secret)
    await favoriteAs(author, 'world', hidden)
    await favoriteAs(ada, 'world', await aWorld(app, author, { releaseStatus: 'private' }))
  })

  it('refuses invalid fields, and names them', async () => {
    for (const [sent, message] of REFUSED)
      expect({ sent, ...(await add(sent)) }).toMatchObject({ sent, ...refusal(400, message) })
    expect(await rowsOf(ada)).toBe(0)
  })

  it.each([
    ['friend', 150],
    ['avatar', 50],
    ['world', 100],
  ] as const)('limits each group of %ss to %i favorites', async (type, most) => {
    await fillFavoriteGroup(app, ada.id, type, { count: most - 1 })
    const add = async () => aFavoriteRequest(type, await newTarget(type))
    const [last, more] = [await add(), await add()]
    expect(await ada.api.try('addFavorite', { body: last })).toMatchObject({ status: 200 })
    expect(await ada.api.try('addFavorite', { body: more })).toMatchObject(refusal(400, new RegExp(`at most ${most} `)))
    expect(await ada.api.try('addFavorite', { body: last })).toMatchObject(refusal(400, /You already have/))
    const other = { friend: 'group_1', avatar: 'avatars2', world: 'worlds2' }[type]
    expect(await ada.api.try('addFavorite', { body: { ...more, tags: other } })).toMatchObject({ status: 200 })
    expect(await rowsOf(ada)).toBe(most + 1)
  })

  const newTarget = async (type: 'friend' | 'avatar' | 'world') => {
    if (type === 'avatar') return anAvatar(app, author)
    return type === 'world' ? aWorld(app, author) : (await aFriendOf(app, ada)).id
  }

  it('is limited to 300 times in ten minutes per person', async () => {
    const { limits } = app.app.services
    for (let tries = 0; tries < 299; tries++) await limits.take({ name: 'favorite', points: 300, window: 600 }, ada.id)
    await favoriteAs(ada, 'world', world)
    expect(await add(aFavoriteRequest('avatar', await anAvatar(app, author)))).toMatchObject({ status: 429 })
    await favoriteAs(author, 'avatar', await anAvatar(app, author))
  })
})

describe('removeFavorite', () => {
  it('removes a favorite by its own id or by the id of its target', async () => {
    const friend = await aFriendOf(app, ada)
    const avatar = await anAvatar(app, author)
    const favorite = await favoriteAs(ada, 'friend', friend.id)
    await favoriteAs(ada, 'world', world)
    await favoriteAs(ada, 'avatar', avatar)
    for (const favoriteId of [favorite.id, world, avatar]) {
      expect(await ada.api.call('removeFavorite', { favoriteId })).toEqual(deleted)
      expect(await ada.api.try('removeFavorite', { favoriteId })).toMatchObject(notFound)
    }
    expect(await favoritesOf(ada)).toEqual([])
    await favoriteAs(ada, 'friend', friend.id, 'group_1')
    expect(await ada.api.call('removeFavorite', { favoriteId: friend.id })).toEqual(deleted)
  })

  it('answers 404 for favorites of others and unknown ids', async () => {
    const admin = await anAdmin(app)
    const { id } = await favoriteAs(ada, 'world', world)
    for (const { api } of [author, admin])
      for (const favoriteId of [id, world])
        expect(await api.try('removeFavorite', { favoriteId })).toMatchObject(notFound)
    for (const favoriteId of [newId('favorite', new Date()), 'fvrt_1', 'x', 'group_0'])
      expect(await ada.api.try('removeFavorite', { favoriteId })).toMatchObject(notFound)
    expect(await rowsOf(ada)).toBe(1)
  })
})

describe('getFavorites', () => {
  it('lists favorites of the viewer by type and group, latest first, in pages', async () => {
    const avatars = [await anAvatar(app, author), await anAvatar(app, author), await anAvatar(app, author)]
    for (const [at, id] of avatars.entries()) await favoriteAs(ada, 'avatar', id, `avatars${at + 1}`)
    await favoriteAs(ada, 'world', world)
    const [a, b, c] = avatars
    expect(await namesOf()).toEqual([world, c, b, a])
    expect(await namesOf({ type: 'avatar' })).toEqual([c, b, a])
    expect(await namesOf({ tag: 'avatars1' })).toEqual([a])
    expect(await namesOf({ tag: 'worlds1, avatars3,' })).toEqual([world, c])
    expect(await namesOf({ type: 'avatar', tag: 'worlds1,avatars2' })).toEqual([b])
    expect(await namesOf({ tag: ',' })).toEqual([world, c, b, a])
    for (const none of [{ type: 'friend' }, { type: 'vrcPlusWorld' }, { tag: 'avatars4' }, { offset: '4' }])
      expect(await namesOf({ ...none })).toEqual([])
    expect(await namesOf({ n: '2' })).toEqual([world, c])
    expect(await namesOf({ n: '2', offset: '2' })).toEqual([b, a])
  })

  it('has a stable order for favorites of one moment, and up to 300 on a page', async () => {
    await fillFavoriteGroup(app, ada.id, 'friend', { count: 150 })
    await fillFavoriteGroup(app, ada.id, 'friend', { count: 150, group: 'group_1' })
    const all = await namesOf({ n: '300' })
    expect(new Set(all).size).toBe(300)
    const pages = [await namesOf({ n: '100' }), await namesOf({ n: '200', offset: '100' })]
    expect(pages.flat()).toEqual(all)
    expect(await namesOf()).toEqual(all.slice(0, 60))
  })

  it('refuses invalid pages and types', async () => {
    for (const [query, message] of [
      [{ n: '301' }, 'n=301 is much too high, the most is 300'],
      [{ n: '0' }, "n must be a positive integer: '0'"],
      [{ offset: '-1' }, /^offset/],
      [{ type: 'pet' }, /^type must be one of/],
    ] as const)
      expect(await ada.api.try('getFavorites', { query })).toMatchObject(refusal(400, message))
  })
})

describe('a favorite', () => {
  it('is removed on both sides when the friendship ends, unlike other favorites', async () => {
    const [friend, other] = [await aFriendOf(app, ada), await aFriendOf(app, ada)]
    for (const end of [
      () => ada.api.call('unfriend', { userId: friend.id }),
      () => friend.api.call('unfriend', { userId: ada.id }),
    ]) {
      await favoriteAs(ada, 'friend', friend.id)
      await favoriteAs(friend, 'friend', ada.id)
      if ((await rowsOf(ada)) === 1) await favoriteAs(ada, 'friend', other.id)
      await end()
      expect(await namesOf()).toEqual([other.id])
      expect(await favoritesOf(friend)).toEqual([])
      await befriend(ada, friend)
      expect(await namesOf()).toEqual([other.id])
    }
  })

  it('stays after its world was deleted, but not in the list of favorite worlds', async () => {
    const gone = await aWorld(app, author)
    const shown = await favoriteAs(ada, 'world', world, 'worlds2')
    await favoriteAs(ada, 'world', gone)
    await author.api.call('deleteWorld', { worldId: gone })
    expect(await namesOf()).toEqual([gone, world])
    const listed = await ada.api.call('getFavoritedWorlds')
    expect(listed).toMatchObject([{ id: world, favoriteId: shown.id, favoriteGroup: 'worlds2' }])
    expect(await ada.api.call('removeFavorite', { favoriteId: gone })).toEqual(deleted)
  })

  it('is counted by the world until it is removed', async () => {
    const counted = await aWorld(app, author)
    const count = async () => {
      await countVisits(app.scope())
      return (await ada.api.call('getWorld', { worldId: counted })).favorites
    }
    for (const person of [ada, author]) await favoriteAs(person, 'world', counted)
    expect(await count()).toBe(2)
    await ada.api.call('removeFavorite', { favoriteId: counted })
    expect(await count()).toBe(1)
    await author.api.call('clearFavoriteGroup', {
      favoriteGroupType: 'world',
      favoriteGroupName: 'worlds1',
      userId: author.id,
    })
    expect(await count()).toBe(0)
  })

  it('is deleted with the account of its owner and with that of its target', async () => {
    const [friend, leaving] = [await aFriendOf(app, ada), await aFriendOf(app, ada)]
    await favoriteAs(leaving, 'friend', ada.id)
    await favoriteAs(leaving, 'world', world)
    for (const { id } of [friend, leaving]) await favoriteAs(ada, 'friend', id)
    const path = { favoriteGroupType: 'world', favoriteGroupName: 'worlds1', userId: leaving.id }
    await leaving.api.call('updateFavoriteGroup', { ...path, body: { visibility: 'public' } })
    await leaving.api.call('deleteUser', { userId: leaving.id })
    app.clock.advance(DELETION_DELAY + 1_000)
    await eraseDueAccounts(app.scope(), erasers)
    expect(await rowsOf(leaving)).toBe(0)
    expect(await app.scope().db.favoriteGroup.count({ where: { userId: leaving.id } })).toBe(0)
    expect(await namesOf()).toEqual([friend.id])
    expect(await ada.api.try('getFavoriteGroup', path)).toMatchObject({ status: 404 })
    expect(await add(aFavoriteRequest('friend', leaving.id))).toMatchObject(notFriends)
  })
})

describe('getFavoritedWorlds', () => {
  it('can be filtered by group as if it were a tag', async () => {
    const [tagged, plain] = [await aWorld(app, author, { tags: ['author_tag_a'] }), await aWorld(app, author)]
    await favoriteAs(ada, 'world', tagged)
    await favoriteAs(ada, 'world', plain, 'worlds2')
    const find = async (query: Record<string, string>) =>
      (await ada.api.call('getFavoritedWorlds', { query })).map(({ id, favoriteGroup }) => [id, favoriteGroup])
    expect(await find({})).toEqual([
      [plain, 'worlds2'],
      [tagged, 'worlds1'],
    ])
    expect(await find({ tag: 'worlds2' })).toEqual([[plain, 'worlds2']])
    expect(await find({ tag: 'author_tag_a' })).toEqual([[tagged, 'worlds1']])
    expect(await find({ tag: 'worlds2,author_tag_a', order: 'ascending' })).toHaveLength(2)
    expect(await find({ tag: 'worlds3' })).toEqual([])
    expect(await find({ notag: 'worlds1' })).toEqual([[plain, 'worlds2']])
    expect(await find({ tag: 'worlds1', sort: 'created', offset: '1' })).toEqual([])
  })
})
