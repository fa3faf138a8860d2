import { z } from 'zod'
import { FileId, NotificationId, UserId } from '../../../contract/ids.ts'
import { InviteRequest, InviteResponse, RequestInviteRequest } from '../../../contract/shapes/invite.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { act } from '../../../edges/graphql/resolvers/act.ts'
import { inputOf } from '../../../edges/graphql/resolvers/input.ts'
import type { Notification as NotificationRow } from '../../../generated/prisma/client.ts'
import type { Id } from '../../../kernel/ids.ts'
import { parseLocation } from '../../../kernel/location.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { viewerRef } from '../../accounts/graph/viewer.ts'
import { readImageSource } from '../../files/images/images.ts'
import { instanceRef } from '../../instances/graph/instance.ts'
import { InstanceChange, InstanceInput } from '../../instances/graph/instanceMutations.ts'
import { validLocation } from '../../instances/policy.ts'
import { Notification, notificationRef } from '../../notifications/graph/notification.ts'
import { userRef } from '../../users/graph/user.ts'
import { World, worldsById } from '../../worlds/graph/world.ts'
import { respondInvite } from '../inviteResponses.ts'
import { inviteMyselfTo, inviteUser, requestInvite } from '../invites.ts'

/** Details of an invite, a request for one or a response; null for missing texts. */
interface InviteDetailsData {
  readonly location: string | null
  readonly worldName: string | null
  readonly message: string | null
  readonly imageUrl: string | null
  readonly platform: string | null
  readonly inResponseTo: string | null
}

const INVITE_TYPES: readonly string[] = ['invite', 'requestInvite', 'inviteResponse', 'requestInviteResponse']

const textOrNull = (text: unknown): string | null => (typeof text === 'string' && text !== '' ? text : null)

/** Details of a notification of these types; null for other types. */
function inviteDetailsOf({ type, details }: NotificationRow): InviteDetailsData | null {
  if (!INVITE_TYPES.includes(type)) return null
  const { worldId, worldName, inviteMessage, requestMessage, responseMessage, ...more } = Object(details)
  return {
    location: textOrNull(worldId),
    worldName: textOrNull(worldName),
    message: textOrNull(inviteMessage) ?? textOrNull(responseMessage) ?? textOrNull(requestMessage),
    imageUrl: textOrNull(more.imageUrl),
    platform: textOrNull(more.platform),
    inResponseTo: textOrNull(more.inResponseTo),
  }
}

const InviteDetails = builder.objectRef<InviteDetailsData>('InviteDetails').implement({
  description: 'Details of an invite, a request for one, or a response to either.',
  fields: (t) => ({
    location: t.exposeID('location', { nullable: true, description: 'Location of an invite; null for other types.' }),
    instance: t.field(instanceRef('location', 'Instance at the location.')),
    world: t.field({
      type: World,
      nullable: true,
      description: 'World of the location; null unless the viewer can read it.',
      resolve: ({ location }, _args, context) => {
        const place = location === null ? null : parseLocation(location)
        return place && worldsById(context).load(place.worldId)
      },
    }),
    worldName: t.exposeString('worldName', {
      nullable: true,
      description: 'Name of the world at the time of sending.',
    }),
    message: t.exposeString('message', { nullable: true, description: 'Message of the sender; null for none.' }),
    imageUrl: t.exposeString('imageUrl', { nullable: true, description: 'URL of the attached image.' }),
    platform: t.exposeString('platform', {
      nullable: true,
      description: 'Platform on which the sender of a request would join.',
    }),
    inResponseToId: t.exposeID('inResponseTo', {
      nullable: true,
      description: 'Id of the notification that a response answers.',
    }),
  }),
})

builder.objectFields(Notification, (t) => ({
  invite: t.field({
    type: InviteDetails,
    nullable: true,
    description: 'Details of invites, requests for one and responses; null for other types.',
    resolve: inviteDetailsOf,
  }),
}))

