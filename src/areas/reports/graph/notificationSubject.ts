import type { GraphQLResolveInfo } from 'graphql'
import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { typenameOf } from '../../../edges/graphql/relay.ts'
import { nodeTypename, resolveNode } from '../../../edges/graphql/resolvers/nodes.ts'
import { Avatar } from '../../avatars/graph/avatar.ts'
import { CalendarEvent } from '../../calendar/graph/event.ts'
import { SubscriptionPlan } from '../../economy/graph/offer.ts'
import { PaymentEvent } from '../../economy/graph/paymentEvent.ts'
import { ProductPurchase } from '../../economy/graph/purchase.ts'
import { FriendRequest } from '../../friends/graph/friendRequest.ts'
import { GroupAnnouncement } from '../../groups/graph/announcement.ts'
import { Group } from '../../groups/graph/group.ts'
import { GroupPost } from '../../groups/graph/post.ts'
import { Instance } from '../../instances/graph/instance.ts'
import { InventoryDrop } from '../../inventory/graph/drop.ts'
import { Notification } from '../../notifications/graph/notification.ts'
import { Prop } from '../../props/graph/prop.ts'
import { Badge } from '../../users/graph/badge.ts'
import { User } from '../../users/graph/user.ts'
import { World } from '../../worlds/graph/world.ts'
import { Report } from './report.ts'

const NotificationSubject = builder.unionType('NotificationSubject', {
  description: 'What a notification is about.',
  types: [
    Avatar,
    Badge,
    CalendarEvent,
    FriendRequest,
    Group,
    GroupAnnouncement,
    GroupPost,
    Instance,
    InventoryDrop,
    PaymentEvent,
    ProductPurchase,
    Prop,
    Report,
    SubscriptionPlan,
    User,
    World,
  ],
  resolveType: nodeTypename,
})

type Subject = typeof NotificationSubject.$inferType

const isSubject = (node: unknown): node is Subject => nodeTypename(node) !== undefined
const subjectOf = (node: unknown) => (isSubject(node) ? node : null)

/** Loads a subject as the field `node` does, also without a promise. */
function loadSubject(id: string, context: GraphContext, info: GraphQLResolveInfo) {
  const loaded = resolveNode(null, { id: { typename: typenameOf(id), id } }, context, info)
  return loaded instanceof Promise ? loaded.then(subjectOf) : subjectOf(loaded)
}

builder.objectFields(Notification, (t) => ({
  subjectId: t.exposeID('subjectId', {
    nullable: true,
    description: 'Id of what it is about, also of what the viewer cannot see; null for nothing that has an id.',
  }),
  subject: t.field({
    type: NotificationSubject,
    nullable: true,
    description: 'What it is about; null for nothing, and for what is gone or the viewer cannot see.',
    resolve: ({ subjectId: id }, _args, context, info) => (id === null ? null : loadSubject(id, context, info)),
  }),
}))
