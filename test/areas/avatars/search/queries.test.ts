import { beforeAll, describe, expect, it } from 'vitest'
import { AVATAR_SORTS, type AvatarSortRule } from '../../../../src/areas/avatars/search/sorts.ts'
import { unitySortKey } from '../../../../src/areas/files/unity/packages.ts'
import type { Avatar } from '../../../../src/generated/prisma/client.ts'
import { SHUFFLE_RANGE } from '../../../../src/kernel/shuffle.ts'
import { anApp } from '../../../support/app.ts'
import { aListedAvatar, aWearLicense } from '../../../support/avatarLists.ts'
import { anAvatar, aPackageOf } from '../../../support/avatars.ts'
import { refusal } from '../../../support/refusals.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'
import { DEFAULT_AVATAR } from '../../../support/wearers.ts'

const app = await anApp()
let author: TestUser
let viewer: TestUser
let admin: TestUser
let avatars: Avatar[] = []

const COUNT = 48
const TAGS = ['author_tag_fox', 'author_tag_robot', 'content_horror']
const WORDS = ['Fox', 'Snow Fox', 'Robot', 'Dragon', '100% Cat_Girl']

/** Pseudo-random integers with a fixed seed, so that every run has the same rows. */
function seededIntegers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

async function fill() {
  const below = seededIntegers(11)
  const day = (at: number) => new Date(Date.UTC(2025, 0, 1 + at))
  for (let at = 0; at < COUNT; at++) {
    const unity = ['2019.4.31f1', '2022.3.6f1', '6000.0.1f1'][below(3)] ?? ''
    const counts = { favorites: below(4), popularity: below(4), heat: below(4), trust: below(3), magic: below(5) }
    await aListedAvatar(app, author, {
      name: `${WORDS[at % WORDS.length]} ${below(20)}`,
      ...counts,
      ...{ relevance: below(5), reportCount: below(3), reportScore: below(9), shuffleKey: below(SHUFFLE_RANGE) },
      createdAt: day(below(60)),
      updatedAt: day(below(60)),
      publicationDate: below(4) === 0 ? null : day(below(60)),
      featured: below(3) === 0,
      searchable: below(6) !== 0,
      tags: TAGS.filter(() => below(3) === 0),
      platforms: below(3) === 0 ? ['standalonewindows', 'android'] : ['standalonewindows'],
      minUnitySort: unitySortKey(unity) ?? 0,
      maxUnitySort: unitySortKey(unity) ?? 0,
      releaseStatus: ['public', 'public', 'public', 'public', 'private', 'hidden'][below(6)] ?? 'public',
    })
  }
  avatars = await app.scope().db.avatar.findMany({ where: { authorId: author.id } })
}

beforeAll(async () => {
  ;[author, viewer, admin] = [await aUser(app), await aUser(app), await anAdmin(app)]
  await fill()
})

/** Found avatars, without the one that everybody wears at first. */
const search = async (query: Record<string, string>, by: TestUser = viewer) =>
  (await by.api.call('searchAvatars', { query: { n: '100', ...query } }))
    .map(({ id }) => id)
    .filter((id) => id !== DEFAULT_AVATAR)

const isListed = ({ releaseStatus, featured, searchable }: Avatar) =>
  releaseStatus === 'public' && (featured || searchable)
const byId = (a: Avatar, b: Avatar) => (a.id < b.id ? -1 : 1)
const idsOf = (some: readonly Avatar[]) => [...some].sort(byId).map(({ id }) => id)
const idsWhere = (which: (avatar: Avatar) => boolean) => idsOf(avatars.filter(which))
const sorted = async (found: Promise<string[]>) => (await found).sort()

const finds = async (query: Record<string, string>, which: (avatar: Avatar) => boolean) => {
  const listed = avatars.filter(isListed)
  const expected = idsOf(listed.filter(which))
  expect(expected.length).toBeGreaterThan(0)
  expect(expected.length).toBeLessThan(listed.length)
  expect(await sorted(search(query))).toEqual(expected)
}

