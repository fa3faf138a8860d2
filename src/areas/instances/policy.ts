import { Failure } from '../../kernel/failure.ts'
import type { InstanceType, Location } from '../../kernel/location.ts'
import type { SignedScope } from '../../kernel/scope.ts'

/** What the viewer is to a place and to who is there. A friendship that rests opens nothing. */
export interface Ties {
  readonly befriendsOwner: boolean
  readonly befriendsOccupant: boolean
  /** One of the two has blocked the other: the viewer and the owner, or who has made what is there. */
  readonly apartFromOwner: boolean
  readonly apartFromCreator: boolean
  /** Has an invite there from somebody else. */
  readonly invited: boolean
  readonly inside: boolean
  /** Is known to be of age. */
  readonly ofAge: boolean
}

const NONE: Ties = {
  befriendsOwner: false,
  befriendsOccupant: false,
  apartFromOwner: false,
  apartFromCreator: false,
  invited: false,
  inside: false,
  ofAge: false,
}

interface Row extends Ties {
  readonly location: string
}

/** What the viewer is to each of these places, by its location. Set-wise: one statement. */
export async function tiesTo(
  { db, viewer, now }: SignedScope,
  places: readonly Location[],
): Promise<ReadonlyMap<string, Ties>> {
  const locations = places.map(({ location }) => location)
  const owners = places.map(({ ownerId }) => ownerId ?? '')
  const rows = await db.$queryRaw<Row[]>`
    SELECT place.location,
      EXISTS (
        SELECT FROM "Friendship" WHERE "userId" = ${viewer.id} AND "friendId" = place.owner AND NOT blocked
      ) AS "befriendsOwner",
      EXISTS (
        SELECT FROM "Occupant" AS o JOIN "Friendship" AS f ON f."userId" = ${viewer.id} AND f."friendId" = o."userId"
        WHERE o.location = place.location AND NOT f.blocked
      ) AS "befriendsOccupant",
      EXISTS (
        SELECT FROM "PlayerModeration" WHERE matter = 'block'
          AND ("sourceUserId", "targetUserId") IN ((${viewer.id}, place.owner), (place.owner, ${viewer.id}))
      ) AS "apartFromOwner",
      EXISTS (
        SELECT FROM "Instance" AS i JOIN "PlayerModeration" AS block ON block.matter = 'block'
          AND (block."sourceUserId", block."targetUserId") IN ((${viewer.id}, i."creatorId"), (i."creatorId", ${viewer.id}))
        WHERE i.location = place.location
      ) AS "apartFromCreator",
      EXISTS (
        SELECT FROM "Notification" WHERE "receiverId" = ${viewer.id} AND type = 'invite' AND "senderId" <> ${viewer.id}
          AND details->>'worldId' = place.location AND ("expiresAt" IS NULL OR "expiresAt" > ${now})
      ) AS invited,
      EXISTS (SELECT FROM "Occupant" WHERE "userId" = ${viewer.id} AND location = place.location) AS inside,
      EXISTS (SELECT FROM "User" WHERE id = ${viewer.id} AND "ageVerified") AS "ofAge"
    FROM unnest(${locations}::text[], ${owners}::text[]) AS place(location, owner)`
  return new Map(rows.map((row) => [row.location, row]))
}

/** What the viewer is to one place. */
export const tiesToOne = async (scope: SignedScope, place: Location): Promise<Ties> =>
  (await tiesTo(scope, [place])).get(place.location) ?? NONE

/** Whether a group lets the viewer enter its instances. No group exists yet, so none does. */
export const mayEnterGroup = (_scope: SignedScope, _place: Location): boolean => false

type Door = (scope: SignedScope, ties: Ties, place: Location) => boolean

/** Whom each type lets in beside its owner. */
const DOORS: Readonly<Record<InstanceType, Door>> = {
  public: () => true,
  hidden: (_scope, ties) => ties.befriendsOwner || ties.befriendsOccupant,
  friends: (_scope, ties) => ties.befriendsOwner,
  private: (_scope, ties) => ties.invited,
  group: (scope, _ties, place) => mayEnterGroup(scope, place),
}

/** Whether the viewer may enter a place, as far as it is open and has room. A block of its owner nobody opens. */
export function mayEnter(scope: SignedScope, place: Location, ties: Ties): boolean {
  if (ties.apartFromOwner || (place.ageGate && !ties.ofAge)) return false
  return place.ownerId === scope.viewer.id || DOORS[place.type](scope, ties, place)
}

/**
 * Whether the viewer is told what is in a place. To all others it looks as if nobody had made it, so nobody learns by
 * guessing locations who is where. A friend inside shows the way to it, but does not open a door.
 */
export const maySee = (scope: SignedScope, place: Location, ties: Ties): boolean =>
  scope.viewer.admin ||
  ties.inside ||
  mayEnter(scope, place, ties) ||
  (place.type === 'friends' && ties.befriendsOccupant && !ties.apartFromOwner)

/** Clients know these texts, the inner quotes included. */
export const noSuchInstance = () => new Failure('missing', '"Instance not found"')
export const mayNotEnter = () =>
  new Failure('forbidden', "You're not allowed to enter this instance", { code: 'may_not_enter' })
