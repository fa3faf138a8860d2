import type { Prisma } from '../../generated/prisma/client.ts'
import type { Viewer } from '../../kernel/scope.ts'

/** The notices that everybody may see at this moment. */
export const visibleInfoPushes = (now: Date): Prisma.InfoPushWhereInput => ({
  isEnabled: true,
  releaseStatus: 'public',
  AND: [
    { OR: [{ startDate: null }, { startDate: { lte: now } }] },
    { OR: [{ endDate: null }, { endDate: { gt: now } }] },
  ],
})

/** The permissions that the viewer may read: those granted to him; an admin reads every one. */
export const visiblePermissions = (viewer: Viewer): Prisma.PermissionWhereInput =>
  viewer.admin ? {} : assignedTo(viewer)

/** The permissions that were granted to the person. */
export const assignedTo = ({ id }: Pick<Viewer, 'id'>): Prisma.PermissionWhereInput => ({
  grants: { some: { userId: id } },
})
