import { type CalendarEvent, Prisma } from '../../generated/prisma/client.ts'
import { Failure } from '../../kernel/failure.ts'
import { conditionSql, meetsCondition, type RowCondition } from '../../kernel/rowCondition.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import type { GroupAccess } from '../groups/access.ts'
import { canSeeInside, hasPermission, heldRoleIds, isMemberOrAdmin } from '../groups/policy.ts'
import { ALL_PERMISSIONS, type HeldPermission } from '../groups/roles/permissions.ts'

/** Legacy clients know this message and the following ones. */
export const eventNotFound = () =>
  new Failure('missing', 'Calendar Entry not found!', { reason: 'calendar_event_not_found' })
export const cannotCreateEvents = () =>
  new Failure('forbidden', "Can't create calendar entries for that owner ID", { reason: 'group_forbidden' })
export const monthIsFull = () =>
  new Failure('forbidden', "You're not allowed to make more than 100 events in a single month", {
    reason: 'calendar_month_full',
  })

/** Whether the viewer can create, change and delete the events of a group, and so sees all of them. */
export const managesCalendar = (access: GroupAccess): boolean => hasPermission(access, 'group-calendar-manage')

const MANAGING: readonly HeldPermission[] = [ALL_PERMISSIONS, 'group-calendar-manage']

/** Whether the role `role` makes its holder, a member, one who manages the calendar. */
export const isManagingRole = (userId: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  role.permissions && ${[...MANAGING]}::text[] AND (
    NOT role."requiresTwoFactor"
    OR EXISTS (SELECT FROM "Account" WHERE "userId" = ${userId} AND "totpEnabledAt" IS NOT NULL)
  ))`

/** Whether an event has ended, from which on it keeps its times. */
export const hasEnded = ({ endsAt }: { readonly endsAt: Date }, { now }: Pick<ViewerScope, 'now'>): boolean =>
  endsAt <= now

/** Whether an event has begun, from which on changes of its series leave it. */
export const hasBegun = ({ startsAt }: { readonly startsAt: Date }, { now }: Pick<ViewerScope, 'now'>): boolean =>
  startsAt <= now

/** What of an event decides who of those that see its group sees it. */
type SeenColumns = Pick<CalendarEvent, 'isDraft' | 'accessType' | 'roleIds'>

/** Published events that members with these roles see. */
const forMembers = (roleIds: readonly string[]): RowCondition<SeenColumns> => ({
  OR: [{ accessType: 'public' }, { roleIds: { isEmpty: true } }, { roleIds: { hasSome: [...roleIds] } }],
})

const NONE: RowCondition<SeenColumns> = { accessType: { in: [] } }

/**
 * The events and series of a group that the viewer sees, but for deleted ones; the caller has checked that they can see the
 * group. Public events of a private group, however it has got them, are for its members.
 */
export function visibleEvents(access: GroupAccess): RowCondition<SeenColumns> {
  if (managesCalendar(access)) return {}
  if (!canSeeInside(access)) return NONE
  return { isDraft: false, ...(isMemberOrAdmin(access) ? forMembers(heldRoleIds(access)) : { accessType: 'public' }) }
}

/** Whether an event of a group that the viewer can see is, unless it was deleted, one of those that they see. */
export const canSeeEvent = (access: GroupAccess, event: SeenColumns): boolean =>
  meetsCondition(event, visibleEvents(access))

/** What decides which events of all groups the viewer sees, and which of them are close to them. */
export interface CalendarStanding {
  /** Whether the viewer is an admin of the platform, who sees all events. */
  readonly isAdmin: boolean
  /** Groups that the viewer is a member of. */
  readonly groupIds: readonly string[]
  /** Groups whose calendar the viewer manages. */
  readonly managedGroupIds: readonly string[]
  /** Roles that the viewer holds in their groups, with Everyone. */
  readonly roleIds: readonly string[]
  /** Events and series that the viewer follows. */
  readonly followedIds: readonly string[]
  /** Dates of followed series that the viewer mutes. */
  readonly mutedIds: readonly string[]
  /** The viewer's tags, among them their languages. */
  readonly tags: readonly string[]
}

/** Events `e` that can be in a list: single ones and dates of series. Partial indexes have the same condition. */
const LISTED = Prisma.raw(`e.kind <> 'series' AND e."deletedAt" IS NULL`)

/** Events `e` that are published for all. Partial indexes have the same condition. */
export const PUBLISHED = Prisma.raw(
  `e."accessType" = 'public' AND e.kind <> 'series' AND NOT e."isDraft" AND e."deletedAt" IS NULL`,
)

/** Groups `g` of which strangers see public events. */
export const OPEN_GROUP = Prisma.raw(`g."deletedAt" IS NULL AND g."hiddenAt" IS NULL AND g.privacy <> 'private'`)

/** Listed events `e` of one group that the viewer sees; the caller has checked that they can see the group. */
export const visibleInGroup = (access: GroupAccess): Prisma.Sql =>
  Prisma.sql`e."groupId" = ${access.group.id} AND ${LISTED} AND ${conditionSql('e', visibleEvents(access))}`

/** Listed events `e` of all groups `g` that the viewer sees. */
export const visibleInAllGroups = (standing: CalendarStanding): Prisma.Sql =>
  Prisma.sql`(${Prisma.join(visibleParts(standing), ' OR ')})`

/** What the viewer sees in parts that have no event in common: published events, for which there are indexes, and drafts. */
export function visibleParts({ isAdmin, groupIds, managedGroupIds, roleIds }: CalendarStanding): Prisma.Sql[] {
  const listed = Prisma.sql`${LISTED} AND g."deletedAt" IS NULL`
  if (isAdmin) return [listed]
  const published = Prisma.sql`${listed} AND NOT e."isDraft" AND (
    e."accessType" = 'public' AND ${OPEN_GROUP} OR e."groupId" = ANY(${managedGroupIds}::text[])
    OR e."groupId" = ANY(${groupIds}::text[]) AND ${conditionSql('e', forMembers(roleIds))})`
  if (managedGroupIds.length === 0) return [published]
  return [published, Prisma.sql`${listed} AND e."isDraft" AND e."groupId" = ANY(${managedGroupIds}::text[])`]
}
