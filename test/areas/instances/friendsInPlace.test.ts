import { describe, expect, it } from 'vitest'
import { graphql } from '../../generated/index.ts'
import { sharedApp } from '../../support/app.ts'
import { aFriendOf, befriend } from '../../support/friends.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { createInstanceAs, enterAs } from '../../support/instances.ts'
import { aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const app = await sharedApp()

const Here = graphql(`
  query FriendsHere($world: ID!, $location: ID!, $first: Int, $after: String) {
    world(id: $world) {
      friends(first: $first, after: $after) { totalCount nodes { id } pageInfo { hasNextPage endCursor } }
    }
    instance(location: $location) { friends { totalCount nodes { id } } }
  }
`)

describe('friends in a place', () => {
  it('are those who show the viewer that they are there, by display name', async () => {
    const [viewer, owner, stranger] = [await aUser(app), await aUser(app), await aUser(app)]
    const strange = aGraphClient(app, stranger.api)
    const world = await aWorld(app, owner, { capacity: 20 })
    const open = await createInstanceAs(owner, world)
    const secret = await createInstanceAs(owner, world, { type: 'private' })
    const people = [await aFriendOf(app, viewer), await aFriendOf(app, viewer), await aFriendOf(app, viewer)]
    const [busy, blocked, inSecret] = [await aFriendOf(app, viewer), await aFriendOf(app, viewer), owner]
    await befriend(viewer, inSecret)
    for (const person of [...people, busy, blocked, stranger]) await enterAs(app, person, open.location)
    await enterAs(app, inSecret, secret.location)
    await busy.api.call('updateUser', { userId: busy.id, body: { status: 'busy' } })
    await blocked.api.call('moderateUser', { body: { moderated: viewer.id, type: 'block' } })
    const ids = await byDisplayName(people)
    const graph = aGraphClient(app, viewer.api)
    const found = await graph.run(Here, { world, location: open.location, first: 2 })
    expect(found.instance?.friends).toEqual({ totalCount: 3, nodes: ids.map((id) => ({ id })) })
    expect(found.world?.friends).toMatchObject({ totalCount: 3, nodes: ids.slice(0, 2).map((id) => ({ id })) })
    const after = found.world?.friends.pageInfo.endCursor
    const rest = await graph.run(Here, { world, location: secret.location, first: 2, after })
    expect(rest.world?.friends).toMatchObject({ nodes: [{ id: ids[2] }], pageInfo: { hasNextPage: false } })
    expect(rest.instance?.friends).toEqual({ totalCount: 0, nodes: [] })
    const none = { totalCount: 0, nodes: [] }
    expect((await strange.run(Here, { world, location: open.location })).instance?.friends).toEqual(none)
  })
})

async function byDisplayName(people: readonly TestUser[]): Promise<string[]> {
  const rows = await app.scope().db.user.findMany({
    where: { id: { in: people.map(({ id }) => id) } },
    orderBy: { displayNameKey: 'asc' },
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}
