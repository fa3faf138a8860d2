import type { Prisma } from '../../../generated/prisma/client.ts'
import { newId, PLATFORM_USER_ID } from '../../../kernel/ids.ts'
import { lookUp } from '../../../kernel/maps.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { groupChanged, groupModerated } from '../events.ts'

/** Types of entries of the audit log of a group. Clients know these spellings. */
const GROUP_AUDIT_EVENTS = [
  'group.announcement',
  'group.calendarEvent.create',
  'group.calendarEvent.delete',
  'group.calendarEvent.series.delete',
  'group.calendarEvent.series.update',
  'group.calendarEvent.update',
  'group.create',
  'group.gallery.create',
  'group.gallery.delete',
  'group.gallery.update',
  'group.instance.announcement',
  'group.instance.close',
  'group.instance.create',
  'group.instance.kick',
  'group.instance.update',
  'group.instance.warn',
  'group.invite.cancel',
  'group.invite.create',
  'group.member.join',
  'group.member.leave',
  'group.member.remove',
  'group.member.role.assign',
  'group.member.role.unassign',
  'group.member.user.update',
  'group.post.create',
  'group.post.delete',
  'group.post.update',
  'group.request.block',
  'group.request.create',
  'group.request.reject',
  'group.request.withdraw',
  'group.role.create',
  'group.role.delete',
  'group.role.update',
  'group.transfer.accept',
  'group.transfer.cancel',
  'group.transfer.start',
  'group.update',
  'group.user.ban',
  'group.user.unban',
] as const
export type GroupAuditEvent = (typeof GROUP_AUDIT_EVENTS)[number]

/** What stands for the name of a person whose account was erased. */
export const ERASED_NAME = 'Deleted user'

/** An entry to append. Descriptions follow patterns that clients parse: names of people are their display names. */
export interface NewGroupAuditEntry {
  readonly groupId: string
  readonly eventType: GroupAuditEvent
  /** Id of the person, role, post, gallery, group or location that the act was upon. */
  readonly targetId: string
  readonly description: string
  readonly data?: Prisma.JsonObject
}

/** Appends an entry to the audit log of a group, in the transaction of its act; acts without a viewer are the platform's. */
export async function appendGroupAudit(tx: Scope & InTransaction, entry: NewGroupAuditEntry): Promise<void> {
  const { db, now, viewer, emit } = tx
  const id = newId('groupAuditEntry', now)
  await db.groupAuditEntry.create({ data: { ...entry, id, actorId: viewer?.id ?? PLATFORM_USER_ID, createdAt: now } })
  emit(groupModerated(entry.groupId))
}

const CONTENT_DESCRIPTIONS = {
  'group.gallery.create': 'Group gallery created by',
  'group.gallery.delete': 'Group gallery deleted by',
  'group.gallery.update': 'Group gallery updated by',
  'group.post.create': 'Group post created by',
  'group.post.delete': 'Group post deleted by',
  'group.post.update': 'Group post updated by',
} satisfies Partial<Record<GroupAuditEvent, string>>

/** Appends what the viewer has done to a post or a gallery to the audit log of its group, and announces that the group has changed. */
export async function appendContentAudit(
  tx: ViewerScope & InTransaction,
  { id: targetId, groupId }: { readonly id: string; readonly groupId: string },
  eventType: keyof typeof CONTENT_DESCRIPTIONS,
  data: Prisma.JsonObject,
): Promise<void> {
  const nameOf = await readNames(tx, [tx.viewer.id])
  const description = `${CONTENT_DESCRIPTIONS[eventType]} ${nameOf(tx.viewer.id)}`
  await appendGroupAudit(tx, { groupId, eventType, targetId, description, data })
  tx.emit(groupChanged(groupId))
}

/** The display names of people, for descriptions: `names(id)`. One statement. */
export async function readNames(
  { db }: Pick<InTransaction, 'db'>,
  ids: readonly string[],
): Promise<(id: string) => string> {
  const people = await db.user.findMany({ where: { id: { in: [...ids] } }, select: { id: true, displayName: true } })
  const names = new Map(people.map(({ id, displayName }) => [id, displayName]))
  return (id) => names.get(id) ?? ''
}

/**
 * Fields of posts, galleries and events that say who can see them, and whether a value of the field leaves out members: a
 * list of roles is for their holders, a draft for managers.
 */
export const AUDIENCE_FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  roleIds: (value) => Array.isArray(value) && value.length > 0,
  roleIdsToView: Array.isArray,
  isDraft: (value) => value === true,
}

/**
 * The changed fields of an update as the audit log shows them: `{field: {old, new}}`. What not all members can see also has the
 * fields that say so, since only those who can see it are shown the change.
 */
export function changesOf(before: Prisma.JsonObject, after: Prisma.JsonObject): Prisma.JsonObject {
  const changed = Object.keys(after).filter(
    (field) => JSON.stringify(lookUp(before, field)) !== JSON.stringify(lookUp(after, field)),
  )
  if (changed.length === 0) return {}
  const audience = Object.entries(AUDIENCE_FIELDS).flatMap(([field, restricts]) =>
    restricts(lookUp(after, field)) ? field : [],
  )
  return Object.fromEntries(
    [...new Set([...changed, ...audience])].map((field) => [
      field,
      { old: lookUp(before, field) ?? null, new: lookUp(after, field) ?? null },
    ]),
  )
}
