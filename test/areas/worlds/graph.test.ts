import { beforeAll, describe, expect, it } from 'vitest'
import type { WorldId } from '../../../src/kernel/ids.ts'
import { graphql } from '../../generated/index.ts'
import { sharedApp } from '../../support/app.ts'
import { aGraphClient, type GraphClient } from '../../support/graphClient.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'
import { anOccupiedInstance, aVisit, aWorld, aWorldFavorite } from '../../support/worlds.ts'

const app = await sharedApp()
let author: TestUser
let viewer: TestUser
let admin: TestUser
let graph: GraphClient
let mine: GraphClient
const worlds: WorldId[] = []

beforeAll(async () => {
  ;[author, viewer, admin] = [await aUser(app), await aUser(app), await anAdmin(app)]
  ;[graph, mine] = [aGraphClient(app, viewer.api), aGraphClient(app, author.api)]
  for (let at = 0; at < 12; at++)
    worlds.push(
      await aWorld(app, author, {
        name: `Graph world ${at % 5}`,
        popularity: at % 3,
        shuffleKey: at * 150_000_000,
        featured: at % 2 === 0,
        publicationDate: at % 2 ? null : new Date(Date.UTC(2025, 0, at + 1)),
      }),
    )
})

const Listed = graphql(`
  query Listed($filter: WorldFilter, $sort: WorldSort, $ascending: Boolean, $first: Int, $after: String, $last: Int, $before: String) {
    worlds(filter: $filter, sort: $sort, ascending: $ascending, first: $first, after: $after, last: $last, before: $before) {
      totalCount
      edges { cursor node { id name } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`)

const OneWorld = graphql(`
  query OneWorld($id: ID!) {
    world(id: $id) {
      id name description author { id displayName } releaseStatus capacity imageUrl thumbnailUrl tags version
      occupantCount publicOccupantCount privateOccupantCount metadata persistence viewerCanUpdate viewerCanPublish viewerCanDelete
      packages { id platform unityVersion assetUrl } labsPublishedAt createdAt
    }
  }
`)

describe('Query.world', () => {
  it('agrees with getWorld', async () => {
    const [id = ''] = worlds
    const [one, other] = [await aUser(app), await aUser(app)]
    await anOccupiedInstance(app, id, 'public', [one.id])
    await anOccupiedInstance(app, id, 'private', [other.id])
    const world = await viewer.api.call('getWorld', { worldId: id })
    expect((await graph.run(OneWorld, { id })).world).toMatchObject({
      id,
      name: world.name,
      author: { id: author.id, displayName: world.authorName },
      capacity: world.capacity,
      releaseStatus: 'PUBLIC',
      imageUrl: world.imageUrl,
      thumbnailUrl: world.thumbnailImageUrl,
      occupantCount: 2,
      publicOccupantCount: 1,
      privateOccupantCount: 1,
      metadata: {},
      persistence: null,
      viewerCanUpdate: false,
      viewerCanPublish: false,
      viewerCanDelete: false,
      packages: [{ platform: 'standalonewindows', assetUrl: world.unityPackages?.[0]?.assetUrl }],
    })
    expect((await mine.run(OneWorld, { id })).world).toMatchObject({
      viewerCanUpdate: true,
      viewerCanPublish: false,
      viewerCanDelete: true,
    })
  })

  it('returns a deleted world only to its author and admins', async () => {
    const id = await aWorld(app, author)
    await author.api.call('deleteWorld', { worldId: id })
    expect((await graph.run(OneWorld, { id })).world).toBeNull()
    for (const person of [author, admin])
      expect((await aGraphClient(app, person.api).run(OneWorld, { id })).world).toMatchObject({
        releaseStatus: 'HIDDEN',
        packages: [{ assetUrl: null }],
        viewerCanUpdate: false,
        viewerCanDelete: false,
      })
    expect((await graph.run(OneWorld, { id: 'nonsense' })).world).toBeNull()
  })
})

