import { type Draft, notify } from '../../src/areas/notifications/notifying.ts'
import { isId, type NotificationId, type UserId } from '../../src/kernel/ids.ts'
import { transact } from '../../src/kernel/transaction.ts'
import type { TestApp } from './app.ts'

/** Tells somebody something behind the doors; answers its id. It is of the second generation where nothing is said. */
export async function tell(app: TestApp, receiverId: UserId, draft: Partial<Draft> = {}): Promise<NotificationId> {
  const told: Draft = { type: 'moderation.notice', receiverId, senderId: null, title: 'Notice', ...draft }
  const [row] = await transact(app.scope(), (open) => notify(open, [told]))
  if (!row || !isNotificationId(row.id)) throw new Error('no notification was written')
  return row.id
}

const isNotificationId = (id: string): id is NotificationId => isId('notification', id) || isId('friendRequest', id)
