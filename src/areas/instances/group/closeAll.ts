import type { Instance } from '../../../generated/prisma/client.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { notifyOccupantsOfClosing } from '../close.ts'
import { lockInstancesAt, removeOccupants } from '../leave.ts'

/** Hard-closes all instances of a group that was deleted. Returns their number. */
export const closeInstancesOfGroup = (scope: Scope, groupId: string): Promise<number> =>
  transact(scope, async (tx) => {
    const instances = await findOpenInstances(tx, groupId)
    const locations = instances.map(({ location }) => location)
    await lockInstancesAt(tx, locations)
    await tx.db.instance.updateMany({
      where: { location: { in: locations } },
      data: { closedAt: tx.now, hardClose: true },
    })
    for (const instance of instances) await notifyOccupantsOfClosing(tx, instance)
    await removeOccupants(tx, { locations })
    return instances.length
  })

/** No new ones can appear, since a deleted group has no instances made: there are no more than a group can have. */
const findOpenInstances = (tx: Scope & InTransaction, groupId: string) => tx.sql<Instance>`
  SELECT * FROM "Instance" WHERE type = 'group' AND "ownerId" = ${groupId}
    AND ("closedAt" IS NULL OR "closedAt" > ${tx.now} OR NOT "hardClose")`

const GROUPS_PER_RUN = 100

/** Closes the instances of deleted groups that were not closed with them, as when a node died. */
export async function closeInstancesOfDeletedGroups(scope: Scope): Promise<number> {
  const groups = await scope.sql<{ readonly id: string }>`
    SELECT DISTINCT i."ownerId" AS id FROM "Instance" AS i LEFT JOIN "Group" AS g ON g.id = i."ownerId"
    WHERE i.type = 'group' AND (i."closedAt" IS NULL OR i."closedAt" > ${scope.now} OR NOT i."hardClose")
      AND (g.id IS NULL OR g."deletedAt" IS NOT NULL)
    LIMIT ${GROUPS_PER_RUN}`
  let closed = 0
  for (const { id } of groups) closed += await closeInstancesOfGroup(scope, id)
  return closed
}
