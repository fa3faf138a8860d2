import { z } from 'zod'
import { JamId, JamSubmissionId } from '../../../contract/ids.ts'
import { textUpTo } from '../../../contract/shapes/requestFields.ts'
import { FOR_ADMINS } from '../../../edges/graphql/access.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { deleteJamSubmission } from '../submission/delete.ts'
import { rateJamSubmission } from '../submission/ratings.ts'
import { submitJamContent } from '../submission/submit.ts'
import { jamRef } from './jam.ts'
import { BY_LATEST_SUBMISSION, JamSubmissionEdge, submissionRef, submissionsById } from './submission.ts'

const { authScopes } = FOR_ADMINS

const MAX_DESCRIPTION = 2_000
const MAX_RATING = 100

const submissionId = JamSubmissionId.describe('Id of the submission.')

/** What a mutation on a submission returns: its id. */
interface WithSubmission {
  readonly submissionId: string
}

mutation('submitJamContent', {
  description:
    "Submits content of the viewer's to a jam that takes submissions; again with the same content, its description changes. At most 3 a jam, and 100 times in an hour.",
  input: z.object({
    jamId: JamId.describe('Id of the jam.'),
    contentId: z
      .string()
      .describe("Id of a world or an avatar of the viewer's that is not hidden, as the type of the jam demands."),
    description: textUpTo('description', MAX_DESCRIPTION)
      .optional()
      .describe('About the content; omitted for nothing.'),
  }),
  types: { contentId: 'ID' },
  run: async (scope, { jamId, contentId, description = '' }) => ({
    jamId,
    submissionId: await submitJamContent(scope, jamId, { contentId, description }),
  }),
  payload: (t) => ({
    submission: t.field(submissionRef('submissionId', 'The submission; null if it was withdrawn meanwhile.')),
    submissionEdge: t.field({
      type: JamSubmissionEdge,
      nullable: true,
      description: 'The submission in the list of the jam; null if it was withdrawn meanwhile.',
      resolve: async ({ submissionId: id }: WithSubmission, _args, context: GraphContext) => {
        const submission = await submissionsById(context).load(id)
        return submission && edgeOf(BY_LATEST_SUBMISSION, submission)
      },
    }),
    jam: t.field(jamRef('jamId', 'The jam after the submission.')),
  }),
})

mutation('deleteJamSubmission', {
  description: "Withdraws a submission of the viewer's while the jam takes submissions; admins can withdraw any.",
  input: z.object({ submissionId }),
  run: async (scope, input) => {
    const { submissionId: deletedSubmissionId, jamId } = await deleteJamSubmission(scope, input.submissionId)
    return { deletedSubmissionId, jamId }
  },
  payload: (t) => ({
    deletedSubmissionId: t.exposeID('deletedSubmissionId', { description: 'Id of the submission, which is gone.' }),
    jam: t.field(jamRef('jamId', 'The jam without the submission.')),
  }),
})

mutation('rateJamSubmission', {
  description:
    'Rates a submission after the jam has closed for submissions, instead of the rating before. Admins only.',
  authScopes,
  input: z.object({
    submissionId,
    rating: z.int().min(0).max(MAX_RATING).describe('The rating.'),
  }),
  run: async (scope, { submissionId: id, rating }) => {
    await rateJamSubmission(scope, id, rating)
    return { submissionId: id }
  },
  payload: (t) => ({
    submission: t.field(submissionRef('submissionId', 'The submission; null if it was withdrawn meanwhile.')),
  }),
})
