import { builder, queryField } from '../../../edges/graphql/builder.ts'
import {
  followServerActivity,
  initialArgument,
  PAYLOAD_FOR_ALL,
} from '../../../edges/graphql/resolvers/subscriptions.ts'
import { getOrCreate } from '../../../kernel/maps.ts'
import { viewerRef } from '../../accounts/graph/viewer.ts'

interface Activity {
  readonly readOnlineCount: () => Promise<number>
}

/** Read once an event, also for selections that are executed for each viewer. */
const onlineCounts = new WeakMap<object, Promise<number>>()

const ServerActivity = builder.objectRef<Activity>('ServerActivity').implement({
  description: 'A change of public figures of the server.',
  fields: (t) => ({
    onlineCount: t.int({
      description: 'Number of users who are online.',
      resolve: ({ readOnlineCount }) => readOnlineCount(),
    }),
    viewer: t.field(viewerRef('The person who is logged in.')),
    query: t.field(queryField),
  }),
})

builder.subscriptionField('serverActivity', (t) =>
  t.field({
    type: ServerActivity,
    ...PAYLOAD_FOR_ALL,
    description:
      'Emits at most once in five seconds when the number of users who are online, the number of people in any world, or a notice of `infoPushes` has changed, however many changes there were. Read `activeWorlds` and `infoPushes` by `query`. A notice that begins or ends by its date is not announced.',
    args: initialArgument(),
    subscribe: (_root, { initial }, context) => followServerActivity(context, initial),
    resolve: (event, _args, { scope }): Activity => ({
      readOnlineCount: () => getOrCreate(onlineCounts, event, () => scope.presence.countOnline(scope.now)),
    }),
  }),
)
