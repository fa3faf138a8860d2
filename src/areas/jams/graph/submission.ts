import { z } from 'zod'
import { JamId, JamSubmissionId } from '../../../contract/ids.ts'
import { textUpTo } from '../../../contract/shapes/requestFields.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import { isStaff } from '../../../kernel/access.ts'
import { isId } from '../../../kernel/ids.ts'
import { Avatar, avatarsById } from '../../avatars/graph/avatar.ts'
import { userRef } from '../../users/graph/user.ts'
import { World, worldsById } from '../../worlds/graph/world.ts'
import { canDeleteSubmission, canSeeRatings } from '../policy.ts'
import { deleteJamSubmission } from '../submission/delete.ts'
import { type SubmissionRow, submissionsByIds } from '../submission/queries.ts'
import { rateJamSubmission, ratingsByViewer, submitJamContent } from '../submission/submissions.ts'
import { jamRef, jamsById } from './jam.ts'

/** Submissions that the viewer can see, by id. */
export const submissionsById = createLoader<SubmissionRow>(forViewer(submissionsByIds), ({ id }) => id)

const ownRatings = createLoader(forViewer(ratingsByViewer), ({ submissionId }) => submissionId)

const JamContent = builder.unionType('JamContent', {
  description: 'Content that was submitted to a jam.',
  types: [World, Avatar],
  resolveType: ({ id }) => (isId('avatar', id) ? 'Avatar' : 'World'),
})

export const JamSubmission = builder.objectRef<SubmissionRow>('JamSubmission')
export const submissionRef = referenceTo(JamSubmission, submissionsById)

const JamSubmissionEdge = builder.edgeObject({ type: JamSubmission, name: 'JamSubmissionEdge' })
export const JamSubmissionConnection = builder.connectionObject(
  { type: JamSubmission, name: 'JamSubmissionConnection' },
  JamSubmissionEdge,
)

/** The order of lists of submissions. */
export const BY_LATEST_SUBMISSION = latestFirst(['createdAt', 'id'], /^jsub_\S{36}$/)

async function canDelete(context: GraphContext, { jamId, submitterId }: SubmissionRow): Promise<boolean> {
  const jam = await jamsById(context).load(jamId)
  return jam !== null && canDeleteSubmission(context.viewerScope, submitterId, jam)
}

builder.node(JamSubmission, {
  description: 'Content that a person has submitted to a jam.',
  ...nodeBy(submissionsById),
  fields: (t) => ({
    jam: t.field(jamRef('jamId', 'The jam.')),
    submitter: t.field(userRef('submitterId', 'Person who has submitted it.')),
    contentId: t.exposeID('contentId', { description: 'Id of the content.' }),
    content: t.field({
      type: JamContent,
      nullable: true,
      description: 'The content; null if the viewer cannot see it any longer.',
      resolve: ({ contentId }, _args, context) =>
        (isId('avatar', contentId) ? avatarsById : worldsById)(context).load(contentId),
    }),
    description: t.string({
      nullable: true,
      description: 'What the submitter has written about it; null for nothing.',
      resolve: ({ description }) => description || null,
    }),
    rank: t.int({
      nullable: true,
      description: 'Place among the winners, from 1; null for none, and until winners are public.',
      resolve: (submission, _args, { scope }) => (canSeeRatings(scope, submission) ? submission.rank : null),
    }),
    ratingScore: t.int({
      nullable: true,
      description: 'Sum of the ratings; null until winners are public, except for admins.',
      resolve: (submission, _args, { scope }) => (canSeeRatings(scope, submission) ? submission.ratingScore : null),
    }),
    viewerRating: t.int({
      nullable: true,
      description: 'The rating that the viewer has given, from 0 to 100; null for none. Admins rate.',
      resolve: async ({ id }, _args, context) =>
        isStaff(context.scope, 'content') ? ((await ownRatings(context).load(id))?.rating ?? null) : null,
    }),
    ...columns(t, 'JamSubmission', {
      createdAt: 'Time of the submission.',
      updatedAt: 'Time when it was last described anew.',
    }),
    viewerCanDelete: t.boolean({
      description: 'Whether the viewer can withdraw it: its submitter until the jam takes no more, admins always.',
      resolve: (submission, _args, context) => canDelete(context, submission),
    }),
  }),
})

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
  description: 'Rates a submission after the jam has closed for submissions, instead of the rating before.',
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
