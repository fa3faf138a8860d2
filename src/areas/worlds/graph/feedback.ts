import { z } from 'zod'
import { WorldId } from '../../../contract/ids.ts'
import { listUpTo, nonEmptyText, textUpTo } from '../../../contract/shapes/requestFields.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { act } from '../../../edges/graphql/resolvers/act.ts'
import { inputOf, omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { userRef } from '../../users/graph/user.ts'
import { assertCanReadFeedback, giveFeedback } from '../feedback.ts'
import { worldRef } from './world.ts'

const Feedback = builder.prismaObject('Feedback', {
  description: 'A comment of a visitor on content of a person, which only that person and admins can read.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the feedback.' }),
    type: t.exposeString('type', { description: 'Type that the commenter has chosen, such as praise or bug.' }),
    reason: t.exposeString('reason', { description: 'Subject, such as performance.' }),
    description: t.exposeString('description', { nullable: true, description: 'Details.' }),
    tags: t.exposeStringList('tags', { description: 'Keywords.' }),
    contentName: t.exposeString('contentName', { description: 'Name of the content at the time of the feedback.' }),
    contentVersion: t.exposeInt('contentVersion', {
      nullable: true,
      description: 'Version of the content at the time of the feedback.',
    }),
    commenter: t.field(userRef('commenterId', 'Person who gave the feedback.')),
    world: t.field(worldRef('contentId', 'Subject of the feedback; null for a world that the viewer cannot see.')),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the feedback.' }),
  }),
})

builder.queryFields((t) => ({
  feedback: t.prismaConnection(
    {
      type: Feedback,
      cursor: 'id',
      nullable: true,
      description: 'Feedback on content of the viewer, latest first; admins can read that of every person.',
      args: {
        userId: t.arg.id({ description: 'Author of the content, the viewer by default.' }),
        contentId: t.arg.id({ description: 'Only feedback on this content.' }),
      },
      resolve: (query, _root, { userId, contentId }, { viewerScope }) => {
        const contentAuthorId = userId ?? viewerScope.viewer.id
        assertCanReadFeedback(viewerScope, contentAuthorId)
        const where = { contentAuthorId, ...omitNullish({ contentId }) }
        return viewerScope.db.feedback.findMany({ ...query, where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] })
      },
    },
    { name: 'FeedbackConnection' },
    { name: 'FeedbackEdge' },
  ),
}))

const GiveFeedbackInput = inputOf(
  'GiveFeedbackInput',
  'Feedback of the viewer on a world.',
  z.object({
    worldId: WorldId.describe('Id of the world.'),
    type: nonEmptyText('type', 64).describe('Type, such as praise or bug.'),
    reason: nonEmptyText('reason', 64).describe('Subject, such as performance.'),
    description: textUpTo('description', 1_000).optional().describe('Details.'),
    tags: listUpTo('tags', textUpTo('tags', 64).min(1), 10).optional().describe('Keywords.'),
  }),
)

builder.mutationField('giveFeedback', (t) =>
  t.field({
    type: Feedback,
    description: 'Sends feedback on a world to its author.',
    ...act(GiveFeedbackInput, (scope, { worldId, ...comment }) => giveFeedback(scope, worldId, comment)),
  }),
)
