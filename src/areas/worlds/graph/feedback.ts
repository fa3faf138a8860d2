import { z } from 'zod'
import { WorldId } from '../../../contract/ids.ts'
import { listUpTo, nonEmptyText, textUpTo } from '../../../contract/shapes/requestFields.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { keysetConnection, latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { Feedback as FeedbackRow } from '../../../generated/prisma/client.ts'
import { keysetOrder, keysetWhere } from '../../../kernel/page.ts'
import { userRef } from '../../users/graph/user.ts'
import { assertCanReadFeedback, giveFeedback, visibleFeedback } from '../feedback.ts'
import { worldRef } from './world.ts'

const feedbackById = createLoader<FeedbackRow>(
  forViewer((scope, ids) => scope.db.feedback.findMany({ where: { id: { in: [...ids] }, ...visibleFeedback(scope) } })),
  ({ id }) => id,
)

const Feedback = builder.objectRef<FeedbackRow>('Feedback')

builder.node(Feedback, {
  description: 'A comment of a visitor on content of a person. That person, the commenter and admins can read it.',
  ...nodeBy(feedbackById),
  fields: (t) => ({
    ...columns(t, 'Feedback', {
      type: 'Type that the commenter has chosen, such as praise or bug.',
      reason: 'Subject, such as performance.',
      tags: 'Keywords.',
      contentName: 'Name of the content at the time of the feedback.',
      contentVersion: 'Version of the content at the time of the feedback.',
      createdAt: 'Time of the feedback.',
    }),
    description: t.string({
      nullable: true,
      description: 'Details; null for none.',
      resolve: ({ description }) => description || null,
    }),
    commenter: t.field(userRef('commenterId', 'Person who gave the feedback.')),
    world: t.field(worldRef('contentId', 'Subject of the feedback; null for a world that the viewer cannot see.')),
  }),
})
const FeedbackConnection = builder.connectionObject({ type: Feedback, name: 'FeedbackConnection' })

builder.queryFields((t) => ({
  feedback: t.connection(
    {
      type: Feedback,
      description: 'Feedback on content of the viewer, latest first; admins can read that of every person.',
      args: {
        userId: t.arg.id({ description: 'Author of the content, the viewer by default.' }),
        contentId: t.arg.id({ description: 'Only feedback on this content.' }),
      },
      resolve: (_root, { userId, contentId, ...args }, { viewerScope: { viewer, db } }) => {
        const contentAuthorId = userId ?? viewer.id
        assertCanReadFeedback({ viewer }, contentAuthorId)
        const where = { contentAuthorId, ...omitNullish({ contentId }) }
        return keysetConnection(args, {
          order: latestFirst(['createdAt', 'id']),
          totalCount: () => db.feedback.count({ where }),
          read: (page) =>
            db.feedback.findMany({
              where: { AND: [where, ...keysetWhere(page, ['createdAt', 'id'])] },
              orderBy: keysetOrder(page, ['createdAt', 'id']),
              take: page.limit,
            }),
        })
      },
    },
    FeedbackConnection,
  ),
}))

mutation('giveFeedback', {
  description: 'Sends feedback on a world to its author. At most 60 times in an hour, and 1,000 comments.',
  input: z.object({
    worldId: WorldId.describe('Id of the world.'),
    type: nonEmptyText('type', 64).describe('Type, such as praise or bug.'),
    reason: nonEmptyText('reason', 64).describe('Subject, such as performance.'),
    description: textUpTo('description', 1_000).optional().describe('Details.'),
    tags: listUpTo('tags', textUpTo('tags', 64).min(1), 10).optional().describe('Keywords.'),
  }),
  run: async (scope, { worldId, ...comment }) => ({ feedback: await giveFeedback(scope, worldId, comment) }),
  payload: (t) => ({
    feedback: t.field({ type: Feedback, description: 'The feedback.', resolve: ({ feedback }) => feedback }),
  }),
})
