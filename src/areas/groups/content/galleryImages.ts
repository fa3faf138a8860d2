import type { GroupGallery, GroupGalleryImage, Prisma } from '../../../generated/prisma/client.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import { isId, newId } from '../../../kernel/ids.ts'
import { assertAll, assertDistinct, type InputRule } from '../../../kernel/inputFaults.ts'
import type { OffsetPage } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { fileNotFound } from '../../files/policy.ts'
import { type GroupAccess, readKeptGroupAccess } from '../access.ts'
import { groupChanged } from '../events.ts'
import { type GroupAct, groupAct } from '../groupAct.ts'
import {
  assertNotHidden,
  assertOwnImage,
  assertSeesInside,
  canManageImages,
  canSubmitImages,
  galleryImageNotFound,
  galleryNotFound,
  groupForbidden,
  groupLimitReached,
  isApprovedAtOnce,
} from '../policy.ts'
import { type GalleryKey, readVisibleGallery } from './galleries.ts'
import { writePositions } from './queries.ts'

const MAX_IMAGES = 1_000

/** The images of a gallery that the viewer can see: without the right to manage them approved and own ones. */
const visibleImages = (
  access: GroupAccess,
  gallery: GroupGallery,
  viewerId: string,
): Prisma.GroupGalleryImageWhereInput => ({
  galleryId: gallery.id,
  ...(!canManageImages(access, gallery) && {
    OR: [{ approvedAt: { not: null } }, { submittedById: viewerId }],
  }),
})

/** The order of the images of a gallery. */
const IMAGE_ORDER = [{ position: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }] as const

interface ImageListQuery {
  /** Only approved images, or only those that are not. */
  readonly approved?: boolean | undefined
  readonly page: OffsetPage
}

/** Images of a gallery in its order. Throws `missing`, `forbidden` for a private group of others. */
export async function readGroupGalleryImages(
  scope: ViewerScope,
  { groupId, galleryId }: GalleryKey,
  { approved, page }: ImageListQuery,
): Promise<GroupGalleryImage[]> {
  const access = await readKeptGroupAccess(scope, groupId)
  assertSeesInside(access)
  const gallery = await readVisibleGallery(scope, access, galleryId)
  const wanted = approved === undefined ? {} : { approvedAt: approved ? { not: null } : null }
  return scope.db.groupGalleryImage.findMany({
    where: { AND: [visibleImages(access, gallery, scope.viewer.id), wanted] },
    orderBy: [...IMAGE_ORDER],
    take: page.limit,
    skip: page.offset,
  })
}

/** The rules for an image that is submitted to a gallery. */
export const galleryImageRules = (
  scope: ViewerScope,
  { galleryId = '', fileId }: { readonly galleryId?: string; readonly fileId?: string },
): InputRule[] => [
  () => fileId !== undefined && assertOwnImage(scope, 'fileId', fileId, scope.viewer.id),
  async () => {
    if (fileId === undefined || (await scope.db.groupGalleryImage.count({ where: { galleryId, fileId } })) === 0) return
    throw invalid('fileId', 'fileId must be an image that is not in the gallery', 'unknown_reference')
  },
]

/**
 * Submits an image to a gallery, which shows it once it is approved: at once for those who need no approval. Throws
 * `missing`, `forbidden` also beyond 1,000 images, `invalid` for images of others and one that is in the gallery.
 */
export const addGroupGalleryImage = (
  scope: ViewerScope,
  { groupId, galleryId }: GalleryKey,
  fileId: string,
): Promise<GroupGalleryImage> =>
  groupAct(scope, { act: 'addGroupGalleryImage', groupId, needs: 'membership' }, async ({ tx, access }) => {
    const { db, now, viewer } = tx
    const gallery = await readVisibleGallery(tx, access, galleryId)
    if (!canSubmitImages(access, gallery)) throw groupForbidden()
    assertNotHidden(access)
    for (const rule of galleryImageRules(tx, { galleryId, fileId })) await rule()
    const { _count: count, _max: last } = await db.groupGalleryImage.aggregate({
      where: { galleryId },
      _count: true,
      _max: { position: true },
    })
    if (count >= MAX_IMAGES) throw groupLimitReached('images')
    tx.emit(groupChanged(groupId))
    return db.groupGalleryImage.create({
      data: {
        id: newId('groupGalleryImage', now),
        groupId,
        galleryId,
        fileId,
        position: (last.position ?? -1) + 1,
        submittedById: viewer.id,
        ...(isApprovedAtOnce(access, gallery) && approvalBy(tx)),
        createdAt: now,
      },
    })
  })

