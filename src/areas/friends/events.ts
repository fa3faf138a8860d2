import type { Announcement } from '../../kernel/events.ts'
import type { UserId } from '../../kernel/ids.ts'

/** Two people became friends. One announcement for each of the two: the subject is who is told. */
export const friendshipCreated = (userId: UserId, friendId: UserId): Announcement => ({
  topic: 'friendship.created',
  subject: userId,
  ids: { friendId },
})
/** Two people are friends no more. One announcement for each of the two: the subject is who is told. */
export const friendshipEnded = (userId: UserId, friendId: UserId): Announcement => ({
  topic: 'friendship.ended',
  subject: userId,
  ids: { friendId },
})
/** One of two friends has blocked the other. One announcement for each of the two: the subject is who is told. */
export const friendshipRested = (userId: UserId, friendId: UserId): Announcement => ({
  topic: 'friendship.rested',
  subject: userId,
  ids: { friendId },
})
/** Neither of two friends blocks the other any more. One announcement for each of the two: the subject is who is told. */
export const friendshipResumed = (userId: UserId, friendId: UserId): Announcement => ({
  topic: 'friendship.resumed',
  subject: userId,
  ids: { friendId },
})
