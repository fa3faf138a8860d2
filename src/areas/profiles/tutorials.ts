import { assertBelowCap } from '../../kernel/caps.ts'
import { invalid, notOwn } from '../../kernel/failure.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { RateLimit } from '../../kernel/rateLimit.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { transact } from '../../kernel/transaction.ts'
import { lockUser } from '../users/locks.ts'

/** Tutorials that one person can have completed. */
export const MOST_TUTORIALS = 50
const COMPLETION_LIMIT: RateLimit = { name: 'complete-tutorial', points: 60, window: 60 }

/** Platform, tutorial and version. */
const KEY_PATTERN = /^\w{1,32}:[\w-]{1,64}:v[1-9]\d{0,3}$/

/** Keys of the tutorials that the viewer has completed, the last one last. */
export async function readTutorials({ db, viewer }: ViewerScope): Promise<string[]> {
  const rows = await db.tutorialCompletion.findMany({
    where: { userId: viewer.id },
    orderBy: [{ completedAt: 'asc' }, { key: 'asc' }],
    take: MOST_TUTORIALS,
  })
  return rows.map(({ key }) => key)
}

/** Throws `forbidden` for other people. */
export async function readTutorialsOf(scope: ViewerScope, userId: UserId): Promise<string[]> {
  if (userId !== scope.viewer.id) throw notOwn()
  return readTutorials(scope)
}

/** Throws `invalid` for a key of another form than `platform:tutorial:v1`. */
export function assertTutorialKey(key: string): void {
  if (!KEY_PATTERN.test(key)) throw invalid('key', 'key must have the form platform:tutorial:v1', 'malformed')
}

/**
 * Notes that the viewer has completed a tutorial; again changes nothing. Throws `invalid`, `conflict` with 50,
 * `exhausted` after 60 times in a minute.
 */
export async function completeTutorial(scope: ViewerScope, key: string): Promise<void> {
  assertTutorialKey(key)
  await scope.limits.take(COMPLETION_LIMIT, scope.viewer.id)
  await transact(scope, async (tx) => {
    const userId = tx.viewer.id
    await lockUser(tx, userId)
    if ((await tx.db.tutorialCompletion.count({ where: { userId, key } })) > 0) return
    assertBelowCap(await tx.db.tutorialCompletion.count({ where: { userId } }), MOST_TUTORIALS, 'tutorials')
    await tx.db.tutorialCompletion.create({ data: { userId, key, completedAt: tx.clock.now() } })
  })
}
