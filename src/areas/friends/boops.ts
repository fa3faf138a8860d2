import { Failure } from '../../kernel/failure.ts'
import { trusted, type UserId } from '../../kernel/ids.ts'
import type { NotificationResponder, NotificationResponders } from '../../kernel/notificationResponders.ts'
import type { RateLimit } from '../../kernel/rateLimit.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import { type NotificationDraft, sendNotifications } from '../notifications/send.ts'
import { lockFriend } from '../users/locks.ts'
import { notFriends, targetUserNotFound } from './policy.ts'

/** Content of a boop; by default clients show an image of their own. */
export interface BoopEmoji {
  readonly emojiId?: string | undefined
  readonly emojiVersion?: number | null | undefined
  readonly inventoryItemId?: string | undefined
}

const BOOP_LIMIT: RateLimit = { name: 'boop', points: 60, window: 60 }

/** Seconds until a boop expires after it was seen. */
const SECONDS_KEPT_AFTER_SEEN = 900

/**
 * Sends a boop to a friend. Throws `missing` for an unknown person, `invalid` for a person who is not a friend or has
 * disabled boops, `exhausted` after 60 in a minute.
 */
export async function boop(scope: ViewerScope, userId: UserId, emoji: BoopEmoji = {}): Promise<void> {
  await scope.limits.take(BOOP_LIMIT, scope.viewer.id)
  await transact(scope, (tx) => sendBoop(tx, userId, emoji))
}

/** Response to a boop: sends one to its sender. A boop is answered once, so no rate limit is needed. */
const boopBack: NotificationResponder = async (tx, { senderId }, { type }) => {
  if (type === 'boop' && senderId !== null) await sendBoop(tx, trusted<'user'>(senderId), {})
}

export const friendResponders: NotificationResponders = { boop: boopBack }

async function sendBoop(tx: ViewerScope & InTransaction, userId: UserId, emoji: BoopEmoji): Promise<void> {
  const { id } = tx.viewer
  const { areThere, areFriends, wantsBoops, ownName } = await lockFriend(tx, id, userId)
  if (!areThere && id !== userId) throw targetUserNotFound()
  if (!areFriends || ownName === null) throw notFriends()
  if (!wantsBoops) throw new Failure('invalid', 'This user has turned boops off', { code: 'no_boops' })
  await sendNotifications(tx, [boopDraft({ id, displayName: ownName }, userId, emoji)])
}

/** Notification of a boop, as its receiver sees it. */
export const boopDraft = (
  sender: { readonly id: UserId; readonly displayName: string },
  receiverId: UserId,
  { emojiId = '', emojiVersion = null, inventoryItemId = '' }: BoopEmoji = {},
): NotificationDraft => ({
  type: 'boop',
  receiverId,
  senderId: sender.id,
  title: 'Boop',
  message: `${sender.displayName} booped you!`,
  details: { emojiId, emojiVersion, inventoryItemId },
  category: 'social',
  responses: BOOP_RESPONSES,
  expiryAfterSeen: SECONDS_KEPT_AFTER_SEEN,
})

const BOOP_RESPONSES = [
  { type: 'boop', data: '', icon: 'bell', text: 'Boop back', textKey: null },
  { type: 'delete', data: '', icon: 'bell-slash', text: 'Dismiss', textKey: null },
] as const
