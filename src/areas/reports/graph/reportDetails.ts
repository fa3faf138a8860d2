import { ReportDetails as Shape } from '../../../contract/shapes/moderationReport.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { inputTypeOf } from '../../../edges/graphql/resolvers/input.ts'
import { ContentFilter } from '../../accounts/graph/viewer.ts'
import { fileRef } from '../../files/graph/file.ts'
import { userRef } from '../../users/graph/user.ts'

export const ReportDetailsInput = inputTypeOf(
  'ReportDetailsInput',
  "Circumstances of a report that the reporter's client knows of.",
  Shape,
  { fileId: 'ID', holderId: 'ID', suggestedWarnings: [ContentFilter] },
)

/** Circumstances as they are stored; null for what the client did not state. */
export function parseReportDetails(stored: unknown) {
  const { fileId = null, holderId = null, ...details } = Shape.safeParse(stored).data ?? {}
  return { fileId, holderId, ...details }
}

export const ReportDetails = builder.objectRef<ReturnType<typeof parseReportDetails>>('ReportDetails').implement({
  description: "Circumstances of a report that the reporter's client knew of.",
  fields: (t) => ({
    file: t.field(fileRef('fileId', 'The file that is reported; null if it was not stated or is gone.')),
    holder: t.field(
      userRef('holderId', 'The person who held the item that is reported; null if not stated, or after erasure.'),
    ),
    imageType: t.exposeString('imageType', {
      nullable: true,
      description: 'What the image that is reported shows or is used for; null if it was not stated.',
    }),
    instanceType: t.exposeString('instanceType', {
      nullable: true,
      description: 'Type of the instance that the reporter was in, as the client names it; null if it was not stated.',
    }),
    instanceAgeGated: t.exposeBoolean('instanceAgeGated', {
      nullable: true,
      description: 'Whether that instance admitted adults only; null if it was not stated.',
    }),
    userInSameInstance: t.exposeBoolean('userInSameInstance', {
      nullable: true,
      description: 'Whether the person who is reported was in that instance; null if it was not stated.',
    }),
    suggestedWarnings: t.field({
      type: [ContentFilter],
      description: 'Content warnings that are missing in the opinion of the reporter.',
      resolve: ({ suggestedWarnings }) => suggestedWarnings ?? [],
    }),
  }),
})
