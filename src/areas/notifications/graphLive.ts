import { builder } from '../../edges/graphql/builder.ts'
import { renew, signed } from '../../edges/graphql/context.ts'
import { followBatches } from '../../edges/graphql/live.ts'
import { people } from '../users/graph.ts'
import { cursorOf, readCursor } from './cursors.ts'
import type { FeedChange } from './feedReads.ts'
import { Notification } from './graph.ts'

const FeedKind = builder.enumType('NotificationFeedKind', {
  description: 'What happened to a notification.',
  values: {
    CREATED: { value: 'created', description: 'It was sent.' },
    SEEN: { value: 'seen', description: 'It was seen.' },
    UPDATED: { value: 'updated', description: 'It has changed.' },
    RESPONDED: { value: 'responded', description: 'It was answered.' },
    DELETED: { value: 'deleted', description: 'It was put away or taken back.' },
    CLEARED: { value: 'cleared', description: 'All of the legacy generation were put away.' },
  } as const,
})

const NotificationFeedEntry = builder.objectRef<FeedChange>('NotificationFeedEntry').implement({
  description: "A change of the viewer's notifications.",
  fields: (t) => ({
    cursor: t.string({
      description: 'Where the feed stands after it: follow notificationFeed after this one to miss nothing.',
      resolve: cursorOf,
    }),
    kind: t.expose('kind', { type: FeedKind, description: 'What happened.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it happened.' }),
    notificationIds: t.exposeIDList('notificationIds', {
      description: 'Whom it happened to; of an answer that was written, the second is what was sent by it.',
    }),
    notification: t.field({
      type: Notification,
      nullable: true,
      description: 'The notification as it is now; null when it is gone, or when several are meant.',
      resolve: ({ notification }) => notification,
    }),
  }),
})

builder.subscriptionField('notificationFeed', (t) =>
  t.field({
    type: NotificationFeedEntry,
    description:
      "What happens to the viewer's notifications, each once and in order: first what came after the cursor, then live. A cursor of more than seven days is refused with the reason cursor_expired: load the lists anew then.",
    args: { after: t.arg.string({ description: 'A cursor of the feed; from now on where nothing is said.' }) },
    subscribe: async (_root, { after }, context) => {
      const { viewer, now } = signed(context)
      const { feeds } = context.live
      const head = await feeds.head(viewer.id)
      const place = after === null || after === undefined ? head : readCursor(after, head, now)
      return followBatches(context, feeds.follow(viewer.id, place))
    },
    resolve: (change, _args, context) => {
      renew(context)
      const { sender } = change.notification ?? {}
      // It was read together with the entry, for all who follow at once.
      if (sender && sender.erasedAt === null) people(context).prime(sender.id, sender)
      return change
    },
  }),
)
