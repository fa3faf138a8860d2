import { buildSchema, graphql, isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { graphSchema } from '../../src/edges/graphql/schema.ts'
import { sharedApp } from '../support/app.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { aGraphSocket, isAcknowledged, withCookie } from '../support/graphSocket.ts'
import { watchTypesById } from '../support/typesById.ts'
import { aUser } from '../support/users.ts'

const SCHEMA = `
  type Apple { id: ID! }
  type Pear { id: ID! }
  union Fruit = Apple | Pear
  type Query { fruits: [Fruit!]! }
`

/** What the watch reports of a list of fruits, given by their types and ids. Ids resolve at once or later. */
async function reportsOf(fruits: readonly (readonly [type: string, id: string])[], settle: (id: string) => unknown) {
  const schema = buildSchema(SCHEMA)
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    const { id } = type.getFields()
    if (id) id.resolve = (fruit: { readonly id: string }) => settle(fruit.id)
  }
  const reports: string[] = []
  watchTypesById(schema, (fault) => void reports.push(fault))
  const rootValue = { fruits: fruits.map(([type, id]) => ({ __typename: type, id })) }
  const source = '{ fruits { ... on Apple { a: id } ... on Pear { p: id } } }'
  expect((await graphql({ schema, source, rootValue })).errors).toBeUndefined()
  return reports
}

test.each([
  ['at once', (id: string) => id],
  ['later', async (id: string) => id],
])('an id of two types is reported when ids resolve %s', async (_when, settle) => {
  expect(
    await reportsOf(
      [
        ['Apple', '1'],
        ['Pear', '2'],
        ['Apple', '1'],
      ],
      settle,
    ),
  ).toEqual([])
  expect(
    await reportsOf(
      [
        ['Apple', '1'],
        ['Pear', '1'],
      ],
      settle,
    ),
  ).toEqual(['1 is the id of types Apple and Pear'])
})

test('ids are watched in documents that are sent as text, by HTTP and websocket, under aliases too', async () => {
  const app = await sharedApp()
  const [ada, bob] = [await aUser(app), await aUser(app)]
  const types = watchTypesById(graphSchema())
  const { errors } = await aGraphClient(app, ada.api).send(`{ user(id: "${ada.id}") { x: id } }`)
  expect(errors).toBeUndefined()
  expect(types.get(ada.id)).toBe('User')
  const socket = await aGraphSocket(app, withCookie(bob))
  await socket.until(isAcknowledged)
  socket.subscribe('1', '{ viewer { user { id } } }')
  await socket.until((messages) => messages.some(({ type }) => type === 'complete'))
  expect(types.get(bob.id)).toBe('User')
  socket.socket.close()
})