describe('searchAvatars finds avatars', () => {
  it('that are public, and featured or searchable', async () => {
    expect(await sorted(search({}))).toEqual(idsWhere(isListed))
    expect(await sorted(search({ userId: author.id }))).toEqual(idsWhere(isListed))
    expect(await search({ userId: admin.id })).toEqual([])
    expect(idsWhere(isListed).length).toBeLessThan(idsWhere(({ releaseStatus }) => releaseStatus === 'public').length)
  })

  it.each(['fox', 'SNOW', '100%', '%', 't_g', '_', 'o'])('with %s in their names', (text) =>
    finds({ search: text }, ({ nameKey }) => nameKey.includes(text.toLowerCase())),
  )

  it.each([true, false])('by featured: %s', (featured) =>
    finds({ featured: String(featured) }, (avatar) => avatar.featured === featured),
  )

  it('with at least one tag of a list, or with none', async () => {
    const [a = '', b = ''] = TAGS
    await finds({ tag: `${a}, ${b}` }, ({ tags }) => tags.includes(a) || tags.includes(b))
    await finds({ notag: `${a},${b}` }, ({ tags }) => !tags.includes(a) && !tags.includes(b))
    await finds({ tag: a, notag: b }, ({ tags }) => tags.includes(a) && !tags.includes(b))
  })

  it('with an asset for a platform, within bounds of the Unity version', async () => {
    const number = (text: string) => BigInt(unitySortKey(text) ?? 0)
    await finds({ platform: 'android,ios' }, ({ platforms }) => platforms.includes('android'))
    await finds({ maxUnityVersion: '2022.3.6f1' }, ({ minUnitySort }) => minUnitySort <= number('2022.3.6f1'))
    await finds({ minUnityVersion: '6000.0.1f1' }, ({ maxUnitySort }) => maxUnitySort >= number('6000.0.1f1'))
    for (const field of ['minUnityVersion', 'maxUnityVersion'])
      expect(await viewer.api.try('searchAvatars', { query: { [field]: 'newest' } })).toMatchObject(
        refusal(400, new RegExp(`^${field} must be an engine version`)),
      )
  })

  it('of the viewer in every release status, of others in none but public', async () => {
    const mine = { user: 'me' }
    expect(await sorted(search({ ...mine, releaseStatus: 'all' }, author))).toEqual(idsOf(avatars))
    expect(await sorted(search({ releaseStatus: 'all' }, author))).toEqual(idsOf(avatars))
    const desktop = { ...mine, n: '50', releaseStatus: 'all', sort: 'updated', order: 'descending' }
    expect(await search(desktop, author)).toEqual(expectedOrder(avatars, AVATAR_SORTS.updated, false))
    for (const status of ['public', 'private', 'hidden']) {
      const ids = idsWhere(({ releaseStatus }) => releaseStatus === status)
      expect(ids).not.toEqual([])
      for (const query of [mine, { userId: author.id }])
        expect(await sorted(search({ ...query, releaseStatus: status }, author))).toEqual(ids)
    }
    for (const releaseStatus of ['private', 'hidden', 'all'])
      for (const query of [{ releaseStatus }, { releaseStatus, userId: author.id }, { releaseStatus, ...mine }])
        expect(await search(query)).toEqual([])
    expect(await search({ userId: viewer.id, user: 'me' }, author)).toEqual([])
  })

  it('of everybody in every release status for admins, searchable or not', async () => {
    const everybody = { userId: author.id }
    for (const status of ['public', 'private', 'hidden'])
      expect(await sorted(search({ ...everybody, releaseStatus: status }, admin))).toEqual(
        idsWhere(({ releaseStatus }) => releaseStatus === status),
      )
    expect(await sorted(search({ releaseStatus: 'all' }, admin))).toEqual(idsOf(avatars))
    expect(await sorted(search({}, admin))).toEqual(idsWhere(({ releaseStatus }) => releaseStatus === 'public'))
    expect(await search({ user: 'me', releaseStatus: 'all' }, admin)).toEqual([])
  })

  it('without those of people who block the viewer or whom the viewer blocks, but for admins', async () => {
    const [other, blocked, blocker] = [await aUser(app), await aUser(app), await aUser(app)]
    const ids: string[] = [await aListedAvatar(app, blocked), await aListedAvatar(app, blocker)]
    const seen = async (by: TestUser) => (await search({ n: '100' }, by)).filter((id) => ids.includes(id)).sort()
    expect(await seen(other)).toEqual(ids.toSorted())
    await other.api.call('moderateUser', { body: { type: 'block', moderated: blocked.id } })
    await blocker.api.call('moderateUser', { body: { type: 'block', moderated: other.id } })
    expect(await seen(other)).toEqual([])
    expect(await seen(viewer)).toEqual(ids.toSorted())
    await admin.api.call('moderateUser', { body: { type: 'block', moderated: blocked.id } })
    expect(await seen(admin)).toEqual(ids.toSorted())
    await app.scope().db.avatar.deleteMany({ where: { id: { in: ids } } })
  })

  it('without those that the viewer has moderated, but for admins', async () => {
    const id = await aListedAvatar(app, author)
    const body = { targetAvatarId: id, avatarModerationType: 'block' } as const
    for (const person of [viewer, admin]) await person.api.call('createGlobalAvatarModeration', { body })
    expect(await search({})).not.toContain(id)
    expect(await search({ userId: author.id })).not.toContain(id)
    for (const person of [admin, author]) expect(await search({}, person)).toContain(id)
    for (const person of [viewer, admin]) await person.api.call('deleteGlobalAvatarModeration', { query: body })
    expect(await search({})).toContain(id)
    await app.scope().db.avatar.delete({ where: { id } })
  })

  it('in records that name no address of an asset, not even to their author', async () => {
    const avatarId = await aListedAvatar(app, author)
    const packageId = await aPackageOf(app, avatarId)
    const [found] = await author.api.call('searchAvatars', { query: { user: 'me', sort: 'created' } })
    expect(found).toMatchObject({ id: avatarId, unityPackages: [{ id: packageId, variant: 'security' }] })
    expect(JSON.stringify(found)).not.toContain('files.example')
    await app.scope().db.avatar.delete({ where: { id: avatarId } })
  })

  it('but not private ones for which the viewer has a license', async () => {
    const avatarId = await anAvatar(app, author, { releaseStatus: 'private' })
    const holder = await aUser(app)
    await aWearLicense(app, holder, avatarId)
    for (const releaseStatus of ['public', 'private', 'all'])
      expect(await search({ releaseStatus }, holder)).not.toContain(avatarId)
    await app.scope().db.avatar.delete({ where: { id: avatarId } })
  })

  it.each([
    { sort: 'best' },
    { order: 'up' },
    { releaseStatus: 'secret' },
    { featured: 'yes' },
    { user: 'you' },
    { n: '0' },
    { n: '101' },
    { offset: '-1' },
  ])('only with valid parameters, not with %j', async (query) => {
    expect(await viewer.api.try('searchAvatars', { query })).toMatchObject({ status: 400 })
  })
})

