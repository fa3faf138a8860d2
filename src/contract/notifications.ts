import { z } from 'zod'
import { del, get, post, put } from './operation.ts'
import {
  Notification,
  NotificationV2,
  ReplyNotificationV2Request,
  RespondNotificationV2Request,
} from './shapes/notification.ts'
import { booleanText, limitQuery, pageQuery } from './shapes/queryParameters.ts'
import { Success } from './shapes/response.ts'

export const notifications = {
  getNotifications: get('/auth/user/notifications', {
    summary: 'Lists the own notifications for legacy clients, newest first.',
    query: z.object({
      type: z.string().optional().meta({ deprecated: true }).describe('Must be friendRequest if `hidden` is true.'),
      sent: booleanText('sent').optional().meta({ deprecated: true }).describe('Must not be true.'),
      hidden: booleanText('hidden').optional().describe('Whether to list dismissed friend requests instead.'),
      after: z.string().optional().describe('Only notifications sent after this date, or `five_minutes_ago`.'),
      ...pageQuery,
    }),
    result: z.array(Notification),
  }),
  getNotification: get('/auth/user/notifications/{notificationId}', {
    summary: 'Reads an own notification for legacy clients.',
    result: Notification,
  }),
  markNotificationAsRead: put('/auth/user/notifications/{notificationId}/see', {
    summary: 'Marks an own notification as seen.',
    result: Notification,
  }),
  deleteNotification: put('/auth/user/notifications/{notificationId}/hide', {
    summary: 'Dismisses an own notification; this declines a friend request.',
    result: Notification,
  }),
  clearNotifications: put('/auth/user/notifications/clear', {
    summary: 'Dismisses all own notifications for legacy clients.',
    result: Success,
  }),
  getNotificationV2s: get('/notifications', {
    summary: 'Lists the own notifications of version 2, newest first.',
    query: z.object(limitQuery),
    result: z.array(NotificationV2),
  }),
  getOwnNotificationV2s: get('/auth/user/notificationsV2', {
    origin: 'client',
    summary: 'Lists the own notifications of version 2, newest first, like getNotificationV2s.',
    query: z.object(limitQuery),
    result: z.array(NotificationV2),
  }),
  getNotificationV2: get('/notifications/{notificationId}', {
    summary: "Reads anybody's notification of version 2. Admins only.",
    access: 'admin',
    result: NotificationV2,
    deprecated: true,
  }),
  acknowledgeNotificationV2: post('/notifications/{notificationId}/see', {
    summary: 'Marks an own notification as seen.',
    result: NotificationV2,
  }),
  respondNotificationV2: post('/notifications/{notificationId}/respond', {
    summary: 'Responds to an own notification by one of the responses that it offers.',
    body: RespondNotificationV2Request,
    result: z.union([NotificationV2, z.literal('OK')]),
  }),
  replyNotificationV2: post('/notifications/{notificationId}/reply', {
    summary: 'Sends a reply to the sender of an own notification.',
    body: ReplyNotificationV2Request,
    result: NotificationV2,
  }),
  deleteNotificationV2: del('/notifications/{notificationId}', {
    summary: 'Deletes an own notification.',
    result: Success,
  }),
  deleteOwnNotificationV2: del('/auth/user/notificationsV2/{notificationId}', {
    origin: 'client',
    summary: 'Deletes an own notification, like deleteNotificationV2.',
    result: Success,
  }),
  deleteAllNotificationV2s: del('/notifications', {
    summary: 'Deletes all own notifications of version 2.',
    result: Success,
  }),
}
