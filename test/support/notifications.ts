import { type NotificationDraft, sendNotifications } from '../../src/areas/notifications/send.ts'
import { isId, type NotificationId, type UserId } from '../../src/kernel/ids.ts'
import { transact } from '../../src/kernel/transaction.ts'
import type { TestApp } from './app.ts'

/** Sends a notification without a request, of version 2 by default. Returns its id. */
export async function aNotification(
  app: TestApp,
  receiverId: UserId,
  draft: Partial<NotificationDraft> = {},
): Promise<NotificationId> {
  const complete: NotificationDraft = {
    type: 'moderation.notice',
    receiverId,
    senderId: null,
    title: 'Notice',
    ...draft,
  }
  const [row] = await transact(app.scope(), (tx) => sendNotifications(tx, [complete]))
  if (!row || !isNotificationId(row.id)) throw new Error('no notification was written')
  return row.id
}

const isNotificationId = (id: string): id is NotificationId => isId('notification', id) || isId('friendRequest', id)
