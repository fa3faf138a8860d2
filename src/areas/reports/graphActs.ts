import { ADMIN } from '../../edges/graphql/access.ts'
import { submitReportRules } from '../../edges/graphql/bodies.ts'
import { builder, INPUT } from '../../edges/graphql/builder.ts'
import { type GraphContext, renew, signed } from '../../edges/graphql/context.ts'
import { given } from '../../edges/graphql/given.ts'
import { idOf } from '../../edges/graphql/ids.ts'
import type { ModerationReportId } from '../../kernel/ids.ts'
import { ModerationReport, reportsById, SubmittedReport } from './graph.ts'
import { addReportNote, assignReport, closeReport } from './looking.ts'
import { noSuchReport } from './policy.ts'
import { deleteModerationReport } from './reports.ts'
import { submitModerationReport } from './submitting.ts'

const WHICH = { required: true, description: 'Which report the act is about.' } as const

const SubmitModerationReportInput = builder.inputType('SubmitModerationReportInput', {
  description: 'What is reported, and why; the client configuration tells what can be chosen.',
  validate: submitReportRules,
  fields: (t) => ({
    type: t.string({ required: true, description: 'A type of reportOptions, such as user or world.' }),
    category: t.string({ required: true, description: 'A category of that type.' }),
    reason: t.string({ required: true, description: 'A reason of that category.' }),
    contentId: t.id({ required: true, description: 'The id of what is reported.' }),
    description: t.string({ description: 'What there is to say of it, at most 2,000 characters.' }),
    details: t.field({
      type: 'JSONObject',
      description: 'What the client knows of the circumstances, as on the wire.',
    }),
  }),
})

const AssignReportInput = builder.inputType('AssignReportInput', {
  description: 'Who looks after a report.',
  fields: (t) => ({
    reportId: t.id(WHICH),
    assigneeId: t.id({ description: 'An admin; nobody where nothing is said.' }),
  }),
})

const AddReportNoteInput = builder.inputType('AddReportNoteInput', {
  description: 'Something to keep in writing about a report.',
  fields: (t) => ({
    reportId: t.id(WHICH),
    text: t.string({ required: true, description: 'The text, at most 2,000 characters.' }),
  }),
})

const CloseReportInput = builder.inputType('CloseReportInput', {
  description: 'A report that is done with.',
  fields: (t) => ({
    reportId: t.id(WHICH),
    reason: t.string({ required: true, description: 'What the reporter is told, at most 2,000 characters.' }),
  }),
})

const DeleteModerationReportInput = builder.inputType('DeleteModerationReportInput', {
  description: 'Which report is to go.',
  fields: (t) => ({ id: t.id(WHICH) }),
})

export const reportIdOf = (text: string): ModerationReportId => idOf('moderationReport', text, 'Moderation report')

/** The report as it stands after an act. */
async function afterwards(context: GraphContext, id: ModerationReportId, act: Promise<unknown>) {
  await act
  renew(context)
  const report = await reportsById(context).load(id)
  if (!report) throw noSuchReport()
  return report
}

builder.mutationFields((t) => ({
  submitModerationReport: t.field({
    type: SubmittedReport,
    description: 'Tells the admins of a person, a world, an avatar or a group.',
    args: { input: t.arg({ type: SubmitModerationReportInput, ...INPUT }) },
    resolve: (_root, { input: { type, category, reason, contentId, ...rest } }, context) =>
      submitModerationReport(signed(context), { type, category, reason, contentId, ...given(rest) }),
  }),
  assignReport: t.field({
    type: ModerationReport,
    ...ADMIN,
    description: 'Gives an open report to an admin to look after, or to nobody. Admins only.',
    args: { input: t.arg({ type: AssignReportInput, ...INPUT }) },
    resolve: (_root, { input: { reportId, assigneeId } }, context) => {
      const id = reportIdOf(reportId)
      const assignee = assigneeId ? idOf('user', assigneeId, 'User') : null
      return afterwards(context, id, assignReport(signed(context), id, assignee))
    },
  }),
  addReportNote: t.field({
    type: ModerationReport,
    ...ADMIN,
    description: 'Keeps something in writing about a report. Admins only.',
    args: { input: t.arg({ type: AddReportNoteInput, ...INPUT }) },
    resolve: (_root, { input: { reportId, text } }, context) => {
      const id = reportIdOf(reportId)
      return afterwards(context, id, addReportNote(signed(context), id, text))
    },
  }),
  closeReport: t.field({
    type: ModerationReport,
    ...ADMIN,
    description: 'Closes a report, once, and tells the reporter why. Admins only.',
    args: { input: t.arg({ type: CloseReportInput, ...INPUT }) },
    resolve: (_root, { input: { reportId, reason } }, context) => {
      const id = reportIdOf(reportId)
      return afterwards(context, id, closeReport(signed(context), id, reason))
    },
  }),
  deleteModerationReport: t.id({
    ...ADMIN,
    description: 'Deletes a report with its notes, and answers its id. Admins only.',
    args: { input: t.arg({ type: DeleteModerationReportInput, ...INPUT }) },
    resolve: async (_root, { input }, context) => {
      const id = reportIdOf(input.id)
      await deleteModerationReport(signed(context), id)
      return id
    },
  }),
}))
