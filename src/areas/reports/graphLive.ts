import { ADMIN } from '../../edges/graphql/access.ts'
import { builder } from '../../edges/graphql/builder.ts'
import { lookAgain, signed } from '../../edges/graphql/context.ts'
import { followAsAdmin } from '../../edges/graphql/live.ts'
import type { Announcement } from '../../kernel/events.ts'
import { requireAdmin } from '../accounts/policy.ts'
import { REPORT_TOPICS, type ReportTopic } from './events.ts'
import { ModerationReport, reportsById } from './graph.ts'

/** What happened, by the topics of announcements. */
const KIND = {
  'report.submitted': 'submitted',
  'report.assigned': 'assigned',
  'report.noted': 'noted',
  'report.acted': 'acted',
  'report.closed': 'closed',
  'report.deleted': 'deleted',
} as const satisfies Record<ReportTopic, string>

interface Change {
  readonly kind: (typeof KIND)[ReportTopic]
  readonly reportId: string
  readonly at: Date
}

function changeOf({ topic, subject }: Announcement, at: Date): Change {
  const known = REPORT_TOPICS.find((one) => one === topic)
  if (!known) throw new Error(`${topic} is no change of a report`)
  return { kind: KIND[known], reportId: subject, at }
}

const ModerationQueueKind = builder.enumType('ModerationQueueKind', {
  description: 'What happened to a report.',
  values: {
    SUBMITTED: { value: 'submitted', description: 'It came in.' },
    ASSIGNED: { value: 'assigned', description: 'An admin looks after it, or none any more.' },
    NOTED: { value: 'noted', description: 'An admin has written about it.' },
    ACTED: {
      value: 'acted',
      description: 'Because of it an admin has warned, suspended or let in a person, or hidden or shown content.',
    },
    CLOSED: { value: 'closed', description: 'It was closed.' },
    DELETED: { value: 'deleted', description: 'It was deleted.' },
  } as const,
})

const ModerationQueueChange = builder.objectRef<Change>('ModerationQueueChange').implement({
  description: 'Something that happened to a report.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ModerationQueueKind, description: 'What happened.' }),
    reportId: t.exposeID('reportId', { description: 'To which report.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was told.' }),
    report: t.field({
      type: ModerationReport,
      nullable: true,
      description: 'The report as it is now; null when it is gone.',
      resolve: ({ reportId }, _args, context) => reportsById(context).load(reportId),
    }),
  }),
})

builder.subscriptionField('moderationQueue', (t) =>
  t.field({
    type: ModerationQueueChange,
    ...ADMIN,
    description: 'Tells when a report comes in, and when admins do something with one. Admins only.',
    subscribe: (_root, _args, context) => followAsAdmin(context, { topics: REPORT_TOPICS, concerns: () => true }),
    resolve: async (announcement, _args, context) => {
      // What waited may be taken after the rank is gone.
      await lookAgain(context, { quiet: true })
      const scope = signed(context)
      requireAdmin(scope)
      return changeOf(announcement, scope.now)
    },
  }),
)
