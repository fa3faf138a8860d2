import { beforeAll, describe, expect, it } from 'vitest'
import type { WorldId } from '../../src/kernel/ids.ts'
import { graphql } from '../generated/index.ts'
import { anApp } from '../support/app.ts'
import { aGraph, type GraphClient, statementsOf } from '../support/graph.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { aFavorite, anInstance, aVisit, aWorld } from '../support/worlds.ts'

const app = await anApp()
let author: Person
let viewer: Person
let admin: Person
let graph: GraphClient
let mine: GraphClient
const worlds: WorldId[] = []

beforeAll(async () => {
  ;[author, viewer, admin] = [await aUser(app), await aUser(app), await anAdmin(app)]
  ;[graph, mine] = [aGraph(app, viewer.api), aGraph(app, author.api)]
  for (let at = 0; at < 12; at++)
    worlds.push(
      await aWorld(app, author, {
        ...{ name: `Graph world ${at % 5}`, popularity: at % 3, shuffleKey: at * 150_000_000, featured: at % 2 === 0 },
        publicationDate: at % 2 ? null : new Date(Date.UTC(2025, 0, at + 1)),
      }),
    )
})

const Listed = graphql(`
  query Listed($filter: WorldFilter, $sort: WorldSort, $ascending: Boolean, $first: Int, $after: String, $last: Int, $before: String) {
    worlds(filter: $filter, sort: $sort, ascending: $ascending, first: $first, after: $after, last: $last, before: $before) {
      edges { cursor node { id name } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`)

const OneWorld = graphql(`
  query OneWorld($id: ID!) {
    world(id: $id) {
      id name description author { id displayName } releaseStatus capacity imageUrl thumbnailUrl tags version
      occupants publicOccupants privateOccupants metadata persistence canPublish
      packages { platform unityVersion assetUrl } labsPublicationDate createdAt
    }
  }
`)

describe('a world in the graph', () => {
  it('is what REST tells of it', async () => {
    const [id = ''] = worlds
    const [one, other] = [await aUser(app), await aUser(app)]
    await anInstance(app, id, 'public', [one.id])
    await anInstance(app, id, 'private', [other.id])
    const world = await viewer.api.call('getWorld', { worldId: id })
    expect((await graph.run(OneWorld, { id })).world).toMatchObject({
      ...{ id, name: world.name, author: { id: author.id, displayName: world.authorName }, capacity: world.capacity },
      ...{ releaseStatus: 'PUBLIC', imageUrl: world.imageUrl, thumbnailUrl: world.thumbnailImageUrl },
      ...{ occupants: 2, publicOccupants: 1, privateOccupants: 1, metadata: {}, persistence: null, canPublish: null },
      packages: [{ platform: 'standalonewindows', assetUrl: world.unityPackages?.[0]?.assetUrl }],
    })
    expect((await mine.run(OneWorld, { id })).world).toMatchObject({ canPublish: false })
  })

  it('is null when it was deleted, but to its author and admins', async () => {
    const id = await aWorld(app, author)
    await author.api.call('deleteWorld', { worldId: id })
    expect((await graph.run(OneWorld, { id })).world).toBeNull()
    for (const person of [author, admin])
      expect((await aGraph(app, person.api).run(OneWorld, { id })).world).toMatchObject({
        releaseStatus: 'HIDDEN',
        packages: [{ assetUrl: null }],
      })
    expect((await graph.run(OneWorld, { id: 'nonsense' })).world).toBeNull()
  })
})

const SORTS = ['NAME', 'POPULARITY', 'PUBLICATION_DATE', 'SHUFFLE', 'RANDOM', 'CREATED', 'RELEVANCE'] as const

interface Way {
  readonly filter: { readonly search: string }
  readonly sort: (typeof SORTS)[number]
  readonly ascending: boolean
}

/** The cursors and ids of a whole list, five at a time. */
async function walk(way: Way) {
  const found: { cursor: string; id: string }[] = []
  for (let after: string | undefined, more = true; more; ) {
    const page = (await graph.run(Listed, { ...way, first: 5, after })).worlds
    found.push(...(page?.edges ?? []).map(({ cursor, node }) => ({ cursor, id: node.id })))
    after = found.at(-1)?.cursor
    more = page?.pageInfo.hasNextPage ?? false
  }
  return found
}

