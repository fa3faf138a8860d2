import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import { graphql } from '../../generated/index.ts'
import { anApp } from '../../support/app.ts'
import { feedEntriesOf } from '../../support/friends.ts'
import { aGraphClient, countStatements, type GraphClient } from '../../support/graphClient.ts'
import { aNotification } from '../../support/notifications.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

const Told = graphql(`
  query Told($types: [String!], $unseenOnly: Boolean, $hidden: Boolean, $since: DateTime, $first: Int, $after: String, $last: Int, $before: String) {
    viewer {
      unreadNotificationCount
      notifications(types: $types, unseenOnly: $unseenOnly, hidden: $hidden, since: $since, first: $first, after: $after, last: $last, before: $before) {
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
          id type generations category isSystem title titleKey message messageKey details data imageUrl
          link linkText linkTextKey canReply canDelete requireSeen ignoreDND isHidden
          createdAt updatedAt seenAt respondedAt expiresAt expiryAfterSeen
          responses { type data icon text textKey }
          sender { id displayName isFriend }
          relatedNotificationId
          relatedNotification { id title }
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
  mutation SeeNotification($input: NotificationInput!) {
    markNotificationAsRead(input: $input) { notification { id seenAt } deletedIds viewer { unreadNotificationCount } }
  }
`)

const PutAway = graphql(`
  mutation PutAwayNotification($input: NotificationInput!) {
    deleteNotification(input: $input) { deletedIds viewer { notifications { nodes { id } } } }
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
  mutation ClearAll {
    clearNotifications { deletedIds viewer { notifications { nodes { id } } } }
    deleteAllNotificationV2s { deletedIds viewer { notifications { nodes { id } } } }
  }
`)

const app = await anApp()
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
const offer = { responses: [accept] }
const about = (notificationId: string) => ({ input: { notificationId } })
const responding = (notificationId: string, responseType: string) => ({ input: { notificationId, responseType } })
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
    expect(await idsOf({ types: ['invite'] })).toEqual([invite])
    expect(await idsOf({ types: ['boop'] })).toEqual([])
    expect(await idsOf({ since: since.toISOString() })).toEqual([invite])
    await ada.api.call('acknowledgeNotificationV2', { notificationId: notice })
    expect(await idsOf({ unseenOnly: true })).toEqual([invite])
    expect((await pageOf())?.unreadNotificationCount).toBe(1)
  })

  test('lists declined friend requests with hidden', async () => {
    const { id } = await grace.api.call('friend', { userId: ada.id })
    expect(await idsOf({ hidden: true })).toEqual([])
    await graph.run(PutAway, about(id))
    expect(await idsOf()).toEqual([])
    expect(await idsOf({ hidden: true })).toEqual([id])
    expect((await graph.run(NotificationNodes, { ids: [id] })).nodes).toMatchObject([{ id }])
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
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT', field: Object.keys(variables)[0] })
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
        type: 'boop',
        generations: ['LEGACY', 'V2'],
        details: { emojiId: 'file_1' },
        data: { a: [1] },
        isSystem: false,
        sender: { id: grace.id },
        responses: [accept],
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
      deletedIds: [gone],
      viewer: { notifications: { nodes: [{ id: kept }] } },
    })
    const fixed = await aNotification(app, ada.id, { canDelete: false })
    expect(await graph.refusalCodes(PutAway, about(fixed))).toEqual(['BAD_INPUT'])
  })

  test('respond by a response that is offered, once', async () => {
    const id = await aNotification(app, ada.id, offer)
    const answer = responding(id, 'accept')
    expect((await graph.run(Respond, answer)).respondNotification.notification).toMatchObject({
      id,
      seenAt: expect.any(String),
      respondedAt: expect.any(String),
      responses: [],
    })
    expect(await graph.refusalCodes(Respond, answer)).toEqual(['BAD_INPUT'])
    expect(await graph.refusalCodes(Respond, responding(id, ''))).toEqual(['BAD_INPUT'])
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

  test('clear all notifications of one generation, and then of the other', async () => {
    const legacy = await aNotification(app, ada.id, { type: 'invite' })
    const second = await aNotification(app, ada.id)
    expect(await graph.run(Clear)).toEqual({
      clearNotifications: { deletedIds: [legacy], viewer: { notifications: { nodes: [{ id: second }] } } },
      deleteAllNotificationV2s: { deletedIds: [second], viewer: { notifications: { nodes: [] } } },
    })
  })

  test('are for the receiver only: neither the sender nor admins can read or change notifications of others', async () => {
    const id = await aNotification(app, ada.id, { ...offer, senderId: grace.id, canReply: true })
    for (const person of [grace, await anAdmin(app)]) {
      const other = aGraphClient(app, person.api)
      expect((await other.run(NotificationNodes, { ids: [id] })).nodes).toEqual([null])
      expect(await other.refusalCodes(See, about(id))).toEqual(['NOT_FOUND'])
      expect(await other.refusalCodes(PutAway, about(id))).toEqual(['NOT_FOUND'])
      expect(await other.refusalCodes(Respond, responding(id, 'accept'))).toEqual(['NOT_FOUND'])
      expect(await other.refusalCodes(Reply, writing(id, 'x'))).toEqual(['NOT_FOUND'])
      await other.run(Clear)
    }
    for (const unknown of [UNKNOWN_ID, 'not_1', ada.id])
      expect(await graph.refusalCodes(See, about(unknown))).toEqual(['NOT_FOUND'])
    expect((await feedEntriesOf(app, ada.id)).map(({ kind }) => kind)).toEqual(['created'])
    expect(await idsOf({ unseenOnly: true })).toEqual([id])
  })
})
