import { Prisma } from '../../generated/prisma/client.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { presenceVisibleToFriends } from '../accounts/policy.ts'
import { type OccupantLocation, readEnterable, resolveWhereabouts } from '../users/whereabouts.ts'

/** A friend of the viewer in an instance, whose place the viewer may know. */
export interface FriendInPlace {
  readonly id: UserId
  readonly displayNameKey: string
  readonly location: string
  readonly worldId: string
}

/** Places by the ids of worlds or by the locations of instances. */
export type Places = { readonly worldIds: readonly string[] } | { readonly locations: readonly string[] }

interface FriendInPlaceRow extends FriendInPlace, Pick<OccupantLocation['instance'], 'instanceId' | 'type'> {
  readonly status: string
  readonly canRequestInvite: boolean
}

const isIn = (places: Places) =>
  'worldIds' in places
    ? Prisma.sql`i."worldId" = ANY(${[...places.worldIds]})`
    : Prisma.sql`i.location = ANY(${[...places.locations]})`

/**
 * Friends of the viewer who are in any of these places and show the viewer that they are there, by display name. One
 * statement and one read of presence, and a statement for places in groups.
 */
export async function readFriendsInPlaces(scope: ViewerScope, places: Places): Promise<FriendInPlace[]> {
  const rows = await scope.sql<FriendInPlaceRow>`
    SELECT person.id, person."displayNameKey", person.status, i.location, i."worldId", i."instanceId", i.type,
      i."canRequestInvite"
    FROM "Friendship" AS side JOIN "Occupant" AS o ON o."userId" = side."friendId"
      JOIN "Instance" AS i ON i.location = o.location JOIN "User" AS person ON person.id = side."friendId"
    WHERE side."userId" = ${scope.viewer.id} AND NOT side.blocked AND ${isIn(places)}
    ORDER BY person."displayNameKey"`
  if (rows.length === 0) return []
  const [standings, enterable] = await Promise.all([
    scope.presence.statuses(
      rows.map(({ id }) => id),
      scope.now,
    ),
    readEnterable(
      scope,
      rows.map(({ location }) => location),
    ),
  ])
  return rows.filter(({ id, status, location, ...instance }) => {
    const standing = presenceVisibleToFriends(status, standings.get(id))
    const place = { location, instance }
    return resolveWhereabouts({ standing, status, place, isOwn: false, enterable }).kind === 'instance'
  })
}
