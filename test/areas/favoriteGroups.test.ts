import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/kernel/ids.ts'
import { anApp } from '../support/app.ts'
import { anAvatarId, mark } from '../support/favorites.ts'
import { aFriendOf } from '../support/friends.ts'
import { block, unblock } from '../support/moderation.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { refusal } from '../support/refusals.ts'

const app = await anApp()
const admin = await anAdmin(app)
let ada: Person
beforeEach(async () => {
  ada = await aUser(app)
})

const noGroup = refusal(404, 'Favorite group not found')
const placeOf = ({ id: userId }: Pick<Person, 'id'>, type = 'world', name = 'worlds2') => ({
  ...{ favoriteGroupType: type, favoriteGroupName: name, userId },
})
const say = (body: object, person = ada) => person.api.call('updateFavoriteGroup', { ...placeOf(person), body })
const groupOf = (person: Person, by = person) => by.api.call('getFavoriteGroup', placeOf(person))
const groupsOf = ({ api }: Person, query: Record<string, string> = {}) => api.call('getFavoriteGroups', { query })

/** What the audit log knows of acts upon somebody. */
const audited = async ({ id: subjectId }: Person) => {
  const entries = await app.scope().db.auditEntry.findMany({ where: { subjectId } })
  return entries.map(({ actorId, act }) => ({ actorId, act }))
}

/** What one person is told of another's groups: those that are listed, and whether the second of worlds can be read. */
const seenBy = async ({ api }: Person) => ({
  listed: (await api.call('getFavoriteGroups', { query: { ownerId: ada.id } })).map(({ name }) => name),
  read: (await api.try('getFavoriteGroup', placeOf(ada))).status,
})
const NOTHING = { listed: [], read: 404 }
const SECOND = { listed: ['worlds2'], read: 200 }

describe('getFavoriteGroups', () => {
  it('is the same twelve for everybody from the start, private and numbered, page by page', async () => {
    const groups = await groupsOf(ada)
    const names = ['avatars1', 'avatars2', 'avatars3', 'avatars4', 'group_0', 'group_1', 'group_2', 'group_3']
    expect(groups.map(({ name }) => name)).toEqual([...names, 'worlds1', 'worlds2', 'worlds3', 'worlds4'])
    expect(groups.map(({ displayName }) => displayName)).toEqual(
      [1, 2, 3].flatMap(() => [1, 2, 3, 4].map((number) => `Group ${number}`)),
    )
    expect(groups[4]).toEqual({
      ...{ id: expect.stringMatching(/^fvgrp_/), name: 'group_0', type: 'friend', displayName: 'Group 1' },
      ...{ ownerId: ada.id, ownerDisplayName: ada.username, tags: [], visibility: 'private' },
    })
    expect(new Set(groups.map(({ id }) => id)).size).toBe(12)
    expect(await groupsOf(ada)).toEqual(groups)
    expect(await groupsOf(ada, { n: '5', offset: '10' })).toEqual(groups.slice(10))
    expect(await groupsOf(ada, { userId: ada.id, n: '2' })).toEqual(groups.slice(0, 2))
    expect(await groupsOf(ada, { ownerId: ada.id })).toEqual(groups)
    const other = await aUser(app)
    expect((await groupsOf(other)).filter(({ id }) => groups.some((group) => group.id === id))).toEqual([])
  })

  it('lets only admins name others by userId, and tells them all', async () => {
    const query = { userId: ada.id }
    const other = await aUser(app)
    expect(await other.api.try('getFavoriteGroups', { query })).toMatchObject(
      refusal(403, '"Invalid Admin Credentials"'),
    )
    expect(await groupsOf(admin, query)).toEqual(await groupsOf(ada))
    expect(await groupsOf(admin, { ownerId: ada.id })).toHaveLength(12)
    expect(await groupsOf(admin, { userId: newId('user', new Date()) })).toEqual([])
    expect(await admin.api.try('getFavoriteGroups', { query: { userId: 'x' } })).toMatchObject(
      refusal(400, 'userId: not the id of a user'),
    )
    for (const ownerId of ['nobody', newId('user', new Date())]) expect(await groupsOf(ada, { ownerId })).toEqual([])
  })
})

