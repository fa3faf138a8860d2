import { type FindPossibleVisits, visitKey } from '../../../kernel/access.ts'
import { notOwn } from '../../../kernel/failure.ts'
import { type GroupId, trusted, type UserId } from '../../../kernel/ids.ts'
import { parseLocation } from '../../../kernel/location.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { readGroupAccess } from '../../groups/access.ts'
import { assertSeesInside } from '../../groups/policy.ts'
import { type InstanceView, locationOfRow, readInstanceViews } from '../instances.ts'
import { canEnterInstance, isGroupInstanceListed } from '../policy.ts'
import { readVisitFacts } from '../queries.ts'
import { type GroupInstanceFilter, readOpenLocations } from './queries.ts'

const MAX_INSTANCES = 100
/** Those that the viewer may not enter are taken out of the fullest ones: a bound for who is in very many groups. */
const MAX_CANDIDATES = 500

/**
 * Open instances of a group that the viewer may enter, fullest first, at most 100; for who is no member only public ones.
 * Throws `missing`, `forbidden` for a private group of others.
 */
export async function listGroupInstances(scope: ViewerScope, groupId: GroupId): Promise<InstanceView[]> {
  assertSeesInside(await readGroupAccess(scope, groupId))
  return firstOf(await readOpenInstances(scope, { groupIds: [groupId] }))
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
  return firstOf(await readOpenInstances(scope, { memberId: userId }))
}

const firstOf = (instances: readonly InstanceView[]) => instances.slice(0, MAX_INSTANCES)

/**
 * Open instances of these groups that the viewer may enter, fullest first, at most 500 altogether. The caller has checked
 * that the viewer sees inside of the groups. Three statements.
 */
export const listInstancesOfGroups = (scope: ViewerScope, groupIds: readonly string[]): Promise<InstanceView[]> =>
  readOpenInstances(scope, { groupIds })

/** Like `listInstancesOfGroups`, of those in which events are held. */
export const listInstancesOfEvents = (scope: ViewerScope, eventIds: readonly string[]): Promise<InstanceView[]> =>
  readOpenInstances(scope, { eventIds })

/** Three statements. */
async function readOpenInstances(scope: ViewerScope, filter: GroupInstanceFilter): Promise<InstanceView[]> {
  const rows = await readOpenLocations(scope, filter, MAX_CANDIDATES)
  const places = rows.map(locationOfRow).filter((place) => place !== null)
  const instances = await readInstanceViews(scope, places)
  return instances.filter(({ isListed }) => isListed)
}

const RULES = { enter: canEnterInstance, list: isGroupInstanceListed } as const

export const findPossibleVisits: FindPossibleVisits = async (services, visits, rule = 'enter') => {
  const places = new Map(visits.map(({ location }) => [location, parseLocation(location)]))
  const toGroups = visits.filter(({ location }) => places.get(location)?.type === 'group')
  if (toGroups.length === 0) return new Set()
  const admins = new Set(toGroups.flatMap(({ userId, isAdmin }) => (isAdmin ? userId : [])))
  const owned = toGroups.map(({ userId, location }) => ({
    userId,
    location,
    ownerId: places.get(location)?.ownerId ?? '',
  }))
  const rows = await readVisitFacts(services, owned)
  const possible = rows.filter(({ userId, location, ...facts }) => {
    const place = places.get(location)
    const viewer = { id: trusted<'user'>(userId), admin: admins.has(userId), staff: [], pendingFactors: [] }
    return place && RULES[rule]({ viewer }, place, facts)
  })
  return new Set(possible.map(visitKey))
}
