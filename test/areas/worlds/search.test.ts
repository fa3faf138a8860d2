import { beforeAll, describe, expect, it, vi } from 'vitest'
import { nameKey } from '../../../src/areas/accounts/account/names.ts'
import { unitySortKey } from '../../../src/areas/files/unity/packages.ts'
import { WORLD_COLUMN_NAMES, type WorldRow, worldRowsByIds, worldsByIds } from '../../../src/areas/worlds/queries.ts'
import { WORLD_SORTS, type WorldSortRule } from '../../../src/areas/worlds/search/queries.ts'
import type { World } from '../../../src/generated/prisma/client.ts'
import { SHUFFLE_RANGE } from '../../../src/kernel/shuffle.ts'
import { anApp } from '../../support/app.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { mostStatements } from '../../support/pageStatements.ts'
import { refusal } from '../../support/refusals.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'
import { anOccupiedInstance, aPackage, aWorld } from '../../support/worlds.ts'

const app = await anApp()
let author: TestUser
let viewer: TestUser
let admin: TestUser
let worlds: World[] = []

const COUNT = 48
const TAGS = ['author_tag_game', 'author_tag_art', 'author_tag_avatar', 'content_horror']
const WORDS = ['Gallery', 'Garden', 'Theatre', 'Harbour', 'Gallery of Rain', '100% Fun_World']

/** Pseudo-random integers with a fixed seed, so that every run has the same rows. */
function seededIntegers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

async function fill() {
  const below = seededIntegers(7)
  const day = (at: number) => new Date(Date.UTC(2025, 0, 1 + at))
  for (let at = 0; at < COUNT; at++) {
    const name = `${WORDS[at % WORDS.length]} ${below(20)}`
    const counts = { visits: below(50), favorites: below(4), popularity: below(4), heat: below(4), trust: below(3) }
    const more = { magic: below(5), relevance: below(5), reportCount: below(3), reportScore: below(9) }
    const dates = {
      createdAt: day(below(60)),
      updatedAt: day(below(60)),
      labsPublicationDate: below(4) === 0 ? null : day(below(60)),
      publicationDate: below(2) === 0 ? null : day(below(60)),
    }
    const id = await aWorld(app, author, {
      name,
      ...counts,
      ...more,
      ...dates,
      featured: below(3) === 0,
      shuffleKey: below(SHUFFLE_RANGE),
      tags: TAGS.filter(() => below(3) === 0),
      releaseStatus: below(8) === 0 ? 'private' : 'public',
    })
    if (below(3) === 0) await aPackage(app, id, 'android', ['2019.4.31f1', '2022.3.6f1', '6000.0.1f1'][below(3)])
    await app.scope().db.world.update({ where: { id }, data: { updatedAt: dates.updatedAt } })
  }
  worlds = await app.scope().db.world.findMany({ where: { authorId: author.id } })
}

beforeAll(async () => {
  ;[author, viewer, admin] = [await aUser(app), await aUser(app), await anAdmin(app)]
  await fill()
})

const search = async (query: Record<string, string>, by: TestUser = viewer) =>
  (await by.api.call('searchWorlds', { query: { n: '100', ...query } })).map(({ id }) => id)

const publicWorlds = () => worlds.filter(({ releaseStatus }) => releaseStatus === 'public')
const byId = (a: World, b: World) => (a.id < b.id ? -1 : 1)
const idsOf = (some: readonly World[]) => [...some].sort(byId).map(({ id }) => id)
const finds = async (query: Record<string, string>, which: (world: World) => boolean) => {
  const expected = idsOf(publicWorlds().filter(which))
  expect(expected.length).toBeGreaterThan(0)
  expect(expected.length).toBeLessThan(publicWorlds().length)
  expect((await search(query)).sort()).toEqual(expected)
}

