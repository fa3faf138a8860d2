import type { InfoPush, Prisma } from '../../generated/prisma/client.ts'
import { isStaff } from '../../kernel/access.ts'
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

/** Whether a notice is shown at a time. */
export const isShown = ({ isEnabled, releaseStatus, startDate, endDate }: InfoPush, now: Date): boolean =>
  isEnabled && releaseStatus === 'public' && (!startDate || startDate <= now) && (!endDate || endDate > now)

/** Permissions that the viewer may read: granted ones; all for admins. */
export const visiblePermissions = (viewer: Viewer): Prisma.PermissionWhereInput =>
  isStaff({ viewer }, 'configuration', 'people') ? {} : assignedPermissions(viewer)

/** Permissions granted to a user. */
export const assignedPermissions = ({ id }: Pick<Viewer, 'id'>): Prisma.PermissionWhereInput => ({
  grants: { some: { userId: id } },
})
