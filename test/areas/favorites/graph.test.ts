import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId, type WorldId } from '../../../src/kernel/ids.ts'
import { graphql } from '../../generated/index.ts'
import { sharedApp } from '../../support/app.ts'
import { anAvatar } from '../../support/avatars.ts'
import { favoriteAs, fillFavoriteGroup } from '../../support/favorites.ts'
import { aFriendOf } from '../../support/friends.ts'
import { aGraphClient, countStatements, type GraphClient } from '../../support/graphClient.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const app = await sharedApp()
let author: TestUser
let world: WorldId
let ada: TestUser
let graph: GraphClient
beforeAll(async () => {
  author = await aUser(app)
  world = await aWorld(app, author)
})
beforeEach(async () => {
  ada = await aUser(app)
  graph = aGraphClient(app, ada.api)
})

const AddFavorite = graphql(`
  mutation MarkFavorite($input: AddFavoriteInput!) {
    addFavorite(input: $input) {
      favorite {
        id type targetId createdAt
        group { name favoriteCount capacity }
        target { ... on User { id userFavorite: favorite { id } } ... on World { id worldFavorite: favorite { id } } }
      }
      favoriteEdge { cursor node { id } }
      viewer { favorites { totalCount nodes { id } } }
    }
  }
`)
const RemoveFavorite = graphql(`
  mutation UnmarkFavorite($input: RemoveFavoriteInput!) {
    removeFavorite(input: $input) {
      deletedFavoriteId
      favoriteGroup { name favoriteCount }
      target { ... on User { id userFavorite: favorite { id } } ... on World { id worldFavorite: favorite { id } } }
    }
  }
`)
const UpdateGroup = graphql(`
  mutation SayOfFavoriteGroup($input: UpdateFavoriteGroupInput!) {
    updateFavoriteGroup(input: $input) {
      favoriteGroup { id type name displayName visibility tags viewerCanUpdate owner { id } }
    }
  }
`)
const ClearGroup = graphql(`
  mutation ClearFavorites($input: ClearFavoriteGroupInput!) {
    clearFavoriteGroup(input: $input) { favoriteGroup { id favoriteCount } deletedFavoriteIds }
  }
`)

