import { beforeAll, describe, expect, it } from 'vitest'
import { graphql } from '../generated/index.ts'
import { statementsThatDependOnOrder } from '../support/answerOrder.ts'
import { sharedApp } from '../support/app.ts'
import { aFriendOf, seeOnClient } from '../support/friends.ts'
import { aGraphClient, type GraphClient } from '../support/graphClient.ts'
import { aGroup, aSubscriber, insertMember } from '../support/groups.ts'
import { createInstanceAs, enterAs } from '../support/instances.ts'
import { aUser, type TestUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'

const app = await sharedApp()

const Groups = graphql(`
  query GroupsInManyLists($friend: ID!, $code: String!) {
    viewer {
      id
      groups(first: 5) { totalCount nodes { id name } }
      invitedGroups(first: 5) { totalCount nodes { id name } }
      requestedGroups(first: 5) { totalCount nodes { id name } }
    }
    groups(first: 5) { nodes { id name } }
    groupByCode(code: $code) { id name }
    user(id: $friend) { id groups(first: 5) { nodes { id name } } representedGroup { id name } }
  }
`)

const Friends = graphql(`
  query FriendsInManyLists($one: ID!, $other: ID!, $friend: ID!) {
    viewer { id friends(first: 5, filter: { standings: [ONLINE, ACTIVE, OFFLINE] }) { nodes { id standing whereabouts { kind instance { id name } } } } }
    one: world(id: $one) { ...FriendsOfWorld }
    other: world(id: $other) { ...FriendsOfWorld }
    user(id: $friend) { id standing mutualFriends(first: 5) { nodes { id displayName } } }
  }
  fragment FriendsOfWorld on World {
    id
    friends(first: 5) { nodes { id displayName } }
    instances(first: 5) { nodes { id occupants(first: 5) { nodes { id displayName } } friends(first: 5) { nodes { id } } } }
  }
`)

let person: TestUser
let friend: TestUser
let client: GraphClient
beforeAll(async () => {
  person = await aSubscriber(app)
  friend = await aFriendOf(app, person)
  client = aGraphClient(app, person.api)
})

/** A world with an instance in which are a friend and a stranger. */
async function aMeetingPlace(guest: TestUser): Promise<string> {
  const worldId = await aWorld(app, person, { capacity: 20 })
  const { location } = await createInstanceAs(person, worldId)
  await enterAs(app, guest, location)
  await enterAs(app, await aUser(app), location)
  await seeOnClient(guest)
  return worldId
}

describe('a page whose lists load their rows after their own statements have returned', () => {
  it('takes the same statements for groups, whichever returns first', async () => {
    const own = await aGroup(app, {}, person)
    const inviting = await aGroup(app)
    await inviting.owner.api.call('createGroupInvite', { groupId: inviting.id, body: { userId: person.id } })
    await insertMember(app, await aGroup(app, { joinState: 'request' }), person)
    await insertMember(app, await aGroup(app), friend)
    const { shortCode, discriminator } = await person.api.call('getGroup', { groupId: own.id, query: {} })
    const page = () => client.run(Groups, { friend: friend.id, code: `${shortCode}.${discriminator}` })
    const { viewer, groupByCode, user } = await page()
    expect(groupByCode?.id).toBe(own.id)
    expect([viewer?.groups, viewer?.invitedGroups, viewer?.requestedGroups, user?.groups]).toEqual(
      Array(4).fill(expect.objectContaining({ nodes: [expect.anything()] })),
    )
    expect(await statementsThatDependOnOrder(app, page)).toEqual([])
  })

  it('takes the same statements for people and places, whichever returns first', async () => {
    const [one, other] = [await aMeetingPlace(friend), await aMeetingPlace(await aFriendOf(app, person))]
    const page = () => client.run(Friends, { one, other, friend: friend.id })
    const { viewer, ...worlds } = await page()
    expect(viewer?.friends.nodes).toHaveLength(2)
    expect([worlds.one?.friends.nodes, worlds.other?.friends.nodes]).toEqual(Array(2).fill([expect.anything()]))
    expect(await statementsThatDependOnOrder(app, page)).toEqual([])
  })
})
