import type { notifications } from '../../contract/notifications.ts'
import type { Handlers } from '../../contract/operation.ts'
import { success } from '../../contract/shapes/error.ts'
import { limitedPageOf, pageOf } from '../../contract/shapes/page.ts'
import type { ScopeOf } from '../../kernel/scope.ts'
import { clearNotifications, deleteAllNotificationV2s, hideNotification } from './hiding.ts'
import { readAnyNotificationV2, readNotification, readNotifications, readNotificationV2s } from './notifications.ts'
import { replyNotification, respondNotification } from './responding.ts'
import { markSeen } from './seeing.ts'
import { notificationV2Wire, notificationWire } from './wire.ts'

export const notificationsRest: Handlers<typeof notifications, ScopeOf> = {
  getNotifications: async (scope, { query }) =>
    (await readNotifications(scope, query, pageOf(query))).map(notificationWire),
  getNotification: async (scope, { notificationId }) =>
    notificationWire(await readNotification(scope, notificationId, 'legacy')),
  markNotificationAsRead: async (scope, { notificationId }) =>
    notificationWire(await markSeen(scope, notificationId, 'legacy')),
  deleteNotification: async (scope, { notificationId }) =>
    notificationWire(await hideNotification(scope, notificationId, 'legacy')),
  clearNotifications: async (scope) => clearNotifications(scope).then(() => success('Ok')),
  getNotificationV2s: async (scope, { query }) =>
    (await readNotificationV2s(scope, limitedPageOf(query))).map(notificationV2Wire),
  getNotificationV2: async (scope, { notificationId }) =>
    notificationV2Wire(await readAnyNotificationV2(scope, notificationId)),
  acknowledgeNotificationV2: async (scope, { notificationId }) =>
    notificationV2Wire(await markSeen(scope, notificationId, 'v2')),
  respondNotificationV2: async (scope, { notificationId, body: { responseType: type, responseData: data } }) =>
    notificationV2Wire(await respondNotification(scope, notificationId, { type, data })),
  replyNotificationV2: async (scope, { notificationId, body }) =>
    notificationV2Wire(await replyNotification(scope, notificationId, body.text)),
  deleteNotificationV2: async (scope, { notificationId }) =>
    hideNotification(scope, notificationId, 'v2').then(() => success('Notification cleared.')),
  deleteAllNotificationV2s: async (scope) =>
    deleteAllNotificationV2s(scope).then(() => success('Notifications cleared.')),
}