describe('the visibility of a group', () => {
  it('decides who is told of it: its owner alone, friends, or everybody', async () => {
    const [friend, stranger] = [await aFriendOf(app, ada), await aUser(app)]
    expect([await seenBy(friend), await seenBy(stranger)]).toEqual([NOTHING, NOTHING])
    await say({ visibility: 'friends' })
    expect([await seenBy(friend), await seenBy(stranger)]).toEqual([SECOND, NOTHING])
    await say({ visibility: 'public' })
    expect([await seenBy(friend), await seenBy(stranger)]).toEqual([SECOND, SECOND])
    expect(await groupOf(ada, stranger)).toEqual(await groupOf(ada))
    await say({ visibility: 'private' })
    expect([await seenBy(friend), await seenBy(stranger)]).toEqual([NOTHING, NOTHING])
    expect(await groupOf(ada, admin)).toMatchObject({ visibility: 'private' })
  })

  it('is worth nothing across a block, whoever of the two blocks, and ends with the friendship', async () => {
    const [friend, blocked, blocking] = [await aFriendOf(app, ada), await aUser(app), await aUser(app)]
    await say({ visibility: 'public' })
    await block(ada, blocked)
    await block(blocking, ada)
    for (const person of [blocked, blocking]) expect(await seenBy(person)).toEqual(NOTHING)
    await say({ visibility: 'friends' })
    expect(await seenBy(friend)).toEqual(SECOND)
    await block(friend, ada)
    expect(await seenBy(friend)).toEqual(NOTHING)
    await unblock(friend, ada)
    expect(await seenBy(friend)).toEqual(SECOND)
    await ada.api.call('unfriend', { userId: friend.id })
    expect(await seenBy(friend)).toEqual(NOTHING)
  })

  it('shows nobody what is in the group', async () => {
    await say({ visibility: 'public' })
    await mark(ada, 'avatar', anAvatarId())
    const other = await aUser(app)
    expect(await other.api.call('getFavorites', { query: { tag: 'worlds2' } })).toEqual([])
    expect(await other.api.try('getFavoritedWorlds', { query: { userId: ada.id, tag: 'worlds2' } })).toMatchObject(
      refusal(403, "403 You can't see another user's favorites"),
    )
  })
})

describe('a group that is not there', () => {
  const NOWHERE = [
    ['avatar', 'worlds2'],
    ['world', 'worlds5'],
    ['world', 'Worlds2'],
    ['friend', 'group_4'],
    ['vrcPlusWorld', 'vrcPlusWorlds1'],
    ['vrcPlusWorld', 'worlds1'],
    ['pet', 'worlds1'],
    ['world', 'x y'],
  ] as const

  it.each(['getFavoriteGroup', 'updateFavoriteGroup', 'clearFavoriteGroup'] as const)(
    'is missing for %s',
    async (act) => {
      for (const [type, name] of NOWHERE)
        for (const { api } of [ada, admin])
          expect({ name, ...(await api.try(act, placeOf(ada, type, name))) }).toMatchObject({ name, ...noGroup })
    },
  )

  it('is missing for nobody, too', async () => {
    const place = placeOf({ id: newId('user', new Date()) })
    expect(await ada.api.try('getFavoriteGroup', place)).toMatchObject(noGroup)
    expect(await admin.api.try('updateFavoriteGroup', place)).toMatchObject({ status: 404 })
    expect(await admin.api.try('clearFavoriteGroup', place)).toMatchObject({ status: 404 })
    expect(await ada.api.try('getFavoriteGroup', { ...place, userId: 'usr_1' })).toMatchObject({ status: 404 })
  })
})

describe('updateFavoriteGroup', () => {
  it('changes what is given, trimmed, and answers nothing', async () => {
    const { id } = await groupOf(ada)
    await say({ displayName: '  Sunny places ' })
    await say({ tags: ['sun', 'sea'] })
    const said = { id, displayName: 'Sunny places', tags: ['sun', 'sea'], visibility: 'private' }
    expect(await groupOf(ada)).toMatchObject(said)
    await say({ visibility: 'friends', unknown: 1 })
    expect(await groupOf(ada)).toMatchObject({ ...said, visibility: 'friends' })
    await say({ tags: [], displayName: 'x'.repeat(64) })
    expect(await groupOf(ada)).toMatchObject({ tags: [], displayName: 'x'.repeat(64), visibility: 'friends' })
    expect((await groupsOf(ada)).filter(({ visibility }) => visibility !== 'private')).toHaveLength(1)
  })

  it('needs no body, and says nothing then', async () => {
    const before = await groupOf(ada)
    const exchange = await ada.api.try('updateFavoriteGroup', placeOf(ada))
    expect([exchange.status, exchange.headers.get('content-length')]).toEqual([200, '0'])
    expect(await groupOf(ada)).toEqual(before)
  })

  const REFUSED = [
    [{ displayName: '' }, 'displayName must not be empty'],
    [{ displayName: ' \t ' }, 'displayName must not be empty'],
    [{ displayName: 'x'.repeat(65) }, 'displayName must have at most 64 characters'],
    [{ displayName: 7 }, /^displayName/],
    [{ displayName: 'a\0b' }, /^displayName/],
    [{ visibility: 'secret' }, 'visibility must be friends, private or public'],
    [{ tags: 'sun' }, /^tags/],
    [{ tags: [''] }, /^tags/],
    [{ tags: ['x'.repeat(65)] }, 'tags must have at most 64 characters each'],
    [{ tags: Array.from({ length: 11 }, () => 'x') }, 'tags must be at most 10'],
  ] as const

  it('refuses what can’t be said, and names the field', async () => {
    for (const [sent, message] of REFUSED) {
      const exchange = await ada.api.try('updateFavoriteGroup', { ...placeOf(ada), body: sent })
      expect({ sent, ...exchange }).toMatchObject({ sent, ...refusal(400, message) })
    }
    expect(await groupOf(ada)).toMatchObject({ displayName: 'Group 2', tags: [], visibility: 'private' })
  })

  it('is its owner’s and admins’, even where others see the group', async () => {
    await say({ visibility: 'public' })
    const body = { displayName: 'Mine' }
    for (const other of [await aUser(app), await aFriendOf(app, ada)])
      expect(await other.api.try('updateFavoriteGroup', { ...placeOf(ada), body })).toMatchObject(
        refusal(403, 'User ID must be your own.'),
      )
    await admin.api.call('updateFavoriteGroup', { ...placeOf(ada), body })
    expect(await groupOf(ada)).toMatchObject({ displayName: 'Mine', visibility: 'public' })
    expect(await audited(ada)).toEqual([{ actorId: admin.id, act: 'updateFavoriteGroup' }])
  })

  it('is open 60 times in ten minutes to a person', async () => {
    const { limits } = app.app.outside
    for (let tries = 0; tries < 59; tries++)
      await limits.take({ name: 'favorite-group', points: 60, window: 600 }, ada.id)
    await say({ displayName: 'Last' })
    const more = { ...placeOf(ada), body: { displayName: 'More' } }
    expect(await ada.api.try('updateFavoriteGroup', more)).toMatchObject({ status: 429 })
  })
})

