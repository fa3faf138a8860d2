import { forStaff } from '../../../edges/graphql/access.ts'
import { builder, queryField } from '../../../edges/graphql/builder.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import {
  followEventsAsStaff,
  INITIAL_DESCRIPTION,
  INITIAL_KIND,
  initialArgument,
} from '../../../edges/graphql/resolvers/subscriptions.ts'
import { assertStaff } from '../../../kernel/access.ts'
import { byEventType, type DomainEvent } from '../../../kernel/events.ts'
import { viewerRef } from '../../accounts/graph/viewer.ts'
import {
  appealDecided,
  appealMade,
  queueEvents,
  reportAssigned,
  reportClosed,
  reportDeleted,
  reportEnforced,
  reportNoted,
  reportReopened,
  reportSubmitted,
} from '../events.ts'
import { Report, reportsById } from './report.ts'
import { appealRef } from './sanctions.ts'

type QueueKind =
  | 'submitted'
  | 'assigned'
  | 'noted'
  | 'acted'
  | 'closed'
  | 'reopened'
  | 'deleted'
  | 'appealed'
  | 'appeal_decided'
  | 'initial'

const kindOf = byEventType<QueueKind>([
  INITIAL_KIND,
  [reportSubmitted, 'submitted'],
  [reportAssigned, 'assigned'],
  [reportNoted, 'noted'],
  [reportEnforced, 'acted'],
  [reportClosed, 'closed'],
  [reportReopened, 'reopened'],
  [reportDeleted, 'deleted'],
  [appealMade, 'appealed'],
  [appealDecided, 'appeal_decided'],
])

interface QueueChange {
  readonly kind: QueueKind
  /** The report or the appeal. */
  readonly subject: string
  readonly at: Date
}

function queueChangeOf(domainEvent: DomainEvent, at: Date): QueueChange {
  const kind = kindOf(domainEvent)
  if (!kind) throw new Error(`${domainEvent.topic} is not an event of a report`)
  return { kind, subject: domainEvent.subject, at }
}

const ModerationQueueKind = enumOf('ModerationQueueKind', 'Kind of an event of a report.', {
  submitted: 'The report was submitted.',
  assigned: 'The report was assigned to an admin, or to nobody.',
  noted: 'An admin has added a note.',
  acted: 'Because of the report, an admin has warned, suspended or unsuspended a person, or hidden or shown content.',
  closed: 'The report was closed.',
  reopened: 'The report was opened again.',
  deleted: 'The report was deleted.',
  appealed: 'A person has appealed against an act of the staff.',
  appeal_decided: 'An appeal was decided.',
  initial: INITIAL_DESCRIPTION,
})

const ModerationQueueChange = builder.objectRef<QueueChange>('ModerationQueueChange').implement({
  description: 'An event of a report or an appeal.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ModerationQueueKind, description: 'Kind of the event.' }),
    at: t.expose('at', { type: 'DateTime', description: 'Time when the event was sent.' }),
    report: t.field({
      type: Report,
      nullable: true,
      description: 'Current state of the report; null if it is gone, and for events of appeals and INITIAL.',
      resolve: ({ subject }, _args, context) => reportsById(context).load(subject),
    }),
    appeal: t.field(appealRef('subject', 'Current state of the appeal; null for events of reports and INITIAL.')),
    deletedReportId: t.id({
      nullable: true,
      description: 'Id of the report if it was deleted; null for other events.',
      resolve: ({ kind, subject }) => (kind === 'deleted' ? subject : null),
    }),
    viewer: t.field(viewerRef('The admin who follows the reports.')),
    query: t.field(queryField),
  }),
})

builder.subscriptionField('moderationQueue', (t) =>
  t.field({
    type: ModerationQueueChange,
    ...forStaff('reports'),
    description:
      'Emits when a report or an appeal is submitted, and when the staff acts upon one. Staff with `REPORTS` only.',
    args: initialArgument(),
    subscribe: (_root, { initial }, context) =>
      followEventsAsStaff(context, { anyOf: ['reports'], types: queueEvents, initial }),
    resolve: (domainEvent, _args, { viewerScope: scope }) => {
      // The event may have waited while the subscriber lost the role.
      assertStaff(scope, 'reports')
      return queueChangeOf(domainEvent, scope.now)
    },
  }),
)
