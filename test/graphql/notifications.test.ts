import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../src/kernel/ids.ts'
import { graphql } from '../generated/index.ts'
import { anApp } from '../support/app.ts'
import { feedOf } from '../support/friends.ts'
import { aGraph, type GraphClient, statementsOf } from '../support/graph.ts'
import { tell } from '../support/notifications.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'

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
let ada: Person
let grace: Person
let graph: GraphClient
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
  graph = aGraph(app, ada.api)
})

const NOBODYS = newId('notification', new Date())
const accept = { type: 'accept', data: 'yes', icon: 'check', text: 'Yes', textKey: null }
const offer = { responses: [accept] }
const about = (notificationId: string) => ({ input: { notificationId } })
const responding = (notificationId: string, responseType: string) => ({ input: { notificationId, responseType } })
const writing = (notificationId: string, text: string) => ({ input: { notificationId, text } })
const pageOf = async (variables: object = {}) => (await graph.run(Told, variables)).viewer
const idsOf = async (variables: object = {}) =>
  ((await pageOf(variables))?.notifications.nodes ?? []).map(({ id }) => id)

/** So many notifications of the viewer, the newest first: some at the same moment, of both generations. */
async function some(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let number = 0; number < count; number++) {
    if (number % 3 === 0) app.clock.advance(1_000)
    const legacy = { type: 'invite', senderId: grace.id } as const
    ids.push(await tell(app, ada.id, number % 2 === 0 ? legacy : {}))
  }
  const { db } = app.scope()
  const rows = await db.notification.findMany({
    where: { id: { in: ids } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  return rows.map(({ id }) => id)
}

describe('the list of notifications', () => {
  test('holds both generations, the newest first, and goes forward and back through each once', async () => {
    const ids = await some(7)
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

  test('is filtered by type, by what was not seen, and by when it was sent', async () => {
    const notice = await tell(app, ada.id)
    const since = app.clock.now()
    app.clock.advance(1_000)
    const invite = await tell(app, ada.id, { type: 'invite', senderId: grace.id })
    expect(await idsOf({ types: ['invite'] })).toEqual([invite])
    expect(await idsOf({ types: ['boop'] })).toEqual([])
    expect(await idsOf({ since: since.toISOString() })).toEqual([invite])
    await ada.api.call('acknowledgeNotificationV2', { notificationId: notice })
    expect(await idsOf({ unseenOnly: true })).toEqual([invite])
    expect((await pageOf())?.unreadNotificationCount).toBe(1)
  })

  test('lists friend requests that were put away on demand', async () => {
    const { id } = await grace.api.call('friend', { userId: ada.id })
    expect(await idsOf({ hidden: true })).toEqual([])
    await graph.run(PutAway, about(id))
    expect(await idsOf()).toEqual([])
    expect(await idsOf({ hidden: true })).toEqual([id])
    expect((await graph.run(NotificationNodes, { ids: [id] })).nodes).toMatchObject([{ id }])
  })

  test('leaves out what has expired, from the count too', async () => {
    const id = await tell(app, ada.id, { expiresAt: new Date(app.clock.now().getTime() + 60_000) })
    expect((await pageOf())?.unreadNotificationCount).toBe(1)
    app.clock.advance(60_001)
    expect(await pageOf()).toMatchObject({ unreadNotificationCount: 0, notifications: { nodes: [] } })
    expect((await graph.run(NotificationNodes, { ids: [id] })).nodes).toEqual([null])
  })

  test('refuses a cursor of another list, and more than 100 a page', async () => {
    for (const variables of [{ after: 'nonsense' }, { before: Buffer.from('x y').toString('base64url'), last: 1 }]) {
      const { errors } = await graph.send(Told.toString(), variables)
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT', field: Object.keys(variables)[0] })
    }
    expect(await graph.refused(Told, { first: 101 })).toEqual(['BAD_INPUT'])
  })

  test('may be asked for 60 at a time with their senders and all they say, by as many statements as 3', async () => {
    for (let number = 0; number < 60; number++)
      await tell(app, ada.id, {
        ...offer,
        senderId: number % 2 === 0 ? grace.id : null,
        relatedNotificationsId: NOBODYS,
      })
    const { viewer } = await graph.run(Rich, { first: 60 })
    expect(viewer?.notifications.nodes).toHaveLength(60)
    expect(viewer?.notifications.nodes[59]?.sender).toMatchObject({ id: grace.id, isFriend: false })
    const few = await statementsOf(app, () => graph.run(Rich, { first: 3 }))
    const many = await statementsOf(app, () => graph.run(Rich, { first: 60 }))
    expect(many).toBe(few)
    expect(few).toBeLessThanOrEqual(6)
  })

  test('says all there is to say of a notification', async () => {
    const first = await tell(app, ada.id, { title: 'First' })
    await tell(app, ada.id, {
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

describe('the acts', () => {
  test('mark as seen, once, whichever the generation', async () => {
    for (const id of [await tell(app, ada.id), await tell(app, ada.id, { type: 'invite', senderId: grace.id })]) {
      const { markNotificationAsRead: once } = await graph.run(See, about(id))
      expect(once.notification).toMatchObject({ id, seenAt: expect.any(String) })
      app.clock.advance(1_000)
      expect((await graph.run(See, about(id))).markNotificationAsRead.notification).toEqual(once.notification)
    }
    expect((await pageOf())?.unreadNotificationCount).toBe(0)
  })

  test('put away, and answer what is left', async () => {
    const [gone, kept] = [await tell(app, ada.id, { type: 'invite' }), await tell(app, ada.id)]
    const { deleteNotification } = await graph.run(PutAway, about(gone))
    expect(deleteNotification).toEqual({
      deletedIds: [gone],
      viewer: { notifications: { nodes: [{ id: kept }] } },
    })
    const fixed = await tell(app, ada.id, { canDelete: false })
    expect(await graph.refused(PutAway, about(fixed))).toEqual(['BAD_INPUT'])
  })

  test('answer by what is offered, once', async () => {
    const id = await tell(app, ada.id, offer)
    const answer = responding(id, 'accept')
    expect((await graph.run(Respond, answer)).respondNotification.notification).toMatchObject({
      id,
      seenAt: expect.any(String),
      respondedAt: expect.any(String),
      responses: [],
    })
    expect(await graph.refused(Respond, answer)).toEqual(['BAD_INPUT'])
    expect(await graph.refused(Respond, responding(id, ''))).toEqual(['BAD_INPUT'])
  })

  test('write back, and the other is told which notification it answers', async () => {
    const id = await tell(app, ada.id, { senderId: grace.id, canReply: true })
    await graph.run(Reply, writing(id, 'Answer'))
    const { viewer } = await aGraph(app, grace.api).run(Rich, { first: 1 })
    expect(viewer?.notifications.nodes).toMatchObject([
      { message: 'Answer', relatedNotificationId: id, relatedNotification: null, sender: { id: ada.id } },
    ])
    expect(await graph.refused(Reply, writing(id, ''))).toEqual(['BAD_INPUT'])
  })

  test('clear a whole generation, and then the other', async () => {
    const legacy = await tell(app, ada.id, { type: 'invite' })
    const second = await tell(app, ada.id)
    expect(await graph.run(Clear)).toEqual({
      clearNotifications: { deletedIds: [legacy], viewer: { notifications: { nodes: [{ id: second }] } } },
      deleteAllNotificationV2s: { deletedIds: [second], viewer: { notifications: { nodes: [] } } },
    })
  })

  test('reach nobody else: what others have received can be neither read nor changed, not even by admins', async () => {
    const id = await tell(app, ada.id, { ...offer, senderId: grace.id, canReply: true })
    for (const person of [grace, await anAdmin(app)]) {
      const other = aGraph(app, person.api)
      expect((await other.run(NotificationNodes, { ids: [id] })).nodes).toEqual([null])
      expect(await other.refused(See, about(id))).toEqual(['NOT_FOUND'])
      expect(await other.refused(PutAway, about(id))).toEqual(['NOT_FOUND'])
      expect(await other.refused(Respond, responding(id, 'accept'))).toEqual(['NOT_FOUND'])
      expect(await other.refused(Reply, writing(id, 'x'))).toEqual(['NOT_FOUND'])
      await other.run(Clear)
    }
    for (const unknown of [NOBODYS, 'not_1', ada.id])
      expect(await graph.refused(See, about(unknown))).toEqual(['NOT_FOUND'])
    expect((await feedOf(app, ada.id)).map(({ kind }) => kind)).toEqual(['created'])
    expect(await idsOf({ unseenOnly: true })).toEqual([id])
  })
})
