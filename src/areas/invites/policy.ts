import { assertOwnerOrAdmin } from '../../kernel/access.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Location } from '../../kernel/location.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { type AccessFacts, canEnterInstance } from '../instances/policy.ts'
import { isMessageSlot } from './defaultMessages.ts'

/** Shipped clients depend on this message and its status. */
const messagesForbidden = () =>
  new Failure('forbidden', 'You are not authorized to perform that action.', { code: 'messages_of_others' })

/** Throws `forbidden` for messages of others, except for admins. */
export const assertCanUseMessages = (scope: ViewerScope, userId: UserId): void =>
  assertOwnerOrAdmin(scope, userId, messagesForbidden)

/** Shipped clients depend on these messages. */
const slotTooHigh = () => invalid('slot', 'That is too high of a slot number.', 'slot_too_high')
export const slotNotFound = () => new Failure('missing', 'That is too high of a slot number.')
export const messageNotEdited = () => new Failure('missing', "There's no entry for that slot.")

/** Throws `invalid` for an invalid slot. */
export function assertMessageSlot(slot: number): void {
  if (slot < 0) throw invalid('slot', 'A negative slot does not exist.', 'negative_slot')
  if (!isMessageSlot(slot)) throw slotTooHigh()
}

/** People who may enter an instance can invite others, and so can occupants, whose own invite may have expired. */
export const canInviteTo = (scope: ViewerScope, place: Location, facts: AccessFacts) =>
  facts.inside || canEnterInstance(scope, place, facts)

/** Shipped clients depend on these messages, including their inner quotes. */
export const friendshipRequired = () =>
  new Failure('forbidden', '"You need to be friends with that user first."', { code: 'not_friends' })
export const alreadyResponded = () =>
  new Failure('invalid', `"You've already responded to that request."`, { code: 'already_responded' })
export const cannotRespondToOwnInvite = () =>
  new Failure('invalid', '"You cannot respond to your own invites."', { code: 'own_invite' })
export const slotOutOfBounds = () => invalid('responseSlot', '"Response slot is out of bounds."', 'slot_out_of_bounds')
