import type { InviteMessage } from '../../contract/shapes/invite.ts'
import { NotificationType, type SentNotification } from '../../contract/shapes/notification.ts'
import { shownUrlsIn, type UrlOptions } from '../../kernel/ownUrls.ts'
import type { NotificationWithSenderName } from '../notifications/queries.ts'
import { cooldownMinutes, type SlotMessage } from './inviteMessages.ts'

export const inviteMessageWire = ({ id, type, slot, message, updatedAt, cooldown }: SlotMessage): InviteMessage => ({
  canBeUpdated: cooldown === 0,
  id,
  message,
  messageType: type,
  remainingCooldownMinutes: cooldownMinutes(cooldown),
  slot,
  updatedAt: updatedAt.toISOString(),
})

export const inviteMessagesWire = (messages: readonly SlotMessage[]): InviteMessage[] => messages.map(inviteMessageWire)

const detailsOf = (details: NotificationWithSenderName['details']): Record<string, unknown> => ({ ...Object(details) })

/** An invite as its sender sees it. Unlike in other records, its details are an object, not text. */
export const sentInviteWire = (options: UrlOptions, row: NotificationWithSenderName): SentNotification => ({
  created_at: row.createdAt.toISOString(),
  details: detailsOf(shownUrlsIn(options, row.details)),
  id: row.id,
  message: row.message,
  receiverUserId: row.receiverId,
  senderUserId: row.senderId ?? row.receiverId,
  ...(row.sender && { senderUsername: row.sender.displayName }),
  type: NotificationType.parse(row.type),
})
