import { BOUNDS } from '../../kernel/bounds.ts'
import { addMilliseconds, DAY } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import { isId, trusted, type UserId } from '../../kernel/ids.ts'
import type { NotificationResponder, NotificationResponders } from '../../kernel/notificationResponders.ts'
import type { RateLimit } from '../../kernel/rateLimit.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { type InTransaction, inOrder, transact } from '../../kernel/transaction.ts'
import { fileUrl } from '../files/links.ts'
import { deleteOldNotifications } from '../notifications/feed/queries.ts'
import { type NotificationDraft, sendNotifications } from '../notifications/send.ts'
import { lockFriend } from '../users/locks.ts'
import { notFriends, targetUserNotFound } from './policy.ts'

/** Content of a boop; by default clients show an image of their own. */
interface BoopEmoji {
  readonly emojiId?: string | undefined
  readonly emojiVersion?: number | null | undefined
  readonly inventoryItemId?: string | undefined
}

const BOOP_LIMIT: RateLimit = { name: 'boop', points: 60, window: 60, isFrequent: true }

/** Seconds until a boop expires after it was seen. */
const SECONDS_KEPT_AFTER_SEEN = 900
/** How long a boop waits to be seen. */
const UNSEEN_LIFETIME = 7 * DAY
/** Boops of one person that another has at a time; older ones are deleted. */
const MOST_BOOPS_OF_A_FRIEND = BOUNDS.boopsOfFriend.most

/**
 * Sends a boop to a friend. Throws `missing` for an unknown person, `invalid` for a person who is not a friend or has
 * disabled boops, `exhausted` after 60 in a minute. The oldest of the sender's boops beyond 20 are deleted.
 */
export async function boop(scope: ViewerScope, userId: UserId, emoji: BoopEmoji = {}): Promise<void> {
  await scope.limits.take(BOOP_LIMIT, scope.viewer.id)
  const imageUrl = await emojiUrl(scope, emoji)
  await transact(scope, async (tx) => {
    const sent = { type: 'boop', senderId: scope.viewer.id, receiverId: userId } as const
    const [draft] = await inOrder([
      draftBoop(tx, userId, emoji),
      deleteOldNotifications(tx, sent, MOST_BOOPS_OF_A_FRIEND - 1),
    ])
    await sendNotifications(tx, [{ ...draft, ...(imageUrl && { imageUrl }) }])
  })
}

/** Response to a boop: sends one to its sender. A boop is answered once, so no rate limit is needed. */
const boopBack: NotificationResponder = async (tx, { senderId }, { type }) => {
  if (type === 'boop' && senderId !== null)
    await sendNotifications(tx, [await draftBoop(tx, trusted<'user'>(senderId), {})])
}

export const friendResponders: NotificationResponders = { boop: boopBack }

/** Locks the friendship. Throws `missing`, and `invalid` for a person who is not a friend or has disabled boops. */
async function draftBoop(
  tx: Pick<ViewerScope, 'viewer' | 'now'> & InTransaction,
  userId: UserId,
  emoji: BoopEmoji,
): Promise<NotificationDraft> {
  const { id } = tx.viewer
  const { areThere, areFriends, wantsBoops, ownName } = await lockFriend(tx, id, userId)
  if (!areThere && id !== userId) throw targetUserNotFound()
  if (!areFriends || ownName === null) throw notFriends()
  if (!wantsBoops) throw new Failure('invalid', 'This user has turned boops off', { reason: 'boops_disabled' })
  const expiresAt = addMilliseconds(tx.now, UNSEEN_LIFETIME)
  return { ...boopDraft({ id, displayName: ownName }, userId, emoji), expiresAt }
}

/** URL of an emoji that is an uploaded image of the viewer's; undefined for the emoji that clients bring along. */
async function emojiUrl({ db, rules, viewer }: ViewerScope, { emojiId, emojiVersion }: BoopEmoji) {
  if (emojiId === undefined || !isId('file', emojiId)) return undefined
  const version = emojiVersion ?? 1
  const versions = { some: { version, data: { some: { type: 'file', status: 'complete' } } } }
  const where = { id: emojiId, ownerId: viewer.id, mimeType: { startsWith: 'image/' }, versions }
  const found = await db.file.count({ where })
  return found > 0 ? fileUrl(rules.publicUrl, { fileId: emojiId, version }) : undefined
}

/** Notification of a boop, as its receiver sees it; without a title, which clients would show instead of the message. */
export const boopDraft = (
  sender: { readonly id: UserId; readonly displayName: string },
  receiverId: UserId,
  { emojiId = '', emojiVersion = null, inventoryItemId = '' }: BoopEmoji = {},
): NotificationDraft => ({
  type: 'boop',
  receiverId,
  senderId: sender.id,
  message: `${sender.displayName}${MESSAGE_AFTER_NAME}`,
  details: { emojiId, emojiVersion, inventoryItemId },
  category: 'social',
  responses: BOOP_RESPONSES,
  expiryAfterSeen: SECONDS_KEPT_AFTER_SEEN,
})

const MESSAGE_AFTER_NAME = ' booped you!'

const BOOP_RESPONSES = [
  { type: 'boop', data: '', icon: 'bell', text: 'Boop back', textKey: null },
  { type: 'delete', data: '', icon: 'bell-slash', text: 'Dismiss', textKey: null },
] as const
