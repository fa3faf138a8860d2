import { assertOwnerOrAdmin } from '../../../kernel/access.ts'
import { Failure, userNotFound } from '../../../kernel/failure.ts'
import { type AvatarId, trusted, type UserId } from '../../../kernel/ids.ts'
import { storedUrl } from '../../../kernel/ownUrls.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { transact, type ViewerTransaction } from '../../../kernel/transaction.ts'
import { thumbnailUrl } from '../../../kernel/webUrls.ts'
import { lockUser } from '../../users/locks.ts'
import { changeFallbacks, wearAvatars } from '../../users/profile/appearance.ts'
import { lockWorn } from '../locks.ts'
import { canWearAvatar, type SeenAvatar, seeAvatar } from '../policy.ts'

/** Clients also choose a fallback by it. */
const SELECT_LIMIT: RateLimit = { name: 'select-avatar', points: 60, window: 60 }

/**
 * Makes the viewer wear an avatar: an own one, a public one that is not for sale, or one of a license. Throws `missing`,
 * `forbidden` without the license and for a hidden one, `conflict` for a deleted one, `exhausted`.
 */
export async function selectAvatar(scope: ViewerScope, id: AvatarId): Promise<void> {
  const { viewer, limits } = scope
  await limits.take(SELECT_LIMIT, viewer.id)
  await transact(scope, async (tx) => {
    await lockUser(tx, viewer.id)
    const { row } = await lockWearable(tx, id)
    const { fallbackAvatar: fallbackId } = await readWorn(tx, viewer.id)
    const thumbnail = { avatarId: id, url: storedUrl(tx, thumbnailUrl(tx, row.imageUrl)) }
    await wearAvatars(tx, [{ userId: viewer.id, avatarId: id, fallbackId }], [thumbnail])
    await noteWear(tx, id)
  })
}

/** What the popularity of avatars is counted from. */
const noteWear = ({ db, now, viewer: { id: userId } }: ViewerTransaction, avatarId: AvatarId) =>
  db.avatarWear.upsert({
    where: { avatarId_userId: { avatarId, userId } },
    create: { avatarId, userId, lastAt: now },
    update: { lastAt: now },
  })

/** Tags by which clients know avatars that every device can show. */
const FALLBACK_TAG = /^(author|admin)_quest_fallback(_basic|_extended)?$/

export const isFallback = (tags: readonly string[]): boolean => tags.some((tag) => FALLBACK_TAG.test(tag))

/**
 * Chooses the avatar that others see who cannot show the one that the viewer wears, and which the viewer wears when that one
 * is gone. Throws what `selectAvatar` throws, and `forbidden` for an avatar without a tag of fallbacks.
 */
export async function selectFallbackAvatar(scope: ViewerScope, id: AvatarId): Promise<void> {
  const { viewer, limits } = scope
  await limits.take(SELECT_LIMIT, viewer.id)
  await transact(scope, async (tx) => {
    await lockUser(tx, viewer.id)
    const { row } = await lockWearable(tx, id)
    if (!isFallback(row.tags))
      throw new Failure('forbidden', "This avatar isn't tagged as a quest fallback avatar.", { reason: 'no_fallback' })
    await changeFallbacks(tx, [{ userId: viewer.id, fallbackId: id }])
  })
}

/**
 * The avatar that a person wears, for the person and admins. Throws `forbidden` in a text that clients know, including its
 * quotes, `missing` for an unknown person, and for a worn avatar that is gone until the person wears another.
 */
export async function readWornAvatar(scope: ViewerScope, userId: UserId): Promise<SeenAvatar> {
  assertOwnerOrAdmin(scope, userId, wornByOther)
  const { currentAvatar } = await readWorn(scope, userId)
  return seeAvatar(scope, trusted<'avatar'>(currentAvatar))
}

const wornByOther = () =>
  new Failure('forbidden', '"You do not have permission to fetch details about the avatar on this user."', {
    reason: 'not_own',
  })

async function readWorn({ db }: Pick<ViewerScope, 'db'>, userId: UserId) {
  const worn = await db.user.findUnique({
    where: { id: userId, erasedAt: null },
    select: { currentAvatar: true, fallbackAvatar: true },
  })
  if (!worn) throw userNotFound(userId)
  return worn
}

/**
 * Locks an avatar that the viewer may wear. Throws `missing` for one that the viewer can't read, `conflict` for a deleted
 * one, `forbidden` for a hidden one, and for one that takes a license which the viewer does not have.
 */
async function lockWearable(tx: ViewerTransaction, id: AvatarId): Promise<SeenAvatar> {
  await lockWorn(tx, [id])
  const seen = await seeAvatar(tx, id)
  if (canWearAvatar(tx, seen)) return seen
  const { deletedAt, releaseStatus } = seen.row
  if (deletedAt !== null) throw new Failure('conflict', 'This avatar was deleted', { reason: 'already_deleted' })
  if (releaseStatus === 'hidden') throw new Failure('forbidden', 'This avatar is hidden', { reason: 'hidden_by_admin' })
  throw new Failure('forbidden', 'You need a license to wear this avatar.', { reason: 'license_required' })
}
