import { beforeEach, describe, expect, it } from 'vitest'
import { deliverBroadcasts, sendBroadcast } from '../../../src/areas/notifications/broadcasts.ts'
import { sharedApp } from '../../support/app.ts'
import { aFriendOf, befriend, feedEntriesOf, seeOnClient } from '../../support/friends.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { createInstanceAs, enterAs, enterOutcome } from '../../support/instances.ts'
import { aNotification } from '../../support/notifications.ts'
import { block, suspendedSidesOf, unblock } from '../../support/playerModerations.ts'
import { refusal } from '../../support/refusals.ts'
import { viewerScopeOf } from '../../support/scopes.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const app = await sharedApp()
let ada: TestUser
let grace: TestUser
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
})

/** Both users in turn as the blocker and as the actor. */
const WAYS = [
  ['who is blocked', () => ({ blocker: ada, target: grace, actor: grace, other: ada })],
  ['who blocks', () => ({ blocker: ada, target: grace, actor: ada, other: grace })],
] as const

/** Location and presence of a user as another user sees them by REST and GraphQL. */
async function lookAt(viewer: TestUser, { id }: TestUser) {
  const user = await viewer.api.call('getUser', { userId: id })
  const [online, offline] = [await friends(viewer, 'false'), await friends(viewer, 'true')]
  const { data } = await aGraphClient(app, viewer.api).send(
    `{ user(id: "${id}") { standing whereabouts { kind instanceId } lastMobileAt } viewer { friends(filter: { standings: [ONLINE, ACTIVE] }) { nodes { id } } } }`,
  )
  const own = await viewer.api.call('getCurrentUser')
  const { onlineFriends = [], offlineFriends = [] } = 'id' in own ? own : {}
  return {
    user: [user.state, user.location, user.platform, user.last_activity, user.last_login, user.last_mobile],
    listed: [online.map((one) => one.id).includes(id), offline.find((one) => one.id === id)],
    own: [onlineFriends.includes(id), offlineFriends.includes(id)],
    graph: data,
  }
}

const friends = ({ api }: TestUser, offline: 'true' | 'false') =>
  api.call('getFriends', { query: { offline, n: '100' } })

const away = ({ id }: TestUser) => ({
  user: ['offline', 'offline', '', '', '', null],
  listed: [
    false,
    expect.objectContaining({ id, location: 'offline', last_activity: null, last_login: null, last_mobile: null }),
  ],
  own: [false, true],
  graph: {
    user: { standing: 'OFFLINE', whereabouts: { kind: 'OFFLINE', instanceId: null }, lastMobileAt: null },
    viewer: { friends: { nodes: [] } },
  },
})

describe('the location of friends', () => {
  it('is hidden from both users by a block, and shown again after it', async () => {
    await befriend(ada, grace)
    const world = await aWorld(app, ada)
    for (const person of [ada, grace]) await enterAs(app, person, `${world}:1`, 'android')
    const before = await lookAt(ada, grace)
    expect(before.user.slice(0, 3)).toEqual(['online', `${world}:1`, 'android'])
    expect(before.graph).toMatchObject({ user: { standing: 'ONLINE', lastMobileAt: expect.any(String) } })
    await block(ada, grace)
    expect(await lookAt(ada, grace)).toEqual(away(grace))
    expect(await lookAt(grace, ada)).toEqual(away(ada))
    await unblock(ada, grace)
    expect(await lookAt(ada, grace)).toEqual(before)
  })

  it('is shown again only when neither user blocks the other', async () => {
    await befriend(ada, grace)
    await seeOnClient(grace)
    await block(ada, grace)
    await block(grace, ada)
    await unblock(ada, grace)
    expect(await suspendedSidesOf(app, ada, grace)).toEqual([true, true])
    expect(await lookAt(ada, grace)).toEqual(away(grace))
    await grace.api.call('clearAllPlayerModerations')
    expect(await suspendedSidesOf(app, ada, grace)).toEqual([false, false])
    expect((await lookAt(ada, grace)).user[0]).toBe('online')
  })

  it('is unaffected by a mute and by its removal', async () => {
    await befriend(ada, grace)
    await ada.api.call('moderateUser', { body: { moderated: grace.id, type: 'mute' } })
    expect((await lookAt(grace, ada)).user[0]).toBe('online')
    await block(ada, grace)
    await ada.api.call('unmoderateUser', { body: { moderated: grace.id, type: 'mute' } })
    expect(await lookAt(grace, ada)).toEqual(away(ada))
  })

  it('friendships last through a block and can be ended', async () => {
    await befriend(ada, grace)
    await block(ada, grace)
    expect(await grace.api.call('getFriendStatus', { userId: ada.id })).toMatchObject({ isFriend: true })
    await grace.api.call('unfriend', { userId: ada.id })
    await unblock(ada, grace)
    expect(await grace.api.call('getFriendStatus', { userId: ada.id })).toMatchObject({ isFriend: false })
  })
})

