import { beforeAll, describe, expect, it } from 'vitest'
import { PLATFORM_USER_ID } from '../../../../src/kernel/ids.ts'
import { sharedClockApp } from '../../../support/app.ts'
import { aWearLicense } from '../../../support/avatarLists.ts'
import { anAvatar, aPackageOf } from '../../../support/avatars.ts'
import { favoriteAs, fillFavoriteGroup } from '../../../support/favorites.ts'
import { aFriendOf } from '../../../support/friends.ts'
import { refusal } from '../../../support/refusals.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'

const app = await sharedClockApp()
let author: TestUser
beforeAll(async () => {
  author = await aUser(app)
})

const favoritesOf = (by: TestUser, query: Record<string, string> = {}) =>
  by.api.call('getFavoritedAvatars', { query: { n: '300', ...query } })
const idsOf = async (by: TestUser, query: Record<string, string> = {}) =>
  (await favoritesOf(by, query)).map(({ id }) => id)

/** A user with a favorite of each name in the first group, each a second later than the one before. */
async function aCollector(names: readonly string[], tags: Readonly<Record<string, readonly string[]>> = {}) {
  const person = await aUser(app)
  const ids: string[] = []
  for (const name of names) {
    const id = await anAvatar(app, author, { name, tags: tags[name] ?? [] })
    app.clock.advance(1_000)
    await favoriteAs(person, 'avatar', id, ids.length === 0 ? 'avatars2' : 'avatars1')
    ids.push(id)
  }
  return { person, ids }
}

const changeAvatar = (id: string, data: { releaseStatus: string }) =>
  app.scope().db.avatar.update({ where: { id }, data })

