import { Prisma } from '../../../generated/prisma/client.ts'
import { DAY } from '../../../kernel/clock.ts'
import type { GroupAccess } from '../../groups/access.ts'
import { canSeeInside, heldRoleIds, isMemberOrAdmin } from '../../groups/policy.ts'
import { managesCalendar } from '../policy.ts'
import type { TimeSpan } from './groupEvents.ts'
import type { CalendarStanding } from './viewerFacts.ts'

/** Conditions in SQL upon events `e` of groups `g`. */

/** Events that can be in a list: single ones and dates of series. Partial indexes have the same condition. */
const LISTED = Prisma.raw(`e.kind <> 'series' AND e."deletedAt" IS NULL`)

/** Events that are published for all. Partial indexes have the same condition. */
export const PUBLISHED = Prisma.raw(
  `e."accessType" = 'public' AND e.kind <> 'series' AND NOT e."isDraft" AND e."deletedAt" IS NULL`,
)

/** Groups of which strangers see public events. */
export const OPEN_GROUP = Prisma.raw(`g."deletedAt" IS NULL AND g."hiddenAt" IS NULL AND g.privacy <> 'private'`)

/** No event takes longer, so that those that are live have begun since. */
export const MAX_DURATION = 7 * DAY

export const startsWithin = ({ from, before }: TimeSpan): Prisma.Sql =>
  before === null
    ? Prisma.sql`e."startsAt" >= ${from}`
    : Prisma.sql`e."startsAt" >= ${from} AND e."startsAt" < ${before}`

/** Events of all groups that the viewer sees. */
export const visibleSql = (standing: CalendarStanding): Prisma.Sql =>
  Prisma.sql`(${Prisma.join(visibleParts(standing), ' OR ')})`

/** What the viewer sees in parts that have no event in common: published events, for which there are indexes, and drafts. */
export function visibleParts(standing: CalendarStanding): Prisma.Sql[] {
  const { isAdmin, groupIds, managedGroupIds, roleIds } = standing
  const listed = Prisma.sql`${LISTED} AND g."deletedAt" IS NULL`
  if (isAdmin) return [listed]
  const published = Prisma.sql`${listed} AND NOT e."isDraft" AND (
    e."accessType" = 'public' AND g."hiddenAt" IS NULL AND g.privacy <> 'private'
    OR e."groupId" = ANY(${managedGroupIds}::text[]) OR e."groupId" = ANY(${groupIds}::text[])
      AND (e."accessType" = 'public' OR e."roleIds" = '{}' OR e."roleIds" && ${roleIds}::text[]))`
  if (managedGroupIds.length === 0) return [published]
  return [published, Prisma.sql`${listed} AND e."isDraft" AND e."groupId" = ANY(${managedGroupIds}::text[])`]
}

/** Listed events of one group that the viewer sees; the caller has checked that they can see the group. */
export function visibleInGroupSql(access: GroupAccess): Prisma.Sql {
  const ofGroup = Prisma.sql`e."groupId" = ${access.group.id} AND ${LISTED}`
  if (managesCalendar(access)) return ofGroup
  if (!canSeeInside(access)) return Prisma.sql`${ofGroup} AND false`
  if (!isMemberOrAdmin(access)) return Prisma.sql`${ofGroup} AND NOT e."isDraft" AND e."accessType" = 'public'`
  return Prisma.sql`${ofGroup} AND NOT e."isDraft"
    AND (e."accessType" = 'public' OR e."roleIds" = '{}' OR e."roleIds" && ${heldRoleIds(access)}::text[])`
}
