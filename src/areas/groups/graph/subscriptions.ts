import { builder, queryField } from '../../../edges/graphql/builder.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { parseId } from '../../../edges/graphql/resolvers/input.ts'
import {
  eventKinds,
  followAnyEvents,
  followEvents,
  followOwnEvents,
  INITIAL_DESCRIPTION,
  INITIAL_KIND,
  initialArgument,
} from '../../../edges/graphql/resolvers/subscriptions.ts'
import { SECOND } from '../../../kernel/clock.ts'
import type { DomainEvent, EventType } from '../../../kernel/events.ts'
import { siblingId } from '../../../kernel/ids.ts'
import { viewerRef } from '../../accounts/graph/viewer.ts'
import { type GroupAccess, readGroupAccess } from '../access.ts'
import {
  groupChanged,
  groupDeleted,
  groupJoined,
  groupLeft,
  groupMemberChanged,
  groupMembersChanged,
  groupModerated,
  groupRoleChanged,
} from '../events.ts'
import { assertMember, canSeeOutsiders, groupForbidden, hasPermission } from '../policy.ts'
import { Group, groupRef, loadGroup } from './group.ts'
import { GroupRole, loadRole } from './role.ts'

/** Ids of events are texts of rows of our own. */
const idIn = ({ ids }: DomainEvent, name: 'groupId' | 'roleId'): string | null => ids?.[name] ?? null

type ViewerGroupsKind = 'joined' | 'left' | 'changed' | 'initial'

const viewerGroupsEvents = eventKinds<ViewerGroupsKind>([
  INITIAL_KIND,
  [groupJoined, 'joined'],
  [groupLeft, 'left'],
  [groupMemberChanged, 'changed'],
])

const ViewerGroupsEventKind = enumOf('ViewerGroupsEventKind', 'What has changed between the viewer and a group.', {
  joined: 'The viewer became a member.',
  left: 'The viewer is a member no longer: left, was removed or banned.',
  changed: 'An invite, a request, a ban, the roles or the settings of the viewer have changed.',
  initial: INITIAL_DESCRIPTION,
})

interface ViewerGroupsEventData {
  readonly kind: ViewerGroupsKind
  readonly groupId: string
}

const ViewerGroupsEvent = builder.objectRef<ViewerGroupsEventData>('ViewerGroupsEvent').implement({
  description: 'A change between the viewer and a group.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ViewerGroupsEventKind, description: 'What has changed.' }),
    groupId: t.exposeID('groupId', { description: 'Id of the group; for INITIAL, of the viewer.' }),
    group: t.field(
      groupRef('groupId', 'The group after the change; null if the viewer cannot see it any longer, and for INITIAL.'),
    ),
    viewer: t.field(viewerRef('The viewer after the change.')),
    query: t.field(queryField),
  }),
})

builder.subscriptionField('viewerGroupsChanged', (t) =>
  t.field({
    type: ViewerGroupsEvent,
    description:
      'Emits when the viewer has joined or left a group, or an invite, a request, a ban or rights have changed.',
    args: initialArgument(),
    subscribe: (_root, { initial }, context) => followOwnEvents(context, viewerGroupsEvents.types, initial),
    resolve: (event, _args, { viewerScope: { viewer } }): ViewerGroupsEventData => ({
      kind: viewerGroupsEvents.kindOf(event),
      groupId: idIn(event, 'groupId') ?? siblingId('viewer', viewer.id),
    }),
  }),
)

type GroupEventKindName = 'updated' | 'role' | 'members' | 'deleted' | 'initial'

/** What changes the members that others see. The first two are about the person, and have the id of the group. */
const MEMBER_EVENTS: readonly EventType[] = [groupJoined, groupLeft, groupMembersChanged]

const groupEvents = eventKinds<GroupEventKindName>([
  [groupChanged, 'updated'],
  [groupRoleChanged, 'role'],
  [groupDeleted, 'deleted'],
  INITIAL_KIND,
  ...MEMBER_EVENTS.map((type) => [type, 'members'] as const),
])

const GroupEventKind = enumOf('GroupEventKind', 'What has changed in a group.', {
  updated: 'The details, posts, announcement or galleries.',
  role: 'A role: created, changed or deleted.',
  members: 'The members, their roles, or who is shown as one; at most once a second.',
  deleted: 'The group was deleted.',
  initial: INITIAL_DESCRIPTION,
})

interface GroupEventData {
  readonly kind: GroupEventKindName
  readonly groupId: string
  readonly roleId: string | null
}

const GroupEvent = builder.objectRef<GroupEventData>('GroupEvent').implement({
  description: 'A change of a group.',
  fields: (t) => ({
    kind: t.expose('kind', { type: GroupEventKind, description: 'What has changed.' }),
    groupId: t.exposeID('groupId', { description: 'Id of the group.' }),
    group: t.field(groupRef('groupId', 'The group after the change; null if the viewer cannot see it any longer.')),
    roleId: t.exposeID('roleId', { nullable: true, description: 'Id of the role; null unless `kind` is ROLE.' }),
    role: t.field({
      type: GroupRole,
      nullable: true,
      description:
        'The role after the change; null if it was deleted, unless `kind` is ROLE, and if the viewer cannot see it.',
      resolve: ({ roleId }, _args, context) => (roleId === null ? null : loadRole(context, roleId)),
    }),
    viewer: t.field(viewerRef('The person who is logged in.')),
    query: t.field(queryField),
  }),
})

builder.subscriptionField('groupChanged', (t) =>
  t.field({
    type: GroupEvent,
    description: 'Emits when the details, members, roles, posts, announcement or galleries of a group have changed.',
    args: { groupId: t.arg.id({ required: true, description: 'Id of the group.' }), ...initialArgument() },
    subscribe: async (_root, { groupId, initial }, context) => {
      const id = parseId('group', groupId, 'Group')
      await readGroupAccess(context.viewerScope, id)
      const others = [groupChanged, groupRoleChanged, groupDeleted]
      return followAnyEvents(context, [
        { types: others, about: id, initial },
        { types: MEMBER_EVENTS, about: id, every: SECOND },
      ])
    },
    resolve: (event, { groupId }): GroupEventData => ({
      kind: groupEvents.kindOf(event),
      groupId,
      roleId: idIn(event, 'roleId'),
    }),
  }),
)

/** Throws `forbidden` unless the viewer sees invites, requests, bans or the audit log of the group. */
function assertModerates(access: GroupAccess): void {
  assertMember(access)
  if (!canSeeOutsiders(access) && !hasPermission(access, 'group-audit-view')) throw groupForbidden()
}

throttledGroupSubscription('groupModeration', {
  description:
    'Emits when invites, requests, bans or the audit log of a group have changed, at most once a second; for those who may see one of them.',
  eventName: 'GroupModerationEvent',
  eventDescription: 'A change of the invites, requests, bans or audit log of a group.',
  groupDescription: 'The group after the change.',
  types: [groupModerated],
  assertCanFollow: assertModerates,
})

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
      query: t.field(queryField),
    }),
  })
  builder.subscriptionField(name, (t) =>
    t.field({
      type,
      description,
      args: { groupId: t.arg.id({ required: true, description: 'Id of the group.' }), ...initialArgument() },
      subscribe: async (_root, { groupId, initial }, context) => {
        const id = parseId('group', groupId, 'Group')
        assertCanFollow(await readGroupAccess(context.viewerScope, id))
        return followEvents(context, { types, about: id, every: SECOND, initial })
      },
      resolve: async (_event, { groupId }, context) => {
        assertCanFollow(await readGroupAccess(context.viewerScope, groupId))
        return { groupId }
      },
    }),
  )
}
