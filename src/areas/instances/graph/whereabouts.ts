import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { withEdges } from '../../../edges/graphql/resolvers/connection.ts'
import { readBeforeLoads } from '../../../edges/graphql/resolvers/loader.ts'
import { byListKey, listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { occupantLocationOf, WhereaboutsRef } from '../../users/graph/whereabouts.ts'
import { type InstanceView, MAX_RECENT_LOCATIONS, readRecentLocations } from '../instances.ts'
import { Instance, InstanceConnection, instancesByLocation } from './instance.ts'

builder.objectFields(WhereaboutsRef, (t) => ({
  instance: t.field({
    type: Instance,
    nullable: true,
    description: 'The instance; null unless `kind` is IN_INSTANCE.',
    resolve: ({ kind, location }, _args, context) =>
      kind === 'instance' ? instancesByLocation(context).load(location) : null,
  }),
}))

interface RecentInstance {
  readonly at: Date
  readonly instance: InstanceView
}

const BY_LATEST_ENTRY = byListKey<RecentInstance>(({ at, instance }) => [-at.getTime(), instance.id])

/** The viewer's recent instances; those of worlds that the viewer can't read any more are left out. */
async function readRecentInstances(context: GraphContext): Promise<RecentInstance[]> {
  const recent = await readBeforeLoads(context, () =>
    readRecentLocations(context.viewerScope, { limit: MAX_RECENT_LOCATIONS, offset: 0 }),
  )
  const found = await Promise.all(
    recent.map(async ({ at, location }) => {
      const instance = await instancesByLocation(context).load(location)
      return instance && { at, instance }
    }),
  )
  return found.filter((entry) => entry !== null)
}

builder.prismaObjectFields(Viewer, (t) => ({
  instance: t.field({
    type: Instance,
    nullable: true,
    description: 'Current instance; null for none.',
    resolve: async ({ userId }, _args, context) => {
      const place = await occupantLocationOf(context, userId)
      return place && instancesByLocation(context).load(place.location)
    },
  }),
  recentInstances: t.connection(
    {
      type: Instance,
      description: 'Instances that the viewer has entered, the latest entry first; at most 100.',
      resolve: async (_viewer, args, context) => {
        const page = await listConnection(args, BY_LATEST_ENTRY, await readRecentInstances(context))
        return withEdges(
          page,
          page.edges.map(({ node, cursor }) => ({ node: node.instance, cursor })),
        )
      },
    },
    InstanceConnection,
  ),
}))
