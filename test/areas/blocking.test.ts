import { beforeEach, describe, expect, it } from 'vitest'
import { deliverBroadcasts, sendNotification } from '../../src/areas/notifications/broadcasts.ts'
import { anApp } from '../support/app.ts'
import { aFriendOf, befriend, comeOnline, feedOf } from '../support/friends.ts'
import { aGraph } from '../support/graph.ts'
import { enter, faring, made, signedAs } from '../support/instances.ts'
import { block, restingOf, unblock } from '../support/moderation.ts'
import { tell } from '../support/notifications.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { refusal } from '../support/refusals.ts'
import { aWorld } from '../support/worlds.ts'

const app = await anApp()
let ada: Person
let grace: Person
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
})

/** Each of the two in turn as who blocks, and who acts. */
const WAYS = [
  ['who is blocked', () => ({ blocker: ada, target: grace, actor: grace, other: ada })],
  ['who blocks', () => ({ blocker: ada, target: grace, actor: ada, other: grace })],
] as const

/** Where somebody appears to another to be, and how, at each door. */
async function lookAt(viewer: Person, { id }: Person) {
  const user = await viewer.api.call('getUser', { userId: id })
  const [online, offline] = [await friends(viewer, 'false'), await friends(viewer, 'true')]
  const { data } = await aGraph(app, viewer.api).send(
    `{ user(id: "${id}") { standing location lastMobileAt } viewer { friends(standings: [ONLINE, ACTIVE]) { nodes { id } } } }`,
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

const friends = ({ api }: Person, offline: 'true' | 'false') => api.call('getFriends', { query: { offline, n: '100' } })

const away = ({ id }: Person) => ({
  user: ['offline', 'offline', '', '', '', null],
  listed: [
    false,
    expect.objectContaining({ id, location: 'offline', last_activity: null, last_login: null, last_mobile: null }),
  ],
  own: [false, true],
  graph: {
    user: { standing: 'OFFLINE', location: 'offline', lastMobileAt: null },
    viewer: { friends: { nodes: [] } },
  },
})

describe('where friends are', () => {
  it('is told to neither across a block, and again when it has gone', async () => {
    await befriend(ada, grace)
    const world = await aWorld(app, ada)
    for (const person of [ada, grace]) await enter(app, person, `${world}:1`, 'android')
    const before = await lookAt(ada, grace)
    expect(before.user.slice(0, 3)).toEqual(['online', `${world}:1`, 'android'])
    expect(before.graph).toMatchObject({ user: { standing: 'ONLINE', lastMobileAt: expect.any(String) } })
    await block(ada, grace)
    expect(await lookAt(ada, grace)).toEqual(away(grace))
    expect(await lookAt(grace, ada)).toEqual(away(ada))
    await unblock(ada, grace)
    expect(await lookAt(ada, grace)).toEqual(before)
  })

  it('is told again only when neither of the two blocks the other', async () => {
    await befriend(ada, grace)
    await comeOnline(grace)
    await block(ada, grace)
    await block(grace, ada)
    await unblock(ada, grace)
    expect(await restingOf(app, ada, grace)).toEqual([true, true])
    expect(await lookAt(ada, grace)).toEqual(away(grace))
    await grace.api.call('clearAllPlayerModerations')
    expect(await restingOf(app, ada, grace)).toEqual([false, false])
    expect((await lookAt(ada, grace)).user[0]).toBe('online')
  })

  it('is told as ever while one only mutes the other, and takes back what is no block', async () => {
    await befriend(ada, grace)
    await ada.api.call('moderateUser', { body: { moderated: grace.id, type: 'mute' } })
    expect((await lookAt(grace, ada)).user[0]).toBe('online')
    await block(ada, grace)
    await ada.api.call('unmoderateUser', { body: { moderated: grace.id, type: 'mute' } })
    expect(await lookAt(grace, ada)).toEqual(away(ada))
  })

  it('stay friends, and can part', async () => {
    await befriend(ada, grace)
    await block(ada, grace)
    expect(await grace.api.call('getFriendStatus', { userId: ada.id })).toMatchObject({ isFriend: true })
    await grace.api.call('unfriend', { userId: ada.id })
    await unblock(ada, grace)
    expect(await grace.api.call('getFriendStatus', { userId: ada.id })).toMatchObject({ isFriend: false })
  })
})

describe('what one does to the other', () => {
  it.each(WAYS)('is refused as to a stranger, of %s: boops, invites, favorites', async (_who, way) => {
    const { blocker, target, actor, other } = way()
    await befriend(ada, grace)
    const place = await made(actor, await aWorld(app, actor))
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
    expect((await feedOf(app, other.id)).filter(({ type }) => type !== 'friendRequest')).toEqual([])
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
    const notificationId = await tell(app, actor.id, { senderId: other.id, canReply: true })
    expect(await actor.api.try('replyNotificationV2', { notificationId, body: { text: 'Hello' } })).toMatchObject(
      refusal(400, 'This notification cannot be replied to!'),
    )
    expect(await feedOf(app, other.id)).toEqual([])
  })
})

describe('what the two have sent each other', () => {
  it('is put away with the block on both sides, friend requests for good, and each receiver hears so', async () => {
    const { id: request } = await grace.api.call('friend', { userId: ada.id })
    const message = await tell(app, ada.id, { type: 'message', senderId: grace.id })
    const boops = [
      await tell(app, grace.id, { type: 'boop', senderId: ada.id }),
      await tell(app, grace.id, { type: 'boop', senderId: ada.id }),
    ]
    const own = await tell(app, ada.id, { type: 'message', senderId: ada.id })
    await block(ada, grace)
    const gone = (type: string, notificationIds: string[]) => ({ kind: 'deleted', type, notificationIds })
    const told = async ({ id }: Person) => (await feedOf(app, id)).filter(({ kind }) => kind === 'deleted')
    expect(new Set(await told(ada))).toEqual(new Set([gone('friendRequest', [request]), gone('message', [message])]))
    expect(await told(grace)).toEqual([gone('boop', boops.toSorted())])
    expect((await ada.api.call('getNotifications')).map(({ id }) => id)).toEqual([own])
    expect(await grace.api.call('getNotificationV2s')).toEqual([])
    expect(await ada.api.try('acceptFriendRequest', { notificationId: request })).toMatchObject({ status: 404 })
    await unblock(ada, grace)
    expect(await ada.api.call('getFriendStatus', { userId: grace.id })).toMatchObject({ incomingRequest: false })
    expect(await grace.api.call('getNotificationV2s')).toEqual([])
  })

  it('takes a declined friend request along, and what was put away before is told of no second time', async () => {
    const { id: request } = await grace.api.call('friend', { userId: ada.id })
    await ada.api.call('deleteNotification', { notificationId: request })
    const message = await tell(app, ada.id, { type: 'message', senderId: grace.id })
    await ada.api.call('deleteNotification', { notificationId: message })
    await block(ada, grace)
    const hidden = { type: 'friendRequest', hidden: 'true' } as const
    expect(await ada.api.call('getNotifications', { query: hidden })).toEqual([])
    const told = (await feedOf(app, ada.id)).filter(({ notificationIds }) => notificationIds.includes(message))
    expect(told.map(({ kind }) => kind)).toEqual(['created', 'deleted'])
  })

  it('keeps what an admin tells many people, whoever blocks the admin, and no answer goes back', async () => {
    const admin = await anAdmin(app)
    await block(ada, admin)
    await block(admin, grace)
    const { viewer, ...scope } = signedAs(app, admin)
    const acting = { ...scope, viewer: { ...viewer, admin: true } }
    const message = { type: 'moderation.notice', title: 'Notice', message: 'To all', canReply: true } as const
    await sendNotification(acting, message, { receiverIds: [ada.id, grace.id] })
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
  const found = async ({ api }: Person, { username }: Person) => {
    const listed = await api.call('searchUsers', { query: { search: username } })
    const { data } = await aGraph(app, api).send(`{ users(search: "${username}") { nodes { id } } }`)
    const { users } = Object(data)
    expect(users.nodes.map(({ id }: { id: string }) => id)).toEqual(listed.map(({ id }) => id))
    return listed.length > 0
  }
  /** The ids of those who are friends of both, as each door tells, with how many they are. */
  const mutual = async ({ api }: Person, { id: userId }: Person) => {
    const ids = (await api.call('getMutualFriends', { userId })).map(({ id }) => id)
    const graph = await aGraph(app, api).send(`{ user(id: "${userId}") { mutualFriends { totalCount nodes { id } } } }`)
    expect(graph.data).toMatchObject({ user: { mutualFriends: { totalCount: ids.length } } })
    expect(await api.call('getMutuals', { userId })).toMatchObject({ friends: ids.length })
    return ids
  }

  it('find neither for the other, and both for a third person', async () => {
    await block(ada, grace)
    expect([await found(ada, grace), await found(grace, ada)]).toEqual([false, false])
    const third = await aUser(app)
    expect([await found(third, grace), await found(third, ada)]).toEqual([true, true])
    await unblock(ada, grace)
    expect([await found(ada, grace), await found(grace, ada)]).toEqual([true, true])
  })

  it('have neither among the mutual friends of the other, whoever is asked about', async () => {
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
  it('of a friend are opened by no friendship that rests, nor told of', async () => {
    await befriend(ada, grace)
    const world = await aWorld(app, ada)
    const place = await made(ada, world, { type: 'friends', ownerId: ada.id })
    await enter(app, ada, place.location)
    const told = async () => {
      const { data } = await aGraph(app, grace.api).send(
        `{ world(id: "${world}") { instances { nodes { id } } } instance(location: "${place.location}") { mayEnter occupantCount } }`,
      )
      return data
    }
    expect(await told()).toMatchObject({ world: { instances: { nodes: [{}] } }, instance: { mayEnter: true } })
    await block(grace, ada)
    expect(await told()).toEqual({
      world: { instances: { nodes: [] } },
      instance: { mayEnter: false, occupantCount: 0 },
    })
    expect(await faring(app, grace, place.location)).toBe('may_not_enter')
    await unblock(grace, ada)
    expect(await faring(app, grace, place.location)).toBe('in')
  })

  it.each([
    ['who blocks', () => block(ada, grace)],
    ['who is blocked', () => block(grace, ada)],
  ])('of %s open to the other by no third person who is inside or invites', async (_who, part) => {
    const linus = await aFriendOf(app, ada)
    await befriend(linus, grace)
    const world = await aWorld(app, ada)
    const [hidden, own] = [
      await made(ada, world, { type: 'hidden', ownerId: ada.id }),
      await made(ada, world, { type: 'private', ownerId: ada.id }),
    ]
    await enter(app, linus, hidden.location)
    await ada.api.call('inviteUser', { userId: linus.id, body: { instanceId: own.location } })
    await linus.api.call('inviteUser', { userId: grace.id, body: { instanceId: own.location } })
    const told = async () => {
      const { data } = await aGraph(app, grace.api).send(
        `{ world(id: "${world}") { instances { nodes { id } } } instance(location: "${hidden.location}") { mayEnter occupantCount } }`,
      )
      return data
    }
    const open = { mayEnter: true, occupantCount: 1 }
    expect(await told()).toMatchObject({ world: { instances: { nodes: [{}, {}] } }, instance: open })
    await part()
    expect(await told()).toEqual({
      world: { instances: { nodes: [] } },
      instance: { mayEnter: false, occupantCount: 0 },
    })
    for (const { location } of [hidden, own]) expect(await faring(app, grace, location)).toBe('may_not_enter')
    await unblock(ada, grace)
    await unblock(grace, ada)
    expect(await faring(app, grace, hidden.location)).toBe('in')
  })

  it('do not say across a block who has made them', async () => {
    const place = await made(ada, await aWorld(app, ada))
    const { worldId, instanceId } = place
    const creator = async () => {
      const { data } = await aGraph(app, grace.api).send(
        `{ instance(location: "${place.location}") { creator { id } } }`,
      )
      const { creatorId } = await grace.api.call('getInstance', { worldId, instanceId })
      return { creatorId, data }
    }
    expect(await creator()).toEqual({ creatorId: ada.id, data: { instance: { creator: { id: ada.id } } } })
    await block(ada, grace)
    expect(await creator()).toEqual({ creatorId: undefined, data: { instance: { creator: null } } })
  })

  it('show whoever has made them nobody across a block, nor the invite of one who is blocked the way in', async () => {
    await befriend(ada, grace)
    const world = await aWorld(app, ada)
    const place = await made(ada, world)
    await enter(app, ada, place.location)
    await enter(app, grace, place.location)
    const parts = { worldId: world, instanceId: place.instanceId }
    const inside = async () => (await ada.api.call('getInstance', parts))?.users?.map(({ id }) => id)
    const occupants = async () => {
      const { data } = await aGraph(app, ada.api).send(
        `{ instance(location: "${place.location}") { occupants { nodes { id } } } }`,
      )
      return Object(data).instance.occupants.nodes.map(({ id }: { id: string }) => id)
    }
    expect([await inside(), await occupants()]).toEqual([
      [ada.id, grace.id],
      [ada.id, grace.id],
    ])
    const own = await made(grace, world, { type: 'private', ownerId: grace.id })
    await grace.api.call('inviteUser', { userId: ada.id, body: { instanceId: own.location } })
    await block(grace, ada)
    expect([await inside(), await occupants()]).toEqual([[ada.id], [ada.id]])
    expect(await faring(app, ada, own.location)).toBe('may_not_enter')
  })
})
