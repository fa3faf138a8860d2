import type { InviteMessage } from '../../contract/shapes/invite.ts'
import { NotificationType, type SentNotification } from '../../contract/shapes/notification.ts'
import type { SignedNotification } from '../notifications/hot.ts'
import { minutesOf, type SlotMessage } from './messages.ts'

export const inviteMessageWire = ({ id, type, slot, message, updatedAt, cooldown }: SlotMessage): InviteMessage => ({
  canBeUpdated: cooldown === 0,
  id,
  message,
  messageType: type,
  remainingCooldownMinutes: minutesOf(cooldown),
  slot,
  updatedAt: updatedAt.toISOString(),
})

export const inviteMessagesWire = (messages: readonly SlotMessage[]): InviteMessage[] => messages.map(inviteMessageWire)

const detailsOf = (details: SignedNotification['details']): Record<string, unknown> => ({ ...Object(details) })

/** An invite as its sender is told of it: its details are an object, other than over REST otherwise. */
export const sentInviteWire = (row: SignedNotification): SentNotification => ({
  created_at: row.createdAt.toISOString(),
  details: detailsOf(row.details),
  id: row.id,
  message: row.message,
  receiverUserId: row.receiverId,
  senderUserId: row.senderId ?? row.receiverId,
  ...(row.sender && { senderUsername: row.sender.displayName }),
  type: NotificationType.parse(row.type),
})