const SORTS = ['NAME', 'POPULARITY', 'PUBLISHED_AT', 'SHUFFLE', 'RANDOM', 'CREATED_AT', 'RELEVANCE'] as const

interface ListArgs {
  readonly filter: { readonly search: string }
  readonly sort: (typeof SORTS)[number]
  readonly ascending: boolean
}

/** Reads the cursors and ids of a whole list in pages of five. */
async function readAll(args: ListArgs) {
  const found: { cursor: string; id: string }[] = []
  for (let after: string | undefined, more = true; more; ) {
    const page = (await graph.run(Listed, { ...args, first: 5, after })).worlds
    expect(page.totalCount).toBe(worlds.length)
    found.push(...page.edges.map(({ cursor, node }) => ({ cursor, id: node.id })))
    after = found.at(-1)?.cursor
    more = page.pageInfo.hasNextPage
  }
  return found
}

describe('Query.worlds', () => {
  it.each(SORTS.flatMap((sort) => [true, false].map((ascending) => [sort, ascending] as const)))(
    'has the same order on pages from either end, sorted by %s, ascending: %s',
    async (sort, ascending) => {
      const args = { filter: { search: 'graph world' }, sort, ascending }
      const all = await readAll(args)
      const ids = all.map(({ id }) => id)
      expect(ids.toSorted()).toEqual(worlds.toSorted())
      const [start, end] = [all[0]?.cursor, all.at(-1)?.cursor]
      const back = (await graph.run(Listed, { ...args, last: 11, before: end })).worlds
      expect(back?.edges.map(({ node }) => node.id)).toEqual(ids.slice(0, -1))
      expect(back?.pageInfo).toMatchObject({ hasPreviousPage: false })
      const between = (await graph.run(Listed, { ...args, after: start, before: end })).worlds
      expect(between?.edges.map(({ node }) => node.id)).toEqual(ids.slice(1, -1))
    },
  )

  it('can be read from both ends, in both directions, on one connection', async () => {
    // These lists are named statements: each variant needs a name of its own.
    for (const ascending of [false, true])
      for (const page of ['first', 'last'])
        expect((await graph.run(Listed, { ascending, [page]: 1 })).worlds?.edges).toHaveLength(1)
  })

  it('refuses cursors of other lists', async () => {
    const cursors = ['', 'nonsense', Buffer.from('0 0 wrld_x =1').toString('base64url')]
    for (const after of [...cursors, Buffer.from(`0 0 ${worlds[0]} =then`).toString('base64url')])
      expect(await graph.refusalCodes(Listed, { sort: 'POPULARITY', after })).toEqual(['BAD_INPUT'])
    expect(await graph.refusalCodes(Listed, { filter: { minUnityVersion: 'new' } })).toEqual(['BAD_INPUT'])
  })

  it('supports every filter', async () => {
    const filter = {
      search: 'graph',
      isFeatured: true,
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
    const { edges, totalCount } = (await graph.run(Listed, { filter: { ...filter, ...more } })).worlds
    expect([edges.length, totalCount]).toEqual([6, 6])
    for (const none of [{ tags: ['x'] }, { isAvatarSpecific: true }, { releaseStatus: 'PRIVATE' as const }])
      expect((await graph.run(Listed, { filter: { ...filter, ...none } })).worlds).toMatchObject({
        edges: [],
        totalCount: 0,
      })
  })

  it('is sorted by reports for admins, and refused to others with the argument at fault', async () => {
    const sort = 'REPORT_COUNT'
    expect((await aGraphClient(app, admin.api).run(Listed, { sort, first: 1 })).worlds.edges).toHaveLength(1)
    const { errors } = await graph.send(Listed.toString(), { sort })
    expect(errors).toMatchObject([
      { extensions: { code: 'FORBIDDEN', reason: 'ADMIN_ONLY', issues: [{ path: ['sort'], reason: 'ADMIN_ONLY' }] } },
    ])
  })
})

const OwnLists = graphql(`
  query OwnLists {
    activeWorlds(filter: { search: "own list" }) { nodes { id occupantCount } }
    viewer {
      worlds { nodes { id releaseStatus } }
      deleted: worlds(filter: { releaseStatus: HIDDEN }) { nodes { id } }
      all: worlds(filter: { anyStatus: true }) { totalCount nodes { id } }
      recentWorlds { nodes { id } }
      favoriteWorlds { nodes { id } }
    }
  }
`)

it('the personal lists show worlds in the order of the REST lists', async () => {
  const person = await aUser(app)
  const [draft, gone] = [await aWorld(app, person, { releaseStatus: 'private' }), await aWorld(app, person)]
  const [a, b] = [await aWorld(app, author, { name: 'Own list a' }), await aWorld(app, author, { name: 'Own list b' })]
  await person.api.call('deleteWorld', { worldId: gone })
  for (const id of [a, b]) await aVisit(app, person.id, id)
  for (const id of [b, a]) await aWorldFavorite(app, person.id, id)
  await anOccupiedInstance(app, a, 'public', [person.id])
  const { activeWorlds, viewer: own } = await aGraphClient(app, person.api).run(OwnLists)
  expect(activeWorlds?.nodes).toEqual([{ id: a, occupantCount: 1 }])
  expect(own).toMatchObject({
    worlds: { nodes: [{ id: draft, releaseStatus: 'PRIVATE' }] },
    deleted: { nodes: [{ id: gone }] },
    all: { totalCount: 1, nodes: [{ id: draft }] },
    recentWorlds: { nodes: [{ id: b }, { id: a }] },
    favoriteWorlds: { nodes: [{ id: a }, { id: b }] },
  })
})

const Remembered = graphql(`
  query RememberedWorlds($filter: WorldFilter, $sort: WorldSort, $ascending: Boolean, $first: Int, $after: String) {
    viewer {
      recentWorlds(filter: $filter, sort: $sort, ascending: $ascending, first: $first, after: $after) {
        totalCount nodes { id } pageInfo { hasNextPage endCursor }
      }
      favoriteWorlds(filter: $filter, sort: $sort, ascending: $ascending, first: $first, after: $after) {
        totalCount nodes { id } pageInfo { hasNextPage endCursor }
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
  let person: TestUser
  let own: GraphClient
  let [a, b, c, draft]: string[] = []
  beforeAll(async () => {
    person = await aUser(app)
    own = aGraphClient(app, person.api)
    const at = (day: number) => ({ createdAt: new Date(Date.UTC(2025, 0, day)) })
    const ids = [
      await aWorld(app, author, { name: 'Kept c', ...at(1) }),
      await aWorld(app, author, { name: 'Kept a', ...at(3), tags: ['author_tag_kept'] }),
      await aWorld(app, author, { name: 'Kept b', ...at(2) }),
      await aWorld(app, person, { name: 'Kept draft', releaseStatus: 'private', ...at(4) }),
    ]
    for (const id of ids) await aVisit(app, person.id, id)
    for (const [at, id] of ids.entries()) await aWorldFavorite(app, person.id, id, at === 0 ? 'worlds2' : 'worlds1')
    ;[c, a, b, draft] = ids
  })

  const idsOf = (page?: { readonly nodes: readonly { readonly id: string }[] }) => page?.nodes.map(({ id }) => id)

  it('are filtered and sorted as by REST, latest first by default', async () => {
    const rest = { recentWorlds: 'getRecentWorlds', favoriteWorlds: 'getFavoritedWorlds' } as const
    const read = async (args: object, query: Record<string, string>, expected: unknown[]) => {
      const { viewer: found } = await own.run(Remembered, args)
      for (const list of LISTS) {
        expect({ list, args, ids: idsOf(found?.[list]) }).toEqual({ list, args, ids: expected })
        expect(found?.[list].totalCount).toBe(expected.length)
        expect((await person.api.call(rest[list], { query })).map(({ id }) => id)).toEqual(expected)
      }
    }
    await read({}, {}, [b, a, c])
    await read({ ascending: true }, { order: 'ascending' }, [c, a, b])
    await read({ filter: { anyStatus: true } }, { releaseStatus: 'all' }, [draft, b, a, c])
    await read({ filter: { releaseStatus: 'PRIVATE' } }, { releaseStatus: 'private' }, [draft])
    await read({ sort: 'CREATED_AT' }, { sort: 'created' }, [a, b, c])
    await read({ sort: 'NAME', ascending: true }, { sort: 'name', order: 'ascending' }, [a, b, c])
    await read({ filter: { search: 'kept b' } }, { search: 'kept b' }, [b])
    await read({ filter: { tags: ['author_tag_kept'] } }, { tag: 'author_tag_kept' }, [a])
  })

  it('are paged in the order of a sort', async () => {
    const args = { filter: { anyStatus: true }, sort: 'NAME', ascending: true, first: 3 } as const
    for (const list of LISTS) {
      const first = (await own.run(Remembered, args)).viewer?.[list]
      expect([idsOf(first), first?.pageInfo.hasNextPage]).toEqual([[a, b, c], true])
      const rest = (await own.run(Remembered, { ...args, after: first?.pageInfo.endCursor })).viewer?.[list]
      expect([idsOf(rest), rest?.pageInfo.hasNextPage]).toEqual([[draft], false])
    }
  })

  it('can be filtered by favorite group', async () => {
    const { viewer: found } = await own.run(Remembered, { filter: { tags: ['worlds2'] } })
    expect([idsOf(found?.favoriteWorlds), idsOf(found?.recentWorlds)]).toEqual([[c], []])
  })

  it('are shown only to the person and to admins', async () => {
    const asAdmin = aGraphClient(app, admin.api)
    const read = async (by: GraphClient, args: object = {}) => {
      const found = await by.run(RememberedBy, { userId: person.id, ...args })
      return LISTS.map((list) => idsOf(found[list]))
    }
    expect(await read(own, { filter: { anyStatus: true } })).toEqual(LISTS.map(() => [draft, b, a, c]))
    expect(await read(asAdmin)).toEqual(LISTS.map(() => [b, a, c]))
    expect(await read(asAdmin, { sort: 'NAME', ascending: true })).toEqual(LISTS.map(() => [a, b, c]))
    // Private worlds stay out for admins, as they do by REST.
    expect(await read(asAdmin, { filter: { anyStatus: true } })).toEqual(LISTS.map(() => [b, a, c]))
    for (const list of LISTS) {
      const codeFor = async (by: GraphClient, userId: string) =>
        (await by.send(`{ ${list}(userId: "${userId}") { nodes { id } } }`)).errors?.map(
          ({ extensions }) => extensions.code,
        )
      expect(await codeFor(graph, person.id)).toEqual(['FORBIDDEN'])
      expect(await codeFor(asAdmin, 'x')).toEqual(['NOT_FOUND'])
    }
  })
})

it('node(id) answers the package of a world to whom may read the world', async () => {
  const id = await aWorld(app, author)
  const [asset] = (await mine.run(OneWorld, { id })).world?.packages ?? []
  const query = `{ node(id: "${asset?.id}") { __typename id ... on WorldPackage { platform } } }`
  const found = { data: { node: { __typename: 'WorldPackage', id: asset?.id, platform: 'standalonewindows' } } }
  expect(await graph.send(query)).toEqual(found)
  await app.scope().db.world.update({ where: { id }, data: { releaseStatus: 'hidden' } })
  expect(await graph.send(query)).toEqual({ data: { node: null } })
  expect(await mine.send(query)).toEqual(found)
})
