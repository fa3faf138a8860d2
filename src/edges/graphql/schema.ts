import { type GraphQLObjectType, type GraphQLSchema, getNamedType, isLeafType, isObjectType } from 'graphql'
import '../../areas/accounts/graph.ts'
import '../../areas/accounts/graphActs.ts'
import '../../areas/system/graph.ts'
import '../../areas/system/graphActs.ts'
import '../../areas/users/graph.ts'
import '../../areas/users/graphActs.ts'
import '../../areas/users/graphBadges.ts'
import '../../areas/users/graphViewer.ts'
import { builder } from './builder.ts'

/** The schema of all areas. */
export function makeSchema(): GraphQLSchema {
  const schema = builder.toSchema()
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) lighten(type)
  return schema
}

/**
 * Spares work that each selected field of each row would cost. Scalars were read with their row, so they count nothing;
 * said once here, because the plugin would ask a rule for every field of every operation. Ids are sent as they are, so
 * they need no resolver that waits.
 */
function lighten(type: GraphQLObjectType) {
  for (const field of Object.values(type.getFields())) {
    if (isLeafType(getNamedType(field.type))) field.extensions = { ...field.extensions, complexity: 0 }
  }
  const isNode = type.getInterfaces().some(({ name }) => name === 'Node')
  const { id } = type.getFields()
  if (isNode && id) id.resolve = (row: { id: string }) => row.id
}
