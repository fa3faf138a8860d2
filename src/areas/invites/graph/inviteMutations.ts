import { z } from 'zod'
import { FileId, NotificationId, SentInviteId, UserId } from '../../../contract/ids.ts'
import { InviteRequest, InviteResponse, RequestInviteRequest } from '../../../contract/shapes/invite.ts'
import type { ObjectFieldBuilder } from '../../../edges/graphql/builder.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { uploadIdField } from '../../../edges/graphql/resolvers/uploads.ts'
import type { Notification as Row } from '../../../generated/prisma/client.ts'
import { parseLocation } from '../../../kernel/location.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { type GivenImage, imageRules, readOptionalImage } from '../../files/uploads/imageSources.ts'
import { instanceRef } from '../../instances/graph/instance.ts'
import { validLocation } from '../../instances/policy.ts'
import {
  BY_LATEST_NOTIFICATION,
  Notification,
  NotificationEdge,
  notificationRef,
} from '../../notifications/graph/notification.ts'
import { storedIdOf } from '../../notifications/graph/notificationMutations.ts'
import { respondInvite } from '../inviteResponses.ts'
import { inviteMyselfTo, inviteUser, requestInvite } from '../invites.ts'
import { assertResponseSlot } from '../policy.ts'
import { withdrawInvite } from '../withdraw.ts'
import { SentInvite } from './invite.ts'

const location = z.string().describe('Location: world id, a colon and the id of the instance.')
const userId = UserId.describe('Id of a friend.')
const image = {
  uploadId: uploadIdField('INVITE_PHOTO'),
  fileId: FileId.optional().describe('Instead: image file of the viewer to attach. The file is deleted.'),
}
const attachedImage = (scope: ViewerScope, given: GivenImage) => readOptionalImage(scope, given, 'invitePhoto')
const attachedImageRules = (scope: ViewerScope, given: GivenImage) => imageRules(scope, given, ['invitePhoto'])

interface WithSent {
  readonly sent: Row
}

const sentInvite = (t: ObjectFieldBuilder<WithSent>) =>
  t.field({ type: SentInvite, description: 'What was sent.', resolve: ({ sent }) => sent })

mutation('inviteMyselfTo', {
  description: 'Sends an invite to the viewer, to an instance that the viewer may enter. At most 60 in a minute.',
  input: z.object({ location }),
  types: { location: 'ID' },
  run: async (scope, { location }) => {
    const place = validLocation(parseLocation(location))
    return { location: place.location, notification: await inviteMyselfTo(scope, place) }
  },
  payload: (t) => ({
    instance: t.field(instanceRef('location', 'The instance.')),
    notification: t.field({
      type: Notification,
      description: 'The invite.',
      resolve: ({ notification }) => notification,
    }),
    notificationEdge: t.field({
      type: NotificationEdge,
      description: 'The invite in the list of notifications.',
      resolve: ({ notification }) => edgeOf(BY_LATEST_NOTIFICATION, notification),
    }),
  }),
})

mutation('inviteUser', {
  description: 'Invites a friend to an instance that the viewer may enter or is in. At most 60 in a minute.',
  input: InviteRequest.pick({ messageSlot: true }).extend({ userId, location, ...image }),
  types: { location: 'ID' },
  rules: attachedImageRules,
  run: async (scope, { userId, location, messageSlot, ...image }) => {
    const invite = { place: validLocation(parseLocation(location)), messageSlot }
    const source = await attachedImage(scope, image)
    return { sent: await inviteUser(scope, userId, invite, source) }
  },
  payload: (t) => ({ sentInvite: sentInvite(t) }),
})

mutation('requestInvite', {
  description: 'Asks a friend for an invite to their current instance. At most 60 in a minute.',
  input: RequestInviteRequest.extend({ userId, ...image }),
  rules: attachedImageRules,
  run: async (scope, { userId, fileId, uploadId, ...request }) => {
    const source = await attachedImage(scope, { fileId, uploadId })
    return { sent: await requestInvite(scope, userId, request, source) }
  },
  payload: (t) => ({ sentInvite: sentInvite(t) }),
})

mutation('respondInvite', {
  description: 'Responds to an invite or to a request for one; only once. At most 60 in a minute.',
  input: InviteResponse.extend({
    notificationId: NotificationId.describe('Id of the received invite or request.'),
    ...image,
  }),
  rules: (scope, { responseSlot, ...given }) => [
    () => responseSlot !== undefined && assertResponseSlot(responseSlot),
    ...attachedImageRules(scope, given),
  ],
  run: async (scope, { notificationId: answeredId, fileId, uploadId, ...response }, context) => {
    const source = await attachedImage(scope, { fileId, uploadId })
    return { answeredId, sent: await respondInvite(scope, await storedIdOf(context, answeredId), response, source) }
  },
  payload: (t) => ({
    sentInvite: sentInvite(t),
    notification: t.field(notificationRef('answeredId', 'The invite or request, which is answered.')),
  }),
})

mutation('withdrawInvite', {
  description:
    'Takes back an invite that the viewer has sent, a request for one or a response: the notification of the receiver goes, and an invite admits nobody any longer. Does nothing for one that is gone.',
  input: z.object({ sentInviteId: SentInviteId.describe('Id of the sent invite.') }),
  run: async (scope, { sentInviteId }) => {
    const isWithdrawn = await withdrawInvite(scope, sentInviteId)
    return { deletedSentInviteId: sentInviteId, isWithdrawn }
  },
  payload: (t) => ({
    deletedSentInviteId: t.exposeID('deletedSentInviteId', { description: 'Id of the sent invite, which is gone.' }),
    isWithdrawn: t.exposeBoolean('isWithdrawn', {
      description: 'Whether it was taken back by this; false for one that was gone before, as after its answer.',
    }),
  }),
})
