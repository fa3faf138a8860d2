import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { anAvatar } from '../../support/avatars.ts'
import { favoriteAs } from '../../support/favorites.ts'
import { aFriendOf } from '../../support/friends.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { block, unblock } from '../../support/playerModerations.ts'
import { refusal } from '../../support/refusals.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const app = await sharedApp()
const admin = await anAdmin(app)
let ada: TestUser
beforeEach(async () => {
  ada = await aUser(app)
})

const noGroup = refusal(404, 'Favorite group not found')
const unseen = refusal(403, "403 You can't see another user's favorites")
const pathOf = ({ id: userId }: Pick<TestUser, 'id'>, type = 'world', name = 'worlds2') => ({
  favoriteGroupType: type,
  favoriteGroupName: name,
  userId,
})
const update = (body: object, person = ada) => person.api.call('updateFavoriteGroup', { ...pathOf(person), body })
const groupOf = (person: TestUser, by = person) => by.api.call('getFavoriteGroup', pathOf(person))
const groupsOf = ({ api }: TestUser, query: Record<string, string> = {}) => api.call('getFavoriteGroups', { query })

/** Audit entries about a person. */
const audited = async ({ id: subjectId }: TestUser) => {
  const entries = await app.scope().db.auditEntry.findMany({ where: { subjectId } })
  return entries.map(({ actorId, act }) => ({ actorId, act }))
}

/** The groups of another person that a person can list, and whether the second world group can be read. */
const seenBy = async ({ api }: TestUser) => ({
  listed: (await api.call('getFavoriteGroups', { query: { ownerId: ada.id } })).map(({ name }) => name),
  read: (await api.try('getFavoriteGroup', pathOf(ada))).status,
})
const NOTHING = { listed: [], read: 404 }
const SECOND = { listed: ['worlds2'], read: 200 }

describe('getFavoriteGroups', () => {
  it('lists twelve private, numbered groups of every person, in pages', async () => {
    const groups = await groupsOf(ada)
    const names = ['avatars1', 'avatars2', 'avatars3', 'avatars4', 'group_0', 'group_1', 'group_2', 'group_3']
    expect(groups.map(({ name }) => name)).toEqual([...names, 'worlds1', 'worlds2', 'worlds3', 'worlds4'])
    expect(groups.map(({ displayName }) => displayName)).toEqual(
      [1, 2, 3].flatMap(() => [1, 2, 3, 4].map((number) => `Group ${number}`)),
    )
    expect(groups[4]).toEqual({
      id: expect.stringMatching(/^fvgrp_/),
      name: 'group_0',
      type: 'friend',
      displayName: 'Group 1',
      ownerId: ada.id,
      ownerDisplayName: ada.username,
      tags: [],
      visibility: 'private',
    })
    expect(new Set(groups.map(({ id }) => id)).size).toBe(12)
    expect(await groupsOf(ada)).toEqual(groups)
    expect(await groupsOf(ada, { n: '5', offset: '10' })).toEqual(groups.slice(10))
    expect(await groupsOf(ada, { userId: ada.id, n: '2' })).toEqual(groups.slice(0, 2))
    expect(await groupsOf(ada, { ownerId: ada.id })).toEqual(groups)
    const other = await aUser(app)
    expect((await groupsOf(other)).filter(({ id }) => groups.some((group) => group.id === id))).toEqual([])
  })

  it('lets only admins name another person by userId, and shows them all groups', async () => {
    const query = { userId: ada.id }
    const other = await aUser(app)
    expect(await other.api.try('getFavoriteGroups', { query })).toMatchObject(
      refusal(403, '"Invalid Admin Credentials"'),
    )
    expect(await groupsOf(admin, query)).toEqual(await groupsOf(ada))
    expect(await groupsOf(admin, { ownerId: ada.id })).toHaveLength(12)
    expect(await groupsOf(admin, { userId: newId('user', new Date()) })).toEqual([])
    expect(await admin.api.try('getFavoriteGroups', { query: { userId: 'x' } })).toMatchObject(
      refusal(404, 'User x not found'),
    )
    for (const ownerId of ['nobody', newId('user', new Date())]) expect(await groupsOf(ada, { ownerId })).toEqual([])
  })
})

