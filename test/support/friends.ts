import type { friendshipCreated } from '../../src/areas/friends/events.ts'
import type { UserId } from '../../src/kernel/ids.ts'
import type { TestApp } from './app.ts'
import { aGraphClient } from './graphClient.ts'
import { aUser, type TestUser } from './users.ts'

/** Makes two users friends by mutual requests. */
export async function befriend(one: TestUser, other: TestUser): Promise<void> {
  await one.api.call('friend', { userId: other.id })
  await other.api.call('friend', { userId: one.id })
}

/** Creates a user who is a friend of `person`. */
export async function aFriendOf(app: TestApp, person: TestUser): Promise<TestUser> {
  const friend = await aUser(app)
  await befriend(friend, person)
  return friend
}

/** Advances the clock until the presence of all users has expired. */
export const letPresenceExpire = (app: TestApp) => app.clock.advance(6 * 60_000)

/** Makes a user present in the client, by a REST request. */
export const seeOnClient = ({ api }: TestUser) => api.call('verifyAuthToken')
/** Makes a user present on the web, by a GraphQL request. */
export const seeOnWeb = (app: TestApp, { api }: TestUser) => aGraphClient(app, api).send('{ systemTime }')

/** The friend status of two users, as each of them sees it. */
export async function friendStatusesOf(one: TestUser, other: TestUser) {
  return {
    there: await one.api.call('getFriendStatus', { userId: other.id }),
    back: await other.api.call('getFriendStatus', { userId: one.id }),
  }
}

/** The feed entries of a user, oldest first. */
export const feedEntriesOf = ({ scope }: TestApp, userId: UserId) =>
  scope().db.feedEntry.findMany({
    where: { userId },
    orderBy: { seq: 'asc' },
    select: { kind: true, type: true, notificationIds: true },
  })

/** Records the subject and friend of each event of a type from now on. */
export function recordFriendshipEvents({ platform }: TestApp, type: typeof friendshipCreated) {
  const recorded: string[] = []
  const stop = platform.events.listen(type, ({ subject, ids }) => void recorded.push(`${subject} ${ids.friendId}`))
  return { recorded, stop }
}
