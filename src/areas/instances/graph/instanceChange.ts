import { builder, queryField } from '../../../edges/graphql/builder.ts'
import { followEvents, initialArgument, isInitial } from '../../../edges/graphql/resolvers/subscriptions.ts'
import { SECOND } from '../../../kernel/clock.ts'
import { parseLocation } from '../../../kernel/location.ts'
import { viewerRef } from '../../accounts/graph/viewer.ts'
import { worldNotFound } from '../../worlds/policy.ts'
import { findReadableWorld } from '../../worlds/world/read.ts'
import { instancesChanged, occupancyChanged } from '../events.ts'
import { validLocation } from '../policy.ts'
import { instanceRef } from './instance.ts'

interface InstanceEventData {
  readonly location: string
  readonly isInitial: boolean
}

const InstanceEvent = builder.objectRef<InstanceEventData>('InstanceEvent').implement({
  description: 'A change of an instance.',
  fields: (t) => ({
    location: t.exposeID('location', { description: 'Location of the instance.' }),
    isInitial: t.exposeBoolean('isInitial', {
      description: 'Whether it shows the state when the subscription began, for `initial`.',
    }),
    instance: t.field(
      instanceRef('location', 'The instance after the change; null if its world was hidden meanwhile.'),
    ),
    viewer: t.field(viewerRef('The person who is logged in.')),
    query: t.field(queryField),
  }),
})

builder.subscriptionField('instanceChanged', (t) =>
  t.field({
    type: InstanceEvent,
    description:
      'Emits when an instance was created, closed or renamed, people have entered or left it, or its queue has changed, at most once a second; also for changes of other instances of its world.',
    args: {
      location: t.arg.id({ required: true, description: 'World id, a colon and the id of the instance.' }),
      ...initialArgument(),
    },
    subscribe: async (_root, { location, initial }, context) => {
      const { worldId } = validLocation(parseLocation(location))
      if (!(await findReadableWorld(context.viewerScope, worldId))) throw worldNotFound(worldId)
      const types = [occupancyChanged, instancesChanged]
      return followEvents(context, { types, about: worldId, every: SECOND, initial })
    },
    resolve: (event, { location }): InstanceEventData => ({
      location: validLocation(parseLocation(location)).location,
      isInitial: isInitial(event),
    }),
  }),
)
