import { beforeAll, describe, expect, test } from 'vitest'
import { anApi } from '../support/api.ts'
import { anApp, open, type TestApp } from '../support/app.ts'
import { aGraph } from '../support/graph.ts'
import { tell } from '../support/notifications.ts'
import { aUser, login, type Person, withTotp } from '../support/people.ts'
import { aSocket, isAcknowledged, type Message, tokenOf } from '../support/socket.ts'
import { aFollower, aStream, errorsIn, told } from './followers.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})

const feed = (after?: string) =>
  `subscription { notificationFeed${after === undefined ? '' : `(after: "${after}")`} {
    cursor kind at notificationIds notification { id type title message sender { id displayName } }
  } }`

const entries = (messages: readonly Message[]) => told(messages, 'notificationFeed')
const titles = (messages: readonly Message[]) => entries(messages).map(({ notification }) => Object(notification).title)

async function cursorOf(person: Person): Promise<string> {
  const { data } = await aGraph(app, person.api).send('{ viewer { notificationFeedCursor } }')
  return Object(data).viewer.notificationFeedCursor
}

describe('notificationFeed', () => {
  test('tells what happens to the own notifications, and of nobody else’s', async () => {
    const [ada, bob] = [await aUser(app), await aUser(app)]
    const line = await aFollower(app, ada, feed())
    await tell(app, bob.id, { title: 'not for ada' })
    const id = await tell(app, ada.id, { title: 'Hello', senderId: bob.id })
    await ada.api.call('acknowledgeNotificationV2', { notificationId: id })
    await ada.api.call('deleteNotificationV2', { notificationId: id })
    await line.until((messages) => entries(messages).length === 3)
    expect(entries(line.messages)).toMatchObject([
      { kind: 'CREATED', notificationIds: [id], notification: { title: 'Hello', sender: { id: bob.id } } },
      { kind: 'SEEN', notificationIds: [id] },
      { kind: 'DELETED', notificationIds: [id], notification: null },
    ])
    line.socket.close()
  })

  test('tells first what came after the cursor, then what comes, each once and in order', async () => {
    const ada = await aUser(app)
    const start = await cursorOf(ada)
    for (let at = 0; at < 250; at++) await tell(app, ada.id, { title: `n${at}` })
    const line = await aFollower(app, ada, feed(start))
    for (let at = 250; at < 260; at++) await tell(app, ada.id, { title: `n${at}` })
    await line.until((messages) => entries(messages).length >= 260)
    expect(titles(line.messages)).toEqual(Array.from({ length: 260 }, (_, at) => `n${at}`))
    line.socket.close()
  })

  test('goes on after the last cursor, on whichever node, though the line was cut while much was sent', async () => {
    const ada = await aUser(app)
    const other = await open({ DATABASE_URL: app.platform.settings.DATABASE_URL ?? '' })
    let after = await cursorOf(ada)
    const received: unknown[] = []
    const sending = (async () => {
      for (let at = 0; at < 120; at++) await tell(at % 2 ? app : other, ada.id, { title: `n${at}` })
    })()
    for (let round = 0; received.length < 120; round++) {
      const line = await aFollower(round % 2 ? app : other, ada, feed(after))
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

  test('is told by server-sent events too', async () => {
    const ada = await aUser(app)
    const start = await cursorOf(ada)
    await tell(app, ada.id, { title: 'before' })
    const stream = await aStream(app, ada, feed(start))
    await tell(app, ada.id, { title: 'after' })
    await stream.until('"title":"after"')
    expect(stream.text().indexOf('"title":"before"')).toBeLessThan(stream.text().indexOf('"title":"after"'))
    stream.close()
  })

  test('survives a gap of the bus without a loss', async () => {
    const ada = await aUser(app)
    const line = await aFollower(app, ada, feed())
    const { pool } = app.platform.database
    await tell(app, ada.id, { title: 'before' })
    await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()`,
    )
    await tell(app, ada.id, { title: 'meanwhile' })
    await expect.poll(() => titles(line.messages), { timeout: 10_000 }).toEqual(['before', 'meanwhile'])
    line.socket.close()
  })

  test('refuses cursors of more than seven days, of elsewhere, and what is none', async () => {
    const ada = await aUser(app)
    const mine = await open({ DATABASE_URL: app.platform.settings.DATABASE_URL ?? '' })
    const cursor = (text: string) => Buffer.from(text).toString('base64url')
    const now = Date.now()
    const DAY = 86_400_000
    const reasons: unknown[] = []
    for (const after of [cursor(`0.${now - 7 * DAY - 1_000}`), cursor(`999.${now}`), cursor('nonsense'), '%%%']) {
      const line = await aFollower(mine, ada, feed(after))
      await line.until((messages) => errorsIn(messages).length > 0)
      reasons.push(Object(errorsIn(line.messages)[0]?.extensions))
      line.socket.close()
    }
    expect(reasons).toMatchObject([
      { code: 'BAD_INPUT', reason: 'cursor_expired', field: 'after' },
      { code: 'BAD_INPUT', reason: 'cursor_expired', field: 'after' },
      { code: 'BAD_INPUT', field: 'after' },
      { code: 'BAD_INPUT', field: 'after' },
    ])
    const line = await aFollower(mine, ada, feed(cursor(`0.${now - 7 * DAY + 60_000}`)))
    await tell(app, ada.id, { title: 'still' })
    await line.until((messages) => entries(messages).length === 1)
    await mine.close()
  })

  test('is for people with a finished session, from pages that are allowed', async () => {
    const owing = await aUser(app)
    await withTotp(app, owing)
    const api = anApi(app)
    await login(api, owing)
    const cookie = `auth=${api.cookies.get('auth')}`
    expect(await (await aSocket(app, { headers: { cookie } })).closed()).toBe(4401)
    const ada = await aUser(app)
    const foreign = { cookie: `auth=${tokenOf(ada)}`, origin: 'https://evil.test' }
    await expect(aSocket(app, { headers: foreign })).rejects.toThrow('403')
    const line = await aSocket(app, { payload: { authToken: tokenOf(ada) } })
    await line.until(isAcknowledged)
    line.socket.close()
  })
})
