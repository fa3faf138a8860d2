import { defineEvent } from '../../kernel/events.ts'
import type { UserId } from '../../kernel/ids.ts'

/** Each change of a friendship emits two events, one for each of the two people, who is its subject and recipient. */
type FriendIds = { readonly friendId: UserId }

export const friendshipCreated = defineEvent<UserId, FriendIds>('friendship.created', 'subject')
export const friendshipEnded = defineEvent<UserId, FriendIds>('friendship.ended', 'subject')
/** One of two friends has blocked the other. */
export const friendshipSuspended = defineEvent<UserId, FriendIds>('friendship.rested', 'subject')
/** Neither of two friends blocks the other any longer. */
export const friendshipResumed = defineEvent<UserId, FriendIds>('friendship.resumed', 'subject')

export const friendEvents = [friendshipCreated, friendshipEnded, friendshipSuspended, friendshipResumed]
