import { beforeAll, describe, expect, test } from 'vitest'
import { trusted } from '../../src/kernel/ids.ts'
import { anApp, openApp, type TestApp } from '../support/app.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { aGraphSocket, isAcknowledged, type SocketMessage, sessionTokenOf } from '../support/graphSocket.ts'
import { anEventStream, aSubscription, payloadsOf, subscriptionErrors } from '../support/graphSubscriptions.ts'
import { aNotification } from '../support/notifications.ts'
import { aRestClient } from '../support/restClient.ts'
import { aUser, enableTotp, logIn, type TestUser } from '../support/users.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})

const feed = (after?: string) =>
  `subscription { notificationFeed${after === undefined ? '' : `(after: "${after}")`} {
    cursor kind at notificationIds deletedIds viewer { unreadNotificationCount } notification { id type title message sender { id displayName } }
  } }`

const entries = (messages: readonly SocketMessage[]) => payloadsOf(messages, 'notificationFeed')
const titles = (messages: readonly SocketMessage[]) =>
  entries(messages).map(({ notification }) => Object(notification).title)

async function cursorOf(person: TestUser): Promise<string> {
  const { data } = await aGraphClient(app, person.api).send('{ viewer { notificationFeedCursor } }')
  return Object(data).viewer.notificationFeedCursor
}

