import type { GroupAuditLogEntry } from '../../../contract/shapes/groupContent.ts'
import type { GroupAuditPage, GroupAuditView } from '../auditLog/auditLog.ts'

const asObject = (data: unknown): Record<string, unknown> =>
  typeof data === 'object' && data !== null && !Array.isArray(data) ? { ...data } : {}

/** An entry of the audit log of a group; without the id of an actor whose account was erased. */
const auditEntryWire = ({ entry, actorName }: GroupAuditView): GroupAuditLogEntry => ({
  actorDisplayName: actorName,
  ...(entry.actorId !== null && { actorId: entry.actorId }),
  created_at: entry.createdAt.toISOString(),
  data: asObject(entry.data),
  description: entry.description,
  eventType: entry.eventType,
  groupId: entry.groupId,
  id: entry.id,
  ...(entry.targetId !== null && { targetId: entry.targetId }),
})

export const auditPageWire = ({ entries, totalCount, hasNext }: GroupAuditPage) => ({
  results: entries.map(auditEntryWire),
  totalCount,
  hasNext,
})
