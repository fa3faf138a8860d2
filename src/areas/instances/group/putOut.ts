import { Prisma } from '../../../generated/prisma/client.ts'
import { groupBy } from '../../../kernel/maps.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { transact } from '../../../kernel/transaction.ts'
import { removeOccupants } from '../leave.ts'

interface PersonInGroupInstance {
  readonly userId: string
  readonly location: string
}

const PEOPLE_PER_BATCH = 500

/**
 * People in instances of a group, or in their queues, who must not be there any more: who is banned or has blocked the
 * group, in any of its instances; who is no member, in those for members. One statement.
 */
const findUnwelcome = ({ sql }: Scope, where: Prisma.Sql) => sql<PersonInGroupInstance>`
  SELECT person."userId", i.location
  FROM (
    SELECT "userId", location FROM "Occupant" UNION ALL SELECT "userId", location FROM "InstanceQueueEntry"
  ) AS person
    JOIN "Instance" AS i ON i.location = person.location AND i.type = 'group'
    JOIN "User" AS u ON u.id = person."userId"
    LEFT JOIN "GroupMember" AS m ON m."groupId" = i."ownerId" AND m."userId" = person."userId"
  WHERE ${where} AND (m.status = 'banned' OR m."userBlockedAt" IS NOT NULL
    OR coalesce(i."groupAccessType", 'members') = 'members' AND m.status IS DISTINCT FROM 'member' AND NOT u.admin)
  ORDER BY person."userId" LIMIT ${PEOPLE_PER_BATCH}`

async function removeUnwelcome(scope: Scope, where: Prisma.Sql): Promise<number> {
  const found = await findUnwelcome(scope, where)
  const byLocation = groupBy(found, ({ location }) => location)
  for (const [location, people] of byLocation) {
    const userIds = people.map(({ userId }) => userId)
    await transact(scope, (tx) => removeOccupants(tx, { userIds, locations: [location] }))
  }
  return found.length
}

/** Puts a person whose membership of a group has changed out of its instances, unless they may still be there. */
export const putOutOfGroupInstances = (scope: Scope, userId: string, groupId: string): Promise<number> =>
  removeUnwelcome(scope, Prisma.sql`person."userId" = ${userId} AND i."ownerId" = ${groupId}`)

/** Puts everybody out of instances of groups who may not be there any more, as when a node died before it did so. */
export async function putOutAll(scope: Scope): Promise<number> {
  for (let removed = 0; ; ) {
    const found = await removeUnwelcome(scope, Prisma.sql`true`)
    removed += found
    if (found < PEOPLE_PER_BATCH) return removed
  }
}
