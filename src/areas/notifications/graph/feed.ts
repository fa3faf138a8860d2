import { builder, queryField } from '../../../edges/graphql/builder.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { followBatches } from '../../../edges/graphql/resolvers/subscriptions.ts'
import { viewerRef } from '../../accounts/graph/viewer.ts'
import { usersById } from '../../users/graph/user.ts'
import { decodeFeedCursor, encodeFeedCursor, type FeedEntryWithNotification } from '../feed/feed.ts'
import type { FeedKind } from '../feed/queries.ts'
import { graphNotificationId } from '../types.ts'
import { Notification } from './notification.ts'

const NotificationFeedKind = enumOf('NotificationFeedKind', 'Kind of a change of notifications.', {
  created: 'The notification was sent.',
  seen: 'The notification was seen.',
  updated: 'The notification has changed.',
  responded: 'The viewer has responded or replied to the notification.',
  deleted: 'The notifications were dismissed or retracted.',
  cleared: 'All notifications that can be deleted were dismissed, at least those of legacy clients.',
})

const REMOVALS: readonly FeedKind[] = ['deleted', 'cleared']

const NotificationFeedEntry = builder.objectRef<FeedEntryWithNotification>('NotificationFeedEntry').implement({
  description: "A change of the viewer's notifications.",
  fields: (t) => ({
    cursor: t.string({
      description: 'Cursor of the entry: subscribe to notificationFeed after it to continue.',
      resolve: encodeFeedCursor,
    }),
    sequence: t.int({
      description: "Number of the entry: those of a viewer's entries grow by 1.",
      resolve: ({ seq }) => Number(seq),
    }),
    kind: t.expose('kind', { type: NotificationFeedKind, description: 'Kind of the change.' }),
    at: t.expose('at', { type: 'DateTime', description: 'Time of the change.' }),
    notificationIds: t.idList({
      description:
        'Ids of the notifications; the second of RESPONDED is the notification that the reply has sent, if any.',
      resolve: ({ notificationIds }) => notificationIds.map(graphNotificationId),
    }),
    deletedIds: t.idList({
      description: 'Ids of the notifications that are no longer in the list; empty unless DELETED or CLEARED.',
      resolve: ({ kind, notificationIds }) => (REMOVALS.includes(kind) ? notificationIds.map(graphNotificationId) : []),
    }),
    notification: t.field({
      type: Notification,
      nullable: true,
      description: 'Current state of the notification; null if it is gone, and for several.',
      resolve: ({ notification }) => notification,
    }),
    viewer: t.field(viewerRef('The viewer after the change, with the number of unread notifications.')),
    query: t.field(queryField),
  }),
})

builder.subscriptionField('notificationFeed', (t) =>
  t.field({
    type: NotificationFeedEntry,
    description:
      "Emits each change of the viewer's notifications once and in order: first the changes after the cursor, then live ones. A cursor older than seven days is refused with the reason `CURSOR_EXPIRED`, and that of another viewer with `CURSOR_INVALID`: reload the lists then.",
    args: {
      after: t.arg.string({
        description: 'Cursor of the last entry that the client knows; only new changes by default.',
      }),
    },
    subscribe: async (_root, { after }, context) => {
      const scope = context.viewerScope
      const { feeds } = context.live
      const head = await feeds.head(scope.viewer.id)
      const seq = after === null || after === undefined ? head : decodeFeedCursor(after, head, scope)
      return followBatches(context, feeds.follow(scope.viewer.id, seq))
    },
    resolve: (entry, _args, context) => {
      const { sender } = entry.notification ?? {}
      // The sender was read with the entry.
      if (sender) usersById(context).prime(sender.id, sender)
      return entry
    },
  }),
)
