import type { GroupAuditEntry } from '../../../generated/prisma/client.ts'
import { lookUp } from '../../../kernel/lookUp.ts'
import type { GroupAccess } from '../access.ts'
import { hasPermission, holdsOneOf } from '../policy.ts'
import type { GroupPermission } from '../roles/permissions.ts'
import { AUDIENCE_FIELDS } from './entries.ts'

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
