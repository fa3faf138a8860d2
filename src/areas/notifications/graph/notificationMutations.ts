import { z } from 'zod'
import { NotificationId } from '../../../contract/ids.ts'
import { ReplyNotificationV2Request, RespondNotificationV2Request } from '../../../contract/shapes/notification.ts'
import { describeRef } from '../../../contract/shapes/requestFields.ts'
import type { ObjectFieldBuilder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { mutation, NO_FIELDS } from '../../../edges/graphql/resolvers/mutation.ts'
import type { Notification as Row } from '../../../generated/prisma/client.ts'
import { type NotificationId as Id, trusted } from '../../../kernel/ids.ts'
import { deleteAllNotifications, dismissNotification, markNotificationSeen } from '../notifications.ts'
import { replyNotification, respondNotification } from '../responses.ts'
import { graphNotificationId } from '../types.ts'
import { NotificationResponseType, RESPONSE_TYPES } from './enums.ts'
import { Notification, notificationsById } from './notification.ts'

const notificationId = NotificationId.describe('Id of the notification; that of a friend request is accepted, too.')
const OneNotification = z.object({ notificationId })

/** The id under which a notification of the viewer is stored; the given one if there is none, which acts refuse. */
export async function storedIdOf(context: GraphContext, id: Id): Promise<Id> {
  const found = await notificationsById(context).load(id)
  return found ? trusted<'notification' | 'friendRequest'>(found.id) : id
}

interface ChangedNotification {
  readonly notification: Row
}

const changedNotification = (t: ObjectFieldBuilder<ChangedNotification>) => ({
  notification: t.field({
    type: Notification,
    description: 'The notification after the change.',
    resolve: ({ notification }) => notification,
  }),
})

mutation('markNotificationAsRead', {
  description: 'Marks a notification as seen.',
  input: OneNotification,
  run: async (scope, { notificationId: id }, context) => ({
    notification: await markNotificationSeen(scope, await storedIdOf(context, id), 'both'),
  }),
  payload: changedNotification,
})

mutation('respondNotification', {
  description: 'Responds to a notification by one of the responses that it offers, once.',
  input: RespondNotificationV2Request.extend({
    notificationId,
    responseType: describeRef(z.enum(RESPONSE_TYPES), 'Type of a response that the notification offers.'),
  }),
  types: { responseType: NotificationResponseType },
  run: async (scope, { notificationId: id, responseType: type, responseData: data }, context) => ({
    notification: await respondNotification(scope, await storedIdOf(context, id), { type, data }),
  }),
  payload: changedNotification,
})

mutation('replyNotification', {
  description: 'Sends a reply to the sender of a notification that accepts replies.',
  input: z.object({ notificationId, text: ReplyNotificationV2Request.shape.text.unwrap() }),
  run: async (scope, { notificationId: id, text }, context) => ({
    notification: await replyNotification(scope, await storedIdOf(context, id), text),
  }),
  payload: changedNotification,
})

mutation('deleteNotification', {
  description: 'Dismisses a notification; this declines a friend request.',
  input: OneNotification,
  run: async (scope, { notificationId: id }, context) => {
    await dismissNotification(scope, await storedIdOf(context, id), 'both')
    return { deletedNotificationId: graphNotificationId(id) }
  },
  payload: (t) => ({
    deletedNotificationId: t.exposeID('deletedNotificationId', { description: 'Id of the dismissed notification.' }),
  }),
})

mutation('deleteAllNotifications', {
  description: 'Dismisses all notifications that the viewer can delete; this declines friend requests.',
  input: NO_FIELDS,
  run: async (scope) => ({ deletedNotificationIds: (await deleteAllNotifications(scope)).map(graphNotificationId) }),
  payload: (t) => ({
    deletedNotificationIds: t.exposeIDList('deletedNotificationIds', {
      description: 'Ids of the dismissed notifications.',
    }),
  }),
})
