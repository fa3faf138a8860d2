import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import type { NotificationResponseType } from '../../generated/graphql.ts'
import { graphql } from '../../generated/index.ts'
import { sharedClockApp } from '../../support/app.ts'
import { feedEntriesOf } from '../../support/friends.ts'
import { aGraphClient, countStatements, type GraphClient } from '../../support/graphClient.ts'
import { aNotification } from '../../support/notifications.ts'
import { block } from '../../support/playerModerations.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

const Told = graphql(`
  query Told($filter: NotificationFilter, $first: Int, $after: String, $last: Int, $before: String) {
    viewer {
      unreadNotificationCount
      notifications(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
        totalCount
        nodes { id type }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }
    }
  }
`)

const Rich = graphql(`
  query RichNotifications($first: Int) {
    viewer {
      notifications(first: $first) {
        nodes {
          id type category isSystem title titleKey message messageKey details data imageUrl
          link linkText linkTextKey viewerCanReply viewerCanDelete requireSeen ignoreDND isHidden
          createdAt updatedAt seenAt respondedAt expiresAt expiryAfterSeen
          responses { type data icon text textKey }
          sender { id displayName isFriend }
          relatedNotificationId
          relatedNotification { id title }
          friendRequest { id notification { id } }
        }
      }
    }
  }
`)

const NotificationNodes = graphql(`
  query NotificationNodes($ids: [ID!]!) {
    nodes(ids: $ids) { id __typename ... on Notification { title } }
  }
`)

const See = graphql(`
  mutation SeeNotification($input: MarkNotificationAsReadInput!) {
    markNotificationAsRead(input: $input) { notification { id seenAt } viewer { unreadNotificationCount } }
  }
`)

const PutAway = graphql(`
  mutation PutAwayNotification($input: DeleteNotificationInput!) {
    deleteNotification(input: $input) { deletedNotificationId viewer { notifications { nodes { id } } } }
  }
`)

const Respond = graphql(`
  mutation RespondNotification($input: RespondNotificationInput!) {
    respondNotification(input: $input) { notification { id seenAt respondedAt responses { type } } }
  }
`)

const Reply = graphql(`
  mutation ReplyNotification($input: ReplyNotificationInput!) {
    replyNotification(input: $input) { notification { id seenAt } }
  }
`)

const Clear = graphql(`
  mutation ClearAll($input: DeleteAllNotificationsInput!) {
    deleteAllNotifications(input: $input) { deletedNotificationIds viewer { notifications { nodes { id } } } }
  }
`)

const app = await sharedClockApp()
let ada: TestUser
let grace: TestUser
let graph: GraphClient
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
  graph = aGraphClient(app, ada.api)
})

const UNKNOWN_ID = newId('notification', new Date())
const accept = { type: 'accept', data: 'yes', icon: 'check', text: 'Yes', textKey: null }
const offer = { responses: [accept, { ...accept, type: 'unheard of' }] }
const ALL = { input: {} }
const about = (notificationId: string) => ({ input: { notificationId } })
const responding = (notificationId: string, responseType: NotificationResponseType) => ({
  input: { notificationId, responseType },
})
const writing = (notificationId: string, text: string) => ({ input: { notificationId, text } })
const pageOf = async (variables: object = {}) => (await graph.run(Told, variables)).viewer
const idsOf = async (variables: object = {}) =>
  ((await pageOf(variables))?.notifications.nodes ?? []).map(({ id }) => id)

