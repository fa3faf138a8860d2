import type { GlobalAvatarModeration } from '../../generated/prisma/client.ts'
import { noSuchUser } from '../../kernel/failure.ts'
import type { AvatarId } from '../../kernel/ids.ts'
import type { Stretch } from '../../kernel/page.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { transact } from '../../kernel/transaction.ts'
import { holdReceivers } from '../notifications/receivers.ts'
import { checkRoom, holdOwn, MODERATIONS } from './holding.ts'

/** What a person can want of an avatar, whoever wears it. */
export type AvatarModerationType = 'block'

/** A part of the list below; the id of a place is the avatar's. */
export function listAvatarModerations(
  { db, viewer }: SignedScope,
  { limit, earlierThan, laterThan, inverted }: Stretch,
): Promise<GlobalAvatarModeration[]> {
  const way = inverted ? 'asc' : 'desc'
  return db.globalAvatarModeration.findMany({
    where: { userId: viewer.id, AND: between({ earlierThan, laterThan }) },
    orderBy: [{ createdAt: way }, { targetAvatarId: way }],
    take: limit,
  })
}

const between = ({ earlierThan: end, laterThan: start }: Omit<Stretch, 'limit'>) => [
  ...(end ? [{ createdAt: { lte: end.at }, NOT: { createdAt: end.at, targetAvatarId: { gte: end.id } } }] : []),
  ...(start ? [{ createdAt: { gte: start.at }, NOT: { createdAt: start.at, targetAvatarId: { lte: start.id } } }] : []),
]

/** All avatars that the viewer wants to see on nobody, the latest first. */
export const readAvatarModerations = ({ db, viewer }: SignedScope): Promise<GlobalAvatarModeration[]> =>
  db.globalAvatarModeration.findMany({
    where: { userId: viewer.id },
    orderBy: [{ createdAt: 'desc' }, { targetAvatarId: 'desc' }],
  })

/**
 * Has an avatar be seen on nobody; the same once more changes nothing. Of avatars nothing is known here but their ids.
 * Throws `invalid` for one beyond 10,000, `exhausted` after 120 in a minute.
 */
export async function moderateAvatar(
  scope: SignedScope,
  targetAvatarId: AvatarId,
  type: AvatarModerationType,
): Promise<GlobalAvatarModeration> {
  const userId = scope.viewer.id
  await scope.limits.take(MODERATIONS, userId)
  return transact(scope, async (open) => {
    await holdOwn(open)
    if ((await holdReceivers(open, [userId])).length === 0) throw noSuchUser(userId)
    const key = { userId, targetAvatarId, type }
    const standing = await open.db.globalAvatarModeration.findUnique({ where: { userId_targetAvatarId_type: key } })
    if (standing) return standing
    checkRoom(await open.db.globalAvatarModeration.count({ where: { userId } }), 'targetAvatarId')
    return open.db.globalAvatarModeration.create({ data: { ...key, createdAt: open.now } })
  })
}

/** Takes it back, whether or not it stands. Throws `exhausted` as above. */
export async function unmoderateAvatar(
  scope: SignedScope,
  targetAvatarId: AvatarId,
  type: AvatarModerationType,
): Promise<void> {
  const userId = scope.viewer.id
  await scope.limits.take(MODERATIONS, userId)
  await scope.db.globalAvatarModeration.deleteMany({ where: { userId, targetAvatarId, type } })
}
