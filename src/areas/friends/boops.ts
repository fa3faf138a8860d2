import { Failure } from '../../kernel/failure.ts'
import { isId, type UserId } from '../../kernel/ids.ts'
import type { Limit } from '../../kernel/limits.ts'
import type { Responder, Responders } from '../../kernel/responders.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { type Draft, notify } from '../notifications/notifying.ts'
import { holdFriend } from '../users/pairs.ts'
import { notFriends, userDoesNotExist } from './policy.ts'

/** What a boop shows; clients show a picture of their own where nothing is said. */
export interface Emoji {
  readonly emojiId?: string | undefined
  readonly emojiVersion?: number | null | undefined
  readonly inventoryItemId?: string | undefined
}

const BOOPS: Limit = { name: 'boop', points: 60, window: 60 }

/** Seconds that a boop stays once it was seen. */
const STAYS = 900

/**
 * Boops a friend. Throws `missing` for nobody, `invalid` for whoever is no friend or wants no boops; `exhausted` after
 * 60 in a minute.
 */
export async function boop(scope: SignedScope, userId: UserId, emoji: Emoji = {}): Promise<void> {
  await scope.limits.take(BOOPS, scope.viewer.id)
  await transact(scope, (open) => send(open, userId, emoji))
}

/** Boops back whoever sent the boop that is answered. A boop is answered once, so this needs no limit of its own. */
const boopBack: Responder = async (open, { senderId }, { type }) => {
  if (type === 'boop' && senderId !== null && isId('user', senderId)) await send(open, senderId, {})
}

/** What answers to notifications of this area mean. */
export const friendResponders: Responders = { boop: boopBack }

async function send(open: SignedScope & Open, userId: UserId, emoji: Emoji): Promise<void> {
  const { id } = open.viewer
  const { areThere, areFriends, wantsBoops, ownName } = await holdFriend(open, id, userId)
  if (!areThere && id !== userId) throw userDoesNotExist()
  if (!areFriends || ownName === null) throw notFriends()
  if (!wantsBoops) throw new Failure('invalid', 'This user has turned boops off', { code: 'no_boops' })
  await notify(open, [boopDraft({ id, displayName: ownName }, userId, emoji)])
}

/** A boop as its receiver gets it. */
export const boopDraft = (
  sender: { readonly id: UserId; readonly displayName: string },
  receiverId: UserId,
  { emojiId = '', emojiVersion = null, inventoryItemId = '' }: Emoji = {},
): Draft => ({
  type: 'boop',
  receiverId,
  senderId: sender.id,
  title: 'Boop',
  message: `${sender.displayName} booped you!`,
  details: { emojiId, emojiVersion, inventoryItemId },
  category: 'social',
  responses: RESPONSES,
  expiryAfterSeen: STAYS,
})

const RESPONSES = [
  { type: 'boop', data: '', icon: 'bell', text: 'Boop back', textKey: null },
  { type: 'delete', data: '', icon: 'bell-slash', text: 'Dismiss', textKey: null },
] as const
