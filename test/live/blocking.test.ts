import { beforeEach, describe, expect, test } from 'vitest'
import { friendshipCreated } from '../../src/areas/friends/events.ts'
import { restFriendships } from '../../src/areas/friends/resting.ts'
import { transact } from '../../src/kernel/transaction.ts'
import { anApp } from '../support/app.ts'
import { befriend, comeOnline, letPass } from '../support/friends.ts'
import { enter, signedAs } from '../support/instances.ts'
import { block, unblock } from '../support/moderation.ts'
import { tell } from '../support/notifications.ts'
import { aUser, type Person } from '../support/people.ts'
import type { GraphSocket } from '../support/socket.ts'
import { aWorld } from '../support/worlds.ts'
import { aFollower, told } from './followers.ts'
import { aPipeline, type PipelineSocket } from './pipeline.ts'

const app = await anApp()
let ada: Person
let grace: Person
let linus: Person
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
  linus = await aUser(app)
  await befriend(ada, grace)
  await befriend(linus, ada)
  await befriend(linus, grace)
})

const ACTIVITY = 'subscription { friendActivity { kind userId standing location user { id } } }'
const FEED = 'subscription { notificationFeed { kind notificationIds notification { id type } } }'
const ABOUT_FRIENDS = [
  'friend-add',
  'friend-delete',
  'friend-update',
  'friend-online',
  'friend-active',
  'friend-offline',
  'friend-location',
]

/** What a person's lines tell of another, the oldest first. */
const framesOf = (line: PipelineSocket, { id }: Person) =>
  line.of(...ABOUT_FRIENDS).filter(({ content }) => Object(content).userId === id)
const activitiesOf = (line: GraphSocket, { id }: Person) =>
  told(line.messages, 'friendActivity').filter(({ userId }) => userId === id)
const typesOf = (line: PipelineSocket, person: Person) => framesOf(line, person).map(({ type }) => type)

/** Lines that hear all there is, of the person as of now. */
async function linesOf(person: Person) {
  const [frames, activity] = [await aPipeline(app, person), await aFollower(app, person, ACTIVITY)]
  const close = async () => {
    activity.socket.close()
    await frames.close()
  }
  return { frames, activity, close }
}

/** Waits until friends were told that a person is here: that takes up to a second from the first sign of life. */
const announced = ({ id: userId }: Person) =>
  expect
    .poll(() => app.scope().db.presenceTold.findUnique({ where: { userId } }), { timeout: 10_000 })
    .toMatchObject({ standing: 'online' })

/** Waits until a common friend's news has come: whatever was announced before it has been told, also who is here. */
async function settle({ frames, activity }: Awaited<ReturnType<typeof linesOf>>) {
  await Promise.all([ada, grace].map(announced))
  const seen = framesOf(frames, linus).length
  const heard = activitiesOf(activity, linus).length
  await linus.api.call('updateUser', { userId: linus.id, body: { bio: `Round ${seen}` } })
  await expect.poll(() => framesOf(frames, linus).length, { timeout: 10_000 }).toBeGreaterThan(seen)
  await expect.poll(() => activitiesOf(activity, linus).length, { timeout: 10_000 }).toBeGreaterThan(heard)
}