const fileId = FileId.optional().describe('Image file of the viewer to attach. The file is deleted.')

const InviteUserInput = inputOf(
  'InviteUserInput',
  'Recipient and content of an invite.',
  InviteRequest.pick({ messageSlot: true }).extend({
    userId: UserId.describe('Id of a friend.'),
    location: z.string().describe('Location: world id, a colon and the id of the instance.'),
    fileId,
  }),
  { location: 'ID' },
)
const RequestInviteInput = inputOf(
  'RequestInviteInput',
  'Recipient and content of a request for an invite.',
  RequestInviteRequest.extend({ userId: UserId.describe('Id of a friend.'), fileId }),
)
const RespondInviteInput = inputOf(
  'RespondInviteInput',
  'Response to an invite or to a request for one.',
  InviteResponse.extend({ notificationId: NotificationId.describe('Id of the received invite or request.'), fileId }),
)

const SentInvite = builder.objectRef<NotificationRow>('SentInvite').implement({
  description: 'An invite, a request for one, or a response, as its sender sees it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: "Id of the receiver's notification." }),
    type: t.exposeString('type', { description: 'invite, requestInvite, inviteResponse or requestInviteResponse.' }),
    receiver: t.field(userRef('receiverId', 'Receiver; null after the account was erased.')),
    message: t.exposeString('message', { description: 'Message; may be empty.' }),
    invite: t.field({ type: InviteDetails, nullable: true, description: 'Details.', resolve: inviteDetailsOf }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of sending.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true, description: 'Time of expiry.' }),
  }),
})

interface InviteChangeData {
  readonly sent: NotificationRow
  readonly answeredId: string | null
}

const InviteChange = builder.objectRef<InviteChangeData>('InviteChange').implement({
  description: 'A sent invite, request or response, and the viewer after sending it.',
  fields: (t) => ({
    sent: t.field({ type: SentInvite, description: 'What was sent.', resolve: ({ sent }) => sent }),
    notification: t.field(notificationRef('answeredId', 'The answered notification; null unless it is a response.')),
    viewer: t.field(viewerRef('The viewer, with their notifications.')),
  }),
})

const attachedImage = async (scope: ViewerScope, id?: Id<'file'>) => id && (await readImageSource(scope, id))

builder.mutationFields((t) => ({
  inviteMyselfTo: t.field({
    type: InstanceChange,
    description: 'Sends an invite to the viewer, to an instance that the viewer may enter.',
    ...act(InstanceInput, async (scope, { location }) => {
      const place = validLocation(parseLocation(location))
      const { id } = await inviteMyselfTo(scope, place)
      return { location: place.location, notificationId: id }
    }),
  }),
  inviteUser: t.field({
    type: InviteChange,
    description: 'Invites a friend to an instance that the viewer may enter or is in.',
    ...act(InviteUserInput, async (scope, { userId, location, messageSlot, fileId }) => {
      const invite = { place: validLocation(parseLocation(location)), messageSlot }
      const image = await attachedImage(scope, fileId)
      return { sent: await inviteUser(scope, userId, invite, image), answeredId: null }
    }),
  }),
  requestInvite: t.field({
    type: InviteChange,
    description: 'Asks a friend for an invite to their current instance.',
    ...act(RequestInviteInput, async (scope, { userId, fileId, ...request }) => {
      const image = await attachedImage(scope, fileId)
      return { sent: await requestInvite(scope, userId, request, image), answeredId: null }
    }),
  }),
  respondInvite: t.field({
    type: InviteChange,
    description: 'Responds to an invite or to a request for one; only once.',
    ...act(RespondInviteInput, async (scope, { notificationId: answeredId, fileId, ...response }) => {
      const image = await attachedImage(scope, fileId)
      return { sent: await respondInvite(scope, answeredId, response, image), answeredId }
    }),
  }),
}))
