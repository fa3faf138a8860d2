import {
  CalendarEventAccess as AccessType,
  CalendarEventCategory as Category,
  CalendarEventOccurrenceKind as Kind,
  CalendarEventPlatform as Platform,
} from '../../../contract/shapes/calendarEvent.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { type ReadConnection, withEdges } from '../../../edges/graphql/resolvers/connection.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import { type GroupAccess, imageFileUrl } from '../../groups/access.ts'
import { accessTo, Group, loadGroup } from '../../groups/graph/group.ts'
import { GroupRole } from '../../groups/graph/role.ts'
import { userRef } from '../../users/graph/user.ts'
import { type EventView, followOf, readEventViews } from '../event/events.ts'
import { icsUrl } from '../file/file.ts'
import { canSeeEvent, hasBegun, hasEnded, managesCalendar } from '../policy.ts'
import { interestedPeople } from '../queries.ts'
import { type Recurrence, recurrenceOf } from '../series/recurrence.ts'
import {
  CalendarEventAccess,
  CalendarEventCategory,
  CalendarEventKind,
  CalendarEventPlatform,
  CalendarFrequency,
  Weekday,
} from './enums.ts'

/** An event with what the viewer is and may do in its group. */
export interface EventNode extends EventView {
  readonly access: GroupAccess
}

const rowsById = createLoader<EventView>(
  forViewer((scope, ids) => readEventViews(scope, { id: { in: [...ids] }, deletedAt: null })),
  ({ id }) => id,
)

/** Events and series that the viewer sees, by id. One statement beside the groups. */
export const eventsById = (context: GraphContext) => ({
  async load(id: string): Promise<EventNode | null> {
    const event = await rowsById(context).load(id)
    const access = event && (await accessTo(context, event.groupId))
    return event && access && canSeeEvent(access, event) ? { ...event, access } : null
  },
})

interface Edge<R> {
  readonly cursor: string
  readonly node: R
}

/** The page of a list of ids with its events; those that were deleted meanwhile are left out. */
export async function withEvents<R extends { readonly id: string }>(
  context: GraphContext,
  page: ReadConnection & { readonly edges: readonly Edge<R>[] },
) {
  const edges = await Promise.all(
    page.edges.map(async ({ cursor, node }) => ({ cursor, node: await eventsById(context).load(node.id) })),
  )
  return withEdges(
    page,
    edges.flatMap(({ cursor, node }) => (node ? [{ cursor, node }] : [])),
  )
}

const CalendarEventInterest = builder.objectRef<{ readonly since: Date | null }>('CalendarEventInterest').implement({
  description: 'Whether the viewer follows an event.',
  fields: (t) => ({
    isFollowing: t.boolean({
      description: 'Whether the viewer follows the event, by itself or by its series.',
      resolve: ({ since }) => since !== null,
    }),
    since: t.expose('since', {
      type: 'DateTime',
      nullable: true,
      description: 'Time since which the viewer follows it; null if they do not.',
    }),
  }),
})

const CalendarRecurrence = builder.objectRef<Recurrence>('CalendarRecurrence').implement({
  description: 'How a series repeats, on the wall clock of its time zone.',
  fields: (t) => ({
    frequency: t.expose('frequency', {
      type: CalendarFrequency,
      description: 'The unit in which the series repeats.',
    }),
    interval: t.exposeInt('interval', { description: 'Number of units from one date to the next.' }),
    timezone: t.exposeString('timezone', { description: 'Name of the IANA time zone.' }),
    daysOfWeek: t.field({
      type: [Weekday],
      description: 'Days of a weekly series; empty for others.',
      resolve: ({ daysOfWeek }) => daysOfWeek ?? [],
    }),
    count: t.int({
      nullable: true,
      description: 'Number of dates after which it ends; null if that is no end of it.',
      resolve: ({ end }) => end?.count,
    }),
    until: t.string({
      nullable: true,
      description:
        'Last local time, or day, at which a date can start, as `2026-12-24T18:00`; null if that is no end of it.',
      resolve: ({ end }) => end?.date,
    }),
  }),
})

const canManage = (description: string) => ({
  description,
  resolve: ({ access }: EventNode) => managesCalendar(access),
})

export const CalendarEvent = builder.objectRef<EventNode>('CalendarEvent')
export const calendarEventRef = referenceTo(CalendarEvent, eventsById)

/** The order of lists of events. */
export const BY_START = { ...latestFirst(['startsAt', 'id']), descending: false }
export const CalendarEventEdge = builder.edgeObject({ type: CalendarEvent, name: 'CalendarEventEdge' })
export const CalendarEventConnection = builder.connectionObject(
  { type: CalendarEvent, name: 'CalendarEventConnection' },
  CalendarEventEdge,
)

