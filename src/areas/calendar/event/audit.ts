import type { CalendarEvent, Prisma } from '../../../generated/prisma/client.ts'
import type { ViewerTransaction } from '../../../kernel/transaction.ts'
import { appendGroupAudit, readNames } from '../../groups/auditLog/entries.ts'
import { calendarChanged } from '../events.ts'
import { type ChangedEvent, pickContent } from './fields.ts'

type Act = 'create' | 'update' | 'delete'

const CHANGES = { create: 'created', update: 'updated', delete: 'deleted' } as const
const EVENT_TYPES = {
  create: 'group.calendarEvent.create',
  update: 'group.calendarEvent.update',
  delete: 'group.calendarEvent.delete',
} as const
const SERIES_TYPES = {
  create: 'group.calendarEvent.create',
  update: 'group.calendarEvent.series.update',
  delete: 'group.calendarEvent.series.delete',
} as const

/** Appends an act upon an event to the audit log of its group, and tells of the change. */
export async function recordEventAct(
  tx: ViewerTransaction,
  { id, kind, groupId, seriesId }: Pick<CalendarEvent, 'id' | 'kind' | 'groupId' | 'seriesId'>,
  act: Act,
  data: Prisma.JsonObject,
): Promise<void> {
  const nameOf = await readNames(tx, [tx.viewer.id])
  const eventType = (kind === 'series' ? SERIES_TYPES : EVENT_TYPES)[act]
  const description = `Calendar Entry ${CHANGES[act]} by ${nameOf(tx.viewer.id)}`
  await appendGroupAudit(tx, { groupId, eventType, targetId: id, description, data })
  tx.emit(calendarChanged(groupId, { eventId: id, headId: seriesId ?? id, change: CHANGES[act] }))
}

/** What the audit log shows of an event. */
export const auditedEvent = (event: ChangedEvent): Prisma.JsonObject => {
  const { startsAt, endsAt } = event
  return { ...pickContent(event), startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
}
