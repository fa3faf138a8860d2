import type { Prisma } from '../../generated/prisma/client.ts'
import { visitKey } from '../../kernel/access.ts'
import type { PresenceStatus } from '../../kernel/presence.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { sharesInstance, sharesLocation } from '../accounts/policy.ts'
import { presenceVisibleToViewer } from './relations.ts'

const OCCUPANT_LOCATION_SELECT = {
  location: true,
  instance: { select: { worldId: true, instanceId: true, type: true, canRequestInvite: true } },
} satisfies Prisma.OccupantSelect

/** Relation to the location of a person. */
export const LOCATION_SELECT = { occupies: { select: OCCUPANT_LOCATION_SELECT } } satisfies Prisma.UserSelect

/** True location of a person, which not everybody may see. */
export type OccupantLocation = Prisma.OccupantGetPayload<{ select: typeof OCCUPANT_LOCATION_SELECT }>

/** Where a person is: offline, only on the website, in a client at a place that is hidden or in none, or in an instance. */
type WhereaboutsKind = 'offline' | 'website' | 'private' | 'instance'

/** Location of a person as a viewer may see it: a true location, or the placeholder `offline` or `private`. */
export interface Whereabouts {
  readonly kind: WhereaboutsKind
  readonly location: string
  readonly worldId: string
  readonly instanceId: string
  /** Whether friends may ask to be invited there. */
  readonly canRequestInvite: boolean
}

const locationPlaceholder = (text: 'offline' | 'private'): Whereabouts => ({
  kind: text,
  location: text,
  worldId: text,
  instanceId: text,
  canRequestInvite: false,
})
export const OFFLINE = locationPlaceholder('offline')
/** The wire calls people offline who are only on the website. */
const ON_WEBSITE: Whereabouts = { ...OFFLINE, kind: 'website' }
/** Hides a location from the viewer. */
const PRIVATE = locationPlaceholder('private')

interface WhereaboutsInput {
  /** Presence as the viewer sees it: offline for people who are not friends. */
  readonly standing: PresenceStatus
  readonly status: string
  readonly place: OccupantLocation | null
  /** Whether the person is the viewer. */
  readonly isOwn: boolean
  /** Locations in groups that the viewer may enter, of those that readEnterable was asked for. */
  readonly enterable: ReadonlySet<string>
}

/**
 * Location that a viewer sees: the true one of oneself; of friends as far as instance type and status allow, and in groups
 * only where the viewer may enter.
 */
export function resolveWhereabouts({ standing, status, place, isOwn, enterable }: WhereaboutsInput): Whereabouts {
  if (isOwn && place) return toWhereabouts(place)
  if (standing === 'offline') return OFFLINE
  if (!place) return standing === 'online' ? PRIVATE : ON_WEBSITE
  const isShown = isInGroup(place)
    ? sharesLocation(status) && enterable.has(place.location)
    : sharesInstance(status, place.instance.type)
  if (isShown) return toWhereabouts(place)
  return { ...PRIVATE, canRequestInvite: place.instance.canRequestInvite && status !== 'busy' }
}

const toWhereabouts = ({ location, instance }: OccupantLocation): Whereabouts => ({
  kind: 'instance',
  location,
  worldId: instance.worldId,
  instanceId: instance.instanceId,
  canRequestInvite: instance.canRequestInvite,
})

/** Whether a person is in an instance of a group. */
export const isInGroup = ({ instance }: OccupantLocation): boolean => instance.type === 'group'

/** Locations of groups among these that the viewer may enter. One statement, none without any of groups. */
export async function readEnterable(scope: ViewerScope, locations: readonly string[]): Promise<ReadonlySet<string>> {
  const userId = scope.viewer.id
  const visits = [...new Set(locations)].map((location) => ({ userId, location }))
  const possible = await scope.findPossibleVisits(scope, visits)
  return new Set(visits.filter((visit) => possible.has(visitKey(visit))).map(({ location }) => location))
}

/** True locations of those of these people who are in an instance. One statement. */
export async function readOccupantLocations({ db }: Pick<Scope, 'db'>, ids: readonly string[]) {
  const rows = await db.occupant.findMany({
    where: { userId: { in: [...ids] } },
    select: { userId: true, ...OCCUPANT_LOCATION_SELECT },
    relationLoadStrategy: 'join',
  })
  return new Map(rows.map(({ userId, ...place }) => [userId, place]))
}

/** Data that decides which location of a person the viewer sees. */
interface WhereaboutsFacts {
  /** Whether the person is an unblocked friend of the viewer. */
  readonly isClose: boolean
  readonly standing: PresenceStatus
  readonly place: OccupantLocation | null
  readonly enterable: ReadonlySet<string>
}

/** Location of a person as the viewer sees it. */
export function whereaboutsForViewer(
  scope: ViewerScope,
  { id, status }: { readonly id: string; readonly status: string },
  { isClose, standing, place, enterable }: WhereaboutsFacts,
): Whereabouts {
  const appears = presenceVisibleToViewer(scope, { id, status, isClose }, standing)
  return resolveWhereabouts({ standing: appears, status, place, isOwn: id === scope.viewer.id, enterable })
}
