import type { GroupAuditEntry, Prisma } from '../../../generated/prisma/client.ts'
import type { GroupId } from '../../../kernel/ids.ts'
import { lookUp } from '../../../kernel/maps.ts'
import type { OffsetPage } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { type GroupAccess, readKeptGroupAccess } from '../access.ts'
import { assertPermission, hasPermission, holdsOneOf } from '../policy.ts'
import type { GroupPermission } from '../roles/permissions.ts'
import { AUDIENCE_FIELDS, ERASED_NAME, readNames } from './entries.ts'
import { auditTypesOf } from './queries.ts'

/** Which entries of an audit log to list; all conditions must hold. */
export interface GroupAuditFilter {
  readonly actorIds?: readonly string[] | undefined
  readonly eventTypes?: readonly string[] | undefined
  readonly targetIds?: readonly string[] | undefined
  /** Entries of this time or later. */
  readonly since?: Date | undefined
  /** Entries before this time. */
  readonly until?: Date | undefined
}

/** An entry with the display name of its actor, who may be erased. */
export interface GroupAuditView {
  readonly entry: GroupAuditEntry
  readonly actorName: string
}

export interface GroupAuditPage {
  readonly entries: readonly GroupAuditView[]
  readonly totalCount: number
  readonly hasNext: boolean
}

/** The entries of a group that a filter lets through. */
export const auditCondition = (
  groupId: string,
  { actorIds, eventTypes, targetIds, since, until }: GroupAuditFilter,
): Prisma.GroupAuditEntryWhereInput => ({
  groupId,
  ...(actorIds && { actorId: { in: [...actorIds] } }),
  ...(eventTypes && { eventType: { in: [...eventTypes] } }),
  ...(targetIds && { targetId: { in: [...targetIds] } }),
  AND: [since ? { createdAt: { gte: since } } : {}, until ? { createdAt: { lt: until } } : {}],
})

/**
 * A page of the audit log of a group, newest first; admins also read that of a group that was deleted lately. Throws
 * `missing`, `forbidden` without the right. At most four statements.
 */
export async function readGroupAuditLog(
  scope: ViewerScope,
  groupId: GroupId,
  filter: GroupAuditFilter,
  { limit, offset }: OffsetPage,
): Promise<GroupAuditPage> {
  const access = await readKeptGroupAccess(scope, groupId)
  assertPermission(access, 'group-audit-view')
  const where = auditCondition(groupId, filter)
  const [stored, totalCount] = await Promise.all([
    scope.db.groupAuditEntry.findMany({ where, orderBy: { id: 'desc' }, skip: offset, take: limit }),
    scope.db.groupAuditEntry.count({ where }),
  ])
  const entries = stored.map((entry) => ({ ...entry, data: visibleAuditData(access, entry, scope.viewer.id) }))
  const hasNext = offset + entries.length < totalCount && entries.length > 0
  return { entries: await withActorNames(scope, entries), totalCount, hasNext }
}

/** Entries with the display names of their actors. One statement. */
async function withActorNames(
  scope: Pick<ViewerScope, 'db'>,
  entries: readonly GroupAuditEntry[],
): Promise<GroupAuditView[]> {
  const actorIds = [...new Set(entries.flatMap(({ actorId }) => actorId ?? []))]
  const nameOf = actorIds.length > 0 ? await readNames(scope, actorIds) : () => ''
  return entries.map((entry) => ({ entry, actorName: nameOf(entry.actorId ?? '') || ERASED_NAME }))
}

/** The types of entries in the audit log of a group, sorted. Throws `missing`, `forbidden` without the right. */
export async function readGroupAuditTypes(scope: ViewerScope, groupId: GroupId): Promise<string[]> {
  assertPermission(await readKeptGroupAccess(scope, groupId), 'group-audit-view')
  return auditTypesOf(scope, groupId)
}

type Fields = Readonly<Record<string, unknown>>

/** Acts upon what not everybody who reads the audit log can see, and the permission whose holders see all of it. */
const SEEN_BY: readonly { readonly acts: string; readonly permission: GroupPermission; readonly isSecret?: true }[] = [
  { acts: 'group.member.user.update', permission: 'group-members-manage', isSecret: true },
  { acts: 'group.post.', permission: 'group-announcement-manage' },
  { acts: 'group.gallery.', permission: 'group-galleries-manage' },
  { acts: 'group.calendarEvent.', permission: 'group-calendar-manage' },
]

/**
 * The data of an entry for a viewer who can read the audit log: none for notes of managers, drafts, and posts, galleries and
 * events for some roles alone, unless the viewer can see those elsewhere, too.
 */
export function visibleAuditData(
  access: GroupAccess,
  { eventType, data }: Pick<GroupAuditEntry, 'eventType' | 'data'>,
  viewerId: string,
): GroupAuditEntry['data'] {
  const rule = SEEN_BY.find(({ acts }) => eventType.startsWith(acts))
  if (!rule || hasPermission(access, rule.permission)) return data
  return !rule.isSecret && isForViewer(access, { ...Object(data) }, viewerId) ? data : {}
}

function isForViewer(access: GroupAccess, data: Fields, viewerId: string): boolean {
  if (data.authorId === viewerId) return true
  const lists = Object.entries(AUDIENCE_FIELDS).flatMap(([field, restricts]) =>
    statesOf(lookUp(data, field)).filter(restricts),
  )
  return lists.every((roleIds) => Array.isArray(roleIds) && holdsOneOf(access, roleIds.map(String)))
}

/** Values of a field: the one of what was created or deleted, the old and the new one of what was changed. */
function statesOf(value: unknown): unknown[] {
  const isChange = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isChange ? Object.values(value) : [value]
}
