import type { GlobalAvatarModeration } from '../../generated/prisma/client.ts'
import { userNotFound } from '../../kernel/failure.ts'
import type { AvatarId } from '../../kernel/ids.ts'
import { type KeysetPage, keysetOrder, keysetWhere } from '../../kernel/page.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { transact } from '../../kernel/transaction.ts'
import { ownListChanged } from '../accounts/events.ts'
import { lockExistingUsers } from '../users/locks.ts'
import { assertBelowMaxModerations, lockOwnModerations, MODERATION_LIMIT } from './policy.ts'

/** How a person treats an avatar, regardless of who wears it. */
type AvatarModerationType = 'block'

/** A page of the viewer's avatar moderations, ordered by `createdAt` and `targetAvatarId`. */
export const listAvatarModerations = (
  { db, viewer }: ViewerScope,
  page: KeysetPage,
): Promise<GlobalAvatarModeration[]> =>
  db.globalAvatarModeration.findMany({
    where: { userId: viewer.id, AND: keysetWhere(page, ['createdAt', 'targetAvatarId']) },
    orderBy: keysetOrder(page, ['createdAt', 'targetAvatarId']),
    take: page.limit,
  })

/** Number of the viewer's avatar moderations. */
export const countAvatarModerations = ({ db, viewer }: ViewerScope): Promise<number> =>
  db.globalAvatarModeration.count({ where: { userId: viewer.id } })

/** All avatar moderations of the viewer, the latest first. */
export const readAvatarModerations = ({ db, viewer }: ViewerScope): Promise<GlobalAvatarModeration[]> =>
  db.globalAvatarModeration.findMany({
    where: { userId: viewer.id },
    orderBy: [{ createdAt: 'desc' }, { targetAvatarId: 'desc' }],
  })

/**
 * Blocks an avatar; repeating it changes nothing. The avatar need not exist on this server. Throws `invalid` beyond
 * 10,000 moderations, `exhausted` after 120 changes in a minute.
 */
export async function moderateAvatar(
  scope: ViewerScope,
  targetAvatarId: AvatarId,
  type: AvatarModerationType,
): Promise<GlobalAvatarModeration> {
  const userId = scope.viewer.id
  await scope.limits.take(MODERATION_LIMIT, userId)
  return transact(scope, async (tx) => {
    await lockOwnModerations(tx)
    if ((await lockExistingUsers(tx, [userId])).length === 0) throw userNotFound(userId)
    const key = { userId, targetAvatarId, type }
    const existing = await tx.db.globalAvatarModeration.findUnique({ where: { userId_targetAvatarId_type: key } })
    if (existing) return existing
    assertBelowMaxModerations(await tx.db.globalAvatarModeration.count({ where: { userId } }), 'targetAvatarId')
    tx.emit(ownListChanged(userId, { list: 'blockedAvatars', targetId: targetAvatarId }))
    return tx.db.globalAvatarModeration.create({ data: { ...key, createdAt: tx.now } })
  })
}

/** Removes an avatar moderation if there is one. Throws `exhausted` after 120 changes in a minute. */
export async function unmoderateAvatar(
  scope: ViewerScope,
  targetAvatarId: AvatarId,
  type: AvatarModerationType,
): Promise<void> {
  const userId = scope.viewer.id
  await scope.limits.take(MODERATION_LIMIT, userId)
  await transact(scope, async ({ db, emit }) => {
    const { count } = await db.globalAvatarModeration.deleteMany({ where: { userId, targetAvatarId, type } })
    if (count > 0) emit(ownListChanged(userId, { list: 'blockedAvatars', targetId: targetAvatarId }))
  })
}
