import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
} from 'graphql'
import { nodeTypes } from '../../areas/index.ts'
import { builder } from './builder.ts'
import { madeOfColumns } from './execution/selectedColumns.ts'
import { mapArgumentsOnce } from './execution/sharedArguments.ts'
import { registerNodeTypes } from './relay.ts'
import { nodesResolver } from './resolvers/connection.ts'

const DESCRIPTION =
  'The API of web clients: queries and mutations by HTTP, subscriptions by websocket, all at /graphql. The guide at /docs/graphql tells how to sign in, what refusals and limits look like, and how to follow live data.'

let schema: GraphQLSchema | undefined

/** The schema of all areas, built on first use. */
export function graphSchema(): GraphQLSchema {
  schema ??= createSchema()
  return schema
}

function createSchema(): GraphQLSchema {
  registerNodeTypes(nodeTypes)
  // Sorting copies every type, and only the printed schema needs it.
  const built = builder.toSchema({ sortSchema: false })
  built.description = DESCRIPTION
  for (const type of Object.values(built.getTypeMap()).filter(isObjectType)) optimizeFields(type)
  return built
}

/** Small scalars are free. */
const scalarCost = ({ extensions }: GraphQLField<unknown, unknown>): number =>
  Object(extensions.pothosOptions).complexity ?? 0

/**
 * Saves work per selected field and row: arguments are mapped once, the cost of scalars is set once instead of computed
 * for each operation, nodes of a list are shown without making its edges, and ids of nodes get a synchronous resolver, unless
 * they are derived from another column.
 */
function optimizeFields(type: GraphQLObjectType) {
  for (const field of Object.values(type.getFields())) {
    mapArgumentsOnce(field)
    if (isLeafType(getNamedType(field.type))) field.extensions = { ...field.extensions, complexity: scalarCost(field) }
  }
  const { nodes } = type.getFields()
  if (nodes?.resolve) nodes.resolve = nodesResolver(nodes.resolve)
  const isNode = type.getInterfaces().some(({ name }) => name === 'Node')
  const { id } = type.getFields()
  if (!isNode || !id || id.extensions.derivedFrom) return
  id.resolve = (row: { id: string }) => row.id
  id.extensions = { ...id.extensions, ...madeOfColumns('id').extensions, pothosExposedField: 'id' }
}