describe('acts of one user toward the other', () => {
  it.each(WAYS)('is refused as to a stranger, of %s: boops, invites, favorites', async (_who, way) => {
    const { blocker, target, actor, other } = way()
    await befriend(ada, grace)
    const place = await createInstanceAs(actor, await aWorld(app, actor))
    await block(blocker, target)
    const { api } = actor
    expect(await api.try('boop', { userId: other.id })).toMatchObject(refusal(400, 'These users are not friends'))
    expect(await api.try('friend', { userId: other.id })).toMatchObject(refusal(400, 'Users are already friends'))
    const notFriends = refusal(403, '"You need to be friends with that user first."')
    expect(await api.try('inviteUser', { userId: other.id, body: { instanceId: place.location } })).toMatchObject(
      notFriends,
    )
    expect(await api.try('requestInvite', { userId: other.id, body: {} })).toMatchObject(notFriends)
    expect(
      await api.try('addFavorite', { body: { type: 'friend', favoriteId: other.id, tags: ['group_0'] } }),
    ).toMatchObject(refusal(403, 'you are not friends with that user!'))
    expect((await feedEntriesOf(app, other.id)).filter(({ type }) => type !== 'friendRequest')).toEqual([])
  })

  it.each(WAYS)('is refused of %s as if the other were not there: friend requests', async (_who, way) => {
    const { blocker, target, actor, other } = way()
    await block(blocker, target)
    expect(await actor.api.try('friend', { userId: other.id })).toMatchObject(refusal(404, "user doesn't exist!"))
    await unblock(blocker, target)
    expect(await actor.api.try('friend', { userId: other.id })).toMatchObject({ status: 200 })
  })

  it.each(WAYS)('is refused of %s: replies', async (_who, way) => {
    const { blocker, target, actor, other } = way()
    await block(blocker, target)
    const notificationId = await aNotification(app, actor.id, { senderId: other.id, canReply: true })
    expect(await actor.api.try('replyNotificationV2', { notificationId, body: { text: 'Hello' } })).toMatchObject(
      refusal(400, 'This notification cannot be replied to!'),
    )
    expect(await feedEntriesOf(app, other.id)).toEqual([])
  })
})

