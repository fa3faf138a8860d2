import type { Prisma } from '../../generated/prisma/client.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import { newId, type UserId, type WorldId } from '../../kernel/ids.ts'
import type { Page } from '../../kernel/page.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { transact } from '../../kernel/transaction.ts'
import { canReadWorld, holdPerson, noSuchWorld } from './policy.ts'

export const WITH_PEOPLE = {
  commenter: { select: { displayName: true } },
  contentAuthor: { select: { displayName: true } },
} satisfies Prisma.FeedbackInclude

export type FeedbackRow = Prisma.FeedbackGetPayload<{ include: typeof WITH_PEOPLE }>

/** Throws `forbidden` for what others have received, but to admins. */
export function mayReadFeedback({ viewer }: SignedScope, userId: string): void {
  if (viewer.id !== userId && !viewer.admin)
    throw new Failure('forbidden', 'User ID must be your own.', { code: 'not_own' })
}

/** What others have said about a person's content, the latest first. Throws `forbidden`. */
export async function readFeedback(
  scope: SignedScope,
  userId: UserId,
  contentId: string | undefined,
  { limit, offset }: Page,
): Promise<FeedbackRow[]> {
  mayReadFeedback(scope, userId)
  return scope.db.feedback.findMany({
    where: { contentAuthorId: userId, ...(contentId !== undefined && { contentId }) },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
    skip: offset,
    include: WITH_PEOPLE,
    relationLoadStrategy: 'join',
  })
}

/** What a visitor has to say. */
export interface Comment {
  readonly type: string
  readonly reason: string
  readonly description?: string | undefined
  readonly tags?: readonly string[] | undefined
}

const GIVING = { name: 'give-feedback', points: 60, window: 3_600 }

/**
 * Tells the author of a world what the viewer thinks of it. Throws `missing` for one that the viewer can't read,
 * `invalid` for an own one, `exhausted` after 60 times in an hour.
 */
export async function giveFeedback(scope: SignedScope, worldId: WorldId, comment: Comment): Promise<FeedbackRow> {
  const { viewer, now } = scope
  await scope.limits.take(GIVING, viewer.id)
  return transact(scope, async (open) => {
    await holdPerson(open, viewer.id)
    const world = await open.db.world.findUnique({ where: { id: worldId } })
    if (!world || !canReadWorld(open, world)) throw noSuchWorld(worldId)
    if (world.authorId === viewer.id) throw invalid('worldId', 'worldId must be a world of somebody else')
    const { type, reason, description = null, tags = [] } = comment
    const data = {
      ...{ id: newId('feedback', now), commenterId: viewer.id, type, reason, description, tags: [...tags] },
      ...{ contentId: worldId, contentType: 'world', contentVersion: world.version, contentName: world.name },
      ...{ contentAuthorId: world.authorId, createdAt: now },
    }
    return open.db.feedback.create({ data, include: WITH_PEOPLE })
  })
}
