import type { GroupGallery } from '../../../generated/prisma/client.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import type { GroupAccess } from '../access.ts'
import { canSeeInside, galleryNotFound, hasPermission, holdsOneOf } from '../policy.ts'

/** Whether the viewer can approve, order and remove the images of a gallery: by the permission or a role of the gallery. */
export const canManageImages = (access: GroupAccess, gallery: GroupGallery): boolean =>
  hasPermission(access, 'group-galleries-manage') || holdsOneOf(access, gallery.roleIdsToManage)

/** Whether the viewer can submit images to a gallery that they can see. */
export const canSubmitImages = (access: GroupAccess, gallery: GroupGallery): boolean =>
  canManageImages(access, gallery) || holdsOneOf(access, gallery.roleIdsToSubmit)

/** Whether images that the viewer submits to a gallery need no approval. */
export const isApprovedAtOnce = (access: GroupAccess, gallery: GroupGallery): boolean =>
  canManageImages(access, gallery) || holdsOneOf(access, gallery.roleIdsToAutoApprove)

/** Whether the viewer can see a gallery of a group: those who manage its images always, others by their roles. */
export function canSeeGallery(access: GroupAccess, gallery: GroupGallery): boolean {
  if (!canSeeInside(access)) return false
  if (canManageImages(access, gallery)) return true
  if (gallery.membersOnly && access.status !== 'member') return false
  return !gallery.restrictsView || holdsOneOf(access, gallery.roleIdsToView)
}

/** Galleries of a group that the viewer can see, oldest first. */
export const visibleGalleries = (access: GroupAccess): GroupGallery[] =>
  access.group.galleries.filter((gallery) => canSeeGallery(access, gallery))

/** A gallery of a group. Throws `missing` for one that the viewer can't see. */
export async function readVisibleGallery(
  { db }: Pick<InTransaction, 'db'>,
  access: GroupAccess,
  id: string,
): Promise<GroupGallery> {
  const gallery = await db.groupGallery.findFirst({ where: { id, groupId: access.group.id } })
  if (!gallery || !canSeeGallery(access, gallery)) throw galleryNotFound()
  return gallery
}
