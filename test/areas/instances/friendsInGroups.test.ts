import { expect, it } from 'vitest'
import { graphql } from '../../generated/index.ts'
import { sharedApp } from '../../support/app.ts'
import { befriend } from '../../support/friends.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { aGroup, aMember } from '../../support/groups.ts'
import { createGroupInstanceAs, enterAs } from '../../support/instances.ts'
import { aPipelineSocket } from '../../support/pipelineSocket.ts'
import { aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const app = await sharedApp()

const Whereabouts = graphql(`
  query WhereaboutsInGroup($id: ID!, $location: ID!) {
    user(id: $id) { whereabouts { kind instanceId } }
    instance(location: $location) { friends { nodes { id } } }
  }
`)

it('friends are told a place in an instance of a group only if they may enter it', async () => {
  const group = await aGroup(app)
  const [person, member, outsider] = [await aMember(app, group), await aMember(app, group), await aUser(app)]
  for (const friend of [member, outsider]) await befriend(person, friend)
  const worldId = await aWorld(app, group.owner, { capacity: 20 })
  const location = await createGroupInstanceAs(group.owner, worldId, group)
  const sockets = { member: await aPipelineSocket(app, member), outsider: await aPipelineSocket(app, outsider) }
  await enterAs(app, person, location)
  const seenBy = async ({ api }: TestUser) => {
    const listed = await api.call('getFriends', { query: {} })
    const profile = await api.call('getUser', { userId: person.id })
    const graph = await aGraphClient(app, api).run(Whereabouts, { id: person.id, location })
    return {
      rest: [listed.find(({ id }) => id === person.id)?.location, profile.location],
      graph: graph.user?.whereabouts,
      inside: graph.instance?.friends.nodes,
    }
  }
  expect(await seenBy(member)).toEqual({
    rest: [location, location],
    graph: { kind: 'IN_INSTANCE', instanceId: location },
    inside: [{ id: person.id }],
  })
  expect(await seenBy(outsider)).toEqual({
    rest: ['private', 'private'],
    graph: { kind: 'PRIVATE', instanceId: null },
    inside: [],
  })
  expect(await sockets.member.nextContent('friend-location')).toMatchObject({ location, worldId })
  expect(await sockets.outsider.nextContent('friend-location')).toMatchObject({ location: 'private' })
  expect(sockets.outsider.raw.join('\n')).not.toContain(group.id)
  for (const socket of Object.values(sockets)) await socket.close()
})
