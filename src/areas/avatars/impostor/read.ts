import type { ImpostorJob, Prisma } from '../../../generated/prisma/client.ts'
import { assertOwnerOrAdmin, isAdmin } from '../../../kernel/access.ts'
import type { AvatarId } from '../../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { seeAvatar } from '../access.ts'
import { avatarOfOther } from '../policy.ts'
import type { AvatarRow } from '../queries.ts'

/** Jobs for avatars of the viewer and jobs that the viewer has asked for, as a condition; all jobs for admins. */
export const visibleImpostorJobs = ({ viewer }: Pick<ViewerScope, 'viewer'>): Prisma.ImpostorJobWhereInput =>
  isAdmin({ viewer }) ? {} : { OR: [{ avatar: { authorId: viewer.id } }, { requesterId: viewer.id }] }

/** The latest impostor job of each avatar that ever had one, without a check of visibility. One statement. */
export const latestImpostorJobs = (
  { sql }: Pick<Scope, 'db' | 'sql'>,
  avatarIds: readonly string[],
): Promise<ImpostorJob[]> =>
  sql<ImpostorJob>`
    SELECT latest.* FROM unnest(${[...avatarIds]}::text[]) AS wanted (id) CROSS JOIN LATERAL (
      SELECT * FROM "ImpostorJob" WHERE "avatarId" = wanted.id ORDER BY "createdAt" DESC, id DESC LIMIT 1
    ) AS latest`

/** The avatar, if the viewer sees all of its jobs. Throws `missing`, and `forbidden` for people other than its author and admins. */
export async function assertCanSeeImpostorJobs(scope: ViewerScope, id: AvatarId): Promise<AvatarRow> {
  const { row } = await seeAvatar(scope, id)
  assertOwnerOrAdmin(scope, row.authorId, avatarOfOther)
  return row
}
