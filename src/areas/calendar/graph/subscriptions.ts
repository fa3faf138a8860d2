import { builder, queryField } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { parseId } from '../../../edges/graphql/resolvers/input.ts'
import {
  currentScope,
  followAnyEvents,
  followEvents,
  INITIAL_DESCRIPTION,
  initialArgument,
  isInitial,
} from '../../../edges/graphql/resolvers/subscriptions.ts'
import { filterMapAsync } from '../../../kernel/asyncIterator.ts'
import { SECOND } from '../../../kernel/clock.ts'
import type { DomainEvent } from '../../../kernel/events.ts'
import { siblingId } from '../../../kernel/ids.ts'
import { viewerRef } from '../../accounts/graph/viewer.ts'
import { readGroupAccess } from '../../groups/access.ts'
import { groupRef } from '../../groups/graph/group.ts'
import { isFollowing, seesChange } from '../event/eventAudience.ts'
import { calendarChanged, calendarFollowChanged, calendarInterestChanged } from '../events.ts'
import { calendarEventRef } from './event.ts'

const CHANGE_KINDS = ['created', 'updated', 'deleted'] as const
type Change = (typeof CHANGE_KINDS)[number] | 'initial' | 'interest'

const CHANGES = {
  CREATED: { value: 'created', description: 'The event or series was created.' },
  UPDATED: { value: 'updated', description: 'The event was changed, or the series with dates of it.' },
  DELETED: { value: 'deleted', description: 'The event was deleted, or the series with its dates that had not begun.' },
  INITIAL: { value: 'initial', description: INITIAL_DESCRIPTION },
} as const

const CalendarChangeKind = builder.enumType('CalendarChangeKind', {
  description: 'What has happened to an event of a group.',
  values: {
    ...CHANGES,
    INTEREST: {
      value: 'interest',
      description:
        'Other people follow the event, or, for a series, also its dates; at most once a second for each event, and only where one group is asked for.',
    },
  } as const,
})

const FollowedEventChangeKind = builder.enumType('FollowedEventChangeKind', {
  description: 'What has happened to an event that the viewer follows.',
  values: {
    ...CHANGES,
    INTEREST: {
      value: 'interest',
      description: 'The viewer follows the event from now on, or no longer; so its dates, if it is a series.',
    },
  } as const,
})

interface GroupChange {
  readonly kind: Change
  /** Null for the first event about all groups. */
  readonly groupId: string | null
  readonly eventId: string
}

interface FollowedChange {
  readonly kind: Change
  readonly eventId: string
}

const GONE = 'The event or series after the change; null if it is gone or the viewer cannot see it any longer.'

const CalendarChange = builder.objectRef<GroupChange>('CalendarChange').implement({
  description: 'A change of an event of a group.',
  fields: (t) => ({
    kind: t.expose('kind', { type: CalendarChangeKind, description: 'What has happened.' }),
    eventId: t.exposeID('eventId', {
      description:
        'Id of the event or series; for INITIAL, of the group, or of the viewer if all groups are asked for.',
    }),
    calendarEvent: t.field(calendarEventRef('eventId', GONE)),
    group: t.field(groupRef('groupId', 'The group; null if the viewer cannot see it any longer.')),
    viewer: t.field(viewerRef('The person who is logged in.')),
    query: t.field(queryField),
  }),
})

const FollowedEventChange = builder.objectRef<FollowedChange>('FollowedEventChange').implement({
  description: 'A change of an event that the viewer follows, or of whether they follow it.',
  fields: (t) => ({
    kind: t.expose('kind', { type: FollowedEventChangeKind, description: 'What has happened.' }),
    eventId: t.exposeID('eventId', { description: 'Id of the event or series; for INITIAL, of the viewer.' }),
    calendarEvent: t.field(calendarEventRef('eventId', GONE)),
    viewer: t.field(viewerRef('The person who is logged in.')),
    query: t.field(queryField),
  }),
})

/** Events of one type have the same ids. */
function idsOf(event: DomainEvent) {
  const { ids = {} } = event
  const { eventId = '', headId = eventId } = ids
  const change = CHANGE_KINDS.find((one) => one === ids.change) ?? 'updated'
  const kind: Change = calendarInterestChanged.is(event) ? 'interest' : change
  return { eventId, headId, kind }
}

/** The event, if the subscriber is to be told of it. */
async function toldChange(
  context: GraphContext,
  event: DomainEvent,
  isForMembers = false,
): Promise<DomainEvent | null> {
  if (isInitial(event)) return event
  const scope = await currentScope(context)
  const { eventId, kind } = idsOf(event)
  return scope && (await seesChange(scope, { eventId, isDeletion: kind === 'deleted', isForMembers })) ? event : null
}

/** The changes of events of all groups that the viewer is a member of. */
const ownGroupChanges = (context: GraphContext, initial: boolean | null | undefined) =>
  filterMapAsync(followEvents(context, { types: [calendarChanged], initial }), (event) =>
    toldChange(context, event, true),
  )

const eventIdOf = (event: DomainEvent): string => idsOf(event).eventId

builder.subscriptionField('calendarChanged', (t) =>
  t.field({
    type: CalendarChange,
    description:
      'Emits when an event or series of a group that the viewer sees was created or changed, or one that they saw was deleted.',
    args: {
      groupId: t.arg.id({ description: 'Id of the group; left out, all groups that the viewer is a member of.' }),
      ...initialArgument(),
    },
    subscribe: async (_root, { groupId, initial }, context) => {
      if (groupId == null) return ownGroupChanges(context, initial)
      const about = parseId('group', groupId, 'Group')
      await readGroupAccess(context.viewerScope, about)
      const interest = { types: [calendarInterestChanged], about, every: SECOND, each: eventIdOf }
      const events = followAnyEvents(context, [{ types: [calendarChanged], about, initial }, interest])
      return filterMapAsync(events, (event) => toldChange(context, event))
    },
    resolve: (event, { groupId }, { viewerScope: { viewer } }): GroupChange => {
      if (isInitial(event))
        return { kind: 'initial', eventId: groupId ?? siblingId('viewer', viewer.id), groupId: groupId ?? null }
      const { kind, eventId } = idsOf(event)
      return { kind, eventId, groupId: event.subject }
    },
  }),
)

async function toldFollowed(context: GraphContext, event: DomainEvent): Promise<DomainEvent | null> {
  if (calendarFollowChanged.is(event) || isInitial(event)) return event
  const scope = await currentScope(context)
  return scope && (await isFollowing(scope, idsOf(event))) ? toldChange(context, event) : null
}

builder.subscriptionField('followedEventsChanged', (t) =>
  t.field({
    type: FollowedEventChange,
    description:
      'Emits when an event that the viewer follows, by itself or by its series, was changed or deleted, when a date was added to a followed series, and when the viewer follows an event or does so no longer.',
    args: initialArgument(),
    subscribe: (_root, { initial }, context) => {
      const about = context.viewerScope.viewer.id
      const own = { types: [calendarFollowChanged], about, initial }
      const events = followAnyEvents(context, [{ types: [calendarChanged] }, own])
      return filterMapAsync(events, (event) => toldFollowed(context, event))
    },
    resolve: (event, _args, { viewerScope: { viewer } }): FollowedChange => {
      if (isInitial(event)) return { kind: 'initial', eventId: siblingId('viewer', viewer.id) }
      const { eventId, kind } = idsOf(event)
      return { eventId, kind: calendarFollowChanged.is(event) ? 'interest' : kind }
    },
  }),
)
