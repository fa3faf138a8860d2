import { Prisma } from '../../../generated/prisma/client.ts'
import { notOwn } from '../../../kernel/failure.ts'
import type { GroupId, UserId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { readGroupAccess } from '../../groups/access.ts'
import { assertSeesInside } from '../../groups/policy.ts'
import { type InstanceView, type LocationRow, locationOfRow, readInstanceViews } from '../instances.ts'

const MAX_INSTANCES = 100
/** Those that the viewer may not enter are taken out of the fullest ones: a bound for who is in very many groups. */
const MAX_CANDIDATES = 500

/**
 * Open instances of a group that the viewer may enter, fullest first, at most 100; for who is no member only public ones.
 * Throws `missing`, `forbidden` for a private group of others.
 */
export async function listGroupInstances(scope: ViewerScope, groupId: GroupId): Promise<InstanceView[]> {
  assertSeesInside(await readGroupAccess(scope, groupId))
  return firstOf(await readOpenInstances(scope, Prisma.sql`i."ownerId" = ${groupId}`))
}

/**
 * Open instances of the viewer's groups, or of one group, that the viewer may enter, fullest first, at most 100. Throws
 * `forbidden` for another person.
 */
export async function listUserGroupInstances(
  scope: ViewerScope,
  userId: UserId,
  groupId?: GroupId,
): Promise<InstanceView[]> {
  if (userId !== scope.viewer.id) throw notOwn()
  if (groupId !== undefined) return listGroupInstances(scope, groupId)
  const isOfOwnGroup = Prisma.sql`i."ownerId" IN (
    SELECT "groupId" FROM "GroupMember" WHERE "userId" = ${userId} AND status = 'member')`
  return firstOf(await readOpenInstances(scope, isOfOwnGroup))
}

const firstOf = (instances: readonly InstanceView[]) => instances.slice(0, MAX_INSTANCES)

/**
 * Open instances of these groups that the viewer may enter, fullest first, at most 500 altogether. The caller has checked
 * that the viewer sees inside of the groups. Three statements.
 */
export const listInstancesOfGroups = (scope: ViewerScope, groupIds: readonly string[]): Promise<InstanceView[]> =>
  readOpenInstances(scope, Prisma.sql`i."ownerId" = ANY(${[...groupIds]})`)

/** Like `listInstancesOfGroups`, of those in which events are held. */
export const listInstancesOfEvents = (scope: ViewerScope, eventIds: readonly string[]): Promise<InstanceView[]> =>
  readOpenInstances(scope, Prisma.sql`i."calendarEntryId" = ANY(${[...eventIds]})`)

/** Three statements. */
async function readOpenInstances(scope: ViewerScope, isOfGroup: Prisma.Sql): Promise<InstanceView[]> {
  const rows = await scope.sql<LocationRow>`
    SELECT i."worldId", i."instanceId" FROM "Instance" AS i
    WHERE i.type = 'group' AND ${isOfGroup} AND (i."closedAt" IS NULL OR i."closedAt" > ${scope.now})
    ORDER BY (SELECT count(*) FROM "Occupant" AS o WHERE o.location = i.location) DESC, i.location
    LIMIT ${MAX_CANDIDATES}`
  const places = rows.map(locationOfRow).filter((place) => place !== null)
  const instances = await readInstanceViews(scope, places)
  return instances.filter(({ isListed }) => isListed)
}