describe('notifications between the two users', () => {
  it('are dismissed by the block for both, friend requests permanently, and each receiver is told', async () => {
    const { id: request } = await grace.api.call('friend', { userId: ada.id })
    const message = await aNotification(app, ada.id, { type: 'message', senderId: grace.id })
    const boops = [
      await aNotification(app, grace.id, { type: 'boop', senderId: ada.id }),
      await aNotification(app, grace.id, { type: 'boop', senderId: ada.id }),
    ]
    const own = await aNotification(app, ada.id, { type: 'message', senderId: ada.id })
    await block(ada, grace)
    const gone = (type: string, notificationIds: string[]) => ({ kind: 'deleted', type, notificationIds })
    const told = async ({ id }: TestUser) => (await feedEntriesOf(app, id)).filter(({ kind }) => kind === 'deleted')
    expect(new Set(await told(ada))).toEqual(new Set([gone('friendRequest', [request]), gone('message', [message])]))
    expect(await told(grace)).toEqual([gone('boop', boops.toSorted())])
    expect((await ada.api.call('getNotifications')).map(({ id }) => id)).toEqual([own])
    expect(await grace.api.call('getNotificationV2s')).toEqual([])
    expect(await ada.api.try('acceptFriendRequest', { notificationId: request })).toMatchObject({ status: 404 })
    await unblock(ada, grace)
    expect(await ada.api.call('getFriendStatus', { userId: grace.id })).toMatchObject({ incomingRequest: false })
    expect(await grace.api.call('getNotificationV2s')).toEqual([])
  })

  it('include declined friend requests; notifications that were dismissed before are not announced again', async () => {
    const { id: request } = await grace.api.call('friend', { userId: ada.id })
    await ada.api.call('deleteNotification', { notificationId: request })
    const message = await aNotification(app, ada.id, { type: 'message', senderId: grace.id })
    await ada.api.call('deleteNotification', { notificationId: message })
    await block(ada, grace)
    const hidden = { type: 'friendRequest', hidden: 'true' } as const
    expect(await ada.api.call('getNotifications', { query: hidden })).toEqual([])
    const told = (await feedEntriesOf(app, ada.id)).filter(({ notificationIds }) => notificationIds.includes(message))
    expect(told.map(({ kind }) => kind)).toEqual(['created', 'deleted'])
  })

  it('keep broadcasts of an admin whom the receiver has blocked, and no response goes back', async () => {
    const admin = await anAdmin(app)
    await block(ada, admin)
    await block(admin, grace)
    const acting = viewerScopeOf(app, admin, { admin: true })
    const message = { type: 'moderation.notice', title: 'Notice', message: 'To all', canReply: true } as const
    await sendBroadcast(acting, message, { receiverIds: [ada.id, grace.id] })
    await deliverBroadcasts(app.scope())
    await unblock(admin, grace)
    await block(admin, grace)
    for (const { api } of [ada, grace]) {
      const [notice] = await api.call('getNotificationV2s')
      expect(notice).toMatchObject({ title: 'Notice' })
      expect(
        await api.try('replyNotificationV2', { notificationId: notice?.id ?? '', body: { text: 'No' } }),
      ).toMatchObject({ status: 400 })
    }
  })
})

describe('search and mutual friends', () => {
  const found = async ({ api }: TestUser, { username }: TestUser) => {
    const listed = await api.call('searchUsers', { query: { search: username } })
    const { data } = await aGraphClient(app, api).send(`{ users(filter: { search: "${username}" }) { nodes { id } } }`)
    const { users } = Object(data)
    expect(users.nodes.map(({ id }: { id: string }) => id)).toEqual(listed.map(({ id }) => id))
    return listed.length > 0
  }
  /** Ids and number of mutual friends, by REST and GraphQL. */
  const mutual = async ({ api }: TestUser, { id: userId }: TestUser) => {
    const ids = (await api.call('getMutualFriends', { userId })).map(({ id }) => id)
    const graph = await aGraphClient(app, api).send(
      `{ user(id: "${userId}") { mutualFriends { totalCount nodes { id } } } }`,
    )
    expect(graph.data).toMatchObject({ user: { mutualFriends: { totalCount: ids.length } } })
    expect(await api.call('getMutuals', { userId })).toMatchObject({ friends: ids.length })
    return ids
  }

  it('do not find the blocked user for either of the two, but find both for a third user', async () => {
    await block(ada, grace)
    expect([await found(ada, grace), await found(grace, ada)]).toEqual([false, false])
    const third = await aUser(app)
    expect([await found(third, grace), await found(third, ada)]).toEqual([true, true])
    await unblock(ada, grace)
    expect([await found(ada, grace), await found(grace, ada)]).toEqual([true, true])
  })

  it('do not list either user among the mutual friends of the other', async () => {
    const linus = await aFriendOf(app, ada)
    await befriend(linus, grace)
    await befriend(ada, grace)
    expect([await mutual(ada, linus), await mutual(ada, grace)]).toEqual([[grace.id], [linus.id]])
    await block(ada, grace)
    const nobody = [
      await mutual(ada, linus),
      await mutual(grace, linus),
      await mutual(ada, grace),
      await mutual(linus, ada),
    ]
    expect(nobody).toEqual([[], [], [], []])
    expect(await mutual(ada, ada)).toEqual([linus.id])
    await unblock(ada, grace)
    expect(await mutual(linus, ada)).toEqual([grace.id])
  })
})