describe('searchWorlds finds worlds', () => {
  it.each(['gall', 'GALLERY', 'y of r', '100%', '%', 'n_w', '_', 'h'])('with %s in their names', (text) =>
    finds({ search: text }, (world) => nameKey(world.name).includes(text.toLowerCase())),
  )

  it('only where wildcards and escapes of patterns stand in their names as such', async () => {
    expect(await search({ search: 'y of' })).not.toEqual([])
    for (const text of ['y_of', 'gal%rain', '\\']) expect(await search({ search: text })).toEqual([])
  })

  it('with a similar spelling of the name, if the search is fuzzy', async () => {
    expect(await search({ search: 'galery' })).toEqual([])
    expect(await search({ search: 'galery', fuzzy: 'true' })).not.toEqual([])
    await finds({ search: 'theater', fuzzy: 'true' }, ({ name }) => name.startsWith('Theatre'))
  })

  it.each([true, false])('by featured: %s', (featured) =>
    finds({ featured: String(featured) }, (world) => world.featured === featured),
  )

  it('with at least one tag of a list, or with none', async () => {
    const [a = '', b = ''] = TAGS
    await finds({ tag: `${a}, ${b}` }, ({ tags }) => tags.includes(a) || tags.includes(b))
    await finds({ notag: `${a},${b}` }, ({ tags }) => !tags.includes(a) && !tags.includes(b))
    await finds({ tag: a, notag: b }, ({ tags }) => tags.includes(a) && !tags.includes(b))
    await finds({ avatarSpecific: 'true' }, ({ tags }) => tags.includes('author_tag_avatar'))
  })

  it('with or without an asset for a platform', async () => {
    await finds({ platform: 'android' }, ({ platforms }) => platforms.includes('android'))
    await finds({ noplatform: 'android' }, ({ platforms }) => !platforms.includes('android'))
  })

  it('with an asset within bounds of the Unity version', async () => {
    const number = (text: string) => BigInt(unitySortKey(text) ?? 0)
    await finds({ maxUnityVersion: '2022.3.6f1' }, (world) => world.minUnitySort <= number('2022.3.6f1'))
    await finds({ minUnityVersion: '6000.0.1f1' }, (world) => world.maxUnitySort >= number('6000.0.1f1'))
    for (const field of ['minUnityVersion', 'maxUnityVersion'])
      expect(await viewer.api.try('searchWorlds', { query: { [field]: 'newest' } })).toMatchObject(
        refusal(400, new RegExp(`^${field} must be an engine version`)),
      )
  })

  it('that are public, or private ones of the viewer', async () => {
    const [all, hidden] = [idsOf(worlds), idsOf(worlds.filter(({ releaseStatus }) => releaseStatus === 'private'))]
    expect((await search({})).sort()).toEqual(idsOf(publicWorlds()))
    expect((await search({ userId: author.id })).sort()).toEqual(idsOf(publicWorlds()))
    expect((await search({ user: 'me', releaseStatus: 'all' }, author)).sort()).toEqual(all)
    expect((await search({ releaseStatus: 'all' }, author)).sort()).toEqual(all)
    expect((await search({ user: 'me', releaseStatus: 'private' }, author)).sort()).toEqual(hidden)
    expect((await search({ userId: author.id, releaseStatus: 'private' }, author)).sort()).toEqual(hidden)
    for (const releaseStatus of ['private', 'hidden'])
      for (const person of [viewer, admin])
        expect(await search({ userId: author.id, releaseStatus }, person)).toEqual([])
    expect((await search({ userId: author.id, releaseStatus: 'all' })).sort()).toEqual(idsOf(publicWorlds()))
    expect(await search({ user: 'me', releaseStatus: 'all' })).toEqual([])
    expect(await search({ userId: viewer.id, user: 'me' }, author)).toEqual([])
  })

  it('that were deleted, only if their author asks for hidden ones', async () => {
    const person = await aUser(app)
    const worldId = await aWorld(app, person, { releaseStatus: 'private' })
    await person.api.call('deleteWorld', { worldId })
    expect(await search({ user: 'me', releaseStatus: 'hidden' }, person)).toEqual([worldId])
    expect(await search({ user: 'me' }, person)).toEqual([])
    expect(await search({ user: 'me', releaseStatus: 'all' }, person)).toEqual([])
    expect(await search({ releaseStatus: 'all' }, person)).not.toContain(worldId)
    const { data } = await aGraphClient(app, person.api).send(
      '{ viewer { worlds(filter: { anyStatus: true }) { totalCount nodes { id } } } }',
    )
    expect(data).toEqual({ viewer: { worlds: { totalCount: 0, nodes: [] } } })
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
    expect(await viewer.api.try('searchWorlds', { query })).toMatchObject({ status: 400 })
  })
})

