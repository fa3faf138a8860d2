import { assertOwnerOrAdmin } from '../../kernel/access.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { ViewerScope } from '../../kernel/scope.ts'

/** Types of invites, requests for one, and responses to either. */
export const INVITE_TYPES = ['invite', 'requestInvite', 'inviteResponse', 'requestInviteResponse'] as const

/** The notifications that are invites which the viewer has sent, requests for one or responses. */
export const sentInvites = ({ viewer }: Pick<ViewerScope, 'viewer'>) => ({
  senderId: viewer.id,
  type: { in: [...INVITE_TYPES] },
})

/** Shipped clients depend on this message and its status. */
const messagesForbidden = () =>
  new Failure('forbidden', 'You are not authorized to perform that action.', { reason: 'messages_of_others' })

/** Throws `forbidden` for messages of others, except for admins. */
export const assertCanUseMessages = (scope: ViewerScope, userId: UserId): void =>
  assertOwnerOrAdmin(scope, userId, messagesForbidden)

/** The slots of a collection are numbered from 0 to this. */
const LAST_SLOT = 11

const OUT_OF_RANGE = { reason: 'slot_out_of_range', min: 0, max: LAST_SLOT } as const

/** Shipped clients depend on these messages. */
const slotTooHigh = () => invalid('slot', 'That is too high of a slot number.', OUT_OF_RANGE)
export const slotNotFound = () =>
  new Failure('missing', 'That is too high of a slot number.', { reason: 'invite_message_not_found' })
export const messageNotEdited = () =>
  new Failure('missing', "There's no entry for that slot.", { reason: 'invite_message_not_found' })

/** Throws `invalid` for an invalid slot. */
export function assertMessageSlot(slot: number): void {
  if (slot < 0) throw invalid('slot', 'A negative slot does not exist.', OUT_OF_RANGE)
  if (!isMessageSlot(slot)) throw slotTooHigh()
}

/** Shipped clients depend on these messages, including their inner quotes. */
export const friendshipRequired = () =>
  new Failure('forbidden', '"You need to be friends with that user first."', { reason: 'friends_only' })
export const alreadyResponded = () =>
  new Failure('invalid', `"You've already responded to that request."`, { reason: 'already_responded' })
export const cannotRespondToOwnInvite = () =>
  new Failure('invalid', '"You cannot respond to your own invites."', { reason: 'own_invite' })
const slotOutOfBounds = () => invalid('responseSlot', '"Response slot is out of bounds."', OUT_OF_RANGE)

/** Throws `invalid` for an invalid slot of a response. */
export function assertResponseSlot(slot: number): void {
  if (!isMessageSlot(slot)) throw slotOutOfBounds()
}

const isMessageSlot = (slot: number) => Number.isInteger(slot) && slot >= 0 && slot <= LAST_SLOT