describe('the visibility of a group', () => {
  it('decides who can see it: its owner, friends, or everybody', async () => {
    const [friend, stranger] = [await aFriendOf(app, ada), await aUser(app)]
    expect([await seenBy(friend), await seenBy(stranger)]).toEqual([NOTHING, NOTHING])
    await update({ visibility: 'friends' })
    expect([await seenBy(friend), await seenBy(stranger)]).toEqual([SECOND, NOTHING])
    await update({ visibility: 'public' })
    expect([await seenBy(friend), await seenBy(stranger)]).toEqual([SECOND, SECOND])
    expect(await groupOf(ada, stranger)).toEqual(await groupOf(ada))
    await update({ visibility: 'private' })
    expect([await seenBy(friend), await seenBy(stranger)]).toEqual([NOTHING, NOTHING])
    expect(await groupOf(ada, admin)).toMatchObject({ visibility: 'private' })
  })

  it('has no effect across a block, and friends lose sight of it with the friendship', async () => {
    const [friend, blocked, blocking] = [await aFriendOf(app, ada), await aUser(app), await aUser(app)]
    await update({ visibility: 'public' })
    await block(ada, blocked)
    await block(blocking, ada)
    for (const person of [blocked, blocking]) expect(await seenBy(person)).toEqual(NOTHING)
    await update({ visibility: 'friends' })
    expect(await seenBy(friend)).toEqual(SECOND)
    await block(friend, ada)
    expect(await seenBy(friend)).toEqual(NOTHING)
    await unblock(friend, ada)
    expect(await seenBy(friend)).toEqual(SECOND)
    await ada.api.call('unfriend', { userId: friend.id })
    expect(await seenBy(friend)).toEqual(NOTHING)
  })

  it('shows the favorites of other types than worlds to nobody', async () => {
    await update({ visibility: 'public' })
    await favoriteAs(ada, 'avatar', await anAvatar(app, ada))
    const other = await aUser(app)
    expect(await other.api.call('getFavorites', { query: { tag: 'worlds2' } })).toEqual([])
    for (const tag of ['avatars1', 'group_0'])
      expect(await other.api.try('getFavoritedWorlds', { query: { userId: ada.id, tag } })).toMatchObject(unseen)
  })

  it('decides who sees the worlds in the group, by REST and GraphQL', async () => {
    const [friend, stranger, blocked] = [await aFriendOf(app, ada), await aUser(app), await aUser(app)]
    const [first, second, secret] = [await aWorld(app, ada), await aWorld(app, ada), await aWorld(app, ada)]
    await favoriteAs(ada, 'world', first)
    for (const id of [second, secret]) await favoriteAs(ada, 'world', id, 'worlds2')
    await app.scope().db.world.update({ where: { id: secret }, data: { releaseStatus: 'private' } })
    await block(ada, blocked)
    const look = async (viewer: TestUser, tag: string, owner: 'ownerId' | 'userId' = 'ownerId') => {
      const { status, body } = await viewer.api.try('getFavoritedWorlds', { query: { [owner]: ada.id, tag } })
      const { data, errors } = await aGraphClient(app, viewer.api).send(
        `query ($tags: [String!]!) { favoriteWorlds(userId: "${ada.id}", filter: { tags: $tags }) { nodes { id } } }`,
        { tags: tag.split(',') },
      )
      const codes = errors?.map(({ path, extensions: { code } }) => [path, code])
      return [status, Array.isArray(body) ? body.map(({ id }: { id: string }) => id) : [], data, codes]
    }
    const seen = (...ids: string[]) => [200, ids, { favoriteWorlds: { nodes: ids.map((id) => ({ id })) } }, undefined]
    const refused = [403, [], null, [[['favoriteWorlds'], 'FORBIDDEN']]]
    await update({ visibility: 'friends' })
    expect(await look(friend, 'worlds2')).toEqual(seen(second))
    expect(await look(stranger, 'worlds2')).toEqual(refused)
    await update({ visibility: 'public' })
    expect(await look(stranger, 'worlds2', 'userId')).toEqual(seen(second))
    expect(await look(stranger, 'worlds1,worlds2,author_tag_x')).toEqual(seen(second))
    expect(await look(stranger, 'worlds1')).toEqual(refused)
    expect(await look(blocked, 'worlds2')).toEqual(refused)
    expect(await stranger.api.try('getFavoritedWorlds', { query: { ownerId: ada.id } })).toMatchObject(unseen)
    expect(await look(ada, 'worlds2')).toEqual(seen(second))
    expect(await look(admin, 'worlds1')).toEqual(seen(first))
  })
})