type Value = World[WorldSortRule['column']]

/** Compares by value and then by id; worlds without a value come last in both directions. */
function compare([a, one]: readonly [World, Value], [b, other]: readonly [World, Value], sign: number): number {
  if (one === null && other === null) return sign * byId(a, b)
  if (one === null) return 1
  if (other === null) return -1
  if (one < other) return -sign
  return one > other ? sign : sign * byId(a, b)
}

/** The ids of public worlds in the order of a sort, computed without SQL. */
function expected(sort: WorldSortRule, ascending: boolean): string[] {
  const valued = publicWorlds().map((world): readonly [World, Value] => [world, world[sort.column]])
  return valued.toSorted((a, b) => compare(a, b, ascending ? 1 : -1)).map(([{ id }]) => id)
}

const sorts: [string, WorldSortRule][] = Object.entries(WORLD_SORTS)
const fixedSorts = sorts.filter(([, { start }]) => !start)

describe('searchWorlds sorts worlds', () => {
  it.each(fixedSorts)('by %s in both directions, across pages', async (name, sort) => {
    for (const order of ['ascending', 'descending']) {
      const found = await search({ sort: name, order }, admin)
      expect(found).toEqual(expected(sort, order === 'ascending'))
      const pages = ['0', '17', '34'].map((offset) => search({ sort: name, order, offset, n: '17' }, admin))
      expect((await Promise.all(pages)).flat()).toEqual(found)
    }
  })

  it('by popularity, highest first, by default', async () => {
    expect(await search({})).toEqual(expected(WORLD_SORTS.popularity, false))
  })

  it('by reports only for admins, by popularity for others', async () => {
    for (const sort of ['reportCount', 'reportScore'] as const) {
      expect(await search({ sort }, admin)).toEqual(expected(WORLD_SORTS[sort], false))
      expect(await search({ sort })).toEqual(expected(WORLD_SORTS.popularity, false))
    }
  })

  it('by similarity to the searched text if sorted by relevance', async () => {
    const found = await viewer.api.call('searchWorlds', { query: { search: 'gallery', sort: 'relevance', n: '100' } })
    const lengths = found.map(({ name }) => name.length)
    expect(found.length).toBeGreaterThan(4)
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
  })

  it('in a shuffled order that stays the same for a UTC day, reversed in the other direction', async () => {
    const today = await search({ sort: 'shuffle', order: 'ascending' })
    expect(today.toSorted()).toEqual(idsOf(publicWorlds()))
    expect(await search({ sort: 'shuffle', order: 'ascending' })).toEqual(today)
    expect(await search({ sort: 'shuffle' })).toEqual(today.toReversed())
    const parts = [await search({ sort: 'shuffle', n: '9' }), await search({ sort: 'shuffle', n: '91', offset: '9' })]
    expect(parts.flat()).toEqual(today.toReversed())
    app.clock.advance(86_400_000)
    const tomorrow = await search({ sort: 'shuffle', order: 'ascending' })
    expect(tomorrow).not.toEqual(today)
    const at = tomorrow.indexOf(today[0] ?? '')
    expect([...tomorrow.slice(at), ...tomorrow.slice(0, at)]).toEqual(today)
  })

  it('in a random order for each request, with all worlds', async () => {
    const firsts = new Set<string | undefined>()
    for (let time = 0; time < 12; time++) {
      const found = await search({ sort: 'random' })
      expect(found.toSorted()).toEqual(idsOf(publicWorlds()))
      firsts.add(found[0])
    }
    expect(firsts.size).toBeGreaterThan(2)
  })
})

