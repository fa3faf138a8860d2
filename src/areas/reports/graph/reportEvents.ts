import { FOR_ADMINS } from '../../../edges/graphql/access.ts'
import { builder, queryField } from '../../../edges/graphql/builder.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import {
  followEventsAsAdmin,
  INITIAL_DESCRIPTION,
  INITIAL_KIND,
  initialArgument,
} from '../../../edges/graphql/resolvers/subscriptions.ts'
import { assertAdmin } from '../../../kernel/access.ts'
import { byEventType, type DomainEvent } from '../../../kernel/events.ts'
import { viewerRef } from '../../accounts/graph/viewer.ts'
import {
  reportAssigned,
  reportClosed,
  reportDeleted,
  reportEnforced,
  reportEvents,
  reportNoted,
  reportSubmitted,
} from '../events.ts'
import { reportRef } from './report.ts'

type QueueKind = 'submitted' | 'assigned' | 'noted' | 'acted' | 'closed' | 'deleted' | 'initial'

const kindOf = byEventType<QueueKind>([
  INITIAL_KIND,
  [reportSubmitted, 'submitted'],
  [reportAssigned, 'assigned'],
  [reportNoted, 'noted'],
  [reportEnforced, 'acted'],
  [reportClosed, 'closed'],
  [reportDeleted, 'deleted'],
])

interface QueueChange {
  readonly kind: QueueKind
  readonly reportId: string
  readonly at: Date
}

function queueChangeOf(domainEvent: DomainEvent, at: Date): QueueChange {
  const kind = kindOf(domainEvent)
  if (!kind) throw new Error(`${domainEvent.topic} is not an event of a report`)
  return { kind, reportId: domainEvent.subject, at }
}

const ModerationQueueKind = enumOf('ModerationQueueKind', 'Kind of an event of a report.', {
  submitted: 'The report was submitted.',
  assigned: 'The report was assigned to an admin, or to nobody.',
  noted: 'An admin has added a note.',
  acted: 'Because of the report, an admin has warned, suspended or unsuspended a person, or hidden or shown content.',
  closed: 'The report was closed.',
  deleted: 'The report was deleted.',
  initial: INITIAL_DESCRIPTION,
})

const ModerationQueueChange = builder.objectRef<QueueChange>('ModerationQueueChange').implement({
  description: 'An event of a report.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ModerationQueueKind, description: 'Kind of the event.' }),
    at: t.expose('at', { type: 'DateTime', description: 'Time when the event was sent.' }),
    report: t.field(reportRef('reportId', 'Current state of the report; null if it is gone, and for INITIAL.')),
    deletedReportId: t.id({
      nullable: true,
      description: 'Id of the report if it was deleted; null for other events.',
      resolve: ({ kind, reportId }) => (kind === 'deleted' ? reportId : null),
    }),
    viewer: t.field(viewerRef('The admin who follows the reports.')),
    query: t.field(queryField),
  }),
})

builder.subscriptionField('moderationQueue', (t) =>
  t.field({
    type: ModerationQueueChange,
    ...FOR_ADMINS,
    description: 'Emits when a report is submitted, and when an admin acts upon one. Admins only.',
    args: initialArgument(),
    subscribe: (_root, { initial }, context) => followEventsAsAdmin(context, { types: reportEvents, initial }),
    resolve: (domainEvent, _args, { viewerScope: scope }) => {
      // The event may have waited while the subscriber lost the role.
      assertAdmin(scope)
      return queueChangeOf(domainEvent, scope.now)
    },
  }),
)
