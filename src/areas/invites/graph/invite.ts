import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import type { Notification as NotificationRow } from '../../../generated/prisma/client.ts'
import { parseLocation } from '../../../kernel/location.ts'
import { instanceRef } from '../../instances/graph/instance.ts'
import { NotificationType, notificationTypeOf } from '../../notifications/graph/enums.ts'
import { Notification } from '../../notifications/graph/notification.ts'
import { relationToViewer, User, userRef } from '../../users/graph/user.ts'
import { areUnblockedFriends } from '../../users/policy.ts'
import { World, worldsById } from '../../worlds/graph/world.ts'

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
      description: 'Name of the world at the time of sending; null for other types.',
    }),
    message: t.exposeString('message', { nullable: true, description: 'Message of the sender; null for none.' }),
    imageUrl: t.expose('imageUrl', { type: 'URL', nullable: true, description: 'Attached image; null for none.' }),
    platform: t.exposeString('platform', {
      nullable: true,
      description: 'Platform on which the sender of a request would join; null for other types.',
    }),
    inResponseToId: t.exposeID('inResponseTo', {
      nullable: true,
      description: 'Id of the notification that a response answers; null for other types.',
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

/** Without an id of its own: nobody can read it again, so its sender does not learn what the receiver does with it. */
export const SentInvite = builder.objectRef<NotificationRow>('SentInvite').implement({
  description: 'An invite, a request for one, or a response, as its sender sees it.',
  fields: (t) => ({
    notificationId: t.exposeID('id', {
      description: "Id of the receiver's notification, which a response to it names.",
    }),
    type: t.field({
      type: NotificationType,
      description: 'Type of the notification.',
      resolve: ({ type }) => notificationTypeOf(type),
    }),
    receiver: t.field(userRef('receiverId', 'Receiver; null after the account was erased.')),
    message: t.string({
      nullable: true,
      description: 'Message; null for none.',
      resolve: ({ message }) => textOrNull(message),
    }),
    invite: t.field({ type: InviteDetails, nullable: true, description: 'Details.', resolve: inviteDetailsOf }),
    ...columns(t, 'Notification', {
      createdAt: 'Time of sending.',
      expiresAt: 'Time of expiry.',
    }),
  }),
})

const isUnblockedFriend = (description: string) => ({
  description,
  resolve: async ({ id }: { readonly id: string }, _args: unknown, context: GraphContext) => {
    const relation = await relationToViewer(context, id)
    return relation !== undefined && areUnblockedFriends(relation)
  },
})

builder.objectFields(User, (t) => ({
  viewerCanInvite: t.boolean(
    isUnblockedFriend('Whether the viewer can invite the person to instances that the viewer may enter or is in.'),
  ),
  viewerCanRequestInvite: t.boolean(
    isUnblockedFriend('Whether the viewer can ask the person for an invite to their current instance.'),
  ),
}))
