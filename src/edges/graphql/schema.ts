import { type GraphQLObjectType, type GraphQLSchema, isObjectType } from 'graphql'
import { nodeTypes } from '../../areas/index.ts'
import { builder } from './builder.ts'
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
  for (const type of Object.values(built.getTypeMap()).filter(isObjectType)) shortenNodes(type)
  return built
}

/** Shows the nodes of a list without making its edges. */
function shortenNodes(type: GraphQLObjectType) {
  const { nodes } = type.getFields()
  if (nodes?.resolve) nodes.resolve = nodesResolver(nodes.resolve)
}
