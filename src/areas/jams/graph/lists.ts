import type { DefaultConnectionArguments } from '@pothos/plugin-relay'
import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { operationCache } from '../../../edges/graphql/operationCache.ts'
import { byId } from '../../../edges/graphql/resolvers/columns.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { createCountLoader, createListLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import {
  byListKey,
  createPageLoader,
  keysetConnection,
  listConnection,
} from '../../../edges/graphql/resolvers/pagination.ts'
import { getOrCreate } from '../../../kernel/maps.ts'
import { Avatar } from '../../avatars/graph/avatar.ts'
import { World } from '../../worlds/graph/world.ts'
import { canSeeRatings, jamStateAt } from '../policy.ts'
import {
  countSubmissions,
  ownSubmissions,
  type SubmissionFilter,
  type SubmissionRow,
  submissionPages,
  winnersOfJams,
} from '../submission/queries.ts'
import { MAX_SUBMISSIONS } from '../submission/submissions.ts'
import { Jam } from './jam.ts'
import { BY_LATEST_SUBMISSION, JamSubmission, JamSubmissionConnection } from './submission.ts'

/** Loaders of the submissions of several parents: equal pages share one read, and so do their lengths. */
const loadersOf = (parent: 'jamId' | 'contentId', filter: SubmissionFilter) => ({
  page: createPageLoader<SubmissionRow>(
    forViewer((scope, ids, page) => submissionPages(scope, { parent, ids, filter }, page)),
    (row) => row[parent],
  ),
  count: createCountLoader(forViewer((scope, ids) => countSubmissions(scope, { parent, ids, filter }))),
})

/** The loaders of one operation, one for each filter. */
const submissionsOfJams = operationCache((_context: GraphContext) => {
  const byFilter = new Map<string, ReturnType<typeof loadersOf>>()
  return (filter: SubmissionFilter) =>
    getOrCreate(byFilter, JSON.stringify([filter.submitterId, filter.contentId]), () => loadersOf('jamId', filter))
})

const submissionsOfContent = loadersOf('contentId', {})

const ownByJam = createListLoader<SubmissionRow>(forViewer(ownSubmissions), ({ jamId }) => jamId)
const winnersByJam = createListLoader<SubmissionRow>(forViewer(winnersOfJams), ({ jamId }) => jamId)

const BY_RANK = byListKey<SubmissionRow>(({ rank, id }) => [rank ?? 0, id])

builder.objectFields(Jam, (t) => ({
  submissions: t.connection(
    {
      type: JamSubmission,
      description: 'Submissions, newest first, apart from hidden content and people with whom the viewer has a block.',
      args: {
        submitterId: t.arg.id({ description: 'Only submissions by this person.' }),
        contentId: t.arg.id({ description: 'Only the submission of this content.' }),
      },
      resolve: ({ id }, { submitterId, contentId, ...args }, context) => {
        const loaders = submissionsOfJams(context)(omitNullish({ submitterId, contentId }))
        return keysetConnection(args, {
          order: BY_LATEST_SUBMISSION,
          totalCount: () => loaders.count(context, id),
          read: (page) => loaders.page(context, id, page),
        })
      },
    },
    JamSubmissionConnection,
  ),
  viewerSubmissions: t.connection(
    {
      type: JamSubmission,
      description: "The viewer's submissions, newest first, also those whose content was hidden or deleted.",
      resolve: async ({ id }, args, context) =>
        listConnection(args, BY_LATEST_SUBMISSION, await ownByJam(context).load(id)),
    },
    JamSubmissionConnection,
  ),
  winners: t.connection(
    {
      type: JamSubmission,
      description: 'Winners, the first place first; empty until they are public, except for admins.',
      resolve: async (jam, args, context) =>
        listConnection(
          args,
          BY_RANK,
          canSeeRatings(context.scope, jam) ? await winnersByJam(context).load(jam.id) : [],
        ),
    },
    JamSubmissionConnection,
  ),
  viewerCanSubmit: t.boolean({
    description: 'Whether the viewer can submit further content now: while it takes submissions, at most 3.',
    resolve: async (jam, _args, context) =>
      jamStateAt(jam, context.scope.now) === 'submissions_open' &&
      (await ownByJam(context).load(jam.id)).length < MAX_SUBMISSIONS,
  }),
}))

/** A page of the submissions of a world or an avatar. */
const listOfContent = byId((id, args: DefaultConnectionArguments, context) =>
  keysetConnection(args, {
    order: BY_LATEST_SUBMISSION,
    totalCount: () => submissionsOfContent.count(context, id),
    read: (page) => submissionsOfContent.page(context, id, page),
  }),
)

builder.objectFields(World, (t) => ({
  jamSubmissions: t.connection(
    {
      type: JamSubmission,
      description: 'Submissions of the world to jams that the viewer can see, newest first.',
      resolve: listOfContent,
    },
    JamSubmissionConnection,
  ),
}))

builder.objectFields(Avatar, (t) => ({
  jamSubmissions: t.connection(
    {
      type: JamSubmission,
      description: 'Submissions of the avatar to jams that the viewer can see, newest first.',
      resolve: listOfContent,
    },
    JamSubmissionConnection,
  ),
}))