/** Sends notifications of both generations to the viewer, some at equal times. Returns their ids, newest first. */
async function sendSome(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let number = 0; number < count; number++) {
    if (number % 3 === 0) app.clock.advance(1_000)
    const legacy = { type: 'invite', senderId: grace.id } as const
    ids.push(await aNotification(app, ada.id, number % 2 === 0 ? legacy : {}))
  }
  const { db } = app.scope()
  const rows = await db.notification.findMany({
    where: { id: { in: ids } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  return rows.map(({ id }) => id)
}

describe('Viewer.notifications', () => {
  test('lists both generations, newest first, in pages in both directions', async () => {
    const ids = await sendSome(7)
    const { createdAt } = await app.scope().db.notification.findFirstOrThrow({ where: { receiverId: ada.id } })
    await app.scope().db.notification.updateMany({ where: { id: { in: ids.slice(1, 4) } }, data: { createdAt } })
    const order = await idsOf()
    const seen: string[] = []
    let after: string | undefined
    for (;;) {
      const { viewer } = await graph.run(Told, { first: 2, ...(after && { after }) })
      seen.push(...(viewer?.notifications.nodes ?? []).map(({ id }) => id))
      if (!viewer?.notifications.pageInfo.hasNextPage) break
      after = viewer.notifications.pageInfo.endCursor ?? ''
    }
    expect(seen).toEqual(order)
    expect([...seen].sort()).toEqual([...ids].sort())
    const last = (await pageOf({ last: 3 }))?.notifications
    expect(last?.nodes.map(({ id }) => id)).toEqual(order.slice(-3))
    expect(await idsOf({ last: 2, before: last?.pageInfo.startCursor ?? '' })).toEqual(order.slice(-5, -3))
  })

  test('filters by type, unseen notifications, and time', async () => {
    const notice = await aNotification(app, ada.id)
    const since = app.clock.now()
    app.clock.advance(1_000)
    const invite = await aNotification(app, ada.id, { type: 'invite', senderId: grace.id })
    expect(await idsOf({ filter: { types: ['INVITE'] } })).toEqual([invite])
    expect(await idsOf({ filter: { types: ['BOOP'] } })).toEqual([])
    expect(await idsOf({ filter: { since: since.toISOString() } })).toEqual([invite])
    await ada.api.call('acknowledgeNotificationV2', { notificationId: notice })
    expect(await idsOf({ filter: { isUnseen: true } })).toEqual([invite])
    expect(await pageOf({ filter: { isUnseen: true } })).toMatchObject({
      unreadNotificationCount: 1,
      notifications: { totalCount: 1 },
    })
    expect((await pageOf({ first: 1 }))?.notifications.totalCount).toBe(2)
    expect((await pageOf({ filter: { types: [] } }))?.notifications).toMatchObject({ totalCount: 0, nodes: [] })
  })

  test('lists declined friend requests with hidden', async () => {
    const { id } = await grace.api.call('friend', { userId: ada.id })
    const notificationId = id.replace('frq_', 'not_')
    expect(await idsOf({ filter: { isHidden: true } })).toEqual([])
    await graph.run(PutAway, about(notificationId))
    expect(await idsOf()).toEqual([])
    expect(await idsOf({ filter: { isHidden: true } })).toEqual([notificationId])
    expect((await graph.run(NotificationNodes, { ids: [notificationId] })).nodes).toMatchObject([
      { id: notificationId },
    ])
  })

  test('gives a friend request and its notification ids of their own, and takes either', async () => {
    const { id } = await grace.api.call('friend', { userId: ada.id })
    const notificationId = id.replace('frq_', 'not_')
    const { viewer } = await graph.run(Rich, { first: 1 })
    expect(viewer?.notifications.nodes).toMatchObject([
      { id: notificationId, type: 'FRIEND_REQUEST', friendRequest: { id, notification: { id: notificationId } } },
    ])
    expect((await graph.run(NotificationNodes, { ids: [id, notificationId] })).nodes).toEqual([
      { id, __typename: 'FriendRequest' },
      { id: notificationId, __typename: 'Notification', title: null },
    ])
    const sender = aGraphClient(app, grace.api)
    expect((await sender.run(NotificationNodes, { ids: [notificationId] })).nodes).toEqual([null])
    for (const either of [id, notificationId])
      expect((await graph.run(See, about(either))).markNotificationAsRead.notification.id).toBe(notificationId)
    expect((await graph.run(PutAway, about(id))).deleteNotification.deletedNotificationId).toBe(notificationId)
    expect(await graph.refusalCodes(Reply, writing(notificationId, 'x'))).toEqual(['NOT_FOUND'])
  })

  test('omits expired notifications, also in the count', async () => {
    const id = await aNotification(app, ada.id, { expiresAt: new Date(app.clock.now().getTime() + 60_000) })
    expect((await pageOf())?.unreadNotificationCount).toBe(1)
    app.clock.advance(60_001)
    expect(await pageOf()).toMatchObject({ unreadNotificationCount: 0, notifications: { nodes: [] } })
    expect((await graph.run(NotificationNodes, { ids: [id] })).nodes).toEqual([null])
  })

  test('refuses malformed cursors, and more than 100 notifications a page', async () => {
    for (const variables of [{ after: 'nonsense' }, { before: Buffer.from('x y').toString('base64url'), last: 1 }]) {
      const { errors } = await graph.send(Told.toString(), variables)
      expect(errors?.[0]?.extensions).toMatchObject({
        code: 'BAD_INPUT',
        issues: [{ path: Object.keys(variables).slice(0, 1) }],
      })
    }
    expect(await graph.refusalCodes(Told, { first: 101 })).toEqual(['BAD_INPUT'])
  })

  test('reads 60 notifications with all fields by as many statements as 3', async () => {
    for (let number = 0; number < 60; number++)
      await aNotification(app, ada.id, {
        ...offer,
        senderId: number % 2 === 0 ? grace.id : null,
        relatedNotificationsId: UNKNOWN_ID,
      })
    const { viewer } = await graph.run(Rich, { first: 60 })
    expect(viewer?.notifications.nodes).toHaveLength(60)
    expect(viewer?.notifications.nodes[59]?.sender).toMatchObject({ id: grace.id, isFriend: false })
    const few = await countStatements(app, () => graph.run(Rich, { first: 3 }))
    const many = await countStatements(app, () => graph.run(Rich, { first: 60 }))
    expect(many).toBe(few)
    expect(few).toBeLessThanOrEqual(6)
  })

  test('shows all fields of a notification', async () => {
    const first = await aNotification(app, ada.id, { title: 'First' })
    await aNotification(app, ada.id, {
      ...offer,
      type: 'boop',
      senderId: grace.id,
      details: { emojiId: 'file_1' },
      data: { a: [1] },
      relatedNotificationsId: first,
      titleKey: 'boop.title',
      messageKey: 'boop.message',
      ignoreDND: true,
      expiryAfterSeen: 900,
    })
    const { viewer } = await graph.run(Rich, { first: 1 })
    expect(viewer?.notifications.nodes).toMatchObject([
      {
        ...{ type: 'BOOP', category: null, title: 'Notice', message: null, imageUrl: null, link: null },
        ...{ viewerCanReply: false, viewerCanDelete: true, friendRequest: null },
        details: { emojiId: 'file_1' },
        data: { a: [1] },
        isSystem: false,
        sender: { id: grace.id },
        responses: [{ ...accept, type: 'ACCEPT', icon: 'CHECK' }],
        titleKey: 'boop.title',
        messageKey: 'boop.message',
        linkTextKey: null,
        ignoreDND: true,
        expiryAfterSeen: 900,
        relatedNotification: { id: first, title: 'First' },
        seenAt: null,
        respondedAt: null,
      },
    ])
  })
})

describe('mutations', () => {
  test('mark notifications of both generations as seen, once', async () => {
    for (const id of [
      await aNotification(app, ada.id),
      await aNotification(app, ada.id, { type: 'invite', senderId: grace.id }),
    ]) {
      const { markNotificationAsRead: once } = await graph.run(See, about(id))
      expect(once.notification).toMatchObject({ id, seenAt: expect.any(String) })
      app.clock.advance(1_000)
      expect((await graph.run(See, about(id))).markNotificationAsRead.notification).toEqual(once.notification)
    }
    expect((await pageOf())?.unreadNotificationCount).toBe(0)
  })

  test('dismiss a notification, and return the other ones', async () => {
    const [gone, kept] = [await aNotification(app, ada.id, { type: 'invite' }), await aNotification(app, ada.id)]
    const { deleteNotification } = await graph.run(PutAway, about(gone))
    expect(deleteNotification).toEqual({
      deletedNotificationId: gone,
      viewer: { notifications: { nodes: [{ id: kept }] } },
    })
    const fixed = await aNotification(app, ada.id, { canDelete: false })
    expect(await graph.refusalCodes(PutAway, about(fixed))).toEqual(['BAD_INPUT'])
  })

  test('respond by a response that is offered, once', async () => {
    const id = await aNotification(app, ada.id, offer)
    const answer = responding(id, 'ACCEPT')
    expect((await graph.run(Respond, answer)).respondNotification.notification).toMatchObject({
      id,
      seenAt: expect.any(String),
      respondedAt: expect.any(String),
      responses: [],
    })
    expect(await graph.refusalCodes(Respond, answer)).toEqual(['BAD_INPUT'])
    expect(await graph.refusalCodes(Respond, responding(id, 'DECLINE'))).toEqual(['BAD_INPUT'])
  })

  test('reply to a notification, with a reference to it', async () => {
    const id = await aNotification(app, ada.id, { senderId: grace.id, canReply: true })
    await graph.run(Reply, writing(id, 'Answer'))
    const { viewer } = await aGraphClient(app, grace.api).run(Rich, { first: 1 })
    expect(viewer?.notifications.nodes).toMatchObject([
      { message: 'Answer', relatedNotificationId: id, relatedNotification: null, sender: { id: ada.id } },
    ])
    expect(await graph.refusalCodes(Reply, writing(id, ''))).toEqual(['BAD_INPUT'])
  })

  test('delete all notifications at once, but for those that stay', async () => {
    const fixed = await aNotification(app, ada.id, { canDelete: false })
    const gone = [await aNotification(app, ada.id, { type: 'invite' }), await aNotification(app, ada.id)]
    const { id } = await grace.api.call('friend', { userId: ada.id })
    const ids = [...gone, id.replace('frq_', 'not_')].sort()
    const { deletedNotificationIds, viewer } = (await graph.run(Clear, ALL)).deleteAllNotifications
    expect([...deletedNotificationIds].sort()).toEqual(ids)
    expect(viewer.notifications.nodes).toEqual([{ id: fixed }])
    expect((await graph.run(Clear, ALL)).deleteAllNotifications.deletedNotificationIds).toEqual([])
    const legacy = await ada.api.call('getNotifications', { query: { type: 'friendRequest', hidden: 'true' } })
    expect(legacy).toMatchObject([{ id }])
  })

  test('accept replies unless a block is between the two', async () => {
    const broadcast = { canReply: true, data: { broadcastId: newId('broadcast', new Date()) } }
    await aNotification(app, ada.id, { senderId: grace.id, ...broadcast })
    const canReply = async () => (await graph.run(Rich, { first: 1 })).viewer?.notifications.nodes[0]?.viewerCanReply
    expect(await canReply()).toBe(true)
    await block(grace, ada)
    expect(await canReply()).toBe(false)
  })

  test('are for the receiver only: neither the sender nor admins can read or change notifications of others', async () => {
    const id = await aNotification(app, ada.id, { ...offer, senderId: grace.id, canReply: true })
    for (const person of [grace, await anAdmin(app)]) {
      const other = aGraphClient(app, person.api)
      expect((await other.run(NotificationNodes, { ids: [id] })).nodes).toEqual([null])
      expect(await other.refusalCodes(See, about(id))).toEqual(['NOT_FOUND'])
      expect(await other.refusalCodes(PutAway, about(id))).toEqual(['NOT_FOUND'])
      expect(await other.refusalCodes(Respond, responding(id, 'ACCEPT'))).toEqual(['NOT_FOUND'])
      expect(await other.refusalCodes(Reply, writing(id, 'x'))).toEqual(['NOT_FOUND'])
      await other.run(Clear, ALL)
    }
    for (const unknown of [UNKNOWN_ID, 'not_1', ada.id])
      expect(await graph.refusalCodes(See, about(unknown))).toEqual(['NOT_FOUND'])
    expect((await feedEntriesOf(app, ada.id)).map(({ kind }) => kind)).toEqual(['created'])
    expect(await idsOf({ filter: { isUnseen: true } })).toEqual([id])
  })
})