builder.node(CalendarEvent, {
  description: 'An event of a group, a series of events, or one date of a series.',
  ...nodeBy(eventsById),
  fields: (t) => ({
    kind: t.field({ type: CalendarEventKind, description: 'What it is.', resolve: ({ kind }) => Kind.parse(kind) }),
    group: t.field({
      type: Group,
      description: 'The group.',
      resolve: ({ groupId }, _args, context) => loadGroup(context, groupId),
    }),
    author: t.field(userRef('authorId', 'Person who has created it; null after the account was erased.')),
    series: t.field(
      calendarEventRef('seriesId', 'Series of an occurrence; null for others, and if the viewer cannot see it.'),
    ),
    recurrence: t.field({
      type: CalendarRecurrence,
      nullable: true,
      description: 'How the series, or that of an occurrence, repeats; null for a single event.',
      resolve: (event) => {
        const repeated = event.kind === 'series' ? event : event.series
        return repeated && recurrenceOf(repeated)
      },
    }),
    ...columns(t, 'CalendarEvent', {
      title: 'Title.',
      description: 'Description.',
      startsAt: 'Start; of a series that of its first date.',
      endsAt: 'End; of a series that of its first date.',
      originalStartsAt:
        'Start of an occurrence by the rule of its series, from which it may have been moved; null for others.',
      isException: 'Whether an occurrence was changed by itself, so that changes of its series leave it as it is.',
      isDraft: 'Whether it is not published, so that managers alone see it.',
      tags: 'Tags, at most 5.',
      languages: 'Languages by ISO 639-3, such as `eng`; at most 3.',
      hostEarlyJoinMinutes: 'How many minutes before the start managers can enter its instances.',
      guestEarlyJoinMinutes: 'How many minutes before the start others can enter its instances.',
      closeInstanceAfterEndMinutes: 'How many minutes after the end its instances close.',
      usesInstanceOverflow: 'Whether a full instance of it is followed by another one.',
      createdAt: 'Time of creation.',
      updatedAt: 'Time of the last change.',
    }),
    category: t.field({
      type: CalendarEventCategory,
      description: 'What it is about.',
      resolve: ({ category }) => Category.parse(category),
    }),
    access: t.field({
      type: CalendarEventAccess,
      description: 'Who sees it once it is published.',
      resolve: ({ accessType }) => AccessType.parse(accessType),
    }),
    roles: t.field({
      type: [GroupRole],
      description: 'Roles whose holders alone see it, beside managers, at most 50; empty for all whom `access` lets.',
      resolve: ({ access, roleIds }) => access.group.groupRoles.filter(({ id }) => roleIds.includes(id)),
    }),
    isLive: t.boolean({
      description: 'Whether it has begun and not ended; false for a series.',
      resolve: (event, _args, { scope }) =>
        event.kind !== 'series' && hasBegun(event, scope) && !hasEnded(event, scope),
    }),
    isFeatured: t.exposeBoolean('featured', { description: 'Whether admins of the platform feature it.' }),
    platforms: t.field({
      type: [CalendarEventPlatform],
      description: 'Platforms on which it can be attended; empty for all.',
      resolve: ({ platforms }) => platforms.map((platform) => Platform.parse(platform)),
    }),
    imageId: t.exposeID('imageId', { nullable: true, description: 'Id of the file of the image; null for none.' }),
    imageUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL of the image; null for none.',
      resolve: ({ imageId }, _args, { scope }) => imageId && imageFileUrl(scope, imageId),
    }),
    interestedUserCount: t.int({
      description: 'Number of people who follow it; of an occurrence also of those who follow its series.',
      resolve: interestedPeople,
    }),
    viewerInterest: t.field({
      type: CalendarEventInterest,
      description: 'Whether the viewer follows it.',
      resolve: (event) => ({ since: followOf(event)?.createdAt ?? null }),
    }),
    viewerCanUpdate: t.boolean(canManage('Whether the viewer can change it.')),
    viewerCanDelete: t.boolean(canManage('Whether the viewer can delete it.')),
    icsUrl: t.field({
      type: 'URL',
      description:
        'URL of its iCalendar file for programs that have no session. For 180 days it shows what the viewer sees, so they should keep it to themselves.',
      resolve: (event, _args, { scope }) => icsUrl(scope, event),
    }),
  }),
})

builder.objectFields(Group, (t) => ({
  viewerCanManageCalendar: t.boolean({
    description: 'Whether the viewer can create, change and delete events, and see drafts.',
    resolve: ({ access }) => managesCalendar(access),
  }),
}))

builder.queryFields((t) => ({
  calendarEvent: t.field({
    type: CalendarEvent,
    nullable: true,
    description: 'Finds an event or series by id; null for one that the viewer cannot see.',
    args: { id: t.arg.id({ required: true, description: 'Id of the event or series.' }) },
    resolve: (_root, { id }, context) => eventsById(context).load(id),
  }),
}))
