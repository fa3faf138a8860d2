import { builder } from '../../../edges/graphql/builder.ts'
import { parseId } from '../../../edges/graphql/resolvers/input.ts'
import { followEventsThrottled } from '../../../edges/graphql/resolvers/subscriptions.ts'
import { SECOND } from '../../../kernel/clock.ts'
import type { EventType } from '../../../kernel/events.ts'
import { viewerRef } from '../../accounts/graph/viewer.ts'
import { type GroupAccess, readGroupAccess } from '../access.ts'
import { Group, loadGroup } from './group.ts'

interface ThrottledSubscription {
  readonly description: string
  /** Name and description of the type of its events. */
  readonly eventName: string
  readonly eventDescription: string
  /** Description of the field `group` of its events. */
  readonly groupDescription: string
  /** Events about a group. */
  readonly types: readonly EventType[]
  /** Throws unless the viewer may follow the events of a group that they can see. */
  readonly assertCanFollow: (access: GroupAccess) => void
}

/**
 * Declares a subscription to what changes often in a group, which emits the group at most once a second. The right to follow
 * is checked again for each event, as the viewer may have lost it since.
 */
export function throttledGroupSubscription(name: string, options: ThrottledSubscription): void {
  const { description, eventName, eventDescription, groupDescription, types, assertCanFollow } = options
  const type = builder.objectRef<{ readonly groupId: string }>(eventName).implement({
    description: eventDescription,
    fields: (t) => ({
      group: t.field({
        type: Group,
        description: groupDescription,
        resolve: ({ groupId }, _args, context) => loadGroup(context, groupId),
      }),
      viewer: t.field(viewerRef('The person who is logged in.')),
    }),
  })
  builder.subscriptionField(name, (t) =>
    t.field({
      type,
      description,
      args: { groupId: t.arg.id({ required: true, description: 'Id of the group.' }) },
      subscribe: async (_root, { groupId }, context) => {
        const id = parseId('group', groupId, 'Group')
        assertCanFollow(await readGroupAccess(context.viewerScope, id))
        return followEventsThrottled(context, { types, about: id }, SECOND)
      },
      resolve: async (_event, { groupId }, context) => {
        assertCanFollow(await readGroupAccess(context.viewerScope, groupId))
        return { groupId }
      },
    }),
  )
}
