import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import { isAdmin } from '../../../kernel/access.ts'
import { isId } from '../../../kernel/ids.ts'
import { Avatar, avatarsById } from '../../avatars/graph/avatar.ts'
import { userRef } from '../../users/graph/user.ts'
import { World, worldsById } from '../../worlds/graph/world.ts'
import { canDeleteSubmission, canSeeRatings } from '../policy.ts'
import { type SubmissionRow, submissionsByIds } from '../submission/queries.ts'
import { ratingsByViewer } from '../submission/ratings.ts'
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

export const JamSubmissionEdge = builder.edgeObject({ type: JamSubmission, name: 'JamSubmissionEdge' })
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
        isAdmin(context.scope) ? ((await ownRatings(context).load(id))?.rating ?? null) : null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the submission.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time when it was last described anew.' }),
    viewerCanDelete: t.boolean({
      description: 'Whether the viewer can withdraw it: its submitter until the jam takes no more, admins always.',
      resolve: (submission, _args, context) => canDelete(context, submission),
    }),
  }),
})
