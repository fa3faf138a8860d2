import { deterministicId, siblingId } from '../../src/kernel/ids.ts'
import { EDITED_SLOT } from '../support/invites.ts'
import type { Things } from './fixtures.ts'
import {
  ADMIN,
  AUTHOR,
  type CallerOutcomes,
  FORBIDDEN,
  type GraphAccessTable,
  NOT_FOUND,
  RECEIVER,
  SECOND_FACTOR_REQUIRED,
  SIGNED_IN,
  UNAUTHENTICATED,
} from './graphOutcomes.ts'

/** Allowed only for friends of the target user, such as the owner. */
const INVITING: CallerOutcomes = [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, FORBIDDEN, 'ok', FORBIDDEN]

const messageId = ({ userId }: Things) => deterministicId('inviteMessage', userId, 'message', '3')
const sentInviteId = ({ friendlyInviteId }: Things) => siblingId('sentInvite', friendlyInviteId)
/** Null for all callers. */
const NOBODYS: CallerOutcomes = [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, 'null', 'null', 'null']
const slot = ({ userId }: Things, number: number) => `userId: "${userId}", type: MESSAGE, slot: ${number}`

export const inviteQueries: GraphAccessTable = {
  inviteMessages: [({ userId }) => `inviteMessages(userId: "${userId}", type: REQUEST) { id }`, ADMIN],
  // It is the friend's, who has sent it.
  'node of a sent invite': [(things) => `node(id: "${sentInviteId(things)}") { id }`, NOBODYS],
  'node of an invite message': [(things) => `node(id: "${messageId(things)}") { id }`, AUTHOR],
}

export const inviteMutations: GraphAccessTable = {
  // The owner, who is tried before the admin, has edited it, which starts its cooldown, or has reset it.
  updateInviteMessage: [
    (things) => `updateInviteMessage(input: { ${slot(things, 3)}, message: "Hello" }) { inviteMessage { id } }`,
    [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, FORBIDDEN, 'ok', 'RATE_LIMITED'],
  ],
  resetInviteMessage: [
    (things) => `resetInviteMessage(input: { ${slot(things, EDITED_SLOT.slot)} }) { inviteMessage { id } }`,
    [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, FORBIDDEN, 'ok', NOT_FOUND],
  ],
  inviteUser: [
    ({ friendId, worldId, instanceId }) =>
      `inviteUser(input: { userId: "${friendId}", location: "${worldId}:${instanceId}" }) { sentInvite { notificationId } }`,
    INVITING,
  ],
  requestInvite: [
    ({ friendId }) => `requestInvite(input: { userId: "${friendId}" }) { sentInvite { notificationId } }`,
    INVITING,
  ],
  // Those of others stay, which is not told.
  withdrawInvite: [
    (things) => `withdrawInvite(input: { sentInviteId: "${sentInviteId(things)}" }) { deletedSentInviteId }`,
    SIGNED_IN,
  ],
  respondInvite: [
    ({ friendlyInviteId }) =>
      `respondInvite(input: { notificationId: "${friendlyInviteId}", responseSlot: 0 }) { sentInvite { notificationId } }`,
    RECEIVER,
  ],
}