describe('a block', () => {
  test('shows each of two friends the other going away, and nothing of them until it has gone', async () => {
    const world = await aWorld(app, ada)
    await enter(app, grace, `${world}:1`)
    const [of, back] = [await linesOf(ada), await linesOf(grace)]
    await settle(of)
    const [frames, activities] = [framesOf(of.frames, grace).length, activitiesOf(of.activity, grace).length]
    await block(ada, grace)
    const away = { type: 'friend-offline', content: { userId: grace.id, platform: '' } }
    await expect.poll(() => framesOf(of.frames, grace).slice(frames)).toEqual([away])
    await expect
      .poll(() => activitiesOf(of.activity, grace).slice(activities))
      .toEqual([
        { kind: 'PRESENCE', userId: grace.id, standing: 'OFFLINE', location: 'offline', user: { id: grace.id } },
      ])
    await expect.poll(() => typesOf(back.frames, ada).at(-1)).toBe('friend-offline')
    await grace.api.call('updateUser', { userId: grace.id, body: { bio: 'unseen', status: 'join me' } })
    await enter(app, grace, `${world}:2`)
    await settle(of)
    expect(framesOf(of.frames, grace).slice(frames)).toEqual([away])
    expect(activitiesOf(of.activity, grace)).toHaveLength(activities + 1)
    await unblock(ada, grace)
    await expect.poll(() => typesOf(of.frames, grace).at(-1)).toBe('friend-online')
    expect(framesOf(of.frames, grace).at(-1)?.content).toMatchObject({
      location: `${world}:2`,
      user: { bio: 'unseen' },
    })
    await expect.poll(() => activitiesOf(of.activity, grace).at(-1)).toMatchObject({ location: `${world}:2` })
    await expect.poll(() => typesOf(back.frames, ada).at(-1)).toBe('friend-online')
    await Promise.all([of.close(), back.close()])
  })

  test('tells who comes back to a friend who is away what has changed of the profile', async () => {
    letPass(app)
    await comeOnline(linus)
    const frames = await aPipeline(app, ada)
    await block(ada, grace)
    await frames.next('friend-offline')
    await app.scope().db.user.update({ where: { id: grace.id }, data: { bio: 'Elsewhere' } })
    await unblock(ada, grace)
    expect(await frames.next('friend-update')).toMatchObject({ userId: grace.id, user: { bio: 'Elsewhere' } })
    await frames.close()
  })

  test('is told to no stranger, and a second one and the end of one of two change nothing', async () => {
    const stranger = await aUser(app)
    const of = await linesOf(ada)
    await block(stranger, ada)
    await block(ada, stranger)
    await block(ada, grace)
    await block(grace, ada)
    await unblock(ada, grace)
    await settle(of)
    expect(typesOf(of.frames, grace).filter((type) => type === 'friend-offline')).toHaveLength(1)
    expect(typesOf(of.frames, grace).at(-1)).toBe('friend-offline')
    expect(typesOf(of.frames, stranger)).toEqual([])
    await grace.api.call('unfriend', { userId: ada.id })
    await expect.poll(() => typesOf(of.frames, grace).at(-1)).toBe('friend-delete')
    await of.close()
  })

  test('takes from the feed what the two had sent each other, in the words of each generation', async () => {
    const frames = await aPipeline(app, ada)
    const feed = await aFollower(app, ada, FEED)
    const boop = await tell(app, ada.id, { type: 'boop', senderId: grace.id })
    const notice = await tell(app, ada.id, { senderId: grace.id })
    await frames.next('notification-v2', 2)
    await block(grace, ada)
    expect(await frames.next('hide-notification')).toBe(boop)
    await frames.next('notification-v2-delete', 2)
    const removed = frames.of('notification-v2-delete').flatMap(({ content }) => Object(content).ids)
    expect(removed.sort()).toEqual([boop, notice].sort())
    const deleted = () => told(feed.messages, 'notificationFeed').filter(({ kind }) => kind === 'DELETED')
    await expect
      .poll(() =>
        deleted()
          .flatMap(({ notificationIds }) => notificationIds)
          .sort(),
      )
      .toEqual([boop, notice].sort())
    expect(deleted().map(({ notification }) => notification)).toEqual([null, null])
    feed.socket.close()
    await frames.close()
  })

  test('keeps what was announced before it and is told after it from both', async () => {
    const of = await linesOf(ada)
    await settle(of)
    const [frames, activities] = [framesOf(of.frames, grace).length, activitiesOf(of.activity, grace).length]
    // It rests with the same commit: what is announced of it was on its way when the block came.
    await transact(signedAs(app, grace), async (open) => {
      await restFriendships({ ...open, emit: () => {} }, grace.id, [ada.id])
      open.emit(friendshipCreated(ada.id, grace.id))
    })
    await settle(of)
    expect(framesOf(of.frames, grace)).toHaveLength(frames)
    expect(activitiesOf(of.activity, grace)).toHaveLength(activities)
    await of.close()
  })
})
