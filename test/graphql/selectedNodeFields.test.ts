import { buildSchema, type GraphQLResolveInfo, graphqlSync } from 'graphql'
import { expect, test } from 'vitest'
import { selectsOnNodes } from '../../src/edges/graphql/resolvers/selection.ts'

const schema = buildSchema(`
  type Person { id: ID, name: String }
  type Letter { id: ID, sender: Person, copyTo: Person }
  type Edge { cursor: String, node: Letter }
  type Letters { nodes: [Letter], edges: [Edge] }
  type Query { letters: Letters }
`)

/** The results of `selectsOnNodes` for each connection of a document. */
function found(source: string): boolean[] {
  const answers: boolean[] = []
  const letters = (_args: unknown, _context: unknown, info: GraphQLResolveInfo) => {
    answers.push(selectsOnNodes(info, 'sender'))
    return { nodes: [], edges: [] }
  }
  const { errors } = graphqlSync({ schema, source, rootValue: { letters } })
  expect(errors).toBeUndefined()
  return answers
}

test.each([
  ['{ letters { nodes { id sender { name } } } }'],
  ['{ letters { edges { node { other: sender { name } } } } }'],
  ['{ letters { ... { nodes { ... on Letter { sender { id } } } } } }'],
  [
    '{ letters { nodes { id } edges { ...E } } } fragment E on Edge { node { ...L } } fragment L on Letter { sender { id } }',
  ],
  ['{ letters { nodes { id } } letters { nodes { sender { id } } } }'],
])('detects a selected node field in %s', (source) => {
  expect(found(source)).toEqual([true])
})

test.each([
  ['{ letters { nodes { id } } }'],
  ['{ letters { __typename } }'],
  ['{ letters { nodes { sender: id } } }'],
  ['{ letters { edges { cursor } nodes { copyTo { name } } } }'],
])('detects no unselected field in %s', (source) => {
  expect(found(source)).toEqual([false])
})

test('each connection of a document has its own result', () => {
  expect(found('{ a: letters { nodes { id } } b: letters { nodes { sender { id } } } }')).toEqual([false, true])
})
