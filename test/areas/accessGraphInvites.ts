import { namedId } from '../../src/kernel/ids.ts'
import { EDITED } from '../support/invites.ts'
import type { Things } from './callers.ts'
import { ABSENT, ADMIN, type Answers, AUTHOR, FOREIGN, NOBODY, OWES, RECEIVER, type Table } from './graphAnswers.ts'

/** Others are no friends of the owner's friend. */
const INVITING: Answers = [NOBODY, OWES, FOREIGN, 'ok', FOREIGN]

const messageId = ({ userId }: Things) => namedId('inviteMessage', userId, 'message', '3')
const slot = ({ userId }: Things, number: number) => `userId: "${userId}", type: MESSAGE, slot: ${number}`

export const inviteQueries: Table = {
  inviteMessages: [({ userId }) => `inviteMessages(userId: "${userId}", type: REQUEST) { id }`, ADMIN],
  'node of an invite message': [(things) => `node(id: "${messageId(things)}") { id }`, AUTHOR],
}

export const inviteMutations: Table = {
  // The owner has edited it when the admin comes, and it cools down; or has reset it.
  updateInviteMessage: [
    (things) => `updateInviteMessage(input: { ${slot(things, 3)}, message: "Hello" }) { id }`,
    [NOBODY, OWES, FOREIGN, 'ok', 'RATE_LIMITED'],
  ],
  resetInviteMessage: [
    (things) => `resetInviteMessage(input: { ${slot(things, EDITED.slot)} }) { id }`,
    [NOBODY, OWES, FOREIGN, 'ok', ABSENT],
  ],
  inviteUser: [
    ({ friendId, worldId, instanceId }) =>
      `inviteUser(input: { userId: "${friendId}", location: "${worldId}:${instanceId}" }) { sent { id } }`,
    INVITING,
  ],
  requestInvite: [({ friendId }) => `requestInvite(input: { userId: "${friendId}" }) { sent { id } }`, INVITING],
  respondInvite: [
    ({ friendlyInviteId }) =>
      `respondInvite(input: { notificationId: "${friendlyInviteId}", responseSlot: 0 }) { sent { id } }`,
    RECEIVER,
  ],
}
