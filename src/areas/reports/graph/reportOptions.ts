import { FOR_ANYONE } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { about } from '../../../edges/graphql/limits.ts'
import { type ReportOption as Option, type ReportChoice, readReportOptions } from '../reportOptions.ts'

const ReportReason = builder.objectRef<ReportChoice>('ReportReason').implement({
  description: 'A reason for which something can be reported.',
  fields: (t) => ({
    reason: t.exposeString('name', { description: 'The `reason` of `submitModerationReport`.' }),
    label: t.exposeString('label', { description: 'Name for people, in English.' }),
    description: t.exposeString('description', { nullable: true, description: 'Explanation; null for none.' }),
  }),
})

const ReportCategory = builder.objectRef<Option['categories'][number]>('ReportCategory').implement({
  description: 'A part of a subject that can be reported.',
  fields: (t) => ({
    category: t.exposeString('name', { description: 'The `category` of `submitModerationReport`.' }),
    label: t.exposeString('label', { description: 'Name for people, in English.' }),
    description: t.exposeString('description', { nullable: true, description: 'Explanation; null for none.' }),
    reasons: t.field({
      type: [ReportReason],
      ...about(5),
      description: 'Reasons for which it can be reported.',
      resolve: ({ reasons }) => reasons,
    }),
  }),
})

const ReportOption = builder.objectRef<Option>('ReportOption').implement({
  description: 'A type of subject that can be reported, with its categories and their reasons.',
  fields: (t) => ({
    type: t.exposeString('name', { description: 'The `type` of `submitModerationReport`.' }),
    label: t.exposeString('label', { description: 'Name for people, in English.' }),
    description: t.exposeString('description', { nullable: true, description: 'Explanation; null for none.' }),
    categories: t.field({
      type: [ReportCategory],
      ...about(5),
      description: 'Parts of the subject that can be reported.',
      resolve: ({ categories }) => categories,
    }),
  }),
})

builder.queryField('reportOptions', (t) =>
  t.field({
    type: [ReportOption],
    ...FOR_ANYONE,
    description: 'What can be reported, and for which reasons. Admins configure it, so these are no enums.',
    resolve: (_root, _args, context) => readReportOptions(context.publicScope),
  }),
)