describe('clearFavoriteGroup', () => {
  it('takes all favorites of one group away, and of no other; a second time, too', async () => {
    const [kept, ...gone] = [anAvatarId(), anAvatarId(), anAvatarId()]
    for (const id of gone) await mark(ada, 'avatar', id, 'avatars3')
    await mark(ada, 'avatar', kept)
    const other = await aUser(app)
    await mark(other, 'avatar', kept, 'avatars3')
    const place = placeOf(ada, 'avatar', 'avatars3')
    for (const _ of ['once', 'twice'])
      expect(await ada.api.call('clearFavoriteGroup', place)).toEqual({
        success: { message: 'favorite deleted!', status_code: 200 },
      })
    expect(await ada.api.call('getFavorites')).toMatchObject([{ favoriteId: kept }])
    expect(await other.api.call('getFavorites')).toHaveLength(1)
    await mark(ada, 'avatar', gone[0] ?? '', 'avatars3')
  })

  it('is its owner’s and admins’', async () => {
    await mark(ada, 'avatar', anAvatarId())
    const place = placeOf(ada, 'avatar', 'avatars1')
    await ada.api.call('updateFavoriteGroup', { ...place, body: { visibility: 'public' } })
    expect(await (await aUser(app)).api.try('clearFavoriteGroup', place)).toMatchObject(
      refusal(403, 'User ID must be your own.'),
    )
    expect(await ada.api.call('getFavorites')).toHaveLength(1)
    await admin.api.call('clearFavoriteGroup', place)
    expect(await ada.api.call('getFavorites')).toEqual([])
    expect(await audited(ada)).toEqual([{ actorId: admin.id, act: 'clearFavoriteGroup' }])
  })
})

describe('a group that others may not see', () => {
  const CHANGES = ['updateFavoriteGroup', 'clearFavoriteGroup'] as const
  const changedBy = async ({ api }: Person) =>
    (await Promise.all(CHANGES.map((act) => api.try(act, placeOf(ada))))).map(({ status }) => status)

  it('is missing for who would change it; seen, it is forbidden', async () => {
    const [friend, stranger, blocked] = [await aFriendOf(app, ada), await aUser(app), await aUser(app)]
    await block(ada, blocked)
    for (const act of CHANGES) expect(await stranger.api.try(act, placeOf(ada))).toMatchObject(noGroup)
    expect(await changedBy(friend)).toEqual([404, 404])
    await say({ visibility: 'friends' })
    expect([await changedBy(friend), await changedBy(stranger)]).toEqual([
      [403, 403],
      [404, 404],
    ])
    await say({ visibility: 'public' })
    expect([await changedBy(stranger), await changedBy(blocked)]).toEqual([
      [403, 403],
      [404, 404],
    ])
    expect(await changedBy(admin)).toEqual([200, 200])
  })
})

describe('getFavoriteLimits', () => {
  it('tells how many groups there are, and how much room they have', async () => {
    expect(await ada.api.call('getFavoriteLimits')).toEqual({
      defaultMaxFavoriteGroups: 4,
      defaultMaxFavoritesPerGroup: 50,
      maxFavoriteGroups: { avatar: 4, friend: 4, vrcPlusWorld: 0, world: 4 },
      maxFavoritesPerGroup: { avatar: 50, friend: 150, vrcPlusWorld: 0, world: 100 },
    })
  })
})
