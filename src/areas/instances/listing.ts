import type { SignedScope } from '../../kernel/scope.ts'
import { placeOf, type SeenInstance, seeInstances } from './instances.ts'

/** Instances of one world that are told of at most. */
const MOST = 100

interface Row {
  readonly worldId: string
  readonly instanceId: string
}

/**
 * The open instances of these worlds that the viewer hears of, the fullest first, a hundred of each: public ones, the
 * own, where the viewer is or was invited, and where a friend is who tells so anyway. Set-wise: four statements.
 */
export async function instancesIn(scope: SignedScope, worldIds: readonly string[]): Promise<SeenInstance[]> {
  const { db, viewer, now } = scope
  const rows = await db.$queryRaw<Row[]>`
    SELECT "worldId", "instanceId" FROM (
      SELECT i."worldId", i."instanceId", row_number() OVER (
        PARTITION BY i."worldId"
        ORDER BY (SELECT count(*) FROM "Occupant" AS o WHERE o.location = i.location) DESC, i.location
      ) AS rank
      FROM "Instance" AS i
      WHERE i."worldId" = ANY(${[...worldIds]}) AND (i."closedAt" IS NULL OR i."closedAt" > ${now}) AND (
        i.type = 'public' OR i."ownerId" = ${viewer.id}
        OR EXISTS (SELECT FROM "Occupant" AS o WHERE o.location = i.location AND o."userId" = ${viewer.id})
        OR i.type IN ('hidden', 'friends') AND EXISTS (
          SELECT FROM "Occupant" AS o JOIN "Friendship" AS f ON f."friendId" = o."userId" AND f."userId" = ${viewer.id}
          JOIN "User" AS friend ON friend.id = o."userId" AND friend.status IN ('active', 'join me')
          WHERE o.location = i.location AND NOT f.blocked)
        OR i.type = 'private' AND EXISTS (
          SELECT FROM "Notification" AS n
          WHERE n."receiverId" = ${viewer.id} AND n.type = 'invite' AND n."senderId" <> ${viewer.id}
            AND n.details->>'worldId' = i.location AND (n."expiresAt" IS NULL OR n."expiresAt" > ${now}))
      )
    ) AS heard WHERE rank <= ${MOST} ORDER BY "worldId", rank`
  const places = rows.map(placeOf).filter((place) => place !== null)
  return (await seeInstances(scope, places)).filter(({ row }) => row !== null)
}