describe('an unknown group', () => {
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
    'is refused by %s with 404',
    async (act) => {
      for (const [type, name] of NOWHERE)
        for (const { api } of [ada, admin])
          expect({ name, ...(await api.try(act, pathOf(ada, type, name))) }).toMatchObject({ name, ...noGroup })
    },
  )

  it('is also a group of an unknown person', async () => {
    const path = pathOf({ id: newId('user', new Date()) })
    expect(await ada.api.try('getFavoriteGroup', path)).toMatchObject(noGroup)
    expect(await admin.api.try('updateFavoriteGroup', path)).toMatchObject({ status: 404 })
    expect(await admin.api.try('clearFavoriteGroup', path)).toMatchObject({ status: 404 })
    expect(await ada.api.try('getFavoriteGroup', { ...path, userId: 'usr_1' })).toMatchObject({ status: 404 })
  })
})

describe('updateFavoriteGroup', () => {
  it('changes the fields that are sent, trimmed, with an empty answer', async () => {
    const { id } = await groupOf(ada)
    await update({ displayName: '  Sunny places ' })
    await update({ tags: ['sun', 'sea'] })
    const group = { id, displayName: 'Sunny places', tags: ['sun', 'sea'], visibility: 'private' }
    expect(await groupOf(ada)).toMatchObject(group)
    await update({ visibility: 'friends', unknown: 1 })
    expect(await groupOf(ada)).toMatchObject({ ...group, visibility: 'friends' })
    await update({ tags: [], displayName: 'x'.repeat(64) })
    expect(await groupOf(ada)).toMatchObject({ tags: [], displayName: 'x'.repeat(64), visibility: 'friends' })
    expect((await groupsOf(ada)).filter(({ visibility }) => visibility !== 'private')).toHaveLength(1)
  })

  it('changes nothing without a body', async () => {
    const before = await groupOf(ada)
    const exchange = await ada.api.try('updateFavoriteGroup', pathOf(ada))
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

  it('refuses invalid fields, and names them', async () => {
    for (const [sent, message] of REFUSED) {
      const exchange = await ada.api.try('updateFavoriteGroup', { ...pathOf(ada), body: sent })
      expect({ sent, ...exchange }).toMatchObject({ sent, ...refusal(400, message) })
    }
    expect(await groupOf(ada)).toMatchObject({ displayName: 'Group 2', tags: [], visibility: 'private' })
  })

  it('is forbidden to everybody but the owner and admins', async () => {
    await update({ visibility: 'public' })
    const body = { displayName: 'Mine' }
    for (const other of [await aUser(app), await aFriendOf(app, ada)])
      expect(await other.api.try('updateFavoriteGroup', { ...pathOf(ada), body })).toMatchObject(
        refusal(403, 'User ID must be your own.'),
      )
    await admin.api.call('updateFavoriteGroup', { ...pathOf(ada), body })
    expect(await groupOf(ada)).toMatchObject({ displayName: 'Mine', visibility: 'public' })
    expect(await audited(ada)).toEqual([{ actorId: admin.id, act: 'updateFavoriteGroup' }])
  })

  it('is limited to 60 times in ten minutes per person', async () => {
    const { limits } = app.app.services
    for (let tries = 0; tries < 59; tries++)
      await limits.take({ name: 'favorite-group', points: 60, window: 600 }, ada.id)
    await update({ displayName: 'Last' })
    const more = { ...pathOf(ada), body: { displayName: 'More' } }
    expect(await ada.api.try('updateFavoriteGroup', more)).toMatchObject({ status: 429 })
  })
})

describe('clearFavoriteGroup', () => {
  it('removes all favorites of one group, repeatedly', async () => {
    const other = await aUser(app)
    const [kept, ...gone] = [await anAvatar(app, other), await anAvatar(app, other), await anAvatar(app, other)]
    for (const id of gone) await favoriteAs(ada, 'avatar', id, 'avatars3')
    await favoriteAs(ada, 'avatar', kept)
    await favoriteAs(other, 'avatar', kept, 'avatars3')
    const path = pathOf(ada, 'avatar', 'avatars3')
    for (const _ of ['once', 'twice'])
      expect(await ada.api.call('clearFavoriteGroup', path)).toEqual({
        success: { message: 'favorite deleted!', status_code: 200 },
      })
    expect(await ada.api.call('getFavorites')).toMatchObject([{ favoriteId: kept }])
    expect(await other.api.call('getFavorites')).toHaveLength(1)
    await favoriteAs(ada, 'avatar', gone[0] ?? '', 'avatars3')
  })

  it('is forbidden to everybody but the owner and admins', async () => {
    await favoriteAs(ada, 'avatar', await anAvatar(app, ada))
    const path = pathOf(ada, 'avatar', 'avatars1')
    await ada.api.call('updateFavoriteGroup', { ...path, body: { visibility: 'public' } })
    expect(await (await aUser(app)).api.try('clearFavoriteGroup', path)).toMatchObject(
      refusal(403, 'User ID must be your own.'),
    )
    expect(await ada.api.call('getFavorites')).toHaveLength(1)
    await admin.api.call('clearFavoriteGroup', path)
    expect(await ada.api.call('getFavorites')).toEqual([])
    expect(await audited(ada)).toEqual([{ actorId: admin.id, act: 'clearFavoriteGroup' }])
  })
})

describe('changes of a group of another person', () => {
  const CHANGES = ['updateFavoriteGroup', 'clearFavoriteGroup'] as const
  const changedBy = async ({ api }: TestUser) =>
    (await Promise.all(CHANGES.map((act) => api.try(act, pathOf(ada))))).map(({ status }) => status)

  it('answer 404 if the viewer can’t see the group, else 403', async () => {
    const [friend, stranger, blocked] = [await aFriendOf(app, ada), await aUser(app), await aUser(app)]
    await block(ada, blocked)
    for (const act of CHANGES) expect(await stranger.api.try(act, pathOf(ada))).toMatchObject(noGroup)
    expect(await changedBy(friend)).toEqual([404, 404])
    await update({ visibility: 'friends' })
    expect([await changedBy(friend), await changedBy(stranger)]).toEqual([
      [403, 403],
      [404, 404],
    ])
    await update({ visibility: 'public' })
    expect([await changedBy(stranger), await changedBy(blocked)]).toEqual([
      [403, 403],
      [404, 404],
    ])
    expect(await changedBy(admin)).toEqual([200, 200])
  })
})

describe('getFavoriteLimits', () => {
  it('reads the number of groups and their capacity by type', async () => {
    expect(await ada.api.call('getFavoriteLimits')).toEqual({
      defaultMaxFavoriteGroups: 4,
      defaultMaxFavoritesPerGroup: 50,
      maxFavoriteGroups: { avatar: 4, friend: 4, vrcPlusWorld: 0, world: 4 },
      maxFavoritesPerGroup: { avatar: 50, friend: 150, vrcPlusWorld: 0, world: 100 },
    })
  })
})
