import { beforeAll, describe, expect, test } from 'vitest'
import { sendNotifications } from '../../src/areas/notifications/send.ts'
import { transact } from '../../src/kernel/transaction.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { eventually } from '../support/eventually.ts'
import { aGraphClient, countStatements } from '../support/graphClient.ts'
import { aSubscription, payloadsOf } from '../support/graphSubscriptions.ts'
import { isWaitingForLock } from '../support/lockRace.ts'
import { aNotification } from '../support/notifications.ts'
import { aUser, type TestUser } from '../support/users.ts'

let app: TestApp
let ada: TestUser
beforeAll(async () => {
  app = await anApp()
  ada = await aUser(app)
})

const LIST = 'unreadNotificationCount notifications(first: 20) { totalCount nodes { title } }'
const send = (person: TestUser, query: string, variables?: object) =>
  aGraphClient(app, person.api).send(query, variables)

/** Writes a notification while a query waits to read the number of the last entry. Returns the answer to the query. */
async function answerWithEntryBetween(person: TestUser, query: string) {
  const answers: ReturnType<typeof send>[] = []
  await transact(app.scope(), async (tx) => {
    await tx.sql`LOCK TABLE "FeedHead" IN ACCESS EXCLUSIVE MODE`
    answers.push(send(person, query))
    await eventually(() => isWaitingForLock(app))
    const notice = { type: 'moderation.notice', receiverId: person.id, senderId: null, title: 'Between' } as const
    await sendNotifications(tx, [notice])
  })
  const [answer] = await Promise.all(answers)
  return Object(answer?.data)
}

describe('the sequence of a result', () => {
  test.each([
    ['beside the list', `{ viewer { ${LIST} notificationFeedSequence notificationFeedCursor } }`],
    ['after the list', `{ viewer { ${LIST} } again: viewer { notificationFeedSequence } }`],
    [
      'in a fragment',
      `{ viewer { ${LIST} } ...Last } fragment Last on Query { again: viewer { notificationFeedSequence } }`,
    ],
  ])('is read before the lists: %s', async (_where, query) => {
    const person = await aUser(app)
    const { viewer, again = viewer } = await answerWithEntryBetween(person, query)
    expect(again.notificationFeedSequence).toBe(1)
    expect(viewer).toMatchObject({
      unreadNotificationCount: 1,
      notifications: { totalCount: 1, nodes: [{ title: 'Between' }] },
    })
  })

  test('takes one statement where it is selected, and none elsewhere', async () => {
    const statements = (query: string, variables = {}) => countStatements(app, () => send(ada, query, variables))
    const own = 'notificationFeedSequence @include(if: $on) notificationFeedCursor @include(if: $on)'
    const query = `query ($on: Boolean!) { viewer { unreadNotificationCount ${own} } }`
    const without = await statements('{ viewer { unreadNotificationCount } }')
    expect(await statements(query, { on: true })).toBe(without + 1)
    expect(await statements(query, { on: false })).toBe(without)
  })

  test('counts the entries that a mutation has written', async () => {
    const person = await aUser(app)
    const notificationId = await aNotification(app, person.id, { title: 'First' })
    const see = `mutation ($input: MarkNotificationAsReadInput!) {
      markNotificationAsRead(input: $input) { viewer { notificationFeedSequence unreadNotificationCount } }
    }`
    const { data } = await send(person, see, { input: { notificationId } })
    expect(Object(data).markNotificationAsRead.viewer).toEqual({
      notificationFeedSequence: 2,
      unreadNotificationCount: 0,
    })
  })

  test('of an event is not lower than that of its entry', async () => {
    const person = await aUser(app)
    const feed = `subscription { notificationFeed { sequence viewer { notificationFeedSequence ${LIST} } } }`
    const connection = await aSubscription(app, person, feed)
    const received = () => payloadsOf(connection.messages, 'notificationFeed')
    for (const count of [1, 2]) {
      await aNotification(app, person.id, { title: `Entry ${count}` })
      await connection.until(() => received().length === count)
    }
    expect(received().map(({ sequence }) => sequence)).toEqual([1, 2])
    expect(received()[1]).toMatchObject({
      viewer: { notificationFeedSequence: 2, notifications: { totalCount: 2, nodes: [{ title: 'Entry 2' }, {}] } },
    })
    connection.socket.close()
  })
})
