import type { invites } from '../../contract/invites.ts'
import type { Handlers } from '../../contract/operation.ts'
import { parseInstance } from '../../kernel/location.ts'
import type { ScopeOf } from '../../kernel/scope.ts'
import { notificationWire } from '../notifications/wire.ts'
import { resetInviteMessage, updateInviteMessage } from './editing.ts'
import { inviteMyselfTo, inviteUser, type NamedPlace, type NewInvite, placeNamed } from './inviting.ts'
import { readInviteMessage, readInviteMessages } from './messages.ts'
import { requestInvite } from './requesting.ts'
import { respondInvite } from './responding.ts'
import { inviteMessagesWire, inviteMessageWire, sentInviteWire } from './wire.ts'

const inviteOf = ({ messageSlot, ...named }: NamedPlace & Omit<NewInvite, 'place'>): NewInvite => ({
  place: placeNamed(named),
  messageSlot,
})

export const invitesRest: Handlers<typeof invites, ScopeOf> = {
  getInviteMessages: async (scope, { userId, messageType }) =>
    inviteMessagesWire(await readInviteMessages(scope, userId, messageType)),
  getInviteMessage: async (scope, { userId, messageType: type, slot }) =>
    inviteMessageWire(await readInviteMessage(scope, { userId, type, slot })),
  updateInviteMessage: async (scope, { userId, messageType: type, slot, body: { message } }) =>
    inviteMessagesWire(await updateInviteMessage(scope, { userId, type, slot }, message)),
  resetInviteMessage: async (scope, { userId, messageType: type, slot }) =>
    inviteMessagesWire(await resetInviteMessage(scope, { userId, type, slot })),
  inviteMyselfTo: async (scope, { worldId, instanceId }) =>
    sentInviteWire(await inviteMyselfTo(scope, parseInstance(worldId, instanceId))),
  inviteUser: async (scope, { userId, body }) => sentInviteWire(await inviteUser(scope, userId, inviteOf(body))),
  inviteUserWithPhoto: async (scope, { userId, form: { data, image } }) =>
    sentInviteWire(await inviteUser(scope, userId, inviteOf(data), image)),
  requestInvite: async (scope, { userId, body }) => notificationWire(await requestInvite(scope, userId, body)),
  requestInviteWithPhoto: async (scope, { userId, form: { data, image } }) =>
    notificationWire(await requestInvite(scope, userId, data, image)),
  respondInvite: async (scope, { notificationId, body }) =>
    notificationWire(await respondInvite(scope, notificationId, body)),
  respondInviteWithPhoto: async (scope, { notificationId, form: { data, image } }) =>
    notificationWire(await respondInvite(scope, notificationId, data, image)),
}