describe('a page of searchWorlds', () => {
  const lists = [{}, { search: 'gallery' }, { search: 'h' }]

  it('takes one statement for known worlds, with the numbers of people', async () => {
    for (const query of lists) expect(await mostStatements(app, () => search(query))).toBe(1)
    const world = await aWorld(app, author, { name: 'Crowded observatory' })
    const people = await Promise.all([aUser(app), aUser(app)])
    await anOccupiedInstance(app, world, 'private', [people[0].id])
    await anOccupiedInstance(app, world, 'public', [people[1].id])
    await aWorld(app, author, { name: 'Empty observatory' })
    const found = await viewer.api.call('searchWorlds', { query: { search: 'observatory', sort: 'name', n: '9' } })
    expect(found.map(({ occupants }) => occupants).sort()).toEqual([0, 2])
  })

  it('is planned for each name, as a frequent text in names needs another plan than a rare one', async () => {
    const queries = vi.spyOn(app.platform.database.pool, 'query')
    for (let time = 0; time < 4; time++) await search({ search: 'gallery', n: '7', offset: '1' })
    const statements = queries.mock.calls.map(([statement]) => Object(statement))
    queries.mockRestore()
    const byName = statements.filter(({ text }) => String(text).includes('"nameKey" LIKE'))
    expect(byName.map(({ name }) => name)).toEqual([undefined, undefined, undefined, undefined])
  })
})

/** Without the revision, which Prisma does not read, and with times as Prisma reads them. */
const withoutRevision = <W extends WorldRow>({ revision: _, ...world }: W) => ({
  ...world,
  packages: world.packages.map((one) => ({ ...one, createdAt: new Date(one.createdAt) })),
})

describe('worldsByIds and worldRowsByIds', () => {
  it('read the rows that Prisma reads', async () => {
    const scope = app.scope()
    const people = await Promise.all([aUser(app), aUser(app), aUser(app)])
    const [first, second] = worlds
    if (!first || !second) throw new Error('there are no worlds')
    await anOccupiedInstance(app, first.id, 'public', [people[0].id, people[1].id])
    await anOccupiedInstance(app, second.id, 'friends', [people[2].id])
    const ids = worlds.map(({ id }) => id)
    const found = await worldsByIds(scope, ids)
    const rowsOfPrisma = await scope.db.world.findMany({
      where: { id: { in: ids } },
      include: {
        author: true,
        packages: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] },
        instances: { include: { occupants: true } },
      },
    })
    const expected = rowsOfPrisma.map(({ author: by, packages, instances, ...world }) => ({
      id: world.id,
      ...Object.fromEntries(WORLD_COLUMN_NAMES.map((column) => [column, world[column]])),
      authorName: by.displayName,
      packages: packages.map(({ worldId: _, assetFileId: __, ...one }) => ({
        ...one,
        unitySortNumber: Number(one.unitySortNumber),
      })),
      occupied: instances.map(({ instanceId, type, closedAt, occupants }) => ({
        ...{ instanceId, type, occupants: occupants.length },
        closedAt: closedAt?.toISOString() ?? null,
      })),
    }))
    const sorted = <W extends { id?: unknown }>(some: readonly W[]) =>
      some.toSorted((a, b) => String(a.id).localeCompare(String(b.id)))
    expect(sorted(found.map(withoutRevision))).toEqual(sorted(expected))
    const rows = expected.map(({ occupied: _, ...row }) => row)
    expect(sorted((await worldRowsByIds(scope, ids)).map(withoutRevision))).toEqual(sorted(rows))
    expect(expected.flatMap(({ occupied }) => occupied.map(({ occupants }) => occupants)).sort()).toEqual([1, 2])
  })
})
