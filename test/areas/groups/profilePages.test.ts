import { beforeAll, describe, expect, it } from 'vitest'
import { graphql } from '../../generated/index.ts'
import { sharedApp } from '../../support/app.ts'
import { befriend } from '../../support/friends.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { aGroup, insertMember, type TestGroup } from '../../support/groups.ts'
import { block } from '../../support/playerModerations.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()

/** Selects few columns of groups. */
const Columns = graphql(`
  query ProfileGroupColumns($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    user(id: $id) {
      groups(first: $first, after: $after, last: $last, before: $before) {
        totalCount
        edges { cursor node { id name createdAt lastPostedAt joinState } }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }
    }
  }
`)

/** Selects what depends on the viewer, and so whole rows. */
const Rows = graphql(`
  query ProfileGroupRows($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    user(id: $id) {
      groups(first: $first, after: $after, last: $last, before: $before) {
        totalCount
        edges { cursor node { id name createdAt lastPostedAt joinState viewerStatus } }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }
    }
  }
`)

type Page = { first?: number; after?: string; last?: number; before?: string }

const graphOf = ({ api }: TestUser) => aGraphClient(app, api)

async function pageFor(viewer: TestUser, document: typeof Columns | typeof Rows, page: Page) {
  const { user } = await graphOf(viewer).run(document, { id: person.id, ...page })
  if (!user) throw new Error('the viewer does not see the person')
  return user.groups
}

/** The ids of all pages of two. */
async function idsForth(viewer: TestUser, document: typeof Columns | typeof Rows) {
  const ids: string[] = []
  let page: Page = { first: 2 }
  for (;;) {
    const { edges, pageInfo } = await pageFor(viewer, document, page)
    ids.push(...edges.map(({ node }) => node.id))
    if (!pageInfo.hasNextPage) return ids
    page = { first: 2, after: pageInfo.endCursor ?? '' }
  }
}

async function idsBack(viewer: TestUser, document: typeof Columns | typeof Rows) {
  const ids: string[] = []
  let page: Page = { last: 2 }
  for (;;) {
    const { edges, pageInfo } = await pageFor(viewer, document, page)
    ids.unshift(...edges.map(({ node }) => node.id))
    if (!pageInfo.hasPreviousPage) return ids
    page = { last: 2, before: pageInfo.startCursor ?? '' }
  }
}

const idsByRest = async ({ api }: TestUser) =>
  (await api.call('getUserGroups', { userId: person.id })).map(({ groupId }) => groupId)

let person: TestUser
let viewers: Readonly<Record<'person' | 'friend' | 'stranger' | 'blocked' | 'blocking' | 'admin', TestUser>>
let shown: readonly TestGroup[]

const setVisibility = ({ id: groupId }: TestGroup, visibility: 'friends' | 'hidden') =>
  person.api.call('updateGroupMember', { groupId, userId: person.id, body: { visibility } })
const setGroup = ({ id }: TestGroup, data: { hiddenAt?: Date; deletedAt?: Date }) =>
  app.scope().db.group.update({ where: { id }, data })

async function someGroups(count: number): Promise<TestGroup[]> {
  const groups: TestGroup[] = []
  for (let at = 0; at < count; at++) groups.push(await aGroup(app))
  for (const group of groups) await insertMember(app, group, person)
  return groups
}

beforeAll(async () => {
  person = await aUser(app)
  const [friend, stranger, blocked, blocking, admin] = [
    await aUser(app),
    await aUser(app),
    await aUser(app),
    await aUser(app),
    await anAdmin(app),
  ]
  viewers = { person, friend, stranger, blocked, blocking, admin }
  shown = await someGroups(3)
  for (const group of await someGroups(2)) await setVisibility(group, 'friends')
  for (const group of await someGroups(1)) await setVisibility(group, 'hidden')
  await insertMember(app, await aGroup(app, { privacy: 'private' }), person)
  const [hidden, deleted, last] = await someGroups(3)
  if (!hidden || !deleted || !last) throw new Error('no groups')
  await setGroup(hidden, { hiddenAt: app.clock.now() })
  await setGroup(deleted, { deletedAt: app.clock.now() })
  shown = [...shown, last]
  await befriend(person, friend)
  await block(person, blocked)
  await block(blocking, person)
})

/** Selects no cursors, so that the places of the groups in the list are not read. */
const Nodes = graphql(`
  query ProfileGroupNodes($id: ID!) {
    user(id: $id) { groups(first: 50) { nodes { id name createdAt joinState } } }
  }
`)

describe('the groups of a profile by pages', () => {
  const NAMES = ['person', 'friend', 'stranger', 'blocked', 'blocking', 'admin'] as const

  it.each(NAMES)('are those of the REST API in one order, forth and back, for %s', async (name) => {
    const viewer = viewers[name]
    const ids = await idsByRest(viewer)
    const { user } = await graphOf(viewer).run(Nodes, { id: person.id })
    expect(user?.groups.nodes.map(({ id }) => id)).toEqual(ids)
    for (const document of [Columns, Rows]) {
      expect(await idsForth(viewer, document)).toEqual(ids)
      expect(await idsBack(viewer, document)).toEqual(ids)
      expect((await pageFor(viewer, document, { first: 1 })).totalCount).toBe(ids.length)
    }
  })

  it('differ by the viewer', async () => {
    const counts = await Promise.all(NAMES.map(async (name) => (await idsByRest(viewers[name])).length))
    expect(counts).toEqual([9, 6, 4, 0, 0, 4])
    expect(await idsForth(viewers.stranger, Columns)).toEqual(shown.map(({ id }) => id))
  })

  it('are the same, whether few columns are selected or whole rows', async () => {
    const { edges } = await pageFor(viewers.friend, Columns, { first: 100 })
    expect(edges.length).toBeGreaterThan(0)
    expect((await pageFor(viewers.friend, Rows, { first: 100 })).edges).toMatchObject(edges)
  })

  it('are none after the last', async () => {
    const { pageInfo } = await pageFor(viewers.stranger, Columns, { last: 1 })
    const after = pageInfo.endCursor ?? ''
    expect((await pageFor(viewers.stranger, Columns, { first: 2, after })).edges).toEqual([])
  })

  it('refuse cursors of other lists', async () => {
    const after = Buffer.from('nonsense').toString('base64url')
    const client = graphOf(viewers.stranger)
    expect(await client.refusalCodes(Columns, { id: person.id, after })).toEqual(['BAD_INPUT'])
  })
})