const approvalBy = ({ viewer, now }: ViewerScope) => ({ approvedById: viewer.id, approvedAt: now })

/** An image of a gallery of a group. */
interface GalleryImageKey extends GalleryKey {
  readonly imageId: string
}

/** An image that the viewer can see, with its gallery. Throws `missing` for the gallery, then for the image. */
async function readVisibleImage({ tx, access }: GroupAct, { galleryId, imageId }: GalleryImageKey) {
  const gallery = await readVisibleGallery(tx, access, galleryId)
  const where = { AND: [{ id: imageId }, visibleImages(access, gallery, tx.viewer.id)] }
  const image = await tx.db.groupGalleryImage.findFirst({ where })
  if (!image) throw galleryImageNotFound()
  return { gallery, image }
}

/** Approves an image; does nothing for an approved one. Throws `missing`, `forbidden`. */
export const approveGroupGalleryImage = (scope: ViewerScope, key: GalleryImageKey): Promise<GroupGalleryImage> =>
  groupAct(
    scope,
    { act: 'approveGroupGalleryImage', groupId: key.groupId, needs: 'membership' },
    async (act): Promise<GroupGalleryImage> => {
      const { tx, access } = act
      const { gallery, image } = await readVisibleImage(act, key)
      if (!canManageImages(access, gallery)) throw groupForbidden()
      if (image.approvedAt !== null) return image
      tx.emit(groupChanged(key.groupId))
      return tx.db.groupGalleryImage.update({ where: { id: image.id }, data: approvalBy(tx) })
    },
  )

/** Legacy clients know this message. */
const imageForbidden = () =>
  new Failure('forbidden', "You can't remove this gallery submission!", { reason: 'group_forbidden' })

/**
 * Removes an image from a gallery; its file stays. Throws `missing`, `forbidden` for who neither manages the images nor
 * has submitted it.
 */
export const deleteGroupGalleryImage = (scope: ViewerScope, key: GalleryImageKey): Promise<void> =>
  groupAct(
    scope,
    { act: 'deleteGroupGalleryImage', groupId: key.groupId, needs: 'membership' },
    async (act): Promise<void> => {
      const { tx, access } = act
      const { gallery, image } = await readVisibleImage(act, key)
      if (image.submittedById !== tx.viewer.id && !canManageImages(access, gallery)) throw imageForbidden()
      await tx.db.groupGalleryImage.delete({ where: { id: image.id } })
      tx.emit(groupChanged(key.groupId))
    },
  )

interface GalleryOrder {
  readonly galleryId: string
  readonly ids: readonly string[]
}

/** The rules for what is given of an order. */
export const galleryOrderRules = ({ galleryId, ids = [] }: Partial<GalleryOrder>): InputRule[] => [
  () => {
    if (galleryId !== undefined && !isId('groupGallery', galleryId))
      throw invalid('galleryId', 'galleryId must be the id of a gallery', 'not_an_id')
  },
  () => assertDistinct('ids', ids, 'ids must name each file once'),
]

/**
 * Puts these files first in the order in which a gallery shows its images; the others follow in their previous order.
 * Returns the whole order. Throws `missing` for an unknown gallery and for files that are not in it, `forbidden` for who
 * does not manage its images, `invalid` for a file named twice.
 */
export async function setGroupGalleryFileOrder(
  scope: ViewerScope,
  galleryId: string,
  ids: readonly string[],
): Promise<string[]> {
  await assertAll(galleryOrderRules({ galleryId, ids }))
  const found = await scope.db.groupGallery.findUnique({ where: { id: galleryId }, select: { groupId: true } })
  if (!found) throw galleryNotFound()
  const options = { act: 'setGroupGalleryFileOrder', groupId: found.groupId, needs: 'membership' } as const
  return groupAct(scope, options, async ({ tx, access }) => {
    const gallery = await readVisibleGallery(tx, access, galleryId)
    if (!canManageImages(access, gallery)) throw groupForbidden()
    const images = await tx.db.groupGalleryImage.findMany({
      where: { galleryId },
      orderBy: [...IMAGE_ORDER],
      select: { fileId: true },
    })
    const present = new Set(images.map(({ fileId }) => fileId))
    const unknown = ids.find((id) => !present.has(id))
    if (unknown !== undefined) throw fileNotFound(unknown)
    const order = [...new Set([...ids, ...present])]
    await writePositions(tx, galleryId, order)
    tx.emit(groupChanged(found.groupId))
    return order
  })
}
