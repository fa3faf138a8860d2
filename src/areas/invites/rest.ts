import type { invites } from '../../contract/invites.ts'
import type { Handlers } from '../../contract/operation.ts'
import type { WorldId } from '../../kernel/ids.ts'
import { parseInstance } from '../../kernel/location.ts'
import type { ScopeByAccess, ViewerScope } from '../../kernel/scope.ts'
import { notificationWire } from '../notifications/wire.ts'
import { readInviteMessage, readInviteMessages, resetInviteMessage, updateInviteMessage } from './inviteMessages.ts'
import { respondInvite } from './inviteResponses.ts'
import {
  type InstanceReference,
  inviteMyselfTo,
  inviteUser,
  type NewInvite,
  parseInstanceReference,
  requestInvite,
} from './invites.ts'
import { inviteMessagesWire, inviteMessageWire, sentInviteWire } from './wire.ts'

const newInviteOf = ({ messageSlot, ...named }: InstanceReference & Omit<NewInvite, 'place'>): NewInvite => ({
  place: parseInstanceReference(named),
  messageSlot,
})

const inviteViewer = async (
  scope: ViewerScope,
  { worldId, instanceId }: { readonly worldId: WorldId; readonly instanceId: string },
) => sentInviteWire(scope, await inviteMyselfTo(scope, parseInstance(worldId, instanceId)))

export const invitesRest: Handlers<typeof invites, ScopeByAccess> = {
  getInviteMessages: async (scope, { userId, messageType }) =>
    inviteMessagesWire(await readInviteMessages(scope, userId, messageType)),
  getInviteMessage: async (scope, { userId, messageType: type, slot }) =>
    inviteMessageWire(await readInviteMessage(scope, { userId, type, slot })),
  updateInviteMessage: async (scope, { userId, messageType: type, slot, body: { message } }) =>
    inviteMessagesWire(await updateInviteMessage(scope, { userId, type, slot }, message)),
  resetInviteMessage: async (scope, { userId, messageType: type, slot }) =>
    inviteMessagesWire(await resetInviteMessage(scope, { userId, type, slot })),
  inviteMyselfTo: inviteViewer,
  inviteMyselfToInstance: inviteViewer,
  inviteUser: async (scope, { userId, body }) =>
    sentInviteWire(scope, await inviteUser(scope, userId, newInviteOf(body))),
  inviteUserWithPhoto: async (scope, { userId, form: { data, image } }) =>
    sentInviteWire(scope, await inviteUser(scope, userId, newInviteOf(data), image)),
  requestInvite: async (scope, { userId, body }) => notificationWire(scope, await requestInvite(scope, userId, body)),
  requestInviteWithPhoto: async (scope, { userId, form: { data, image } }) =>
    notificationWire(scope, await requestInvite(scope, userId, data, image)),
  respondInvite: async (scope, { notificationId, body }) =>
    notificationWire(scope, await respondInvite(scope, notificationId, body)),
  respondInviteWithPhoto: async (scope, { notificationId, form: { data, image } }) =>
    notificationWire(scope, await respondInvite(scope, notificationId, data, image)),
}
