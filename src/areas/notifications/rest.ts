import type { notifications } from '../../contract/notifications.ts'
import type { Handlers } from '../../contract/operation.ts'
import { pageOf, pageOfLimit } from '../../contract/shapes/queryParameters.ts'
import { successResponse } from '../../contract/shapes/response.ts'
import type { ScopeByAccess } from '../../kernel/scope.ts'
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
import {
  NOTIFICATION_TEXTS,
  NOTIFICATION_V2_TEXTS,
  notificationsText,
  notificationV2sText,
  notificationV2Wire,
  notificationWire,
} from './wire.ts'

export const notificationsRest: Handlers<typeof notifications, ScopeByAccess> = {
  getNotifications: async (scope, { query }) =>
    notificationsText(await readNotifications(scope, NOTIFICATION_TEXTS, query, pageOf(query))),
  getNotification: async (scope, { notificationId }) =>
    notificationWire(await readNotification(scope, notificationId, 'legacy')),
  markNotificationAsRead: async (scope, { notificationId }) =>
    notificationWire(await markNotificationSeen(scope, notificationId, 'legacy')),
  deleteNotification: async (scope, { notificationId }) =>
    notificationWire(await dismissNotification(scope, notificationId, 'legacy')),
  clearNotifications: async (scope) => clearNotifications(scope).then(() => successResponse('Ok')),
  getNotificationV2s: async (scope, { query }) =>
    notificationV2sText(await readNotificationV2s(scope, NOTIFICATION_V2_TEXTS, pageOfLimit(query))),
  getNotificationV2: async (scope, { notificationId }) =>
    notificationV2Wire(await readAnyNotificationV2(scope, notificationId)),
  acknowledgeNotificationV2: async (scope, { notificationId }) =>
    notificationV2Wire(await markNotificationSeen(scope, notificationId, 'v2')),
  respondNotificationV2: async (scope, { notificationId, body: { responseType: type, responseData: data } }) =>
    notificationV2Wire(await respondNotification(scope, notificationId, { type, data })),
  replyNotificationV2: async (scope, { notificationId, body }) =>
    notificationV2Wire(await replyNotification(scope, notificationId, body.text)),
  deleteNotificationV2: async (scope, { notificationId }) =>
    dismissNotification(scope, notificationId, 'v2').then(() => successResponse('Notification cleared.')),
  deleteAllNotificationV2s: async (scope) =>
    deleteAllNotificationV2s(scope).then(() => successResponse('Notifications cleared.')),
}