describe('mutations of favorites', () => {
  it('add a world, a friend and an avatar, and remove them', async () => {
    const friend = await aFriendOf(app, ada)
    const avatar = await anAvatar(app, author)
    const { addFavorite: first } = await graph.run(AddFavorite, { input: { targetId: world, group: 'WORLDS_2' } })
    const { id } = first.favorite
    expect(first).toMatchObject({
      favorite: {
        ...{ type: 'WORLD', targetId: world, target: { id: world, worldFavorite: { id } } },
        group: { name: 'WORLDS_2', favoriteCount: 1, capacity: 100 },
      },
      favoriteEdge: { cursor: expect.any(String), node: { id } },
      viewer: { favorites: { totalCount: 1, nodes: [{ id }] } },
    })
    const { addFavorite: second } = await graph.run(AddFavorite, {
      input: { targetId: friend.id, group: 'FRIENDS_1' },
    })
    expect(second.favorite).toMatchObject({
      ...{ type: 'FRIEND', target: { id: friend.id, userFavorite: { id: second.favorite.id } } },
    })
    const { addFavorite: third } = await graph.run(AddFavorite, { input: { targetId: avatar, group: 'AVATARS_4' } })
    expect(third.favorite).toMatchObject({
      type: 'AVATAR',
      targetId: avatar,
      target: expect.anything(),
      group: { capacity: 50 },
    })
    expect((await graph.run(RemoveFavorite, { input: { targetId: world } })).removeFavorite).toEqual({
      deletedFavoriteId: id,
      favoriteGroup: { name: 'WORLDS_2', favoriteCount: 0 },
      target: { id: world, worldFavorite: null },
    })
    expect(await graph.refusalCodes(RemoveFavorite, { input: { favoriteId: id } })).toEqual(['NOT_FOUND'])
    expect(await graph.refusalCodes(RemoveFavorite, { input: { favoriteId: friend.id } })).toEqual(['NOT_FOUND'])
    for (const input of [{}, { favoriteId: second.favorite.id, targetId: friend.id }])
      expect(await graph.refusalCodes(RemoveFavorite, { input })).toEqual(['BAD_INPUT'])
    await graph.run(RemoveFavorite, { input: { favoriteId: second.favorite.id } })
    expect(await ada.api.call('getFavorites')).toMatchObject([{ id: third.favorite.id }])
  })

  it('refuse the input that REST refuses', async () => {
    const input = { targetId: world, group: 'WORLDS_1' } as const
    await graph.run(AddFavorite, { input })
    expect(await graph.refusalCodes(AddFavorite, { input })).toEqual(['CONFLICT'])
    expect(await graph.refusalCodes(AddFavorite, { input: { ...input, group: 'FRIENDS_1' } })).toEqual(['BAD_INPUT'])
    expect(await graph.refusalCodes(AddFavorite, { input: { ...input, targetId: 'x'.repeat(129) } })).toEqual([
      'BAD_INPUT',
    ])
    expect(await graph.refusalCodes(AddFavorite, { input: { ...input, targetId: 'nothing' } })).toEqual(['BAD_INPUT'])
    expect(
      await graph.refusalCodes(AddFavorite, { input: { ...input, targetId: newId('world', new Date()) } }),
    ).toEqual(['NOT_FOUND'])
    const stranger = { targetId: author.id, group: 'FRIENDS_1' } as const
    expect(await graph.refusalCodes(AddFavorite, { input: stranger })).toEqual(['FORBIDDEN'])
    await fillFavoriteGroup(app, ada.id, 'avatar', { count: 50 })
    const more = { targetId: await anAvatar(app, author), group: 'AVATARS_1' } as const
    const { errors } = await graph.send(AddFavorite.toString(), { input: more })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', reason: 'FAVORITE_GROUP_FULL' })
  })

  it('update and clear a group of the viewer, or as an admin one of another person', async () => {
    const { id } = await favoriteAs(ada, 'world', world)
    const named = { group: 'WORLDS_1' } as const
    const change = { displayName: 'Sunny', visibility: 'PUBLIC' as const, tags: ['sun'] }
    const other = aGraphClient(app, author.api)
    const foreign = { ...named, userId: ada.id }
    expect(await other.refusalCodes(UpdateGroup, { input: { ...foreign, displayName: 'Mine' } })).toEqual(['NOT_FOUND'])
    expect(await other.refusalCodes(ClearGroup, { input: foreign })).toEqual(['NOT_FOUND'])
    const { favoriteGroup: group } = (await graph.run(UpdateGroup, { input: { ...named, ...change } }))
      .updateFavoriteGroup
    const identity = { type: 'WORLD', name: 'WORLDS_1', viewerCanUpdate: true, owner: { id: ada.id } }
    expect(group).toMatchObject({ ...identity, ...change })
    expect(await graph.refusalCodes(UpdateGroup, { input: { ...named, displayName: ' ' } })).toEqual(['BAD_INPUT'])
    const admin = aGraphClient(app, (await anAdmin(app)).api)
    expect(await other.refusalCodes(UpdateGroup, { input: { ...foreign, displayName: 'Mine' } })).toEqual(['FORBIDDEN'])
    expect(await other.refusalCodes(ClearGroup, { input: foreign })).toEqual(['FORBIDDEN'])
    expect(
      (await admin.run(UpdateGroup, { input: { ...foreign, displayName: 'Fine' } })).updateFavoriteGroup.favoriteGroup,
    ).toMatchObject({
      displayName: 'Fine',
    })
    expect((await graph.run(ClearGroup, { input: named })).clearFavoriteGroup).toEqual({
      favoriteGroup: { id: group.id, favoriteCount: 0 },
      deletedFavoriteIds: [id],
    })
    expect(await ada.api.call('getFavorites')).toEqual([])
  })
})

