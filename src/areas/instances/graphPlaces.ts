import { resolveArrayConnection } from '@pothos/plugin-relay'
import { builder } from '../../edges/graphql/builder.ts'
import { type GraphContext, signed } from '../../edges/graphql/context.ts'
import { makeListLoader, makeLoader } from '../../edges/graphql/loader.ts'
import { Viewer } from '../accounts/graph.ts'
import { User } from '../users/graph.ts'
import { type Traces, tracesOf, whereaboutsTo } from '../users/whereabouts.ts'
import { World } from '../worlds/graph.ts'
import { asViewer, Instance, instanceAt } from './graph.ts'
import { findByShortName, type SeenInstance } from './instances.ts'
import { instancesIn } from './listing.ts'
import { readRecentLocations } from './recents.ts'

const traces = makeLoader<readonly [string, Traces]>(
  (scope, ids) => asViewer(scope, async (as) => [...(await tracesOf(as, ids))]),
  ([id]) => id,
)

interface Person {
  readonly id: string
  readonly status: string
}

async function locationOf(context: GraphContext, person: Person): Promise<string> {
  const [, known] = (await traces(context).load(person.id)) ?? []
  return known ? whereaboutsTo(signed(context), person, known).location : 'offline'
}

builder.objectFields(User, (t) => ({
  location: t.string({
    description: 'Where the person is, as the viewer may know it; `offline` or `private` where it is not told.',
    resolve: (person, _args, context) => locationOf(context, person),
  }),
  instance: t.field({
    type: Instance,
    nullable: true,
    description: 'The instance where the person is; null where the viewer may not know it.',
    resolve: async (person, _args, context) => instanceAt(context, await locationOf(context, person)),
  }),
}))

const instancesByWorld = makeListLoader<SeenInstance>(
  (scope, ids) => asViewer(scope, (as) => instancesIn(as, ids)),
  ({ world }) => world.id,
)

builder.objectFields(World, (t) => ({
  instances: t.connection(
    {
      type: Instance,
      description: 'Its open instances that the viewer hears of, the fullest first; at most a hundred.',
      resolve: async ({ id }, args, context) =>
        resolveArrayConnection({ args }, await instancesByWorld(context).load(id)),
    },
    { name: 'WorldInstanceConnection' },
    { name: 'WorldInstanceEdge' },
  ),
}))

/** More than are kept. */
const ALL = { limit: 100, offset: 0 }

builder.prismaObjectFields(Viewer, (t) => ({
  instance: t.field({
    type: Instance,
    nullable: true,
    description: 'The instance where the viewer is; null for none.',
    resolve: async ({ userId }, _args, context) => {
      const [, known] = (await traces(context).load(userId)) ?? []
      return known?.place ? instanceAt(context, known.place.location) : null
    },
  }),
  recentLocations: t.field({
    type: ['String'],
    description: 'Where the viewer was, the latest first; at most a hundred places.',
    resolve: (_viewer, _args, context) => readRecentLocations(signed(context), ALL),
  }),
}))

builder.queryFields((t) => ({
  instance: t.field({
    type: Instance,
    nullable: true,
    description: 'An instance by its location, also one that nobody has made yet; null for no location.',
    args: { location: t.arg.id({ required: true, description: 'The world, a colon, and the instance.' }) },
    resolve: (_root, { location }, context) => instanceAt(context, location),
  }),
  instanceByShortName: t.field({
    type: Instance,
    nullable: true,
    description: 'An instance by its short name or its secure one; null for none that the viewer may see.',
    args: { shortName: t.arg.string({ required: true, description: 'The name.' }) },
    resolve: (_root, { shortName }, context) => findByShortName(signed(context), shortName),
  }),
}))