describe('notificationFeed', () => {
  test('sends every change of one’s own notifications, and none of other users’', async () => {
    const [ada, bob] = [await aUser(app), await aUser(app)]
    const line = await aSubscription(app, ada, feed())
    await aNotification(app, bob.id, { title: 'not for ada' })
    const id = await aNotification(app, ada.id, { title: 'Hello', senderId: bob.id })
    // An entry shows its notification as it is when the entry is delivered.
    await line.until((messages) => entries(messages).length === 1)
    await ada.api.call('acknowledgeNotificationV2', { notificationId: id })
    await ada.api.call('deleteNotificationV2', { notificationId: id })
    await line.until((messages) => entries(messages).length === 3)
    expect(entries(line.messages)).toMatchObject([
      {
        kind: 'CREATED',
        notificationIds: [id],
        deletedIds: [],
        notification: { title: 'Hello', sender: { id: bob.id } },
        viewer: { unreadNotificationCount: 1 },
      },
      { kind: 'SEEN', notificationIds: [id], deletedIds: [] },
      {
        kind: 'DELETED',
        notificationIds: [id],
        deletedIds: [id],
        notification: null,
        viewer: { unreadNotificationCount: 0 },
      },
    ])
    line.socket.close()
  })

  test('names the notification of a friend request by its own id', async () => {
    const [ada, bob] = [await aUser(app), await aUser(app)]
    const line = await aSubscription(app, ada, feed())
    const { id } = await bob.api.call('friend', { userId: ada.id })
    await line.until((messages) => entries(messages).length === 1)
    await ada.api.call('acceptFriendRequest', { notificationId: trusted<'friendRequest'>(id) })
    await line.until((messages) => entries(messages).length === 2)
    const notificationId = id.replace('frq_', 'not_')
    expect(entries(line.messages)).toMatchObject([
      { kind: 'CREATED', notificationIds: [notificationId], notification: { id: notificationId } },
      { kind: 'DELETED', deletedIds: [notificationId], notification: null, viewer: { unreadNotificationCount: 0 } },
    ])
    line.socket.close()
  })

  test('replays what came after the cursor, then sends new changes, each once and in order', async () => {
    const ada = await aUser(app)
    const start = await cursorOf(ada)
    for (let at = 0; at < 250; at++) await aNotification(app, ada.id, { title: `n${at}` })
    const line = await aSubscription(app, ada, feed(start))
    for (let at = 250; at < 260; at++) await aNotification(app, ada.id, { title: `n${at}` })
    await line.until((messages) => entries(messages).length >= 260)
    expect(titles(line.messages)).toEqual(Array.from({ length: 260 }, (_, at) => `n${at}`))
    line.socket.close()
  })

  test('replays everything after the cursor in several reads, without waiting for a new event', async () => {
    const ada = await aUser(app)
    const start = await cursorOf(ada)
    for (let at = 0; at < 120; at++) await aNotification(app, ada.id, { title: `n${at}` })
    const line = await aSubscription(app, ada, feed(start))
    await line.until((messages) => entries(messages).length >= 120)
    expect(titles(line.messages)).toEqual(Array.from({ length: 120 }, (_, at) => `n${at}`))
    line.socket.close()
  })

  test('resumes after the last cursor on any node, even when the connection broke under load', async () => {
    const ada = await aUser(app)
    const other = await openApp({ DATABASE_URL: app.platform.settings.DATABASE_URL ?? '' })
    let after = await cursorOf(ada)
    const received: unknown[] = []
    const sending = (async () => {
      for (let at = 0; at < 120; at++) await aNotification(at % 2 ? app : other, ada.id, { title: `n${at}` })
    })()
    for (let round = 0; received.length < 120; round++) {
      const line = await aSubscription(round % 2 ? app : other, ada, feed(after))
      const wanted = Math.min(received.length + 20, 120) - received.length
      await line.until((messages) => entries(messages).length >= wanted)
      line.socket.terminate()
      const got = entries(line.messages)
      received.push(...titles(line.messages))
      after = String(got.at(-1)?.cursor)
    }
    await sending
    expect(received).toEqual(Array.from({ length: 120 }, (_, at) => `n${at}`))
    await other.close()
  })

  test('works over server-sent events too', async () => {
    const ada = await aUser(app)
    const start = await cursorOf(ada)
    await aNotification(app, ada.id, { title: 'before' })
    const stream = await anEventStream(app, ada, feed(start))
    await aNotification(app, ada.id, { title: 'after' })
    await stream.until('"title":"after"')
    expect(stream.text().indexOf('"title":"before"')).toBeLessThan(stream.text().indexOf('"title":"after"'))
    stream.close()
  })

  test('loses nothing when the event bus reports a gap', async () => {
    const ada = await aUser(app)
    const line = await aSubscription(app, ada, feed())
    const { pool } = app.platform.database
    await aNotification(app, ada.id, { title: 'before' })
    await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()`,
    )
    await aNotification(app, ada.id, { title: 'meanwhile' })
    await expect.poll(() => titles(line.messages)).toEqual(['before', 'meanwhile'])
    line.socket.close()
  })

  test('refuses cursors older than seven days, those of other people, and malformed ones', async () => {
    const ada = await aUser(app)
    const mine = await openApp({ DATABASE_URL: app.platform.settings.DATABASE_URL ?? '' })
    const cursor = (text: string) => Buffer.from(text).toString('base64url')
    const now = Date.now()
    const DAY = 86_400_000
    const reasons: unknown[] = []
    const expired = [cursor(`0.${now - 7 * DAY - 1_000}.${ada.id}`), cursor(`999.${now}.${ada.id}`)]
    const ofOthers = [await cursorOf(await aUser(app)), cursor(`0.${now}`)]
    for (const after of [...expired, ...ofOthers, cursor('nonsense'), '%%%']) {
      const line = await aSubscription(mine, ada, feed(after))
      await line.until((messages) => subscriptionErrors(messages).length > 0)
      reasons.push(Object(subscriptionErrors(line.messages)[0]?.extensions))
      line.socket.close()
    }
    expect(reasons).toMatchObject([
      { code: 'BAD_INPUT', reason: 'CURSOR_EXPIRED' },
      { code: 'BAD_INPUT', reason: 'CURSOR_EXPIRED' },
      ...Array.from({ length: 4 }, () => ({ code: 'BAD_INPUT', reason: 'CURSOR_INVALID' })),
    ])
    const line = await aSubscription(mine, ada, feed(cursor(`0.${now - 7 * DAY + 60_000}.${ada.id}`)))
    await aNotification(app, ada.id, { title: 'still' })
    await line.until((messages) => entries(messages).length === 1)
    await mine.close()
  })

  test('needs a fully authenticated session and an allowed origin', async () => {
    const owing = await aUser(app)
    await enableTotp(app, owing)
    const api = aRestClient(app)
    await logIn(api, owing)
    const cookie = `auth=${api.cookies.get('auth')}`
    expect(await (await aGraphSocket(app, { headers: { cookie } })).closed()).toBe(4401)
    const ada = await aUser(app)
    const foreign = { cookie: `auth=${sessionTokenOf(ada)}`, origin: 'https://evil.test' }
    await expect(aGraphSocket(app, { headers: foreign })).rejects.toThrow('403')
    const line = await aGraphSocket(app, { payload: { authToken: sessionTokenOf(ada) } })
    await line.until(isAcknowledged)
    line.socket.close()
  })
})
