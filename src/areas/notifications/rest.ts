import type { notifications } from '../../contract/notifications.ts'
import type { Handlers } from '../../contract/operation.ts'
import { pageOf, pageOfLimit } from '../../contract/shapes/queryParameters.ts'
import { successResponse } from '../../contract/shapes/response.ts'
import type { NotificationId } from '../../kernel/ids.ts'
import type { ScopeByAccess, ViewerScope } from '../../kernel/scope.ts'
import {
  clearNotifications,
  deleteAllNotificationV2s,
  dismissNotification,
  markNotificationSeen,
  readAnyNotificationV2,
  readNotification,
  readNotifications,
  readNotificationV2s,
} from './notifications.ts'
import { replyNotification, respondNotification } from './responses.ts'
import { listedNotificationV2Wire, listedNotificationWire, notificationV2Wire, notificationWire } from './wire.ts'

const listV2s = async (scope: ViewerScope, { query }: { readonly query: Parameters<typeof pageOfLimit>[0] }) =>
  listedNotificationV2Wire.list(scope, () => readNotificationV2s(scope, pageOfLimit(query)))

const deleteV2 = (scope: ViewerScope, { notificationId }: { readonly notificationId: NotificationId }) =>
  dismissNotification(scope, notificationId, 'v2').then(() => successResponse('Notification cleared.'))

export const notificationsRest: Handlers<typeof notifications, ScopeByAccess> = {
  getNotifications: async (scope, { query }) =>
    listedNotificationWire.list(scope, () => readNotifications(scope, query, pageOf(query))),
  getNotification: async (scope, { notificationId }) =>
    notificationWire(scope, await readNotification(scope, notificationId, 'legacy')),
  markNotificationAsRead: async (scope, { notificationId }) =>
    notificationWire(scope, await markNotificationSeen(scope, notificationId, 'legacy')),
  deleteNotification: async (scope, { notificationId }) =>
    notificationWire(scope, await dismissNotification(scope, notificationId, 'legacy')),
  clearNotifications: async (scope) => clearNotifications(scope).then(() => successResponse('Ok')),
  getNotificationV2s: listV2s,
  getOwnNotificationV2s: listV2s,
  getNotificationV2: async (scope, { notificationId }) =>
    notificationV2Wire(scope, await readAnyNotificationV2(scope, notificationId)),
  acknowledgeNotificationV2: async (scope, { notificationId }) =>
    notificationV2Wire(scope, await markNotificationSeen(scope, notificationId, 'v2')),
  respondNotificationV2: async (
    scope,
    { notificationId, body: { responseType: type, responseData: data, ...body } },
  ) => {
    const notification = await respondNotification(scope, notificationId, { type, data })
    return body.notificationId === undefined ? notificationV2Wire(scope, notification) : 'OK'
  },
  replyNotificationV2: async (scope, { notificationId, body }) =>
    notificationV2Wire(scope, await replyNotification(scope, notificationId, body.text)),
  deleteNotificationV2: deleteV2,
  deleteOwnNotificationV2: deleteV2,
  deleteAllNotificationV2s: async (scope) =>
    deleteAllNotificationV2s(scope).then(() => successResponse('Notifications cleared.')),
}