describe('getFavoritedAvatars', () => {
  it('lists own favorites, latest first, without addresses of assets', async () => {
    const { person, ids } = await aCollector(['A', 'B', 'C'])
    const [a = '', b, c] = ids
    await aPackageOf(app, a)
    const found = await favoritesOf(person)
    expect(found.map(({ id }) => id)).toEqual([c, b, a])
    expect(found[2]).toMatchObject({ name: 'A', authorId: author.id, unityPackages: [{ variant: 'security' }] })
    expect(JSON.stringify(found)).not.toContain('files.example')
    expect(await idsOf(person, { n: '1', offset: '1' })).toEqual([b])
    expect(await idsOf(person, { sort: 'name', order: 'ascending' })).toEqual([a, b, c])
    expect(await idsOf(author)).toEqual([])
  })

  it('filters by tags, by the name of a group as if it were one, and by name', async () => {
    const { person, ids } = await aCollector(['Fox', 'Red Fox', 'Dog'], { 'Red Fox': ['author_tag_red'] })
    const [fox, red, dog] = ids
    expect(await idsOf(person, { tag: 'avatars2' })).toEqual([fox])
    expect(await idsOf(person, { tag: 'avatars2,author_tag_red' })).toEqual([red, fox])
    expect(await idsOf(person, { notag: 'avatars1' })).toEqual([fox])
    expect(await idsOf(person, { search: 'fox' })).toEqual([red, fox])
    expect(await idsOf(person, { tag: 'avatars1', search: 'd' })).toEqual([dog, red])
    expect(await idsOf(person, { tag: 'avatars4' })).toEqual([])
  })

  it('tells the id alone of what the viewer cannot read any more', async () => {
    const { person, ids } = await aCollector(['Fox', 'Cat', 'Dog'], { Fox: ['author_tag_red'] })
    const [fox = '', cat = ''] = ids
    await aPackageOf(app, fox)
    await changeAvatar(fox, { releaseStatus: 'private' })
    await changeAvatar(cat, { releaseStatus: 'hidden' })
    const [, second, third] = await favoritesOf(person)
    for (const [record, id] of [
      [second, cat],
      [third, fox],
    ] as const)
      expect(record).toMatchObject({
        ...{ id, releaseStatus: 'hidden', name: '???', authorName: '???', authorId: PLATFORM_USER_ID, description: '' },
        ...{ tags: [], performance: {}, version: 0, featured: false },
      })
    for (const text of ['Fox', 'author_tag', 'files.example', 'fox.png', author.id])
      expect(JSON.stringify([second, third])).not.toContain(text)
  })

  it('neither finds nor sorts by what the viewer cannot read any more', async () => {
    const { person, ids } = await aCollector(['Fox', 'Cat', 'Dog'], { Fox: ['author_tag_red'] })
    const [fox = '', cat = '', dog] = ids
    await changeAvatar(fox, { releaseStatus: 'private' })
    await changeAvatar(cat, { releaseStatus: 'hidden' })
    for (const query of [{ search: 'fox' }, { tag: 'author_tag_red' }, { featured: 'false', search: 'c' }])
      expect(await idsOf(person, { ...query })).toEqual([])
    for (const order of ['ascending', 'descending'])
      for (const sort of ['name', 'shuffle', 'random', 'trust'])
        expect((await idsOf(person, { sort, order }))[0]).toBe(dog)
    expect(await idsOf(person, { releaseStatus: 'hidden' })).toEqual([cat, fox])
    expect(await idsOf(person, { releaseStatus: 'public' })).toEqual([dog])
    expect(await idsOf(person, { tag: 'avatars2' })).toEqual([fox])
    expect(await idsOf(person, { n: '2', sort: 'name' })).toEqual((await idsOf(person, { sort: 'name' })).slice(0, 2))
  })

  it('shows private avatars to their author and to holders of a license', async () => {
    const { person, ids } = await aCollector(['Fox'])
    const [fox = ''] = ids
    await favoriteAs(author, 'avatar', fox)
    await changeAvatar(fox, { releaseStatus: 'private' })
    expect(await favoritesOf(author)).toMatchObject([{ id: fox, name: 'Fox', releaseStatus: 'private' }])
    await aWearLicense(app, person, fox)
    expect(await favoritesOf(person)).toMatchObject([{ id: fox, name: 'Fox', releaseStatus: 'private' }])
    expect(await idsOf(person, { releaseStatus: 'private' })).toEqual([fox])
  })

  it('keeps favorites of avatars that there have never been, up to 300 on a page', async () => {
    const person = await aUser(app)
    for (const group of ['avatars1', 'avatars2', 'avatars3', 'avatars4'])
      await fillFavoriteGroup(app, person.id, 'avatar', { count: 50, group })
    const found = await favoritesOf(person)
    expect(found).toHaveLength(200)
    expect(new Set(found.map(({ name }) => name))).toEqual(new Set(['???']))
    expect(await person.api.try('getFavoritedAvatars', { query: { n: '301' } })).toMatchObject({ status: 400 })
  })

  it('of somebody else shows the groups that the viewer can see, and refuses all else', async () => {
    const { person, ids } = await aCollector(['Fox', 'Cat'])
    const [fox, cat] = ids
    const [stranger, friend, admin] = [await aUser(app), await aFriendOf(app, person), await anAdmin(app)]
    const path = { userId: person.id, favoriteGroupType: 'avatar', favoriteGroupName: 'avatars2' }
    await person.api.call('updateFavoriteGroup', { ...path, body: { visibility: 'friends' } })
    const refused = refusal(403, '"You can only see your own favorite avatars!"')
    const tryAs = ({ api }: TestUser, query: Record<string, string>) =>
      api.try('getFavoritedAvatars', { query: { ...query } })
    for (const owner of [{ userId: person.id }, { ownerId: person.id }]) {
      for (const query of [owner, { ...owner, tag: 'avatars1' }, { ...owner, tag: 'author_tag_red' }]) {
        expect(await tryAs(stranger, query)).toMatchObject(refused)
        expect(await tryAs(friend, query)).toMatchObject(refused)
      }
      expect(await tryAs(stranger, { ...owner, tag: 'avatars2' })).toMatchObject(refused)
      expect(await idsOf(friend, { ...owner, tag: 'avatars2' })).toEqual([fox])
      expect(await idsOf(admin, owner)).toEqual([cat, fox])
      expect(await idsOf(person, owner)).toEqual([cat, fox])
    }
  })

  it.each([{ n: '0' }, { offset: '-1' }, { releaseStatus: 'secret' }, { sort: 'best' }])(
    'refuses %j',
    async (query) => {
      expect(await author.api.try('getFavoritedAvatars', { query })).toMatchObject({ status: 400 })
    },
  )
})
