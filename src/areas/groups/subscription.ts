import { isAdmin } from '../../kernel/access.ts'
import { Failure } from '../../kernel/failure.ts'
import type { ViewerScope } from '../../kernel/scope.ts'

/** The permission that a subscription brings: with it people create groups, and are in more of them. */
export const CREATE_GROUPS_PERMISSION = 'permission-create-groups'

export const MAX_OWNED_GROUPS = 5
const MAX_JOINED_GROUPS = 100
const MAX_JOINED_GROUPS_WITH_SUBSCRIPTION = 200

/** Whether each of these people has a subscription, by id. One statement. */
async function readSubscribers(
  { db }: Pick<ViewerScope, 'db'>,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const grants = await db.permissionGrant.findMany({
    where: { userId: { in: [...userIds] }, permission: { name: CREATE_GROUPS_PERMISSION } },
    select: { userId: true },
  })
  return new Set(grants.map(({ userId }) => userId))
}

/** Throws `forbidden` unless the viewer has a subscription, or is an admin of the platform. */
export async function assertSubscriber(scope: ViewerScope, message: string): Promise<void> {
  const { id } = scope.viewer
  if (!isAdmin(scope) && !(await readSubscribers(scope, [id])).has(id))
    throw new Failure('forbidden', message, { reason: 'subscription_required' })
}

/**
 * Throws `forbidden` when a person is in as many groups as they can be: 100, or 200 with a subscription; admins of the
 * platform in any number. The caller has locked the person.
 */
export async function assertCanJoinMore(scope: ViewerScope, userId: string): Promise<void> {
  const person = await scope.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      displayName: true,
      tags: true,
      _count: { select: { groupMemberships: { where: { status: 'member', group: { deletedAt: null } } } } },
    },
  })
  const joined = person._count.groupMemberships
  const isOwn = userId === scope.viewer.id
  if (joined < MAX_JOINED_GROUPS || (isOwn && isAdmin(scope))) return
  if (joined < MAX_JOINED_GROUPS_WITH_SUBSCRIPTION && (await readSubscribers(scope, [userId])).has(userId)) return
  const message = isOwn
    ? "You're in too many groups."
    : `${person.displayName} can't join right now because they're in too many groups.`
  throw new Failure('forbidden', message, { reason: 'too_many_groups' })
}
