import { z } from 'zod'
import { ModerationReportId, UserId } from '../../../contract/ids.ts'
import type { ObjectFieldBuilder } from '../../../edges/graphql/builder.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { Suspension, suspensionsByUserId } from '../../users/graph/account.ts'
import { userRef } from '../../users/graph/user.ts'
import {
  contentRules,
  hideContent,
  hidingRules,
  showContent,
  suspendUser,
  suspensionRules,
  unsuspendUser,
  warningRules,
  warnUser,
} from '../enforcement.ts'
import { reportRef } from './report.ts'
import { contentRef } from './reportDetails.ts'

const reportId = ModerationReportId.optional().describe('Id of the report that led to the act.')
const userId = UserId.describe('Id of the person.')
const reportField = reportRef('reportId', 'The report that led to the act; null for none.')

interface OnContent {
  readonly contentId: string
  readonly reportId: string | null
}
interface OnUser {
  readonly userId: string
  readonly reportId: string | null
}

const contentFields = (t: ObjectFieldBuilder<OnContent>) => ({
  content: t.field(
    contentRef('The person, world, avatar, group or prop after the act; null if it is gone, and for other content.'),
  ),
  report: t.field(reportField),
})

const userFields = (t: ObjectFieldBuilder<OnUser>) => ({
  user: t.field(userRef('userId', 'The person after the act; null after the account was erased.')),
  suspension: t.field({
    type: Suspension,
    nullable: true,
    description: "The person's suspension; null for none.",
    resolve: ({ userId }, _args, context) => suspensionsByUserId(context).load(userId),
  }),
  report: t.field(reportField),
})

/** Input of acts upon a profile or content. */
const Content = z.object({
  contentId: z
    .string()
    .describe(
      'Id of a person, for the profile, of a world, an avatar, a group, a prop, an event, a file of an image or a print.',
    ),
  reportId,
})

mutation('warnUser', {
  description: 'Warns a person, or the author or owner of content, by a notification.',
  input: z.object({
    contentId: z
      .string()
      .describe(
        'Id of the person, or of a world, an avatar, a group, a prop, an event, a file of an image or a print whose author or owner is warned.',
      ),
    message: z.string().describe('Text of the warning, at most 2,000 characters.'),
    reportId,
  }),
  types: { contentId: 'ID' },
  rules: warningRules,
  run: async (scope, act) => {
    await warnUser(scope, act)
    return { contentId: act.contentId, reportId: act.reportId ?? null }
  },
  payload: contentFields,
})

mutation('hideContent', {
  description:
    'Hides a world, an avatar, a prop, an image or a print from all but its author or owner and the staff, or a group from all but its members and the staff, makes a draft of an event that nobody can publish, or empties the texts and images of a profile. The person responsible is told.',
  input: Content.extend({
    reason: z.string().optional().describe('Explanation to the person responsible, at most 2,000 characters.'),
  }),
  types: { contentId: 'ID' },
  rules: hidingRules,
  run: async (scope, act) => {
    await hideContent(scope, act)
    return { contentId: act.contentId, reportId: act.reportId ?? null }
  },
  payload: contentFields,
})

mutation('showContent', {
  description: 'Shows hidden content again, with the status that it had before.',
  input: Content.extend({
    contentId: z
      .string()
      .describe('Id of a world, an avatar, a group, a prop, an event, a file of an image or a print.'),
  }),
  types: { contentId: 'ID' },
  rules: contentRules,
  run: async (scope, act) => {
    await showContent(scope, act)
    return { contentId: act.contentId, reportId: act.reportId ?? null }
  },
  payload: contentFields,
})

mutation('suspendUser', {
  description: 'Suspends an account and ends its sessions; an earlier suspension is replaced.',
  input: z.object({
    userId,
    endsAt: z.date().optional().describe('End of the suspension; omitted for a permanent one.'),
    reason: z.string().describe('Explanation to the person, at most 2,000 characters.'),
    reportId,
  }),
  types: { endsAt: 'DateTime' },
  fieldNames: { until: 'endsAt' },
  rules: (scope, { endsAt, ...act }) => suspensionRules(scope, { ...act, until: endsAt ?? null }),
  run: async (scope, { userId, reportId, endsAt = null, reason }) => {
    await suspendUser(scope, { userId, reportId, until: endsAt, reason })
    return { userId, reportId: reportId ?? null }
  },
  payload: userFields,
})

mutation('unsuspendUser', {
  description: 'Lifts the suspension of an account.',
  input: z.object({ userId, reportId }),
  run: async (scope, { userId, reportId }) => {
    await unsuspendUser(scope, { userId, reportId })
    return { userId, reportId: reportId ?? null }
  },
  payload: userFields,
})