describe('the list of worlds', () => {
  it.each(SORTS.flatMap((sort) => [true, false].map((ascending) => [sort, ascending] as const)))(
    'by %s is the same page by page, from either end; ascending: %s',
    async (sort, ascending) => {
      const way = { filter: { search: 'graph world' }, sort, ascending }
      const forth = await walk(way)
      const ids = forth.map(({ id }) => id)
      expect(ids.toSorted()).toEqual(worlds.toSorted())
      const [start, end] = [forth[0]?.cursor, forth.at(-1)?.cursor]
      const back = (await graph.run(Listed, { ...way, last: 11, before: end })).worlds
      expect(back?.edges.map(({ node }) => node.id)).toEqual(ids.slice(0, -1))
      expect(back?.pageInfo).toMatchObject({ hasPreviousPage: false })
      const between = (await graph.run(Listed, { ...way, after: start, before: end })).worlds
      expect(between?.edges.map(({ node }) => node.id)).toEqual(ids.slice(1, -1))
    },
  )

  it('is read from its end where it was just read from its beginning the other way round', async () => {
    // One statement after the other on the same connection, of all that nobody narrows.
    for (const ascending of [false, true])
      for (const page of ['first', 'last'])
        expect((await graph.run(Listed, { ascending, [page]: 1 })).worlds?.edges).toHaveLength(1)
  })

  it('refuses a cursor of something else', async () => {
    const cursors = ['', 'nonsense', Buffer.from('0 0 wrld_x =1').toString('base64url')]
    for (const after of [...cursors, Buffer.from(`0 0 ${worlds[0]} =then`).toString('base64url')])
      expect(await graph.refused(Listed, { sort: 'POPULARITY', after })).toEqual(['BAD_INPUT'])
    expect(await graph.refused(Listed, { filter: { minUnityVersion: 'new' } })).toEqual(['BAD_INPUT'])
  })

  it('takes every filter', async () => {
    const filter = {
      search: 'graph',
      featured: true,
      withoutTags: ['x'],
      platforms: ['standalonewindows'],
      authorId: author.id,
    }
    const more = {
      withoutPlatforms: ['ios'],
      minUnityVersion: '2019.1.1f1',
      maxUnityVersion: '2023.1.1f1',
      fuzzy: true,
    }
    expect((await graph.run(Listed, { filter: { ...filter, ...more } })).worlds?.edges).toHaveLength(6)
    for (const none of [{ tags: ['x'] }, { avatarSpecific: true }, { releaseStatus: 'PRIVATE' as const }])
      expect((await graph.run(Listed, { filter: { ...filter, ...none } })).worlds?.edges).toEqual([])
  })
})

const OwnLists = graphql(`
  query OwnLists {
    activeWorlds(filter: { search: "own list" }) { nodes { id occupants } }
    viewer {
      worlds { nodes { id releaseStatus } }
      deleted: worlds(status: HIDDEN) { nodes { id } }
      recentWorlds { nodes { id } }
      favoriteWorlds { nodes { id } }
    }
  }
`)

it('own lists are those of REST', async () => {
  const person = await aUser(app)
  const [draft, gone] = [await aWorld(app, person, { releaseStatus: 'private' }), await aWorld(app, person)]
  const [a, b] = [await aWorld(app, author, { name: 'Own list a' }), await aWorld(app, author, { name: 'Own list b' })]
  await person.api.call('deleteWorld', { worldId: gone })
  for (const id of [a, b]) await aVisit(app, person.id, id)
  for (const id of [b, a]) await aFavorite(app, person.id, id)
  await anInstance(app, a, 'public', [person.id])
  const { activeWorlds, viewer: own } = await aGraph(app, person.api).run(OwnLists)
  expect(activeWorlds?.nodes).toEqual([{ id: a, occupants: 1 }])
  expect(own).toMatchObject({
    worlds: { nodes: [{ id: draft, releaseStatus: 'PRIVATE' }] },
    deleted: { nodes: [{ id: gone }] },
    recentWorlds: { nodes: [{ id: b }, { id: a }] },
    favoriteWorlds: { nodes: [{ id: a }, { id: b }] },
  })
})

