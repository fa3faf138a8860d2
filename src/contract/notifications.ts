import { z } from 'zod'
import { del, get, post, put } from './operation.ts'
import { Success } from './shapes/error.ts'
import {
  Notification,
  NotificationV2,
  ReplyNotificationV2Request,
  RespondNotificationV2Request,
} from './shapes/notification.ts'
import { flag, limited, paged } from './shapes/page.ts'

export const notifications = {
  getNotifications: get('/auth/user/notifications', {
    summary: 'Lists the own notifications of the legacy generation, the newest first.',
    query: z.object({
      type: z.string().optional().meta({ deprecated: true }),
      sent: flag('sent').optional().meta({ deprecated: true }),
      hidden: flag('hidden').optional(),
      after: z.string().optional(),
      ...paged,
    }),
    result: z.array(Notification),
  }),
  getNotification: get('/auth/user/notifications/{notificationId}', {
    summary: 'Reads an own notification of the legacy generation.',
    result: Notification,
  }),
  markNotificationAsRead: put('/auth/user/notifications/{notificationId}/see', {
    summary: 'Marks an own notification as seen.',
    result: Notification,
  }),
  deleteNotification: put('/auth/user/notifications/{notificationId}/hide', {
    summary: 'Puts an own notification away; a friend request is declined by it.',
    result: Notification,
  }),
  clearNotifications: put('/auth/user/notifications/clear', {
    summary: 'Puts all own notifications of the legacy generation away.',
    result: Success,
  }),
  getNotificationV2s: get('/notifications', {
    summary: 'Lists the own notifications of the second generation, the newest first.',
    query: z.object(limited),
    result: z.array(NotificationV2),
  }),
  getNotificationV2: get('/notifications/{notificationId}', {
    summary: 'Reads any notification of the second generation. Admins only.',
    access: 'admin',
    result: NotificationV2,
    deprecated: true,
  }),
  acknowledgeNotificationV2: post('/notifications/{notificationId}/see', {
    summary: 'Marks an own notification as seen.',
    result: NotificationV2,
  }),
  respondNotificationV2: post('/notifications/{notificationId}/respond', {
    summary: 'Answers an own notification by one of the responses it offers.',
    body: RespondNotificationV2Request,
    result: NotificationV2,
  }),
  replyNotificationV2: post('/notifications/{notificationId}/reply', {
    summary: 'Writes back to the sender of an own notification.',
    body: ReplyNotificationV2Request,
    result: NotificationV2,
  }),
  deleteNotificationV2: del('/notifications/{notificationId}', {
    summary: 'Removes an own notification.',
    result: Success,
  }),
  deleteAllNotificationV2s: del('/notifications', {
    summary: 'Removes all own notifications of the second generation.',
    result: Success,
  }),
}
