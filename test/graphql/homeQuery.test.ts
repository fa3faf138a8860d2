import { beforeAll, expect, it } from 'vitest'
import { graphql } from '../generated/index.ts'
import { statementsThatDependOnOrder } from '../support/answerOrder.ts'
import { sharedApp } from '../support/app.ts'
import { aFriendOf, seeOnClient } from '../support/friends.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { createInstanceAs, enterAs } from '../support/instances.ts'
import { aNotification } from '../support/notifications.ts'
import { mostStatements } from '../support/pageStatements.ts'
import { aUser, type TestUser } from '../support/users.ts'
import { aVisit, aWorld, aWorldFavorite } from '../support/worlds.ts'

const app = await sharedApp()

const Home = graphql(`
  query HomePage {
    viewer {
      id
      friends(first: 50) {
        nodes { id displayName standing whereabouts { kind instance { id name type occupantCount world { id name imageUrl } } } }
        pageInfo { hasNextPage endCursor }
      }
      notifications(first: 20) { nodes { id type message createdAt sender { id displayName } } }
      recentWorlds(first: 12) { nodes { ...HomeWorld } }
      favoriteWorlds(first: 12) { nodes { ...HomeWorld } }
    }
    activeWorlds(first: 12) { nodes { ...HomeWorld } }
  }
  fragment HomeWorld on World { id name thumbnailUrl occupantCount author { id displayName } }
`)

const WorldPage = graphql(`
  query WorldPage($id: ID!) {
    world(id: $id) {
      id name description occupantCount viewerCanUpdate viewerCanPublish viewerCanDelete
      author { id displayName }
      packages { id platform }
      friends(first: 20) { totalCount nodes { id displayName } }
      instances(first: 30) {
        totalCount
        nodes {
          id name type region occupantCount viewerCanEnter viewerCanInvite viewerCanClose
          occupants(first: 10) { totalCount nodes { id displayName } }
          friends(first: 10) { totalCount nodes { id displayName } }
        }
      }
    }
  }
`)

/** Statements that a home page may cost, whatever it shows. One of them reads the session, which is cached for seconds. */
const MOST_FOR_HOME = 12
/** Statements that the page of a world may cost, with that of the session. */
const MOST_FOR_WORLD = 15

async function aFriendInPublic(person: TestUser): Promise<void> {
  const [friend, author] = [await aFriendOf(app, person), await aUser(app)]
  const worldId = await aWorld(app, author)
  const { location } = await createInstanceAs(author, worldId)
  await enterAs(app, friend, location)
  await seeOnClient(friend)
  await aNotification(app, person.id, { type: 'message', senderId: author.id })
  const others = [await aWorld(app, author), await aWorld(app, await aUser(app))]
  for (const id of others) await aVisit(app, person.id, id)
  for (const id of others) await aWorldFavorite(app, person.id, id)
}

let person: TestUser
beforeAll(async () => {
  person = await aUser(app)
  await aFriendInPublic(person)
  await aFriendInPublic(person)
})

it('the home page is read in at most 12 statements, whatever it shows', async () => {
  const client = aGraphClient(app, person.api)
  const home = async () => {
    const { viewer } = await client.run(Home)
    return viewer?.friends.nodes.filter(({ whereabouts }) => whereabouts.instance !== null).length
  }
  expect(await home()).toBe(2)
  expect(await mostStatements(app, home)).toBeLessThanOrEqual(MOST_FOR_HOME)
  for (let at = 0; at < 4; at++) await aFriendInPublic(person)
  expect(await home()).toBe(6)
  expect(await mostStatements(app, home)).toBeLessThanOrEqual(MOST_FOR_HOME)
  expect(await statementsThatDependOnOrder(app, home)).toEqual([])
})

it('the page of a world is read in a constant number of statements, whatever its instances and occupants', async () => {
  const worldId = await aWorld(app, person, { capacity: 20 })
  const client = aGraphClient(app, person.api)
  const fill = async (instances: number) => {
    for (let at = 0; at < instances; at++) {
      const { location } = await createInstanceAs(person, worldId)
      await enterAs(app, await aFriendOf(app, person), location)
      await enterAs(app, await aUser(app), location)
    }
  }
  const page = async () => {
    const { world } = await client.run(WorldPage, { id: worldId })
    return [world?.friends.totalCount, world?.instances.totalCount]
  }
  await fill(2)
  expect(await page()).toEqual([2, 2])
  expect(await mostStatements(app, page)).toBeLessThanOrEqual(MOST_FOR_WORLD)
  await fill(4)
  expect(await page()).toEqual([6, 6])
  expect(await mostStatements(app, page)).toBeLessThanOrEqual(MOST_FOR_WORLD)
  expect(await statementsThatDependOnOrder(app, page)).toEqual([])
})
