import type { Prisma } from '../../generated/prisma/client.ts'
import { isAdmin } from '../../kernel/access.ts'
import type { Viewer } from '../../kernel/scope.ts'

/** Notices that are enabled, public, and within their dates. */
export const visibleInfoPushes = (now: Date): Prisma.InfoPushWhereInput => ({
  isEnabled: true,
  releaseStatus: 'public',
  AND: [
    { OR: [{ startDate: null }, { startDate: { lte: now } }] },
    { OR: [{ endDate: null }, { endDate: { gt: now } }] },
  ],
})

/** Permissions that the viewer may read: granted ones; all for admins. */
export const visiblePermissions = (viewer: Viewer): Prisma.PermissionWhereInput =>
  isAdmin({ viewer }) ? {} : assignedPermissions(viewer)

/** Permissions granted to a user. */
export const assignedPermissions = ({ id }: Pick<Viewer, 'id'>): Prisma.PermissionWhereInput => ({
  grants: { some: { userId: id } },
})
