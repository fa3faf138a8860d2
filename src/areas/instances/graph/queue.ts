import { builder, queryField } from '../../../edges/graphql/builder.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { mutation, NO_FIELDS } from '../../../edges/graphql/resolvers/mutation.ts'
import {
  eventKinds,
  followOwnEvents,
  INITIAL_DESCRIPTION,
  INITIAL_KIND,
  initialArgument,
  isInitial,
} from '../../../edges/graphql/resolvers/subscriptions.ts'
import { siblingId } from '../../../kernel/ids.ts'
import { Viewer, viewerRef } from '../../accounts/graph/viewer.ts'
import { queueJoined, queueLeft, queueMoved, queueReady } from '../events.ts'
import { type OwnQueuePlace, readOwnQueuePlace } from '../queue/queries.ts'
import { leaveInstanceQueue } from '../queue/queue.ts'
import { Instance, instanceRef, instancesByLocation } from './instance.ts'

const InstanceQueuePlace = builder.objectRef<OwnQueuePlace>('InstanceQueuePlace').implement({
  description: 'Where the viewer waits for a place in a full instance.',
  fields: (t) => ({
    instance: t.field({
      type: Instance,
      nullable: true,
      description: 'The instance; null if its world was hidden meanwhile.',
      resolve: ({ location }, _args, context) => instancesByLocation(context).load(location),
    }),
    position: t.exposeInt('position', {
      nullable: true,
      description: 'Position from 1; null while a place is kept for the viewer.',
    }),
    queueSize: t.exposeInt('queueSize', { description: 'Number of people who wait.' }),
    keptUntil: t.expose('keptUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Time until which a free place is kept for the viewer, to enter it; null while none is.',
    }),
  }),
})

builder.prismaObjectFields(Viewer, (t) => ({
  queuePlace: t.field({
    type: InstanceQueuePlace,
    nullable: true,
    description: 'Where the viewer waits for a place in a full instance; null for nowhere.',
    resolve: (_viewer, _args, { viewerScope }) => readOwnQueuePlace(viewerScope),
  }),
}))

mutation('leaveInstanceQueue', {
  description: 'Leaves the queue in which the viewer waits for a place in an instance. Does nothing outside of one.',
  input: NO_FIELDS,
  run: async (scope) => ({ leftLocation: await leaveInstanceQueue(scope) }),
  payload: (t) => ({
    leftInstance: t.field(instanceRef('leftLocation', 'The instance whose queue the viewer has left; null for none.')),
  }),
})

type QueueEventKindName = 'joined' | 'moved' | 'ready' | 'left' | 'initial'

const queueEvents = eventKinds<QueueEventKindName>([
  INITIAL_KIND,
  [queueJoined, 'joined'],
  [queueMoved, 'moved'],
  [queueReady, 'ready'],
  [queueLeft, 'left'],
])

const InstanceQueueEventKind = enumOf('InstanceQueueEventKind', 'What has happened in the queue of an instance.', {
  joined: 'The viewer has begun to wait.',
  moved: 'The position of the viewer, or the number of those who wait, has changed.',
  ready: 'A free place is kept for the viewer for 60 seconds.',
  left: 'The viewer waits no longer: has entered, has left or was taken out.',
  initial: INITIAL_DESCRIPTION,
})

interface QueueEventData {
  readonly kind: QueueEventKindName
  readonly location: string
}

const InstanceQueueEvent = builder.objectRef<QueueEventData>('InstanceQueueEvent').implement({
  description: 'A change of where the viewer waits for a place in a full instance.',
  fields: (t) => ({
    kind: t.expose('kind', { type: InstanceQueueEventKind, description: 'What has happened.' }),
    location: t.exposeID('location', { description: 'Location of the instance; for INITIAL, the id of the viewer.' }),
    instance: t.field(
      instanceRef('location', 'The instance; null if its world was hidden meanwhile, and for INITIAL.'),
    ),
    queuePlace: t.field({
      type: InstanceQueuePlace,
      nullable: true,
      description: 'Where the viewer waits now; null for nowhere.',
      resolve: (_event, _args, { viewerScope }) => readOwnQueuePlace(viewerScope),
    }),
    viewer: t.field(viewerRef('The viewer after the change.')),
    query: t.field(queryField),
  }),
})

builder.subscriptionField('instanceQueue', (t) =>
  t.field({
    type: InstanceQueueEvent,
    description:
      'Emits when the viewer begins to wait for a place in a full instance, moves in its queue or leaves it.',
    args: initialArgument(),
    subscribe: (_root, { initial }, context) => followOwnEvents(context, queueEvents.types, initial),
    resolve: (event, _args, { viewerScope: { viewer } }): QueueEventData => ({
      kind: queueEvents.kindOf(event),
      location: isInitial(event) ? siblingId('viewer', viewer.id) : (event.ids?.location ?? ''),
    }),
  }),
)
