import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { operationCache } from '../../../edges/graphql/operationCache.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import type { KeysetPage, TimeKey } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { selectedUsersById, usersById } from '../../users/graph/user.ts'
import { encodeFeedCursor, readFeedHead } from '../feed/feed.ts'
import { countUnreadNotifications } from '../notifications.ts'
import {
  countListedNotifications,
  listNotifications,
  listNotificationsWithSenders,
  type NotificationListQuery,
  type NotificationRow,
} from '../queries.ts'
import { NotificationType } from './enums.ts'
import { BY_LATEST_NOTIFICATION, Notification, NotificationConnection } from './notification.ts'

const NotificationFilter = builder.inputType('NotificationFilter', {
  description: 'Which notifications to list; omitted fields do not narrow the list.',
  fields: (t) => ({
    types: t.field({ type: [NotificationType], description: 'Only notifications of one of these types.' }),
    isUnseen: t.boolean({ description: 'Whether to list only notifications that the viewer has not seen yet.' }),
    isHidden: t.boolean({
      description: 'Whether to list friend requests that the viewer has declined, and nothing else.',
    }),
    since: t.field({ type: 'DateTime', description: 'Only notifications that were sent after this time.' }),
  }),
})

type Filter = typeof NotificationFilter.$inferInput

const queryOf = (scope: ViewerScope, { types, isUnseen: unseen, isHidden, since }: Filter) =>
  ({
    receiverId: scope.viewer.id,
    now: scope.now,
    visibility: isHidden ? 'hidden' : 'shown',
    ...omitNullish({ types, unseen, since: since && { at: since, orFriendRequest: false } }),
  }) as const

/** Reads the senders along, if the query selects few columns of people. */
async function readPage(context: GraphContext, query: NotificationListQuery): Promise<NotificationRow[]> {
  const senders = selectedUsersById(context)
  if (!senders) return listNotifications(context.viewerScope, query)
  const listed = await listNotificationsWithSenders(context.viewerScope, query, senders)
  for (const { notification, sender } of listed)
    if (notification.senderId) usersById(context).prime(notification.senderId, sender)
  return listed.map(({ notification }) => notification)
}

/** Number of the last entry of the viewer's feed, read once for each result. */
const feedHead = operationCache(async ({ viewerScope }) => readFeedHead(viewerScope, viewerScope.viewer.id))
/** The head is older than the lists beside it: what came after it may be missing in them, but nothing before it is. */
const READ_FIRST = { facts: { firstRead: feedHead } } as const

builder.prismaObjectFields(Viewer, (t) => ({
  notifications: t.connection(
    {
      type: Notification,
      description: 'Notifications of the viewer, newest first.',
      args: { filter: t.arg({ type: NotificationFilter, description: 'Which notifications to list.' }) },
      resolve: (_viewer, { filter, ...args }, context) => {
        const scope = context.viewerScope
        const query = queryOf(scope, filter ?? {})
        const read = (page: KeysetPage<TimeKey>) => readPage(context, { ...query, ...page })
        const totalCount = () => countListedNotifications(scope, query)
        return keysetConnection(args, { order: BY_LATEST_NOTIFICATION, totalCount, read })
      },
    },
    NotificationConnection,
  ),
  unreadNotificationCount: t.int({
    description: 'Number of notifications that the viewer has not seen yet.',
    resolve: (_viewer, _args, context) => countUnreadNotifications(context.viewerScope),
  }),
  notificationFeedCursor: t.string({
    ...READ_FIRST,
    description:
      'Current cursor of notificationFeed, read before all else in the result: subscribe after it to miss nothing.',
    resolve: async (_viewer, _args, context) => {
      const { viewer, now } = context.viewerScope
      return encodeFeedCursor({ userId: viewer.id, seq: await feedHead(context), at: now })
    },
  }),
  notificationFeedSequence: t.int({
    ...READ_FIRST,
    description:
      'Number of the last entry of notificationFeed, read before all else in the result. A result whose number is lower than the `sequence` of an entry that the client has received is older than that entry: drop it.',
    resolve: async (_viewer, _args, context) => Number(await feedHead(context)),
  }),
}))
