import { readFileSync } from 'node:fs'
import { buildSchema, type GraphQLOutputType, getNamedType, isLeafType, isObjectType } from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { anApp } from '../support/app.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { anAdmin, type TestUser } from '../support/users.ts'
import type { GraphNode } from './graphNode.ts'
import { graphNodes } from './graphNodes.ts'
import { linesOf } from './records.ts'

const app = await anApp()
const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))
/** An admin, because only admins can read reports. */
let owner: TestUser
beforeAll(async () => {
  owner = await anAdmin(app)
})

interface LeafField {
  readonly name: string
  readonly type: GraphQLOutputType
}

/** The scalar fields of a type that take no arguments. */
function leafFieldsOf(typeName: string): LeafField[] {
  const type = schema.getType(typeName)
  if (!isObjectType(type)) throw new Error(`${typeName} is not an object type`)
  return Object.values(type.getFields()).filter(
    (field) => field.args.length === 0 && isLeafType(getNamedType(field.type)),
  )
}

/** The types that implement Node. */
const nodeTypes = Object.values(schema.getTypeMap())
  .filter((type) => isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node'))
  .map(({ name }) => name)
  .sort()

/** Fields whose values depend on other tests. */
const VOLATILE = ['impostorQueueSeconds', 'notificationFeedCursor', 'unreadNotificationCount']

const Answer = z.object({ data: z.object({ node: z.record(z.string(), z.unknown()) }) })

/** A value in the snapshot, without signatures. */
function shown(name: string, value: unknown): unknown {
  if (VOLATILE.includes(name)) return typeof value
  return typeof value === 'string' ? value.replace(/token=[\w.-]+/, 'token=signed') : value
}

async function expectNode(typeName: string, { id, row }: GraphNode) {
  const selection = leafFieldsOf(typeName).map(({ name }) => name)
  const answer = await aGraphClient(app, owner.api).send(
    `{ node(id: "${id}") { ... on ${typeName} { ${selection.join(' ')} } } }`,
  )
  const { node } = Answer.parse(answer).data
  expect(Object.keys(node).sort()).toEqual([...selection].sort())
  const fields = Object.entries(node).map(([name, value]) => [name, shown(name, value)] as const)
  expect(linesOf(fields, { ...row, node: id, viewer: owner.id }).join('\n')).toMatchSnapshot()
}

describe('fields of a node', () => {
  it('are compared for every type that has an id', () => {
    expect(Object.keys(graphNodes).sort()).toEqual(nodeTypes)
  })

  it.each(Object.entries(graphNodes))('%s: each is taken from its row', async (typeName, prepare) => {
    for await (const node of prepare(app, owner)) await expectNode(typeName, node)
  })
})
