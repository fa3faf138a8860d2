import { DAY, later } from '../../kernel/clock.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Limit } from '../../kernel/limits.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'
import { userDoesNotExist } from '../friends/policy.ts'
import type { SignedNotification } from '../notifications/hot.ts'
import { type Draft, notify } from '../notifications/notifying.ts'
import { holdFriend } from '../users/pairs.ts'
import { noFriend } from './policy.ts'

/** Each of the three is open so often to a person in a minute. */
const often = (name: string): Limit => ({ name, points: 60, window: 60 })
export const INVITES = often('invite')
export const REQUESTS = often('request-invite')
export const REPLIES = often('respond-invite')

/**
 * Keeps the viewer and a friend as they are to each other until the transaction ends. Answers the viewer's name. Throws
 * `missing` for nobody, whom getUser does not know either; `forbidden` for whoever is no friend, and for a friend where
 * one has blocked the other.
 */
export async function holdReceiver(open: SignedScope & Open, userId: UserId): Promise<string> {
  const { id } = open.viewer
  const { areThere, areFriends, ownName } = await holdFriend(open, id, userId)
  if (!areThere && id !== userId) throw userDoesNotExist()
  if (!areFriends || ownName === null) throw noFriend()
  return ownName
}

/** From then on it is told to nobody, and opens no door any more. */
const STAYS = DAY

/** Sends what the viewer has to say of an invite. Its sender is held already, and called by this name. */
export async function send(
  open: SignedScope & Open,
  displayName: string,
  draft: Omit<Draft, 'senderId' | 'expiresAt'>,
): Promise<SignedNotification> {
  const senderId = open.viewer.id
  const [row] = await notify(open, [{ ...draft, senderId, expiresAt: later(open.now, STAYS) }])
  if (!row) throw new Error('a notification was not written')
  return { ...row, sender: { displayName } }
}
