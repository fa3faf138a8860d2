import type { UserId } from '../../src/kernel/ids.ts'
import type { TestApp } from './app.ts'
import { aGraph } from './graph.ts'
import { aUser, type Person } from './people.ts'

/** Makes two people friends, as they do it themselves. */
export async function befriend(one: Person, other: Person): Promise<void> {
  await one.api.call('friend', { userId: other.id })
  await other.api.call('friend', { userId: one.id })
}

/** Somebody new who is a friend of the person. */
export async function aFriendOf(app: TestApp, person: Person): Promise<Person> {
  const friend = await aUser(app)
  await befriend(friend, person)
  return friend
}

/** Lets everybody's last sign of life become too old to count. */
export const letPass = (app: TestApp) => app.clock.advance(6 * 60_000)

/** A sign of life as a client of the platform gives it, or one on the web. */
export const comeOnline = ({ api }: Person) => api.call('verifyAuthToken')
export const comeActive = (app: TestApp, { api }: Person) => aGraph(app, api).send('{ systemTime }')

/** What the two are to each other: what the one is told, and the other. */
export async function between(one: Person, other: Person) {
  return {
    there: await one.api.call('getFriendStatus', { userId: other.id }),
    back: await other.api.call('getFriendStatus', { userId: one.id }),
  }
}

/** What is written in somebody's feed, the oldest first. */
export const feedOf = ({ scope }: TestApp, userId: UserId) =>
  scope().db.feedEntry.findMany({
    where: { userId },
    orderBy: { seq: 'asc' },
    select: { kind: true, type: true, notificationIds: true },
  })

/** Hears what is announced on a topic from now on; answers subject and friend of each. */
export function friendshipsHeard({ platform }: TestApp, topic: 'friendship.created' | 'friendship.ended') {
  const heard: string[] = []
  const stop = platform.events.listen(topic, ({ subject, ids }) => void heard.push(`${subject} ${ids?.friendId}`))
  return { heard, stop }
}
