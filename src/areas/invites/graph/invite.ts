import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { derivedId } from '../../../edges/graphql/resolvers/reference.ts'
import type { Notification as NotificationRow } from '../../../generated/prisma/client.ts'
import { addMilliseconds } from '../../../kernel/clock.ts'
import { siblingId } from '../../../kernel/ids.ts'
import { parseLocation } from '../../../kernel/location.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { instanceRef } from '../../instances/graph/instance.ts'
import { NotificationType, notificationTypeOf } from '../../notifications/graph/enums.ts'
import { Notification } from '../../notifications/graph/notification.ts'
import { relationToViewer, User, userRef } from '../../users/graph/user.ts'
import { areUnblockedFriends } from '../../users/policy.ts'
import { readRelations } from '../../users/relations.ts'
import { World, worldsById } from '../../worlds/graph/world.ts'
import { INVITE_LIFETIME } from '../invites.ts'
import { INVITE_TYPES, sentInvites } from '../policy.ts'

/** Details of an invite, a request for one or a response; null for missing texts. */
interface InviteDetailsData {
  readonly location: string | null
  readonly worldName: string | null
  readonly message: string | null
  readonly imageUrl: string | null
  readonly platform: string | null
  readonly inResponseTo: string | null
}

const inviteTypes: readonly string[] = INVITE_TYPES

const textOrNull = (text: unknown): string | null => (typeof text === 'string' && text !== '' ? text : null)

/** Details of a notification of these types; null for other types. */
function inviteDetailsOf({ type, details }: NotificationRow): InviteDetailsData | null {
  if (!inviteTypes.includes(type)) return null
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

/** When an invite expires that its receiver leaves alone: a dismissal, which may end it, is not shown to the sender. */
const expiryOf = ({ createdAt }: NotificationRow) => addMilliseconds(createdAt, INVITE_LIFETIME)

/**
 * What was sent to people who are unblocked friends of the viewer, or to the viewer. A block ends an invite that an end of
 * the friendship leaves alone: as both take it from the sender at once, neither can be told from the other.
 */
async function withReachableReceivers(
  scope: ViewerScope,
  sent: readonly NotificationRow[],
): Promise<NotificationRow[]> {
  const receivers = new Set(sent.map(({ receiverId }) => receiverId))
  const relations = await readRelations(scope, [...receivers])
  return sent.filter(({ receiverId }) => {
    const relation = relations.get(receiverId)
    return receiverId === scope.viewer.id || (relation !== undefined && areUnblockedFriends(relation))
  })
}

/** What the viewer has sent, by its id in the graph. */
const sentInvitesById = createLoader<NotificationRow>(
  forViewer(async (scope, ids) => {
    const stored = ids.map((id) => siblingId('notification', id))
    const found = await scope.db.notification.findMany({ where: { id: { in: stored }, ...sentInvites(scope) } })
    return withReachableReceivers(
      scope,
      found.filter((row) => expiryOf(row) > scope.now),
    )
  }),
  ({ id }) => siblingId('sentInvite', id),
)

export const SentInvite = builder.objectRef<NotificationRow>('SentInvite')

builder.node(SentInvite, {
  description:
    'An invite, a request for one, or a response, as its sender sees it, who does not learn what the receiver does with it. It is gone after 24 hours, and while the two are no friends or one has blocked the other.',
  id: derivedId(({ id }) => siblingId('sentInvite', id)),
  loadMany: (ids, context) => ids.map((id) => sentInvitesById(context).load(id)),
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
    ...columns(t, 'Notification', { createdAt: 'Time of sending.' }),
    expiresAt: t.field({ type: 'DateTime', nullable: true, description: 'Time of expiry.', resolve: expiryOf }),
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
