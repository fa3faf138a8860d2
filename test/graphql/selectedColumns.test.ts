import { type GraphQLField, type GraphQLResolveInfo, isObjectType } from 'graphql'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { factsOf } from '../../src/edges/graphql/fieldFacts.ts'
import { graphSchema } from '../../src/edges/graphql/schema.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { aGraphClient, type GraphClient } from '../support/graphClient.ts'
import { statementsOf } from '../support/pageStatements.ts'
import { aUser, type TestUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'

const schema = graphSchema()
const fieldsOf = (name: string): GraphQLField<unknown, unknown>[] => {
  const type = schema.getType(name)
  return isObjectType(type) ? Object.values(type.getFields()) : []
}
const columnsOf = (field: GraphQLField<unknown, unknown>) => factsOf(field).columns

/** Loaders find nothing in it. */
const EMPTY_SCOPE = {
  rules: { publicUrl: 'http://plaza.test', ownOrigins: new Set() },
  read: async () => [],
  sql: async () => [],
}

/** The columns that a resolver reads from a row of the type, whose columns are empty texts and lists. */
async function columnsRead(type: string, field: GraphQLField<unknown, unknown>): Promise<string[]> {
  const read = new Set<string>()
  const row = new Proxy(
    {},
    {
      get: (_row, name) => {
        read.add(String(name))
        if (name === 'id') return `${type} of the test`
        return ['tags', 'bioLinks', 'currentAvatarTags'].includes(String(name)) ? [] : ''
      },
    },
  )
  try {
    const info: GraphQLResolveInfo = Object.assign(Object.create(null), { fieldName: field.name })
    await field.resolve?.(row, {}, { scope: EMPTY_SCOPE }, info)
  } catch {
    // Fields that need more than a row fail after they have read it.
  }
  return [...read]
}

describe.each(['User', 'World'])('the fields of %s that name their columns', (type) => {
  const fields = fieldsOf(type).filter((field) => columnsOf(field) !== null)

  it('are some', () => expect(fields.length).toBeGreaterThan(5))

  it.each(fields.map((field) => [field.name, field] as const))('read no others: %s', async (_name, field) => {
    const named = columnsOf(field) ?? []
    for (const column of await columnsRead(type, field)) expect(named).toContain(column)
  })
})

describe('a query of few columns', () => {
  let app: TestApp
  let ada: TestUser
  let graph: GraphClient
  beforeAll(async () => {
    app = await anApp()
    ada = await aUser(app)
    graph = aGraphClient(app, ada.api)
    for (let count = 0; count < 3; count++) await aWorld(app, ada)
  })

  it('answers what a query of whole rows answers, with the same cursors and pages', async () => {
    const people =
      'edges { cursor node { id displayName bio tags status pictureUrl userIcon } } pageInfo { hasNextPage endCursor }'
    const query = (more: string) => `{ users(filter: { search: "${ada.username}" }, first: 2) { ${people} ${more} } }`
    const few = await graph.send(query(''))
    const whole = await graph.send(query('nodes { createdAt lastMobileAt avatarTags }'))
    expect(few.errors).toBeUndefined()
    expect(Object(whole.data).users).toMatchObject(Object(few.data).users)
    expect(Object(few.data).users.edges[0].node.id).toBe(ada.id)
  })

  it('pages through nested lists by cursors', async () => {
    const worlds = (after: string) =>
      `{ user(id: "${ada.id}") { id worlds(first: 1${after}) { nodes { id name author { id } } pageInfo { hasNextPage endCursor } } } }`
    const ids: string[] = []
    let after = ''
    for (let page = 0; page < 3; page++) {
      const { data, errors } = await graph.send(worlds(after))
      expect(errors).toBeUndefined()
      const { nodes, pageInfo } = Object(data).user.worlds
      ids.push(...nodes.map(({ id }: { id: string }) => id))
      after = `, after: "${pageInfo.endCursor}"`
    }
    expect([ids.length, new Set(ids).size]).toEqual([3, 3])
  })

  it('reads each list with the columns that are selected in it', async () => {
    const few = 'nodes { id }'
    const many =
      'nodes { id name tags capacity visitCount author { id displayName } } pageInfo { hasNextPage endCursor }'
    const nested = `nodes { id name author { id worlds(first: 2) { ${many} } } }`
    const lists = [
      `few: worlds(first: 2) { ${few} }`,
      `many: worlds(first: 2) { ${many} }`,
      `none: worlds(first: 2) { pageInfo { hasNextPage endCursor } }`,
      `nested: worlds(first: 2) { ${nested} }`,
      `author: user(id: "${ada.id}") { few: worlds(first: 2) { ${few} } many: worlds(first: 2) { ${many} } }`,
    ]
    const answer = async (fields: readonly string[]): Promise<object> => {
      const { data, errors } = await graph.send(`{ ${fields.join(' ')} }`)
      expect(errors).toBeUndefined()
      return Object(data)
    }
    const together = await answer(lists)
    const apart = await Promise.all(lists.map((list) => answer([list])))
    expect(together).toEqual(Object.assign({}, ...apart))
    // A field of an interface has all rows read whole.
    expect(await answer([...lists, `node(id: "${ada.id}") { id }`])).toMatchObject(together)
  })

  it('reads no column of a nested list that is selected outside it alone', async () => {
    const query = `{ worlds(first: 2) { nodes { id name tags author { id worlds(first: 2) { nodes { id name } } } } } }`
    const nested = (await statementsOf(app, () => graph.send(query))).filter((text) => text.includes('LATERAL'))
    expect(nested).toHaveLength(1)
    expect(nested.join()).not.toContain('tags')
  })

  it('reads what a nested list is sorted by only to make cursors of it', async () => {
    const nestedBy = async (selection: string) => {
      const query = `{ user(id: "${ada.id}") { id worlds(first: 2) { ${selection} } } }`
      const texts = await statementsOf(app, () => graph.send(query))
      return texts
        .filter((text) => text.includes('LATERAL'))
        .map((text) => text.split('FROM unnest')[0])
        .join()
    }
    const time = '"updatedAt"'
    expect(await nestedBy('nodes { id name }')).not.toContain(time)
    expect(await nestedBy('nodes { id name updatedAt }')).toContain(time)
    expect(await nestedBy('edges { cursor node { id name } }')).toContain(time)
    expect(await nestedBy('nodes { id name } pageInfo { endCursor }')).toContain(time)
    expect(await nestedBy('nodes { id name } ... { edges { cursor } }')).toContain(time)
  })

  it('reads the row beyond a page only to tell that there is one', async () => {
    const limitOf = async (selection: string): Promise<unknown> => {
      const queries = vi.spyOn(app.platform.database.pool, 'query')
      await graph.send(`{ worlds(first: 2, filter: { search: "w", isFeatured: false }) { ${selection} } }`)
      const statements = queries.mock.calls.map(([statement]) => Object(statement))
      queries.mockRestore()
      const { text, values } = statements.find(({ text }) => String(text).includes('featured'))
      return values[Number(String(text).match(/LIMIT \$(\d+)/)?.[1]) - 1]
    }
    expect(await limitOf('nodes { id name }')).toBe(2)
    expect(await limitOf('nodes { id name } pageInfo { hasNextPage }')).toBe(3)
    expect(await limitOf('nodes { id name } ... { pageInfo { hasNextPage } }')).toBe(3)
  })
})
