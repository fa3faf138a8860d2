import type { InventoryDrop } from '../../../generated/prisma/client.ts'
import type { UserId } from '../../../kernel/ids.ts'
import type { NotificationDraft } from '../../notifications/send.ts'

/** What a drop tells who gets it. */
export interface NoticeTexts {
  readonly title: string
  readonly body: string
  readonly imageUrl: string
}

/** The texts of a drop; null for one that tells nothing. */
export function noticeOf({ notificationDetails }: Pick<InventoryDrop, 'notificationDetails'>): NoticeTexts | null {
  const { title, body = '', imageUrl = '' } = Object(notificationDetails)
  return typeof title === 'string' ? { title, body: String(body), imageUrl: String(imageUrl) } : null
}

/** The notification for who gets a drop; none for one that tells nothing. */
export function dropNotices(drop: InventoryDrop, receiverId: UserId): NotificationDraft[] {
  const texts = noticeOf(drop)
  if (!texts) return []
  const { title, body: message, imageUrl } = texts
  return [{ type: 'promo.redeem', receiverId, senderId: null, title, message, ...(imageUrl && { imageUrl }) }]
}
