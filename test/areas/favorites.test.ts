import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { erasers } from '../../src/app.ts'
import { DELETION_DELAY, eraseDueAccounts } from '../../src/areas/accounts/deletion.ts'
import { countVisits } from '../../src/areas/worlds/counting.ts'
import { newId, type WorldId } from '../../src/kernel/ids.ts'
import { anApp } from '../support/app.ts'
import { anAvatarId, fillGroup, mark, marking } from '../support/favorites.ts'
import { aFriendOf, befriend } from '../support/friends.ts'
import { block, unblock } from '../support/moderation.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { refusal } from '../support/refusals.ts'
import { aWorld } from '../support/worlds.ts'

const app = await anApp()
let author: Person
let world: WorldId
let ada: Person
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
const add = (body: unknown, { api }: Person = ada) => api.try('addFavorite', { body })
const favoritesOf = ({ api }: Person, query: Record<string, string> = {}) => api.call('getFavorites', { query })
const namesOf = async (query: Record<string, string> = {}) =>
  (await favoritesOf(ada, query)).map(({ favoriteId }) => favoriteId)
const rowsOf = ({ id: userId }: Person) => app.scope().db.favorite.count({ where: { userId } })

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
  it('marks a friend, an avatar and a world, each in its group, with tags as a list or as one string', async () => {
    const friend = await aFriendOf(app, ada)
    const avatar = anAvatarId()
    expect(await mark(ada, 'friend', friend.id, 'group_3')).toEqual({
      ...{ id: expect.stringMatching(/^fvrt_/), type: 'friend', favoriteId: friend.id, tags: ['group_3'] },
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

  it('takes each thing once, in whichever group', async () => {
    const friend = await aFriendOf(app, ada)
    const things = { friend: friend.id, avatar: anAvatarId(), world } as const
    const others = { friend: 'group_1', avatar: 'avatars2', world: 'worlds2' }
    for (const type of ['friend', 'avatar', 'world'] as const) {
      await mark(ada, type, things[type])
      const again = refusal(400, `You already have that ${type} favorited`)
      expect(await add(marking(type, things[type]))).toMatchObject(again)
      expect(await add(marking(type, things[type], others[type]))).toMatchObject(again)
    }
    expect(await rowsOf(ada)).toBe(3)
  })

  it('refuses whoever is no friend: strangers, those who asked, oneself, nobody, and what is no person', async () => {
    const [stranger, asking] = [await aUser(app), await aUser(app)]
    await asking.api.call('friend', { userId: ada.id })
    const ids = [stranger.id, asking.id, ada.id, newId('user', new Date()), world, 'nobody', '']
    for (const id of ids) expect(await add(marking('friend', id))).toMatchObject(notFriends)
    expect(await rowsOf(ada)).toBe(0)
  })

  it('refuses a friend while one of the two blocks the other', async () => {
    const [friend, marked] = [await aFriendOf(app, ada), await aFriendOf(app, ada)]
    const { id } = await mark(ada, 'friend', marked.id)
    await block(friend, ada)
    await block(ada, marked)
    for (const [one, other] of [
      [ada, friend],
      [friend, ada],
      [marked, ada],
    ] as const)
      expect(await add(marking('friend', other.id), one)).toMatchObject(notFriends)
    expect(await favoritesOf(ada)).toMatchObject([{ id, favoriteId: marked.id }])
    await unblock(friend, ada)
    await mark(ada, 'friend', friend.id)
  })

  it('refuses a world that the viewer can’t read, as getWorld does, and an avatar that has no id of one', async () => {
    const hidden = await aWorld(app, author)
    await author.api.call('deleteWorld', { worldId: hidden })
    for (const id of [hidden, newId('world', new Date()), anAvatarId(), 'wrld_1', ''])
      expect(await add(marking('world', id))).toMatchObject(refusal(404, `World ${id} not found`))
    for (const id of [world, 'avtr_1', '']) expect(await add(marking('avatar', id))).toMatchObject({ status: 404 })
    await mark(author, 'world', hidden)
    await mark(ada, 'world', await aWorld(app, author, { releaseStatus: 'private' }))
  })

  it('refuses what is no favorite, and names the field', async () => {
    for (const [sent, message] of REFUSED)
      expect({ sent, ...(await add(sent)) }).toMatchObject({ sent, ...refusal(400, message) })
    expect(await rowsOf(ada)).toBe(0)
  })

  it.each([
    ['friend', 150],
    ['avatar', 50],
    ['world', 100],
  ] as const)('holds the limit of a group of %ss, %i, which others of its groups do not share', async (type, most) => {
    await fillGroup(app, ada.id, type, { count: most - 1 })
    const add = async () => marking(type, await thing(type))
    const [last, more] = [await add(), await add()]
    expect(await ada.api.try('addFavorite', { body: last })).toMatchObject({ status: 200 })
    expect(await ada.api.try('addFavorite', { body: more })).toMatchObject(refusal(400, new RegExp(`at most ${most} `)))
    expect(await ada.api.try('addFavorite', { body: last })).toMatchObject(refusal(400, /You already have/))
    const other = { friend: 'group_1', avatar: 'avatars2', world: 'worlds2' }[type]
    expect(await ada.api.try('addFavorite', { body: { ...more, tags: other } })).toMatchObject({ status: 200 })
    expect(await rowsOf(ada)).toBe(most + 1)
  })

  const thing = async (type: 'friend' | 'avatar' | 'world') => {
    if (type === 'avatar') return anAvatarId()
    return type === 'world' ? aWorld(app, author) : (await aFriendOf(app, ada)).id
  }

  it('is open 300 times in ten minutes to a person', async () => {
    const { limits } = app.app.outside
    for (let tries = 0; tries < 299; tries++) await limits.take({ name: 'favorite', points: 300, window: 600 }, ada.id)
    await mark(ada, 'world', world)
    expect(await add(marking('avatar', anAvatarId()))).toMatchObject({ status: 429 })
    await mark(author, 'avatar', anAvatarId())
  })
})

describe('removeFavorite', () => {
  it('takes a favorite away by its own id or by that of what it marks', async () => {
    const friend = await aFriendOf(app, ada)
    const avatar = anAvatarId()
    const marked = await mark(ada, 'friend', friend.id)
    await mark(ada, 'world', world)
    await mark(ada, 'avatar', avatar)
    for (const favoriteId of [marked.id, world, avatar]) {
      expect(await ada.api.call('removeFavorite', { favoriteId })).toEqual(deleted)
      expect(await ada.api.try('removeFavorite', { favoriteId })).toMatchObject(notFound)
    }
    expect(await favoritesOf(ada)).toEqual([])
    await mark(ada, 'friend', friend.id, 'group_1')
    expect(await ada.api.call('removeFavorite', { favoriteId: friend.id })).toEqual(deleted)
  })

  it('finds nobody else’s, nor nothing', async () => {
    const admin = await anAdmin(app)
    const { id } = await mark(ada, 'world', world)
    for (const { api } of [author, admin])
      for (const favoriteId of [id, world])
        expect(await api.try('removeFavorite', { favoriteId })).toMatchObject(notFound)
    for (const favoriteId of [newId('favorite', new Date()), 'fvrt_1', 'x', 'group_0'])
      expect(await ada.api.try('removeFavorite', { favoriteId })).toMatchObject(notFound)
    expect(await rowsOf(ada)).toBe(1)
  })
})

describe('getFavorites', () => {
  it('is the own ones by type and by group, the latest first, page by page', async () => {
    const avatars = [anAvatarId(), anAvatarId(), anAvatarId()]
    for (const [at, id] of avatars.entries()) await mark(ada, 'avatar', id, `avatars${at + 1}`)
    await mark(ada, 'world', world)
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

  it('is in one order, whatever was marked in the same moment, and up to 300 long', async () => {
    await fillGroup(app, ada.id, 'friend', { count: 150 })
    await fillGroup(app, ada.id, 'friend', { count: 150, group: 'group_1' })
    const all = await namesOf({ n: '300' })
    expect(new Set(all).size).toBe(300)
    const pages = [await namesOf({ n: '100' }), await namesOf({ n: '200', offset: '100' })]
    expect(pages.flat()).toEqual(all)
    expect(await namesOf()).toEqual(all.slice(0, 60))
  })

  it('refuses what is no page and no type', async () => {
    for (const [query, message] of [
      [{ n: '301' }, 'n=301 is much too high, the most is 300'],
      [{ n: '0' }, "n must be a positive integer: '0'"],
      [{ offset: '-1' }, /^offset/],
      [{ type: 'pet' }, /^type must be one of/],
    ] as const)
      expect(await ada.api.try('getFavorites', { query })).toMatchObject(refusal(400, message))
  })
})

describe('what a favorite marks', () => {
  it('ends with the friendship on both sides, whoever ends it, and what else is marked stays', async () => {
    const [friend, other] = [await aFriendOf(app, ada), await aFriendOf(app, ada)]
    for (const end of [
      () => ada.api.call('unfriend', { userId: friend.id }),
      () => friend.api.call('unfriend', { userId: ada.id }),
    ]) {
      await mark(ada, 'friend', friend.id)
      await mark(friend, 'friend', ada.id)
      if ((await rowsOf(ada)) === 1) await mark(ada, 'friend', other.id)
      await end()
      expect(await namesOf()).toEqual([other.id])
      expect(await favoritesOf(friend)).toEqual([])
      await befriend(ada, friend)
      expect(await namesOf()).toEqual([other.id])
    }
  })

  it('stays marked when it is a world that was deleted, which the list of favorite worlds leaves out', async () => {
    const gone = await aWorld(app, author)
    const shown = await mark(ada, 'world', world, 'worlds2')
    await mark(ada, 'world', gone)
    await author.api.call('deleteWorld', { worldId: gone })
    expect(await namesOf()).toEqual([gone, world])
    const listed = await ada.api.call('getFavoritedWorlds')
    expect(listed).toMatchObject([{ id: world, favoriteId: shown.id, favoriteGroup: 'worlds2' }])
    expect(await ada.api.call('removeFavorite', { favoriteId: gone })).toEqual(deleted)
  })

  it('is counted by the world until it is taken away', async () => {
    const counted = await aWorld(app, author)
    const count = async () => {
      await countVisits(app.scope())
      return (await ada.api.call('getWorld', { worldId: counted })).favorites
    }
    for (const person of [ada, author]) await mark(person, 'world', counted)
    expect(await count()).toBe(2)
    await ada.api.call('removeFavorite', { favoriteId: counted })
    expect(await count()).toBe(1)
    await author.api.call('clearFavoriteGroup', {
      ...{ favoriteGroupType: 'world', favoriteGroupName: 'worlds1', userId: author.id },
    })
    expect(await count()).toBe(0)
  })

  it('goes with the account of whoever marked it, or is it', async () => {
    const [friend, leaving] = [await aFriendOf(app, ada), await aFriendOf(app, ada)]
    await mark(leaving, 'friend', ada.id)
    await mark(leaving, 'world', world)
    for (const { id } of [friend, leaving]) await mark(ada, 'friend', id)
    const place = { favoriteGroupType: 'world', favoriteGroupName: 'worlds1', userId: leaving.id }
    await leaving.api.call('updateFavoriteGroup', { ...place, body: { visibility: 'public' } })
    await leaving.api.call('deleteUser', { userId: leaving.id })
    app.clock.advance(DELETION_DELAY + 1_000)
    await eraseDueAccounts(app.scope(), erasers)
    expect(await rowsOf(leaving)).toBe(0)
    expect(await app.scope().db.favoriteGroup.count({ where: { userId: leaving.id } })).toBe(0)
    expect(await namesOf()).toEqual([friend.id])
    expect(await ada.api.try('getFavoriteGroup', place)).toMatchObject({ status: 404 })
    expect(await add(marking('friend', leaving.id))).toMatchObject(notFriends)
  })
})

describe('getFavoritedWorlds', () => {
  it('takes the name of a group for a tag of its worlds', async () => {
    const [tagged, plain] = [await aWorld(app, author, { tags: ['author_tag_a'] }), await aWorld(app, author)]
    await mark(ada, 'world', tagged)
    await mark(ada, 'world', plain, 'worlds2')
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
