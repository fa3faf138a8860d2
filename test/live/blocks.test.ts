import { beforeEach, describe, expect, test } from 'vitest'
import { friendshipCreated } from '../../src/areas/friends/events.ts'
import { suspendFriendships } from '../../src/areas/friends/friendships.ts'
import { transact } from '../../src/kernel/transaction.ts'
import { anApp } from '../support/app.ts'
import { befriend, letPresenceExpire, seeOnClient } from '../support/friends.ts'
import type { GraphSocket } from '../support/graphSocket.ts'
import { aSubscription, payloadsOf } from '../support/graphSubscriptions.ts'
import { enterAs } from '../support/instances.ts'
import { aNotification } from '../support/notifications.ts'
import { aPipelineSocket, type PipelineSocket } from '../support/pipelineSocket.ts'
import { block, unblock } from '../support/playerModerations.ts'
import { viewerScopeOf } from '../support/scopes.ts'
import { aUser, type TestUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'

const app = await anApp()
let ada: TestUser
let grace: TestUser
let linus: TestUser
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
  linus = await aUser(app)
  await befriend(ada, grace)
  await befriend(linus, ada)
  await befriend(linus, grace)
})

const ACTIVITY = 'subscription { friendActivity { kind userId user { id standing whereabouts { kind instanceId } } } }'
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

/** The frames and events about another user that the connections received, oldest first. */
const framesOf = (line: PipelineSocket, { id }: TestUser) =>
  line.framesOfType(...ABOUT_FRIENDS).filter(({ content }) => Object(content).userId === id)
const activitiesOf = (line: GraphSocket, { id }: TestUser) =>
  payloadsOf(line.messages, 'friendActivity').filter(({ userId }) => userId === id)
const typesOf = (line: PipelineSocket, person: TestUser) => framesOf(line, person).map(({ type }) => type)

/** Opens a legacy websocket and a friendActivity subscription for the user. */
async function connectionsOf(person: TestUser) {
  const [frames, activity] = [await aPipelineSocket(app, person), await aSubscription(app, person, ACTIVITY)]
  const close = async () => {
    activity.socket.close()
    await frames.close()
  }
  return { frames, activity, close }
}

/** Waits until friends have received that the user is online: that takes up to a second after the first request. */
const presenceSent = ({ id: userId }: TestUser) =>
  expect.poll(() => app.scope().db.presenceTold.findUnique({ where: { userId } })).toMatchObject({ standing: 'online' })

/** Waits for an event of a common friend, which comes after all earlier events, presence included. */
async function settle({ frames, activity }: Awaited<ReturnType<typeof connectionsOf>>) {
  await Promise.all([ada, grace].map(presenceSent))
  const seen = framesOf(frames, linus).length
  const received = activitiesOf(activity, linus).length
  await linus.api.call('updateUser', { userId: linus.id, body: { bio: `Round ${seen}` } })
  await expect.poll(() => framesOf(frames, linus).length).toBeGreaterThan(seen)
  await expect.poll(() => activitiesOf(activity, linus).length).toBeGreaterThan(received)
}

describe('a block', () => {
  test('shows two friends each other going offline, and nothing of each other until it is lifted', async () => {
    const world = await aWorld(app, ada)
    await enterAs(app, grace, `${world}:1`)
    const [of, back] = [await connectionsOf(ada), await connectionsOf(grace)]
    await settle(of)
    const [frames, activities] = [framesOf(of.frames, grace).length, activitiesOf(of.activity, grace).length]
    await block(ada, grace)
    const away = { type: 'friend-offline', content: { userId: grace.id, platform: '' } }
    await expect.poll(() => framesOf(of.frames, grace).slice(frames)).toEqual([away])
    await expect
      .poll(() => activitiesOf(of.activity, grace).slice(activities))
      .toEqual([
        {
          kind: 'PRESENCE',
          userId: grace.id,
          user: { id: grace.id, standing: 'OFFLINE', whereabouts: { kind: 'OFFLINE', instanceId: null } },
        },
      ])
    await expect.poll(() => typesOf(back.frames, ada).at(-1)).toBe('friend-offline')
    await grace.api.call('updateUser', { userId: grace.id, body: { bio: 'unseen', status: 'join me' } })
    await enterAs(app, grace, `${world}:2`)
    await settle(of)
    expect(framesOf(of.frames, grace).slice(frames)).toEqual([away])
    expect(activitiesOf(of.activity, grace)).toHaveLength(activities + 1)
    await unblock(ada, grace)
    await expect.poll(() => typesOf(of.frames, grace).at(-1)).toBe('friend-online')
    expect(framesOf(of.frames, grace).at(-1)?.content).toMatchObject({
      location: `${world}:2`,
      user: { bio: 'unseen' },
    })
    await expect
      .poll(() => activitiesOf(of.activity, grace).at(-1))
      .toMatchObject({
        user: { whereabouts: { kind: 'IN_INSTANCE', instanceId: `${world}:2` } },
      })
    await expect.poll(() => typesOf(back.frames, ada).at(-1)).toBe('friend-online')
    await Promise.all([of.close(), back.close()])
  })

  test('sends the profile changes made meanwhile to a friend when the block is lifted', async () => {
    letPresenceExpire(app)
    await seeOnClient(linus)
    const frames = await aPipelineSocket(app, ada)
    await block(ada, grace)
    await frames.nextContent('friend-offline')
    await app.scope().db.user.update({ where: { id: grace.id }, data: { bio: 'Elsewhere' } })
    await unblock(ada, grace)
    expect(await frames.nextContent('friend-update')).toMatchObject({ userId: grace.id, user: { bio: 'Elsewhere' } })
    await frames.close()
  })

  test('sends nothing to strangers; a second block, or lifting one of two, changes nothing', async () => {
    const stranger = await aUser(app)
    const of = await connectionsOf(ada)
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

  test('removes from the feed what the two had sent each other, of both notification generations', async () => {
    const frames = await aPipelineSocket(app, ada)
    const feed = await aSubscription(app, ada, FEED)
    const boop = await aNotification(app, ada.id, { type: 'boop', senderId: grace.id })
    const notice = await aNotification(app, ada.id, { senderId: grace.id })
    await frames.nextContent('notification-v2', 2)
    await block(grace, ada)
    expect(await frames.nextContent('hide-notification')).toBe(boop)
    await frames.nextContent('notification-v2-delete', 2)
    const removed = frames.framesOfType('notification-v2-delete').flatMap(({ content }) => Object(content).ids)
    expect(removed.sort()).toEqual([boop, notice].sort())
    const deleted = () => payloadsOf(feed.messages, 'notificationFeed').filter(({ kind }) => kind === 'DELETED')
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

  test('suppresses for both users events that were emitted before it and delivered after it', async () => {
    const of = await connectionsOf(ada)
    await settle(of)
    const [frames, activities] = [framesOf(of.frames, grace).length, activitiesOf(of.activity, grace).length]
    // The friendship is suspended by the block's own commit: its earlier events may still be under way.
    await transact(viewerScopeOf(app, grace), async (tx) => {
      await suspendFriendships({ ...tx, emit: () => {} }, grace.id, [ada.id])
      tx.emit(friendshipCreated(ada.id, { friendId: grace.id }))
    })
    await settle(of)
    expect(framesOf(of.frames, grace)).toHaveLength(frames)
    expect(activitiesOf(of.activity, grace)).toHaveLength(activities)
    await of.close()
  })
})
