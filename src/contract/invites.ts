import { z } from 'zod'
import { del, get, post, put } from './operation.ts'
import {
  InviteMessage,
  InviteRequest,
  InviteResponse,
  RequestInviteRequest,
  UpdateInviteMessageRequest,
} from './shapes/invite.ts'
import { Notification, SentNotification } from './shapes/notification.ts'
import { jsonPart, upload } from './shapes/upload.ts'

/** What is sent with a photo: the body that goes without one, as JSON, and the picture. */
const withPhoto = <S extends z.ZodType>(body: S) => z.object({ data: jsonPart('data', body), image: upload })

export const invites = {
  getInviteMessages: get('/message/{userId}/{messageType}', {
    summary: 'Lists the own invite messages of a type, by their slots.',
    result: z.array(InviteMessage),
  }),
  getInviteMessage: get('/message/{userId}/{messageType}/{slot}', {
    summary: 'Reads an own invite message.',
    result: InviteMessage,
  }),
  updateInviteMessage: put('/message/{userId}/{messageType}/{slot}', {
    summary: 'Changes an own invite message, which then stays as it is for 60 minutes.',
    body: UpdateInviteMessageRequest,
    bodyOptional: true,
    result: z.array(InviteMessage),
  }),
  resetInviteMessage: del('/message/{userId}/{messageType}/{slot}', {
    summary: 'Puts what was there at first in the place of an own invite message.',
    result: z.array(InviteMessage),
  }),
  inviteMyselfTo: post('/invite/myself/to/{worldId}:{instanceId}', {
    summary: 'Sends the viewer an invite to an instance that the viewer may enter.',
    result: SentNotification,
  }),
  inviteUser: post('/invite/{userId}', {
    summary: 'Invites a friend to an instance that the viewer may enter or is in.',
    body: InviteRequest,
    result: SentNotification,
  }),
  inviteUserWithPhoto: post('/invite/{userId}/photo', {
    summary: 'Invites a friend to an instance, with a photo.',
    form: withPhoto(InviteRequest),
    result: SentNotification,
  }),
  requestInvite: post('/requestInvite/{userId}', {
    summary: 'Asks a friend for an invite to where the friend is.',
    body: RequestInviteRequest,
    bodyOptional: true,
    result: Notification,
  }),
  requestInviteWithPhoto: post('/requestInvite/{userId}/photo', {
    summary: 'Asks a friend for an invite, with a photo.',
    form: withPhoto(RequestInviteRequest),
    result: Notification,
  }),
  respondInvite: post('/invite/{notificationId}/response', {
    summary: 'Answers an invite, or a request for one, once.',
    body: InviteResponse,
    result: Notification,
  }),
  respondInviteWithPhoto: post('/invite/{notificationId}/response/photo', {
    summary: 'Answers an invite, or a request for one, once and with a photo.',
    form: withPhoto(InviteResponse),
    result: Notification,
  }),
}
