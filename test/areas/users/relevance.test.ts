import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import { graphql } from '../../generated/index.ts'
import { sharedApp } from '../../support/app.ts'
import { aGraphClient, countStatements, type GraphClient } from '../../support/graphClient.ts'
import { aName, anAdmin, aUser, type TestUser } from '../../support/users.ts'

const Found = graphql(`
  query Found($search: String, $sort: UserSort, $first: Int, $after: String, $last: Int, $before: String) {
    users(filter: { search: $search }, sort: $sort, first: $first, after: $after, last: $last, before: $before) {
      nodes { displayName }
      edges { cursor }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`)

const app = await sharedApp()
let viewer: TestUser
let graph: GraphClient
let admins: GraphClient

/** A text, and people whose names begin with it or contain it, in the order of relevance. */
const text = aName('Rel').toLowerCase()
const beginning = [`${text} aa`, `${text} bb ${text}`, `${text}cc`]
const containing = [`a ${text}`, `b${text}z`, `c ${text} ${text}`, `zz ${text}`]
const byRelevance = [...beginning, ...containing]
const byName = [...byRelevance].sort()

beforeAll(async () => {
  viewer = await aUser(app)
  graph = aGraphClient(app, viewer.api)
  admins = aGraphClient(app, (await anAdmin(app)).api)
  const { db, now } = app.scope()
  await db.user.createMany({
    data: [...byRelevance].reverse().map((displayName) => {
      const id = newId('user', now)
      const names = { username: id, usernameKey: id, displayName, displayNameKey: displayName }
      return { id, ...names, currentAvatar: '', createdAt: now, updatedAt: now }
    }),
  })
})

const rest = async (query: Record<string, string | number>) =>
  (await viewer.api.call('searchUsers', { query: { search: text, ...query } })).map(({ displayName }) => displayName)

interface Asked {
  readonly sort?: 'RELEVANCE' | 'DISPLAY_NAME'
  readonly first?: number
  readonly after?: string | undefined
  readonly last?: number
  readonly before?: string | undefined
}

const list = async (client: GraphClient, variables: Asked) => {
  const { users } = await client.run(Found, { search: text, ...variables })
  if (!users) throw new Error('no list of people')
  return {
    names: users.nodes.map(({ displayName }) => displayName),
    cursors: users.edges.map(({ cursor }) => cursor),
    ...users,
  }
}

describe('searchUsers', () => {
  it('lists people whose name begins with the text first, then those whose name contains it', async () => {
    expect(await rest({})).toEqual(byRelevance)
    expect(await rest({ search: text.toUpperCase() })).toEqual(byRelevance)
  })

  it('lists each person once, whatever the size of the pages', async () => {
    for (const n of [1, 2, 3, 4, 5, 7, 8]) {
      const pages: string[] = []
      for (let offset = 0; offset < 10; offset += n) pages.push(...(await rest({ n, offset })))
      expect(pages).toEqual(byRelevance)
    }
  })

  it.each([0, 1, 2, 3, 4, 6, 7, 8])('leaves out the first %d people', async (offset) => {
    expect(await rest({ offset, n: 100 })).toEqual(byRelevance.slice(offset))
    expect(await rest({ offset, n: 2 })).toEqual(byRelevance.slice(offset, offset + 2))
  })
})

describe.each(['people', 'admins'] as const)('the list of people, for %s', (who) => {
  const client = () => (who === 'people' ? graph : admins)

  it('is in the order of REST', async () => {
    expect((await list(client(), {})).names).toEqual(byRelevance)
    expect((await list(client(), { sort: 'RELEVANCE' })).names).toEqual(byRelevance)
  })

  it('is by display name alone when that is asked for', async () => {
    expect((await list(client(), { sort: 'DISPLAY_NAME' })).names).toEqual(byName)
  })

  it('goes on after and before each person', async () => {
    const { cursors } = await list(client(), {})
    for (const [at, cursor] of cursors.entries()) {
      const after = await list(client(), { after: cursor, first: 2 })
      expect(after.names).toEqual(byRelevance.slice(at + 1, at + 3))
      expect(after.pageInfo.hasNextPage).toBe(at + 3 < byRelevance.length)
      const before = await list(client(), { before: cursor, last: 2 })
      expect(before.names).toEqual(byRelevance.slice(Math.max(0, at - 2), at))
      expect(before.pageInfo.hasPreviousPage).toBe(at - 2 > 0)
    }
  })

  it('lists what lies between two cursors', async () => {
    const { cursors } = await list(client(), {})
    for (const [from, to] of [
      [0, 2],
      [1, 5],
      [2, 3],
      [3, 6],
      [5, 1],
      [3, 0],
    ] as const) {
      const between = byRelevance.slice(from + 1, Math.max(from + 1, to))
      expect((await list(client(), { after: cursors[from], before: cursors[to], first: 10 })).names).toEqual(between)
      expect((await list(client(), { after: cursors[from], before: cursors[to], last: 10 })).names).toEqual(between)
    }
  })

  it('ends with the last people when it is read backwards', async () => {
    expect((await list(client(), { last: 5 })).names).toEqual(byRelevance.slice(-5))
    expect((await list(client(), { last: 100 })).names).toEqual(byRelevance)
  })
})

describe('a page of found people', () => {
  it('takes one statement more if names beginning with the text do not fill it', async () => {
    const filled = await countStatements(app, () => list(graph, { first: 2 }))
    expect(await countStatements(app, () => list(graph, { first: 5 }))).toBe(filled + 1)
  })
})
