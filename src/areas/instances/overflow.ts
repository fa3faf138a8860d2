import type { Instance } from '../../generated/prisma/client.ts'
import { type Location, locationOf, ownerGroupId } from '../../kernel/location.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import { appendGroupAudit } from '../groups/auditLog/entries.ts'
import { lockGroup } from '../groups/locks.ts'
import { groupInstancesChanged } from './events.ts'
import { MAX_OPEN_INSTANCES } from './group/create.ts'
import { readSiblings } from './group/queries.ts'
import { insertInstance, reserveInstanceName } from './insert.ts'
import { locationOfRow } from './instances.ts'

/** Instances of one event that are made because others are full, with the first one. */
export const MAX_OVERFLOW = 20

/** Whether people who find the instance full go to the next one of its event. */
export async function hasOverflow({ db }: InTransaction, { calendarEntryId }: Instance): Promise<boolean> {
  if (calendarEntryId === null) return false
  const where = { id: calendarEntryId, usesInstanceOverflow: true, deletedAt: null }
  return (await db.calendarEvent.count({ where })) > 0
}

/**
 * An instance of the event of a full one that has a place, with the same settings: one that stands, or else a new one. Null
 * when the event has as many as it can have, and all are full. Several people at once find the same new one.
 */
export const findOverflow = (scope: ViewerScope, full: Location): Promise<Location | null> =>
  transact(scope, async (tx) => {
    const groupId = ownerGroupId(full)
    if (groupId === null) return null
    await lockGroup(tx, groupId)
    const template = await tx.db.instance.findUnique({ where: { location: full.location } })
    if (!template?.calendarEntryId) return null
    const siblings = await readSiblings(tx, template)
    const free = siblings.find(({ occupants, capacity }) => occupants < capacity)
    if (free) return locationOfRow(free)
    if (siblings.length >= MAX_OVERFLOW || (await countOpen(tx, groupId)) >= MAX_OPEN_INSTANCES) return null
    return insertNext(tx, full, template)
  })

const countOpen = ({ db, now }: InTransaction & ViewerScope, ownerId: string) =>
  db.instance.count({ where: { type: 'group', ownerId, OR: [{ closedAt: null }, { closedAt: { gt: now } }] } })

/** The platform makes it, in the name of who has made the first one. */
async function insertNext(
  tx: ViewerScope & InTransaction,
  { worldId, ...tags }: Location,
  template: Instance,
): Promise<Location> {
  const { calendarEntryId, creatorId, groupAccessType, roleIds } = template
  const name = await reserveInstanceName(tx, worldId)
  const place = locationOf(worldId, { ...tags, name, nonce: null })
  const { queueEnabled, displayName, eventClosesAt, closedAt, hardClose } = template
  await insertInstance(tx, place, {
    ...{ calendarEntryId, creatorId, roleIds, queueEnabled, displayName, eventClosesAt, closedAt, hardClose },
    contentSettings: Object(template.contentSettings),
    playerPersistenceEnabled: template.playerPersistenceEnabled,
    instancePersistenceEnabled: template.instancePersistenceEnabled,
  })
  const groupId = template.ownerId ?? ''
  await appendGroupAudit(
    { ...tx, viewer: null },
    {
      groupId,
      eventType: 'group.instance.create',
      targetId: place.location,
      description: `Group ${groupAccessType ?? 'members'} instance created for an event whose instances are full.`,
      data: { calendarEntryId, groupAccessType, roleIds: [...roleIds] },
    },
  )
  tx.emit(groupInstancesChanged(groupId))
  return place
}