const Remembered = graphql(`
  query RememberedWorlds($filter: WorldFilter, $sort: WorldSort, $ascending: Boolean, $first: Int, $after: String) {
    viewer {
      recentWorlds(filter: $filter, sort: $sort, ascending: $ascending, first: $first, after: $after) {
        nodes { id } pageInfo { hasNextPage endCursor }
      }
      favoriteWorlds(filter: $filter, sort: $sort, ascending: $ascending, first: $first, after: $after) {
        nodes { id } pageInfo { hasNextPage endCursor }
      }
    }
  }
`)
const RememberedBy = graphql(`
  query WorldsRememberedBy($userId: ID!, $filter: WorldFilter, $sort: WorldSort, $ascending: Boolean) {
    recentWorlds(userId: $userId, filter: $filter, sort: $sort, ascending: $ascending) { nodes { id } }
    favoriteWorlds(userId: $userId, filter: $filter, sort: $sort, ascending: $ascending) { nodes { id } }
  }
`)

describe('recent and favorite worlds', () => {
  const LISTS = ['recentWorlds', 'favoriteWorlds'] as const
  let person: Person
  let own: GraphClient
  let [a, b, c, draft]: string[] = []
  beforeAll(async () => {
    person = await aUser(app)
    own = aGraph(app, person.api)
    const at = (day: number) => ({ createdAt: new Date(Date.UTC(2025, 0, day)) })
    const made = [
      await aWorld(app, author, { name: 'Kept c', ...at(1) }),
      await aWorld(app, author, { name: 'Kept a', ...at(3), tags: ['author_tag_kept'] }),
      await aWorld(app, author, { name: 'Kept b', ...at(2) }),
      await aWorld(app, person, { name: 'Kept draft', releaseStatus: 'private', ...at(4) }),
    ]
    for (const id of made) await aVisit(app, person.id, id)
    for (const [place, id] of made.entries()) await aFavorite(app, person.id, id, place === 0 ? 'worlds2' : 'worlds1')
    ;[c, a, b, draft] = made
  })

  const idsOf = (page?: { readonly nodes: readonly { readonly id: string }[] } | null) =>
    page?.nodes.map(({ id }) => id)

  it('are narrowed and sorted as REST does it, the latest first where nothing is said', async () => {
    const rest = { recentWorlds: 'getRecentWorlds', favoriteWorlds: 'getFavoritedWorlds' } as const
    const read = async (args: object, query: Record<string, string>, expected: unknown[]) => {
      const { viewer: found } = await own.run(Remembered, args)
      for (const list of LISTS) {
        expect({ list, args, ids: idsOf(found?.[list]) }).toEqual({ list, args, ids: expected })
        expect((await person.api.call(rest[list], { query })).map(({ id }) => id)).toEqual(expected)
      }
    }
    await read({}, {}, [b, a, c])
    await read({ ascending: true }, { order: 'ascending' }, [c, a, b])
    await read({ filter: { anyStatus: true } }, { releaseStatus: 'all' }, [draft, b, a, c])
    await read({ filter: { releaseStatus: 'PRIVATE' } }, { releaseStatus: 'private' }, [draft])
    await read({ sort: 'CREATED' }, { sort: 'created' }, [a, b, c])
    await read({ sort: 'NAME', ascending: true }, { sort: 'name', order: 'ascending' }, [a, b, c])
    await read({ filter: { search: 'kept b' } }, { search: 'kept b' }, [b])
    await read({ filter: { tags: ['author_tag_kept'] } }, { tag: 'author_tag_kept' }, [a])
  })

  it('are paged in any order', async () => {
    const asked = { filter: { anyStatus: true }, sort: 'NAME', ascending: true, first: 3 } as const
    for (const list of LISTS) {
      const first = (await own.run(Remembered, asked)).viewer?.[list]
      expect([idsOf(first), first?.pageInfo.hasNextPage]).toEqual([[a, b, c], true])
      const rest = (await own.run(Remembered, { ...asked, after: first?.pageInfo.endCursor })).viewer?.[list]
      expect([idsOf(rest), rest?.pageInfo.hasNextPage]).toEqual([[draft], false])
    }
  })

  it('are found by the group of the favorite', async () => {
    const { viewer: found } = await own.run(Remembered, { filter: { tags: ['worlds2'] } })
    expect([idsOf(found?.favoriteWorlds), idsOf(found?.recentWorlds)]).toEqual([[c], []])
  })

  it('are told to the person and to admins, to nobody else', async () => {
    const chief = aGraph(app, admin.api)
    const read = async (by: GraphClient, args: object = {}) => {
      const found = await by.run(RememberedBy, { userId: person.id, ...args })
      return LISTS.map((list) => idsOf(found[list]))
    }
    expect(await read(own, { filter: { anyStatus: true } })).toEqual(LISTS.map(() => [draft, b, a, c]))
    expect(await read(chief)).toEqual(LISTS.map(() => [b, a, c]))
    expect(await read(chief, { sort: 'NAME', ascending: true })).toEqual(LISTS.map(() => [a, b, c]))
    // Admins are told no more worlds than the same question tells them by REST.
    expect(await read(chief, { filter: { anyStatus: true } })).toEqual(LISTS.map(() => [b, a, c]))
    expect(await graph.refused(RememberedBy, { userId: person.id })).toEqual(['FORBIDDEN', 'FORBIDDEN'])
    expect(await chief.refused(RememberedBy, { userId: 'x' })).toEqual(['NOT_FOUND', 'NOT_FOUND'])
  })
})

