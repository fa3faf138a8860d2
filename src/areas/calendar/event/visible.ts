import type { CalendarEvent, Prisma } from '../../../generated/prisma/client.ts'
import type { GroupAccess } from '../../groups/access.ts'
import { canSeeInside, heldRoleIds, holdsOneOf, isMemberOrAdmin } from '../../groups/policy.ts'
import { managesCalendar } from '../policy.ts'

/** The events and series of a group that the viewer sees; the caller has checked that they can see the group. */
export const visibleEvents = (access: GroupAccess): Prisma.CalendarEventWhereInput => ({
  groupId: access.group.id,
  deletedAt: null,
  ...(!managesCalendar(access) && { isDraft: false, OR: [...publicEvents(access), ...eventsForMembers(access)] }),
})

/** Public events of a private group, however it has got them, are for its members. */
const publicEvents = (access: GroupAccess): Prisma.CalendarEventWhereInput[] =>
  canSeeInside(access) ? [{ accessType: 'public' }] : []

const eventsForMembers = (access: GroupAccess): Prisma.CalendarEventWhereInput[] =>
  isMemberOrAdmin(access)
    ? [{ accessType: 'group', OR: [{ roleIds: { isEmpty: true } }, { roleIds: { hasSome: heldRoleIds(access) } }] }]
    : []

/** Whether an event of a group that the viewer can see is, unless it was deleted, one of `visibleEvents`. */
export function canSeeEvent(
  access: GroupAccess,
  { isDraft, accessType, roleIds }: Pick<CalendarEvent, 'isDraft' | 'accessType' | 'roleIds'>,
): boolean {
  if (managesCalendar(access)) return true
  if (isDraft) return false
  if (accessType === 'public') return canSeeInside(access)
  return isMemberOrAdmin(access) && (roleIds.length === 0 || holdsOneOf(access, roleIds))
}