describe('instances', () => {
  it('of a blocked friend can neither be joined nor seen', async () => {
    await befriend(ada, grace)
    const world = await aWorld(app, ada)
    const place = await createInstanceAs(ada, world, { type: 'friends', ownerId: ada.id })
    await enterAs(app, ada, place.location)
    const told = async () => {
      const { data } = await aGraphClient(app, grace.api).send(
        `{ world(id: "${world}") { instances { nodes { id } } } instance(location: "${place.location}") { viewerCanEnter occupantCount } }`,
      )
      return data
    }
    expect(await told()).toMatchObject({ world: { instances: { nodes: [{}] } }, instance: { viewerCanEnter: true } })
    await block(grace, ada)
    expect(await told()).toEqual({
      world: { instances: { nodes: [] } },
      instance: { viewerCanEnter: false, occupantCount: 0 },
    })
    expect(await enterOutcome(app, grace, place.location)).toBe('cannot_enter')
    await unblock(grace, ada)
    expect(await enterOutcome(app, grace, place.location)).toBe('in')
  })

  it.each([
    ['who blocks', () => block(ada, grace)],
    ['who is blocked', () => block(grace, ada)],
  ])('of %s open to the other by no third person who is inside or invites', async (_who, part) => {
    const linus = await aFriendOf(app, ada)
    await befriend(linus, grace)
    const world = await aWorld(app, ada)
    const [hidden, own] = [
      await createInstanceAs(ada, world, { type: 'hidden', ownerId: ada.id }),
      await createInstanceAs(ada, world, { type: 'private', ownerId: ada.id }),
    ]
    await enterAs(app, linus, hidden.location)
    await ada.api.call('inviteUser', { userId: linus.id, body: { instanceId: own.location } })
    await linus.api.call('inviteUser', { userId: grace.id, body: { instanceId: own.location } })
    const told = async () => {
      const { data } = await aGraphClient(app, grace.api).send(
        `{ world(id: "${world}") { instances { nodes { id } } } instance(location: "${hidden.location}") { viewerCanEnter occupantCount } }`,
      )
      return data
    }
    const open = { viewerCanEnter: true, occupantCount: 1 }
    expect(await told()).toMatchObject({ world: { instances: { nodes: [{}, {}] } }, instance: open })
    await part()
    expect(await told()).toEqual({
      world: { instances: { nodes: [] } },
      instance: { viewerCanEnter: false, occupantCount: 0 },
    })
    for (const { location } of [hidden, own]) expect(await enterOutcome(app, grace, location)).toBe('cannot_enter')
    await unblock(ada, grace)
    await unblock(grace, ada)
    expect(await enterOutcome(app, grace, hidden.location)).toBe('in')
  })

  it('do not show their creator across a block', async () => {
    const place = await createInstanceAs(ada, await aWorld(app, ada))
    const { worldId, instanceId } = place
    const creator = async () => {
      const { data } = await aGraphClient(app, grace.api).send(
        `{ instance(location: "${place.location}") { creator { id } } }`,
      )
      const { creatorId } = await grace.api.call('getInstance', { worldId, instanceId })
      return { creatorId, data }
    }
    expect(await creator()).toEqual({ creatorId: ada.id, data: { instance: { creator: { id: ada.id } } } })
    await block(ada, grace)
    expect(await creator()).toEqual({ creatorId: undefined, data: { instance: { creator: null } } })
  })

  it('do not show their creator any blocked occupant, and an invite of a blocked user grants no access', async () => {
    await befriend(ada, grace)
    const world = await aWorld(app, ada)
    const place = await createInstanceAs(ada, world)
    await enterAs(app, ada, place.location)
    await enterAs(app, grace, place.location)
    const parts = { worldId: world, instanceId: place.instanceId }
    const inside = async () => (await ada.api.call('getInstance', parts))?.users?.map(({ id }) => id)
    const occupants = async () => {
      const { data } = await aGraphClient(app, ada.api).send(
        `{ instance(location: "${place.location}") { occupants { nodes { id } } } }`,
      )
      return Object(data).instance.occupants.nodes.map(({ id }: { id: string }) => id)
    }
    expect([await inside(), await occupants()]).toEqual([
      [ada.id, grace.id],
      [ada.id, grace.id],
    ])
    const own = await createInstanceAs(grace, world, { type: 'private', ownerId: grace.id })
    await grace.api.call('inviteUser', { userId: ada.id, body: { instanceId: own.location } })
    await block(grace, ada)
    expect([await inside(), await occupants()]).toEqual([[ada.id], [ada.id]])
    expect(await enterOutcome(app, ada, own.location)).toBe('cannot_enter')
  })
})
