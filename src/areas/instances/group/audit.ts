import type { Prisma } from '../../../generated/prisma/client.ts'
import { type Location, ownerGroupId } from '../../../kernel/location.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { appendGroupAudit, type GroupAuditEvent, readNames } from '../../groups/auditLog/entries.ts'

interface InstanceAuditEntry {
  readonly eventType: Extract<GroupAuditEvent, `group.instance.${string}`>
  readonly verb: string
  readonly data?: Prisma.JsonObject
}

/** Appends an act upon an instance of a group to the audit log of the group; those upon instances of people have no entry. */
export async function appendInstanceAudit(
  tx: ViewerScope & InTransaction,
  place: Location,
  { eventType, verb, data = {} }: InstanceAuditEntry,
): Promise<void> {
  const groupId = ownerGroupId(place)
  if (groupId === null) return
  const nameOf = await readNames(tx, [tx.viewer.id])
  await appendGroupAudit(tx, {
    groupId,
    eventType,
    targetId: place.location,
    description: `Group ${place.groupAccessType ?? 'members'} instance ${verb} by ${nameOf(tx.viewer.id)}.`,
    data,
  })
}
