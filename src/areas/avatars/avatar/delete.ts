import { type AvatarId, trusted, type UserId } from '../../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction, ViewerTransaction } from '../../../kernel/transaction.ts'
import { ownerOrAdminAct } from '../../audit/staffAct.ts'
import { deleteUnlinkedFiles } from '../../files/links.ts'
import { avatarChanged } from '../events.ts'
import { cancelImpostorJob } from '../impostor/leases.ts'
import { type LockedAvatar, lockAvatarsOf, lockOwnAvatarIncludingDeleted } from '../locks.ts'
import { canUpdateAvatar } from '../policy.ts'
import { deleteWearsOf } from '../wearing/queries.ts'
import { wearersDue } from '../wearing/wearers.ts'
import { galleryFileIds } from './gallery.ts'
import { assertNotDefaultAvatar, writeAvatarChange } from './update.ts'

/**
 * Deletes an avatar and those of its files that nothing else uses. The row stays, hidden, so that the id is never reused.
 * A second call changes nothing. Throws `missing`, and `forbidden` also for the default avatar.
 */
export async function deleteAvatar(scope: ViewerScope, id: AvatarId): Promise<void> {
  await ownerOrAdminAct(scope, 'deleteAvatar', async (tx) => {
    const avatar = await lockOwnAvatarIncludingDeleted(tx, id)
    assertNotDefaultAvatar(avatar)
    if (canUpdateAvatar(tx, avatar)) await markAvatarDeleted(tx, avatar)
    return { subjectId: id, ownerId: avatar.authorId }
  })
}

async function markAvatarDeleted(tx: ViewerTransaction, avatar: LockedAvatar): Promise<void> {
  const change = { releaseStatus: 'hidden', deletedAt: tx.now, imageFileId: null, ...wearersDue(tx) }
  await writeAvatarChange(tx, avatar, change, 'deleted')
  await tx.db.avatarPackage.updateMany({ where: { avatarId: avatar.id }, data: { assetFileId: null } })
  await cancelImpostorJob(tx, avatar.id)
  const assets = avatar.packages.map(({ assetFileId }) => assetFileId)
  const files = [avatar.imageFileId, ...assets, ...(await galleryFileIds(tx, avatar.id))]
  await deleteUnlinkedFiles(tx, avatar.authorId, files)
}

/**
 * Hides the avatars of a person whose account is erased, clears what the person wrote about them, and deletes what says
 * that the person has worn avatars. The files area deletes the files.
 */
export async function eraseAvatars(tx: Scope & InTransaction, id: UserId): Promise<void> {
  const { db, now } = tx
  await lockAvatarsOf(tx, id)
  const hidden = { releaseStatus: 'hidden', description: '', imageFileId: null, updatedAt: now, ...wearersDue(tx) }
  const erased = await db.avatar.updateManyAndReturn({
    where: { authorId: id },
    data: hidden,
    select: { id: true },
  })
  await db.avatar.updateMany({ where: { authorId: id, deletedAt: null }, data: { deletedAt: now } })
  await db.avatarPackage.updateMany({ where: { avatar: { authorId: id } }, data: { assetFileId: null } })
  await deleteWearsOf(tx, id)
  await db.impostorJob.deleteMany({ where: { OR: [{ requesterId: id }, { avatar: { authorId: id } }] } })
  for (const avatar of erased) tx.emit(avatarChanged(trusted<'avatar'>(avatar.id)))
}
