import type { GroupGallery, GroupRole } from '../../../generated/prisma/client.ts'
import type { GroupId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { type GroupAccess, readGroupAccess } from '../access.ts'
import { visibleGalleries } from '../content/galleries.ts'
import { canSeeInside } from '../policy.ts'

/** A group as the viewer can see it. */
export interface GroupView {
  readonly access: GroupAccess
  /** The galleries that the viewer can see. */
  readonly galleries: readonly GroupGallery[]
  /** Only if they were asked for and the viewer can see them. */
  readonly roles?: readonly GroupRole[]
}

/** Throws `missing` for a group that the viewer can't see. */
export const readGroup = async (scope: ViewerScope, id: GroupId, { includeRoles = false } = {}): Promise<GroupView> =>
  groupView(await readGroupAccess(scope, id), { includeRoles })

/** Adds galleries, and roles if asked for, to a group. */
export const groupView = (access: GroupAccess, { includeRoles = false } = {}): GroupView => ({
  access,
  galleries: visibleGalleries(access),
  ...(includeRoles && canSeeInside(access) && { roles: access.group.groupRoles }),
})
