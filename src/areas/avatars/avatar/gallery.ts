import type { AvatarGalleries } from '../../../kernel/avatarGalleries.ts'
import { invalid } from '../../../kernel/failure.ts'
import { type AvatarId, trusted } from '../../../kernel/ids.ts'
import { assertAll, assertDistinct, type InputRule } from '../../../kernel/inputFaults.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { type InTransaction, transact, type ViewerTransaction } from '../../../kernel/transaction.ts'
import { contentChanged } from '../../files/events.ts'
import { lockFiles } from '../../files/locks.ts'
import { avatarChanged } from '../events.ts'
import { lockOwnAvatar } from '../locks.ts'
import { assertCanReadAvatar, avatarOfOther } from '../policy.ts'
import { writeGalleryPositions } from '../queries.ts'

/** The ids of the images in the gallery of an avatar, in no particular order. */
export async function galleryFileIds({ db }: Pick<InTransaction, 'db'>, avatarId: string): Promise<string[]> {
  const files = await db.file.findMany({ where: { avatarId }, select: { id: true } })
  return files.map(({ id }) => id)
}

/** Admins show no images with the avatars of others. */
async function lockOwnGallery(tx: ViewerTransaction, avatarId: AvatarId): Promise<void> {
  const { authorId } = await lockOwnAvatar(tx, avatarId)
  if (authorId !== tx.viewer.id) throw avatarOfOther()
}

const announceGallery = (tx: InTransaction, avatarId: string): void =>
  tx.emit(avatarChanged(trusted<'avatar'>(avatarId)))

/** The rule for what is given of an order. */
export const galleryOrderRules = ({ ids = [] }: { readonly ids?: readonly string[] | undefined }): InputRule[] => [
  () => assertDistinct('ids', ids, 'ids must name each file once'),
]

/**
 * Puts the images in the gallery of an own avatar in the order of these ids, which must name all of them once. Returns the
 * id of the avatar. Throws `invalid` for other ids, and `conflict` for a deleted avatar.
 */
export async function setAvatarGalleryOrder(scope: ViewerScope, ids: readonly string[]): Promise<AvatarId> {
  await assertAll(galleryOrderRules({ ids }))
  return transact(scope, async (tx) => {
    const avatarId = await findGalleryOf(tx, ids)
    await lockOwnGallery(tx, avatarId)
    const present = await galleryFileIds(tx, avatarId)
    if (present.length !== ids.length || !present.every((id) => ids.includes(id))) throw notWholeGallery()
    await lockFiles(tx, ids)
    await writeGalleryPositions(tx, ids)
    announceGallery(tx, avatarId)
    const change = { contentType: 'avatargallery', actionType: 'updated', itemId: avatarId } as const
    tx.emit(contentChanged(tx.viewer.id, change))
    return avatarId
  })
}

const notWholeGallery = () =>
  invalid('ids', 'ids must be all images in the gallery of an avatar of yours', 'unknown_reference')

/** The avatar in whose gallery the first of these files is; the others are compared under its lock. */
async function findGalleryOf({ db, viewer }: ViewerTransaction, [id]: readonly string[]): Promise<AvatarId> {
  const where = { id: id ?? '', avatar: { authorId: viewer.id } }
  const file = await db.file.findFirst({ where, select: { avatarId: true } })
  if (!file?.avatarId) throw notWholeGallery()
  return trusted<'avatar'>(file.avatarId)
}

/** The galleries of avatars, as other areas use them. */
export const avatarGalleries: AvatarGalleries = {
  assertReadable: assertCanReadAvatar,
  lockOwn: lockOwnGallery,
  announce: announceGallery,
  setOrder: async (scope, fileIds) => void (await setAvatarGalleryOrder(scope, fileIds)),
}