const Groups = graphql(`
  query OwnFavoriteGroups($first: Int!) {
    viewer {
      favoriteGroups {
        nodes {
          id name displayName visibility favoriteCount capacity
          favorites(first: $first) {
            totalCount
            nodes { id targetId group { name } target { ... on User { displayName } ... on World { name } } }
          }
        }
      }
    }
  }
`)
const GroupsOfType = graphql(`
  query FavoriteGroupsOfType {
    viewer {
      favoriteGroups(type: WORLD) {
        totalCount nodes { name favorites { nodes { targetId target { ... on World { name } } } } }
      }
    }
  }
`)
const Marked = graphql(`
  query MarkedFavorites($filter: FavoriteFilter, $first: Int, $after: String, $last: Int, $before: String) {
    viewer {
      favorites(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
        nodes { targetId }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }
    }
  }
`)
const OneGroup = graphql(`
  query OneFavoriteGroup($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    node(id: $id) {
      ... on FavoriteGroup {
        favorites(first: $first, after: $after, last: $last, before: $before) {
          nodes { targetId }
          pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        }
      }
    }
  }
`)

const markedIds = (page?: { readonly nodes: readonly { readonly targetId: string }[] } | null) =>
  page?.nodes.map(({ targetId }) => targetId)

describe('Viewer.favorites and Viewer.favoriteGroups', () => {
  it('list favorites by type and group, latest first, from both ends', async () => {
    const avatars: string[] = []
    for (let count = 0; count < 5; count++) avatars.push(await anAvatar(app, author))
    for (const id of avatars) await favoriteAs(ada, 'avatar', id, 'avatars2')
    await favoriteAs(ada, 'world', world)
    const latest = avatars.toReversed()
    const read = async (args: object) => (await graph.run(Marked, args)).viewer?.favorites
    expect(markedIds(await read({}))).toEqual([world, ...latest])
    expect(markedIds(await read({ filter: { type: 'WORLD' } }))).toEqual([world])
    expect(markedIds(await read({ filter: { group: 'AVATARS_2' }, first: 2 }))).toEqual(latest.slice(0, 2))
    expect(markedIds(await read({ filter: { type: 'AVATAR', group: 'WORLDS_1' } }))).toEqual([])
    const groupId = (await ada.api.call('getFavoriteGroups')).find(({ name }) => name === 'avatars2')?.id ?? ''
    const inGroup = async (args: object) => {
      const { node } = await graph.run(OneGroup, { id: groupId, ...args })
      return node && 'favorites' in node ? node.favorites : null
    }
    for (const list of [(args: object) => read({ filter: { type: 'AVATAR' }, ...args }), inGroup]) {
      const first = await list({ first: 2 })
      expect(markedIds(first)).toEqual(latest.slice(0, 2))
      expect(first?.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
      const rest = await list({ first: 9, after: first?.pageInfo.endCursor })
      expect(markedIds(rest)).toEqual(latest.slice(2))
      expect(rest?.pageInfo.hasNextPage).toBe(false)
      expect(markedIds(await list({ last: 2, before: rest?.pageInfo.endCursor }))).toEqual(latest.slice(2, 4))
    }
    for (const after of ['nonsense', Buffer.from('2025-99-99T00:00:00.000Z x').toString('base64url')]) {
      expect(await graph.refusalCodes(Marked, { after })).toEqual(['BAD_INPUT'])
      expect(await graph.refusalCodes(OneGroup, { id: groupId, after })).toEqual(['BAD_INPUT'])
    }
  })

  it('read groups and targets in a constant number of statements', async () => {
    const friends = await Promise.all(Array.from({ length: 4 }, () => aFriendOf(app, ada)))
    for (const [at, { id }] of friends.entries()) await favoriteAs(ada, 'friend', id, `group_${at % 2}`)
    await favoriteAs(ada, 'world', world)
    await favoriteAs(ada, 'avatar', await anAvatar(app, author))
    const { viewer } = await graph.run(Groups, { first: 9 })
    const groups = viewer?.favoriteGroups.nodes ?? []
    expect(groups.map(({ name, favoriteCount }) => [name, favoriteCount]).filter(([, count]) => count !== 0)).toEqual([
      ['AVATARS_1', 1],
      ['FRIENDS_1', 2],
      ['FRIENDS_2', 2],
      ['WORLDS_1', 1],
    ])
    const names = groups
      .flatMap(({ favorites }) => favorites?.nodes ?? [])
      .flatMap(({ target }) => (target && 'displayName' in target ? target.displayName : []))
    expect(names).toEqual([2, 0, 3, 1].map((at) => friends[at]?.username))
    expect(groups.map(({ favorites }) => favorites?.totalCount)).toEqual(groups.map((group) => group.favoriteCount))
    const one = await countStatements(app, () => graph.run(Groups, { first: 1 }))
    const many = await countStatements(app, () => graph.run(Groups, { first: 9 }))
    expect(many).toBe(one)
    expect(many).toBeLessThan(8)
  })

  it('limit the complexity of a page of groups to their number', async () => {
    await favoriteAs(ada, 'world', world)
    const { viewer } = await graph.run(GroupsOfType)
    expect(viewer?.favoriteGroups.nodes.map(({ name, favorites }) => [name, markedIds(favorites)])).toEqual([
      ['WORLDS_1', [world]],
      ...['WORLDS_2', 'WORLDS_3', 'WORLDS_4'].map((name) => [name, []]),
    ])
    const costOf = async (query: string, variables = {}) =>
      Object(await graph.send(query, variables, { 'x-plaza-cost': '1' })).extensions.cost.requested
    const cost = await costOf(GroupsOfType.toString())
    const withVariable = GroupsOfType.toString()
      .replace('FavoriteGroupsOfType', '$&($type: FavoriteType)')
      .replace('WORLD', '$type')
    expect(await costOf(withVariable, { type: 'WORLD' })).toBe(cost)
    expect(await costOf(withVariable, { type: null })).toBeGreaterThan(2 * cost)
    expect(await costOf(GroupsOfType.toString().replace('type: WORLD', 'first: 4'))).toBe(cost)
  })

  it('keep the favorite of a deleted world, but not the world', async () => {
    const gone = await aWorld(app, author)
    const { id } = await favoriteAs(ada, 'world', gone)
    await author.api.call('deleteWorld', { worldId: gone })
    const { data } = await graph.send(`{ node(id: "${id}") { ... on Favorite { targetId target { __typename } } } }`)
    expect(data).toEqual({ node: { targetId: gone, target: null } })
  })
})

const Worlds = graphql(`
  query WorldsWithFavorites($ids: [ID!]!) { nodes(ids: $ids) { ... on World { id favorite { id } } } }
`)
const Shared = graphql(`
  query SharedFavoriteGroups($userId: ID!, $id: ID!) {
    user(id: $userId) { favoriteGroups { nodes { id name displayName favoriteCount favorites { nodes { id } } } } }
    node(id: $id) { id }
  }
`)

describe('favorites of worlds and people', () => {
  it('are read in one statement for all of them', async () => {
    const worlds = [world, await aWorld(app, author), await aWorld(app, author)]
    const { id } = await favoriteAs(ada, 'world', world)
    await favoriteAs(author, 'world', worlds[1] ?? '')
    const { nodes } = await graph.run(Worlds, { ids: worlds })
    expect(nodes.map((node) => (node && 'favorite' in node ? node.favorite : null))).toEqual([{ id }, null, null])
    const one = await countStatements(app, () => graph.run(Worlds, { ids: worlds.slice(0, 1) }))
    expect(await countStatements(app, () => graph.run(Worlds, { ids: worlds }))).toBe(one)
  })

  it('are secret; only shared groups are visible to others, without their favorites', async () => {
    await favoriteAs(ada, 'world', world)
    const path = { favoriteGroupType: 'world', favoriteGroupName: 'worlds1', userId: ada.id }
    const { id } = await ada.api.call('getFavoriteGroup', path)
    const friend = await aFriendOf(app, ada)
    const other = aGraphClient(app, friend.api)
    const read = async (by: GraphClient) => by.run(Shared, { userId: ada.id, id })
    expect(await read(other)).toEqual({ user: { favoriteGroups: { nodes: [] } }, node: null })
    await ada.api.call('updateFavoriteGroup', { ...path, body: { visibility: 'friends', displayName: 'Sunny' } })
    const shown = { id, name: 'WORLDS_1', displayName: 'Sunny', favoriteCount: null, favorites: null }
    expect(await read(other)).toEqual({ user: { favoriteGroups: { nodes: [shown] } }, node: { id } })
    expect((await read(aGraphClient(app, author.api))).node).toBeNull()
    const [favorite] = await ada.api.call('getFavorites')
    const { data } = await other.send(`{ node(id: "${favorite?.id}") { id } }`)
    expect(data).toEqual({ node: null })
    expect((await read(graph)).user?.favoriteGroups.nodes).toHaveLength(12)
  })
})
