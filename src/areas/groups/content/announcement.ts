import type { GroupAnnouncement } from '../../../generated/prisma/client.ts'
import { assertUnchanged, type ConditionalChange } from '../../../kernel/changedSince.ts'
import { type GroupId, newId } from '../../../kernel/ids.ts'
import { type InputRule, tellingAllFaults } from '../../../kernel/inputFaults.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { readGroupAccess, readKeptGroupAccess } from '../access.ts'
import { appendGroupAudit, readNames } from '../auditLog/entries.ts'
import { groupChanged } from '../events.ts'
import { type GroupAct, groupAct } from '../groupAct.ts'
import { assertNotHidden, assertOwnImage, assertPermission, assertSeesInside, isMemberOrAdmin } from '../policy.ts'
import { ANNOUNCEMENT_DELIVERIES, cancelDelivery, NOTIFICATION_LIMIT, requestDelivery } from './announcementDelivery.ts'
import { runDeliveries } from './deliveries.ts'

interface NewAnnouncement extends ConditionalChange {
  readonly title: string
  readonly text?: string | undefined
  readonly imageId?: string | null | undefined
  readonly sendNotification?: boolean | undefined
}

/**
 * The announcement of a group; null for none and for those who are no members. Throws `missing`, `forbidden` for a private
 * group of others.
 */
export async function readGroupAnnouncement(scope: ViewerScope, groupId: GroupId): Promise<GroupAnnouncement | null> {
  const access = await readKeptGroupAccess(scope, groupId)
  assertSeesInside(access)
  return isMemberOrAdmin(access) ? scope.db.groupAnnouncement.findUnique({ where: { groupId } }) : null
}

/** The rules for what is given of an announcement. */
export const announcementRules = (
  scope: ViewerScope,
  { groupId, imageId }: Partial<NewAnnouncement> & { readonly groupId?: string },
): InputRule[] => [
  async () => {
    if (imageId == null) return
    const standing = { groupId: groupId ?? '', imageId }
    if ((await scope.db.groupAnnouncement.count({ where: standing })) > 0) return
    await assertOwnImage(scope, 'imageId', imageId, scope.viewer.id)
  },
]

/**
 * Sets the announcement of a group in place of the previous one, and notifies subscribed members if wanted. Throws
 * `missing`, `forbidden`, `invalid` for an image of others, `exhausted` after 10 notifying ones a day of the group.
 */
export function createGroupAnnouncement(
  scope: ViewerScope,
  groupId: GroupId,
  given: NewAnnouncement,
): Promise<GroupAnnouncement> {
  const rules = () => announcementRules(scope, { ...given, groupId })
  return tellingAllFaults(rules, async () => {
    const access = await readGroupAccess(scope, groupId)
    assertPermission(access, 'group-announcement-manage')
    assertNotHidden(access)
    for (const rule of rules()) await rule()
    if (given.sendNotification) await scope.limits.take(NOTIFICATION_LIMIT, groupId)
    const options = { act: 'createGroupAnnouncement', groupId, needs: 'group-announcement-manage' } as const
    const { row, deliveries } = await groupAct(scope, options, (act) => replaceAnnouncement(act, given))
    await runDeliveries(scope, ANNOUNCEMENT_DELIVERIES, deliveries)
    return row
  })
}

async function replaceAnnouncement(act: GroupAct, given: NewAnnouncement) {
  const { tx, access } = act
  const { db, now, viewer } = tx
  const { group } = access
  assertNotHidden(access)
  const cancelled = await removeStanding(act, given)
  const { title, text = null, imageId = null, sendNotification = false } = given
  const row = await db.groupAnnouncement.create({
    data: {
      id: newId('groupAnnouncement', now),
      groupId: group.id,
      authorId: viewer.id,
      title,
      text,
      imageId,
      createdAt: now,
      updatedAt: now,
    },
  })
  const message = text ?? `${group.name} has a new announcement.`
  const content = { id: row.id, title, message, roleIds: [], authorId: viewer.id }
  const deliveries = sendNotification ? [...cancelled, await requestDelivery(tx, group, content)] : cancelled
  const nameOf = await readNames(tx, [viewer.id])
  await appendGroupAudit(tx, {
    groupId: group.id,
    eventType: 'group.announcement',
    targetId: row.id,
    description: `Group announcement created by ${nameOf(viewer.id)}`,
    data: { authorId: viewer.id, title, text, imageId, sendNotification },
  })
  tx.emit(groupChanged(group.id))
  return { row, deliveries }
}

/** Removes the announcement that stands, if any, and answers the deliveries that withdraw its notifications. */
async function removeStanding({ tx, access: { group } }: GroupAct, change: ConditionalChange = {}): Promise<string[]> {
  const standing = await tx.db.groupAnnouncement.findUnique({ where: { groupId: group.id } })
  assertUnchanged(standing, change)
  if (!standing) return []
  await tx.db.groupAnnouncement.delete({ where: { id: standing.id } })
  return cancelDelivery(tx, standing.id)
}

/** Deletes the announcement of a group; does nothing if there is none. Throws `missing`, `forbidden`. */
export async function deleteGroupAnnouncement(scope: ViewerScope, groupId: GroupId): Promise<void> {
  const options = { act: 'deleteGroupAnnouncement', groupId, needs: 'group-announcement-manage' } as const
  const deliveries = await groupAct(scope, options, async (act) => {
    const { tx } = act
    const standing = await tx.db.groupAnnouncement.findUnique({ where: { groupId } })
    if (!standing) return []
    const cancelled = await removeStanding(act)
    const nameOf = await readNames(tx, [tx.viewer.id])
    await appendGroupAudit(tx, {
      groupId,
      eventType: 'group.announcement',
      targetId: standing.id,
      description: `Group announcement cleared by ${nameOf(tx.viewer.id)}`,
      data: { authorId: standing.authorId, title: null, text: null, imageId: null, sendNotification: false },
    })
    tx.emit(groupChanged(groupId))
    return cancelled
  })
  await runDeliveries(scope, ANNOUNCEMENT_DELIVERIES, deliveries)
}
