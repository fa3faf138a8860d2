import { type GraphQLObjectType, type GraphQLSchema, getNamedType, isLeafType, isObjectType } from 'graphql'
import '../../areas/accounts/graph.ts'
import '../../areas/accounts/graphActs.ts'
import '../../areas/favorites/graph.ts'
import '../../areas/favorites/graphActs.ts'
import '../../areas/favorites/graphLists.ts'
import '../../areas/files/graph.ts'
import '../../areas/files/graphActs.ts'
import '../../areas/files/graphLive.ts'
import '../../areas/files/graphPapers.ts'
import '../../areas/friends/graph.ts'
import '../../areas/friends/graphActs.ts'
import '../../areas/friends/graphLive.ts'
import '../../areas/friends/graphRequests.ts'
import '../../areas/instances/graph.ts'
import '../../areas/instances/graphActs.ts'
import '../../areas/instances/graphLive.ts'
import '../../areas/instances/graphPlaces.ts'
import '../../areas/invites/graph.ts'
import '../../areas/invites/graphActs.ts'
import '../../areas/invites/graphDetails.ts'
import '../../areas/invites/graphEditing.ts'
import '../../areas/moderation/graph.ts'
import '../../areas/moderation/graphActs.ts'
import '../../areas/moderation/graphAvatars.ts'
import '../../areas/notifications/graph.ts'
import '../../areas/notifications/graphActs.ts'
import '../../areas/notifications/graphLive.ts'
import '../../areas/prints/graph.ts'
import '../../areas/props/graph.ts'
import '../../areas/props/graphLists.ts'
import '../../areas/reports/graph.ts'
import '../../areas/reports/graphActs.ts'
import '../../areas/reports/graphLists.ts'
import '../../areas/reports/graphLive.ts'
import '../../areas/reports/graphModeration.ts'
import '../../areas/system/graph.ts'
import '../../areas/system/graphActs.ts'
import '../../areas/users/graph.ts'
import '../../areas/users/graphActs.ts'
import '../../areas/users/graphAudit.ts'
import '../../areas/users/graphBadges.ts'
import '../../areas/users/graphViewer.ts'
import '../../areas/worlds/graph.ts'
import '../../areas/worlds/graphActs.ts'
import '../../areas/worlds/graphLists.ts'
import '../../areas/worlds/graphVisitors.ts'
import { builder } from './builder.ts'
import { SHARED } from './sharing.ts'

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
  if (!isNode || !id) return
  id.resolve = (row: { id: string }) => row.id
  id.extensions = { ...id.extensions, ...SHARED.extensions }
}
