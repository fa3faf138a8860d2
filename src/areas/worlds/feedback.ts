import type { Prisma } from '../../generated/prisma/client.ts'
import { assertOwnerOrAdmin, judgesContent } from '../../kernel/access.ts'
import { assertBelowCap } from '../../kernel/caps.ts'
import { invalid } from '../../kernel/failure.ts'
import { newId, type UserId, type WorldId } from '../../kernel/ids.ts'
import type { OffsetPage } from '../../kernel/page.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { transact } from '../../kernel/transaction.ts'
import { lockUser } from '../users/locks.ts'
import { visibleWorlds, worldNotFound } from './policy.ts'

const FEEDBACK_INCLUDE = {
  commenter: { select: { displayName: true } },
  contentAuthor: { select: { displayName: true } },
} satisfies Prisma.FeedbackInclude

export type FeedbackRow = Prisma.FeedbackGetPayload<{ include: typeof FEEDBACK_INCLUDE }>

/** Throws `forbidden` unless the viewer has received the feedback or is an admin. */
export const assertCanReadFeedback = (scope: Pick<ViewerScope, 'viewer'>, userId: string): void =>
  assertOwnerOrAdmin(scope, userId)

/** Condition: feedback that the viewer has received or given; all of it for admins. */
export const visibleFeedback = ({ viewer }: Pick<ViewerScope, 'viewer'>): Prisma.FeedbackWhereInput =>
  judgesContent({ viewer }) ? {} : { OR: [{ contentAuthorId: viewer.id }, { commenterId: viewer.id }] }

/** Feedback on a person's content, latest first. Throws `forbidden`. */
export async function readFeedback(
  scope: ViewerScope,
  userId: UserId,
  contentId: string | undefined,
  { limit, offset }: OffsetPage,
): Promise<FeedbackRow[]> {
  assertCanReadFeedback(scope, userId)
  return scope.db.feedback.findMany({
    where: { contentAuthorId: userId, ...(contentId !== undefined && { contentId }) },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
    skip: offset,
    include: FEEDBACK_INCLUDE,
    relationLoadStrategy: 'join',
  })
}

interface NewFeedback {
  readonly type: string
  readonly reason: string
  readonly description?: string | undefined
  readonly tags?: readonly string[] | undefined
}

/** Comments that one person can have given. */
const MOST_COMMENTS = 1_000
const FEEDBACK_LIMIT = { name: 'give-feedback', points: 60, window: 3_600 }

/**
 * Sends feedback to the author of a world. Throws `missing` for a world that the viewer can't read, `invalid` for a world
 * of the viewer, `conflict` after 1,000 comments, `exhausted` after 60 times in an hour.
 */
export async function giveFeedback(scope: ViewerScope, worldId: WorldId, comment: NewFeedback): Promise<FeedbackRow> {
  const { viewer, now } = scope
  await scope.limits.take(FEEDBACK_LIMIT, viewer.id)
  return transact(scope, async (tx) => {
    await lockUser(tx, viewer.id)
    assertBelowCap(await tx.db.feedback.count({ where: { commenterId: viewer.id } }), MOST_COMMENTS, 'comments')
    const select = { authorId: true, name: true, version: true }
    const world = await tx.db.world.findFirst({ where: { id: worldId, ...visibleWorlds(tx) }, select })
    if (!world) throw worldNotFound(worldId)
    if (world.authorId === viewer.id)
      throw invalid('worldId', 'worldId must be a world of somebody else', 'self_target')
    const { type, reason, description = null, tags = [] } = comment
    const data = {
      id: newId('feedback', now),
      commenterId: viewer.id,
      type,
      reason,
      description,
      tags: [...tags],
      contentId: worldId,
      contentType: 'world',
      contentVersion: world.version,
      contentName: world.name,
      contentAuthorId: world.authorId,
      createdAt: now,
    }
    return tx.db.feedback.create({ data, include: FEEDBACK_INCLUDE })
  })
}
