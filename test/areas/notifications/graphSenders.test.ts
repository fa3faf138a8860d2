import { expect, test } from 'vitest'
import { graphql } from '../../generated/index.ts'
import { sharedApp } from '../../support/app.ts'
import { aGraphClient, countStatements } from '../../support/graphClient.ts'
import { aNotification } from '../../support/notifications.ts'
import { aUser } from '../../support/users.ts'

const Senders = graphql(`
  query NotificationSenders($filter: NotificationFilter, $first: Int, $after: String, $last: Int, $before: String) {
    viewer {
      notifications(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
        nodes { id sender { displayName } }
        edges { cursor }
      }
    }
  }
`)

const ViewerId = graphql(`
  query ViewerOfNotifications { viewer { id } }
`)

const app = await sharedApp()

test('notifications are read with the names of their senders by one statement, with none of an erased one', async () => {
  const [ada, grace, eve] = await Promise.all([aUser(app), aUser(app), aUser(app)])
  const graph = aGraphClient(app, ada.api)
  const erased = await aNotification(app, ada.id, { senderId: eve.id })
  await app.scope().client.user.update({ where: { id: eve.id }, data: { erasedAt: new Date() } })
  const bySystem = await aNotification(app, ada.id, { senderId: null })
  const byGrace = await aNotification(app, ada.id, { senderId: grace.id })
  const nodes = [
    { id: byGrace, sender: { displayName: grace.username } },
    { id: bySystem, sender: null },
    { id: erased, sender: null },
  ]
  const read = async (variables = {}) => (await graph.run(Senders, { first: 3, ...variables })).viewer?.notifications
  const listed = await read()
  expect(listed?.nodes).toEqual(nodes)
  expect((await read({ filter: { isUnseen: true } }))?.nodes).toEqual(nodes)
  expect((await read({ first: 2, after: listed?.edges[0]?.cursor }))?.nodes).toEqual(nodes.slice(1))
  expect((await read({ first: null, last: 2, before: listed?.edges[2]?.cursor }))?.nodes).toEqual(nodes.slice(0, 2))
  const statements = await countStatements(app, () => read())
  expect(statements - (await countStatements(app, () => graph.run(ViewerId)))).toBe(1)
  const declined = { type: 'friendRequest', hiddenAt: new Date() }
  await app.scope().client.notification.update({ where: { id: byGrace }, data: declined })
  const hidden = await read({ filter: { isHidden: true } })
  expect(hidden?.nodes).toMatchObject([{ sender: { displayName: grace.username } }])
})
