import { Failure } from '../../../kernel/failure.ts'
import type { AvatarId } from '../../../kernel/ids.ts'
import type { ViewerTransaction } from '../../../kernel/transaction.ts'
import { DEFAULT_AVATAR_ID } from '../../accounts/account/defaultAvatar.ts'
import { type LockedAvatar, lockOwnAvatar } from '../policy.ts'
import { wearersDue } from '../wearing/due.ts'
import { writeAvatarChange } from './write.ts'

/** Throws `forbidden` for the avatar of everybody who has no other: it stays public. */
export function assertNotDefaultAvatar({ id }: Pick<LockedAvatar, 'id'>): void {
  if (id === DEFAULT_AVATAR_ID)
    throw new Failure('forbidden', 'The default avatar stays public', { reason: 'default_avatar' })
}

/**
 * Hides an avatar from everybody but its author and admins until `showAvatar`; only admins may call it. Throws `missing`,
 * `forbidden` for the default avatar, and `conflict` for an avatar that is hidden or deleted.
 */
export async function hideAvatar(tx: ViewerTransaction, id: AvatarId): Promise<LockedAvatar> {
  const avatar = await lockOwnAvatar(tx, id)
  assertNotDefaultAvatar(avatar)
  if (avatar.hiddenFrom !== null)
    throw new Failure('conflict', 'This avatar is hidden already', { reason: 'already_hidden' })
  await writeAvatarChange(tx, avatar, {
    releaseStatus: 'hidden',
    hiddenFrom: avatar.releaseStatus,
    ...wearersDue(tx),
  })
  return avatar
}

/** Undoes `hideAvatar`. Throws `missing`, and `conflict` for an avatar that no admin has hidden or that is deleted. */
export async function showAvatar(tx: ViewerTransaction, id: AvatarId): Promise<LockedAvatar> {
  const avatar = await lockOwnAvatar(tx, id)
  if (avatar.hiddenFrom === null) throw new Failure('conflict', 'This avatar is not hidden', { reason: 'not_hidden' })
  await writeAvatarChange(tx, avatar, { releaseStatus: avatar.hiddenFrom, hiddenFrom: null, ...wearersDue(tx) })
  return avatar
}
