import { Failure, invalid } from '../../kernel/failure.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Location } from '../../kernel/location.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { mayEnter, type Ties } from '../instances/policy.ts'
import { isSlot } from './texts.ts'

/** Everybody reads and changes the own messages; admins those of others. */
export const mayUseMessages = ({ viewer }: SignedScope, userId: UserId) => viewer.admin || viewer.id === userId

/** Clients know this text, and the odd number that goes with it. */
export const messagesOfOthers = () =>
  new Failure('forbidden', 'You are not authorized to perform that action.', { code: 'messages_of_others' })

/** Clients know these texts. */
const tooHighSlot = () => invalid('slot', 'That is too high of a slot number.', 'slot_too_high')
export const noSuchSlot = () => new Failure('missing', 'That is too high of a slot number.')
export const notEdited = () => new Failure('missing', "There's no entry for that slot.")

/** Throws `invalid` for a number that is no slot. */
export function mustBeSlot(slot: number): void {
  if (slot < 0) throw invalid('slot', 'A negative slot does not exist.', 'negative_slot')
  if (!isSlot(slot)) throw tooHighSlot()
}

/** Whoever may enter a place may invite others there, and whoever is inside: the invite may have ended by now. */
export const mayInviteTo = (scope: SignedScope, place: Location, ties: Ties) =>
  ties.inside || mayEnter(scope, place, ties)

/** Clients know these texts, the inner quotes included. */
export const noFriend = () =>
  new Failure('forbidden', '"You need to be friends with that user first."', { code: 'not_friends' })
export const respondedBefore = () =>
  new Failure('invalid', `"You've already responded to that request."`, { code: 'already_responded' })
export const ownInvite = () =>
  new Failure('invalid', '"You cannot respond to your own invites."', { code: 'own_invite' })
export const outOfBounds = () => invalid('responseSlot', '"Response slot is out of bounds."', 'slot_out_of_bounds')