type Value = Avatar[AvatarSortRule['column']]

/** Compares by value and then by id; avatars without a value come last in both directions. */
function compare([a, one]: readonly [Avatar, Value], [b, other]: readonly [Avatar, Value], sign: number): number {
  if (one === null && other === null) return sign * byId(a, b)
  if (one === null) return 1
  if (other === null) return -1
  if (one < other) return -sign
  return one > other ? sign : sign * byId(a, b)
}

/** The ids of avatars in the order of a sort, computed without SQL. */
function expectedOrder(some: readonly Avatar[], sort: AvatarSortRule, ascending: boolean): string[] {
  const valued = some.map((avatar): readonly [Avatar, Value] => [avatar, avatar[sort.column]])
  return valued.toSorted((a, b) => compare(a, b, ascending ? 1 : -1)).map(([{ id }]) => id)
}

const listedInOrder = (sort: AvatarSortRule, ascending: boolean) =>
  expectedOrder(avatars.filter(isListed), sort, ascending)

const sorts: [string, AvatarSortRule][] = Object.entries(AVATAR_SORTS)

describe('searchAvatars sorts avatars', () => {
  it.each(sorts.filter(([, { start, adminOnly }]) => !start && !adminOnly))(
    'by %s in both directions, across pages',
    async (name, sort) => {
      for (const order of ['ascending', 'descending']) {
        const query = { sort: name, order, userId: author.id }
        const found = await search(query)
        expect(found).toEqual(listedInOrder(sort, order === 'ascending'))
        const pages = ['0', '11', '22'].map((offset) => search({ ...query, offset, n: offset === '22' ? '100' : '11' }))
        expect((await Promise.all(pages)).flat()).toEqual(found)
      }
    },
  )

  it('by popularity, highest first, by default', async () => {
    expect(await search({ userId: author.id })).toEqual(listedInOrder(AVATAR_SORTS.popularity, false))
  })

  it('by reports only for admins, by popularity for others', async () => {
    for (const sort of ['reportCount', 'reportScore'] as const) {
      const query = { sort, userId: author.id }
      const all = avatars.filter(({ releaseStatus }) => releaseStatus === 'public')
      expect(await search(query, admin)).toEqual(expectedOrder(all, AVATAR_SORTS[sort], false))
      expect(await search(query)).toEqual(listedInOrder(AVATAR_SORTS.popularity, false))
    }
  })

  it('across pages of avatars of every status, with or without a value', async () => {
    for (const sort of ['publicationDate', 'shuffle', 'name']) {
      const query = { user: 'me', releaseStatus: 'all', sort, order: 'ascending' }
      const all = await search(query, author)
      expect(all.toSorted()).toEqual(idsWhere(() => true))
      const offsets = Array.from({ length: all.length + 2 }, (_, offset) => String(offset))
      const pages = await Promise.all(offsets.map((offset) => search({ ...query, offset, n: '4' }, author)))
      expect(pages).toEqual(offsets.map((offset) => all.slice(Number(offset), Number(offset) + 4)))
    }
  })

  it('by similarity to the searched text if sorted by relevance', async () => {
    const found = await viewer.api.call('searchAvatars', { query: { search: 'fox', sort: 'relevance', n: '100' } })
    const lengths = found.map(({ name }) => name.length)
    expect(found.length).toBeGreaterThan(4)
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
  })

  it('in a shuffled order that stays the same for a UTC day, and at random for each request', async () => {
    const query = { userId: author.id, sort: 'shuffle' }
    const today = await search({ ...query, order: 'ascending' })
    expect(today.toSorted()).toEqual(idsWhere(isListed))
    expect(await search(query)).toEqual(today.toReversed())
    app.clock.advance(86_400_000)
    const tomorrow = await search({ ...query, order: 'ascending' })
    expect(tomorrow).not.toEqual(today)
    const at = tomorrow.indexOf(today[0] ?? '')
    expect([...tomorrow.slice(at), ...tomorrow.slice(0, at)]).toEqual(today)
    const offsets = Array.from({ length: today.length + 2 }, (_, offset) => String(offset))
    const pages = await Promise.all(offsets.map((offset) => search({ ...query, order: 'ascending', offset, n: '3' })))
    expect(pages).toEqual(offsets.map((offset) => tomorrow.slice(Number(offset), Number(offset) + 3)))
    const firsts = new Set<string | undefined>()
    for (let time = 0; time < 12; time++) firsts.add((await search({ ...query, sort: 'random' }))[0])
    expect(firsts.size).toBeGreaterThan(2)
  })
})
