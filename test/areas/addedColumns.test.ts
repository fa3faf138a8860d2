import { expect, it } from 'vitest'
import { anApp, type TestApp } from '../support/app.ts'
import { anEvent, eventId } from '../support/calendar.ts'
import { acceptTerms, aListing, aSeller, withTokens } from '../support/economy.ts'
import { aFavoriteRequest } from '../support/favorites.ts'
import { anUploadedFile } from '../support/files.ts'
import { aFriendOf } from '../support/friends.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { aGroup } from '../support/groups.ts'
import { createInstanceAs, enterOutcome, leaveAs } from '../support/instances.ts'
import { aNotification } from '../support/notifications.ts'
import { tryToBuy } from '../support/purchases.ts'
import type { Exchange } from '../support/restClient.ts'
import { aUser, logIn, PASSWORD, type TestUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'

const app = await anApp()

/** An act, which answers an HTTP status. */
type Act = () => Promise<number>

const GRAPH_QUERY = `{ viewer { id user { id } friends(first: 5) { nodes { id } } notifications(first: 5) { nodes { id } } }
  worlds(first: 5) { nodes { id author { id } } } groups(first: 5) { nodes { id } } }`

const statusOf = async (answer: Promise<Exchange>) => {
  const { status, body } = await answer
  if (status !== 200) throw new Error(JSON.stringify(body))
  return status
}

/** Sends requests one after the other. Throws for one that is refused. */
async function all(...answers: (() => Promise<Exchange>)[]): Promise<number> {
  for (const answer of answers) await statusOf(answer())
  return 200
}

type Acts = Record<string, Act>

async function actsOfFriends(ada: TestUser): Promise<Acts> {
  const { api } = ada
  const [bob, stranger, visitor] = [await aFriendOf(app, ada), await aUser(app), await aUser(app)]
  return {
    logIn: () => logIn(visitor.api, { username: visitor.username, password: PASSWORD }).then(() => 200),
    request: () =>
      all(
        () => api.try('friend', { userId: stranger.id }),
        () => api.try('deleteFriendRequest', { userId: stranger.id }),
      ),
    befriend: () =>
      all(
        () => api.try('unfriend', { userId: bob.id }),
        () => api.try('friend', { userId: bob.id }),
        () => bob.api.try('friend', { userId: ada.id }),
        () => api.try('boop', { userId: bob.id, body: { emojiId: 'default_heart' } }),
        () => api.try('getFriends'),
      ),
    note: () =>
      all(
        () => api.try('updateUserNote', { body: { targetUserId: bob.id, note: String(performance.now()) } }),
        () => api.try('getUserNotes'),
      ),
    notify: async () => {
      const notificationId = await aNotification(app, ada.id, { type: 'friendRequest', senderId: visitor.id })
      return all(
        () => api.try('markNotificationAsRead', { notificationId }),
        () => api.try('getNotifications'),
        () => api.try('deleteNotification', { notificationId }),
      )
    },
  }
}

async function actsInGroups({ api }: TestUser): Promise<Acts> {
  const { id: groupId, owner } = await aGroup(app, { joinState: 'open' })
  const calendarId = eventId(await anEvent(owner, groupId, { accessType: 'public' }))
  return {
    join: () =>
      all(
        () => api.try('joinGroup', { groupId, body: {} }),
        () => api.try('getGroup', { groupId }),
        () => api.try('getGroupMembers', { groupId }),
        () => api.try('leaveGroup', { groupId }),
      ),
    post: () =>
      all(
        () => owner.api.try('addGroupPost', { groupId, body: { title: 'News', text: 'None', visibility: 'public' } }),
        () => api.try('getGroupPosts', { groupId }),
      ),
    event: () =>
      all(
        () => api.try('followGroupCalendarEvent', { groupId, calendarId, body: { isFollowing: true } }),
        () => api.try('getCalendarEvents'),
        () => api.try('getGroupCalendarEvent', { groupId, calendarId }),
      ),
  }
}

async function actsWithContent(ada: TestUser): Promise<Acts> {
  const { api } = ada
  const seller = await aSeller(app)
  await acceptTerms(app, ada)
  await withTokens(app, ada, 100_000)
  const worldId = await aWorld(app, ada, { releaseStatus: 'public' })
  const { location } = await createInstanceAs(ada, worldId)
  const [, instanceId = ''] = location.split(':')
  return {
    buy: async () => {
      const listingId = await aListing(app, seller)
      return all(
        () => tryToBuy(ada, listingId),
        () => api.try('getProductPurchases', { query: { buyerId: ada.id } }),
        () => api.try('getActiveLicenses'),
        () => api.try('getProductPurchaseHistory', { userId: ada.id }),
      )
    },
    enter: async () => {
      const outcome = await enterOutcome(app, ada, location)
      await leaveAs(app, ada)
      return outcome === 'in' ? statusOf(api.try('getInstance', { worldId, instanceId })) : 500
    },
    world: () =>
      all(
        () => api.try('getWorld', { worldId }),
        () => api.try('searchWorlds'),
        () => api.try('updateWorld', { worldId, body: { description: String(performance.now()) } }),
      ),
    favorite: () =>
      all(
        () => api.try('addFavorite', { body: aFavoriteRequest('world', worldId) }),
        () => api.try('getFavorites'),
        () => api.try('removeFavorite', { favoriteId: worldId }),
      ),
    upload: () => anUploadedFile(app, ada, Buffer.from(`bytes ${performance.now()}`)).then(() => 200),
    graph: async () => ((await aGraphClient(app, api).send(GRAPH_QUERY)).errors ? 500 : 200),
  }
}

/** The main acts of a person, and of others around them, by name. */
async function someActs(): Promise<Acts> {
  const ada = await aUser(app)
  return { ...(await actsOfFriends(ada)), ...(await actsInGroups(ada)), ...(await actsWithContent(ada)) }
}

/** Adds a column to each table, and so to its partitions, as a migration of a later release may. */
async function addColumns({ platform: { database } }: TestApp): Promise<number> {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
  )
  for (const { name } of rows) await database.pool.query(`ALTER TABLE ${name} ADD COLUMN later int NOT NULL DEFAULT 1`)
  return rows.length
}

it('goes on with all acts while a column is added to every table', async () => {
  const failed: string[] = []
  const done = new Map<string, number>()
  let columns = 0
  const workers = await Promise.all([someActs(), someActs()])
  const round = (acts: Acts) =>
    Promise.all(
      Object.entries(acts).map(async ([name, act]) => {
        const status = await act().catch((error: unknown) => String(error))
        if (status === 200) done.set(name, (done.get(name) ?? 0) + 1)
        else failed.push(`${name} ${columns > 0 ? 'after' : 'before'}: ${status}`)
      }),
    )
  const rounds = async (count: number) => {
    for (let at = 0; at < count; at++) await Promise.all(workers.map(round))
  }
  // Statements are prepared when they are repeated.
  await rounds(3)
  expect(failed).toEqual([])
  const [added] = await Promise.all([addColumns(app), rounds(2)])
  columns = added
  await rounds(2)
  expect(columns).toBeGreaterThan(100)
  expect(failed).toEqual([])
  expect([...done.values()].every((count) => count === 14)).toBe(true)
})
