import { z } from 'zod'
import { ModerationReportId, UserId } from '../../../contract/ids.ts'
import { FOR_ADMINS } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { act } from '../../../edges/graphql/resolvers/act.ts'
import { type Input, inputOf } from '../../../edges/graphql/resolvers/input.ts'
import { createLoader } from '../../../edges/graphql/resolvers/loader.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { readActiveSuspensions, type SuspendedAccount } from '../../accounts/account/suspensions.ts'
import { userRef } from '../../users/graph/user.ts'
import { hideContent, showContent, suspendUser, unsuspendUser, warnUser } from '../enforcement.ts'
import { contentRef, reportRef } from './report.ts'

const suspensionsByUserId = createLoader<SuspendedAccount>(readActiveSuspensions, ({ userId }) => userId)

const Suspension = builder.objectRef<SuspendedAccount>('Suspension').implement({
  description: 'A suspension of an account: nobody can log in to it.',
  fields: (t) => ({
    user: t.field(userRef('userId', 'Owner of the account; null after it was erased.')),
    since: t.expose('since', { type: 'DateTime', description: 'Start of the suspension.' }),
    until: t.expose('until', {
      type: 'DateTime',
      nullable: true,
      description: 'End of the suspension; null for a permanent one.',
    }),
    reason: t.exposeString('reason', { description: 'Explanation to the person.' }),
  }),
})

interface ActionResult {
  readonly contentId: string
  readonly reportId: string | null
}

const ModerationChange = builder.objectRef<ActionResult>('ModerationChange').implement({
  description: 'Result of an act of an admin upon a person or content.',
  fields: (t) => ({
    content: t.field(contentRef('The person or world after the act; null if it is gone.')),
    suspension: t.field({
      type: Suspension,
      nullable: true,
      description: "The person's suspension; null for none, and for worlds.",
      resolve: ({ contentId }, _args, context) => suspensionsByUserId(context).load(contentId),
    }),
    report: t.field(reportRef('reportId', 'The report that led to the act; null for none.')),
  }),
})

const reportId = ModerationReportId.optional().describe('Report that led to the act.')
const userId = UserId.describe('Id of the person.')

const WarnUserInput = inputOf(
  'WarnUserInput',
  'A warning of a person.',
  z.object({
    contentId: z.string().describe('Id of the person, or of a world whose author is warned.'),
    message: z.string().describe('Text of the warning, at most 2,000 characters.'),
    reportId,
  }),
  { contentId: 'ID' },
)
const ContentInput = inputOf(
  'ModeratedContentInput',
  'The content to hide or to show.',
  z.object({ contentId: z.string().describe('Id of a person, for the profile, or of a world.'), reportId }),
  { contentId: 'ID' },
)
const SuspendUserInput = inputOf(
  'SuspendUserInput',
  'A suspension of an account.',
  z.object({
    userId,
    until: z.date().optional().describe('End of the suspension; omitted for a permanent one.'),
    reason: z.string().describe('Explanation to the person, at most 2,000 characters.'),
    reportId,
  }),
  { until: 'DateTime' },
)
const UnsuspendUserInput = inputOf('UnsuspendUserInput', 'The suspension to lift.', z.object({ userId, reportId }))

type ActionInput = ({ readonly contentId: string } | { readonly userId: string }) & { readonly reportId?: string }

/** Type, access, arguments and resolver of a mutation by which an admin acts upon a person or content. */
const moderationAct = <I extends ActionInput>(
  input: Input<I>,
  run: (scope: ViewerScope, input: I) => Promise<void>,
) => ({
  type: ModerationChange,
  ...FOR_ADMINS,
  ...act(input, async (scope, parsed): Promise<ActionResult> => {
    await run(scope, parsed)
    const contentId = 'userId' in parsed ? parsed.userId : parsed.contentId
    return { contentId, reportId: parsed.reportId ?? null }
  }),
})

builder.mutationFields((t) => ({
  warnUser: t.field({
    description: 'Warns a person, or the author of a world, by a notification. Admins only.',
    ...moderationAct(WarnUserInput, warnUser),
  }),
  hideContent: t.field({
    description:
      'Hides a world from all but its author and admins, or empties the texts and images of a profile. Admins only.',
    ...moderationAct(ContentInput, hideContent),
  }),
  showContent: t.field({
    description: 'Shows a hidden world again, with the status that it had before. Admins only.',
    ...moderationAct(ContentInput, showContent),
  }),
  suspendUser: t.field({
    description: 'Suspends an account and ends its sessions. Admins only.',
    ...moderationAct(SuspendUserInput, (scope, input) => suspendUser(scope, { until: null, ...input })),
  }),
  unsuspendUser: t.field({
    description: 'Lifts the suspension of an account. Admins only.',
    ...moderationAct(UnsuspendUserInput, unsuspendUser),
  }),
}))

builder.queryFields((t) => ({
  suspension: t.field({
    type: Suspension,
    nullable: true,
    ...FOR_ADMINS,
    description: 'Suspension of a person; null for none. Admins only.',
    args: { userId: t.arg.id({ required: true, description: 'Id of the person.' }) },
    resolve: (_root, { userId }, context) => suspensionsByUserId(context).load(userId),
  }),
}))