const Nested = graphql(`
  query Nested($first: Int!) {
    worlds(first: $first, filter: { search: "crowd" }) {
      nodes { id name occupants publicOccupants author { displayName worlds(first: 3) { nodes { id name } pageInfo { hasNextPage } } } }
    }
  }
`)

describe('worlds with their authors and those authors’ worlds', () => {
  it('cost as many statements for many as for one, and are right', async () => {
    for (let made = 0; made < 6; made++) {
      const somebody = await aUser(app)
      for (let at = 0; at < 5; at++) await aWorld(app, somebody, { name: `Crowd ${made} ${at}` })
      await aWorld(app, somebody, { name: `Crowd ${made} draft`, releaseStatus: 'private' })
    }
    const { worlds: found } = await graph.run(Nested, { first: 30 })
    expect(found?.nodes).toHaveLength(30)
    for (const { name, author: by } of found?.nodes ?? []) {
      const names = by?.worlds.nodes.map((world) => world.name)
      expect(names).toEqual([4, 3, 2].map((at) => `${name.slice(0, 7)} ${at}`))
      expect(by?.worlds.pageInfo.hasNextPage).toBe(true)
    }
    const one = await statementsOf(app, () => graph.run(Nested, { first: 1 }))
    const many = await statementsOf(app, () => graph.run(Nested, { first: 30 }))
    expect(many).toBe(one)
    expect(many).toBeLessThan(6)
  })
})

const PersonsWorlds = graphql(`
  query PersonsWorlds($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    user(id: $id) {
      worlds(first: $first, after: $after, last: $last, before: $before) {
        nodes { id }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }
    }
  }
`)

it('a person’s worlds are paged from either end, public ones alone', async () => {
  const person = await aUser(app)
  const made: string[] = []
  for (let at = 0; at < 5; at++) made.unshift(await aWorld(app, person))
  await aWorld(app, person, { releaseStatus: 'private' })
  const read = async (args: object) => (await graph.run(PersonsWorlds, { id: person.id, ...args })).user?.worlds
  const first = await read({ first: 2 })
  const rest = await read({ first: 9, after: first?.pageInfo.endCursor })
  expect([...(first?.nodes ?? []), ...(rest?.nodes ?? [])].map(({ id }) => id)).toEqual(made)
  const last = await read({ last: 2, before: rest?.pageInfo.endCursor })
  expect(last?.nodes.map(({ id }) => id)).toEqual(made.slice(2, 4))
  expect(await graph.refused(PersonsWorlds, { id: person.id, after: 'nonsense' })).toEqual(['BAD_INPUT'])
})
