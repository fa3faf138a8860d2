import { z } from 'zod'
import { UNKNOWN_PERSON } from './friends.ts'
import { UNKNOWN_INSTANCE } from './instances.ts'
import { del, get, post, put } from './operation.ts'
import {
  InviteMessage,
  InviteRequest,
  InviteResponse,
  RequestInviteRequest,
  UpdateInviteMessageRequest,
} from './shapes/invite.ts'
import { Notification, SentNotification } from './shapes/notification.ts'
import { describeRef, fileField, jsonField } from './shapes/requestFields.ts'

/** The form of an operation with an image: its body as JSON, and the image. */
const withPhoto = <S extends z.ZodType>(body: S) =>
  z.object({
    data: jsonField('data', describeRef(body, 'Body of the operation without an image, as JSON.')),
    image: fileField.describe('Image to attach.'),
  })

export const invites = {
  getInviteMessages: get('/message/{userId}/{messageType}', {
    summary: "Lists the messages of one of the viewer's collections, by slot.",
    result: z.array(InviteMessage),
  }),
  getInviteMessage: get('/message/{userId}/{messageType}/{slot}', {
    summary: "Reads one of the viewer's invite messages.",
    result: InviteMessage,
  }),
  updateInviteMessage: put('/message/{userId}/{messageType}/{slot}', {
    summary: "Changes one of the viewer's invite messages; it can't be changed again for 60 minutes.",
    body: UpdateInviteMessageRequest,
    bodyOptional: true,
    result: z.array(InviteMessage),
  }),
  resetInviteMessage: del('/message/{userId}/{messageType}/{slot}', {
    summary: "Restores the default text of one of the viewer's invite messages.",
    result: z.array(InviteMessage),
  }),
  inviteMyselfTo: post('/invite/myself/to/{worldId}:{instanceId}', {
    summary: 'Sends an invite to the viewer, to an instance that the viewer may enter.',
    missing: UNKNOWN_INSTANCE,
    result: SentNotification,
  }),
  inviteMyselfToInstance: post('/instances/{worldId}:{instanceId}/invite', {
    missing: UNKNOWN_INSTANCE,
    origin: 'client',
    summary: 'Sends an invite to the viewer, like inviteMyselfTo.',
    result: SentNotification,
  }),
  inviteUser: post('/invite/{userId}', {
    summary: 'Invites a friend to an instance that the viewer may enter or is in.',
    missing: UNKNOWN_PERSON,
    body: InviteRequest,
    result: SentNotification,
  }),
  inviteUserWithPhoto: post('/invite/{userId}/photo', {
    summary: 'Invites a friend to an instance, with an image attached.',
    missing: UNKNOWN_PERSON,
    form: withPhoto(InviteRequest),
    result: SentNotification,
  }),
  requestInvite: post('/requestInvite/{userId}', {
    summary: 'Asks a friend for an invite to their current instance.',
    missing: UNKNOWN_PERSON,
    body: RequestInviteRequest,
    bodyOptional: true,
    result: Notification,
  }),
  requestInviteWithPhoto: post('/requestInvite/{userId}/photo', {
    summary: 'Asks a friend for an invite, with an image attached.',
    missing: UNKNOWN_PERSON,
    form: withPhoto(RequestInviteRequest),
    result: Notification,
  }),
  respondInvite: post('/invite/{notificationId}/response', {
    summary: 'Responds to an invite or to a request for one; only once.',
    body: InviteResponse,
    result: Notification,
  }),
  respondInviteWithPhoto: post('/invite/{notificationId}/response/photo', {
    summary: 'Responds to an invite or to a request for one, with an image attached; only once.',
    form: withPhoto(InviteResponse),
    result: Notification,
  }),
}
