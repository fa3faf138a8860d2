import { readFileSync } from 'node:fs'
import { buildSchema, type GraphQLOutputType, getNamedType, isEnumType, isLeafType, isObjectType } from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { anApp } from '../support/app.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { anAdmin, type TestUser } from '../support/users.ts'
import type { GraphNode } from './graphNode.ts'
import { graphNodes } from './graphNodes.ts'

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

const enumValue = (value: unknown) => String(value).toUpperCase().replace(/\W/g, '_')

/** Columns of fields that have another name than their column. */
const COLUMN_NAMES: Readonly<Record<string, string>> = {
  allowsAvatarCopying: 'allowAvatarCopying',
  endsAt: 'endDate',
  frameCount: 'frames',
  framesPerSecond: 'framesOverTime',
  isAgeVerified: 'ageVerified',
  isEmailVerified: 'emailVerified',
  isFeatured: 'featured',
  isHidden: 'hidden',
  isShowcased: 'showcased',
  isUnsubscribed: 'unsubscribe',
  labsPublishedAt: 'labsPublicationDate',
  mask: 'maskTag',
  publishedAt: 'publicationDate',
  startsAt: 'startDate',
  visitCount: 'visits',
}

/** The GraphQL value of a column; a field without a column must be listed as computed. */
function columnValue(row: Readonly<Record<string, unknown>>, { name, type }: LeafField): unknown {
  const column = COLUMN_NAMES[name] ?? name
  if (!(column in row)) throw new Error(`No column ${column}: list the field as computed`)
  return isEnumType(getNamedType(type)) ? enumValue(row[column]) : JSON.parse(JSON.stringify(row[column]))
}

const Answer = z.object({ data: z.object({ node: z.record(z.string(), z.unknown()) }) })

async function expectNode(typeName: string, { id, row, computed = {} }: GraphNode) {
  const fields = leafFieldsOf(typeName)
  const selection = fields.map(({ name }) => name).join(' ')
  const answer = await aGraphClient(app, owner.api).send(
    `{ node(id: "${id}") { ... on ${typeName} { ${selection} } } }`,
  )
  const expected = fields.map((field) => [
    field.name,
    field.name in computed ? computed[field.name] : columnValue(row, field),
  ])
  expect(Answer.parse(answer).data.node).toEqual(Object.fromEntries(expected))
}

describe('fields of a node', () => {
  it('are compared for every type that has an id', () => {
    expect(Object.keys(graphNodes).sort()).toEqual(nodeTypes)
  })

  it.each(Object.entries(graphNodes))('%s: each matches its row', async (typeName, prepare) => {
    for await (const node of prepare(app, owner)) await expectNode(typeName, node)
  })
})
