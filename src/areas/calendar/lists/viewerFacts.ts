import { Prisma } from '../../../generated/prisma/client.ts'
import { isAdmin } from '../../../kernel/access.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { ALL_PERMISSIONS, type CountedRole, effectivePermissions } from '../../groups/roles/permissions.ts'
import { languagesOf } from '../../users/profile/tags.ts'

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
  /** ISO 639-3 codes of the viewer's languages. */
  readonly languages: readonly string[]
}

interface HeldRole extends CountedRole {
  readonly id: string
}

interface StandingRow {
  readonly tags: readonly string[]
  readonly hasTwoFactor: boolean
  readonly groups: readonly { readonly id: string; readonly roles: readonly HeldRole[] }[]
  readonly followed: readonly string[]
  readonly muted: readonly string[]
}

const eventIds = (isFollowing: boolean, asOf: Date) => Prisma.sql`ARRAY(
  SELECT "eventId" FROM "CalendarFollow"
  WHERE "userId" = person.id AND "isFollowing" = ${isFollowing} AND "createdAt" <= ${asOf})`

const readStandingRow = ({ sql, viewer }: ViewerScope, asOf: Date) => sql<StandingRow>`
  SELECT person.tags,
    EXISTS (SELECT FROM "Account" WHERE "userId" = person.id AND "totpEnabledAt" IS NOT NULL) AS "hasTwoFactor",
    (
      SELECT coalesce(json_agg(json_build_object('id', member."groupId", 'roles', (
        SELECT coalesce(json_agg(json_build_object('id', role.id, 'permissions', role.permissions,
          'requiresTwoFactor', role."requiresTwoFactor")), '[]')
        FROM "GroupRole" AS role
        WHERE role."groupId" = member."groupId" AND (role.kind = 'everyone' OR role.id = ANY(member."roleIds"))
      ))), '[]')
      FROM "GroupMember" AS member JOIN "Group" AS joined ON joined.id = member."groupId" AND joined."deletedAt" IS NULL
      WHERE member."userId" = person.id AND member.status = 'member' AND coalesce(member."joinedAt", ${asOf}) <= ${asOf}
    ) AS groups, ${eventIds(true, asOf)} AS followed, ${eventIds(false, asOf)} AS muted
  FROM "User" AS person WHERE person.id = ${viewer.id}`

/**
 * What the viewer is in all groups, and what they follow. Memberships and follows that began after `asOf` do not count, so
 * that later pages of a list are sorted as the first one was. One statement.
 */
export async function readStanding(scope: ViewerScope, asOf = scope.now): Promise<CalendarStanding> {
  const [row] = await readStandingRow(scope, asOf)
  const { tags = [], hasTwoFactor = false, groups = [], followed = [], muted = [] } = row ?? {}
  const managed = groups.filter(({ roles }) => managesCalendarBy(roles, hasTwoFactor))
  return {
    isAdmin: isAdmin(scope),
    groupIds: groups.map(({ id }) => id),
    managedGroupIds: managed.map(({ id }) => id),
    roleIds: groups.flatMap(({ roles }) => roles.map(({ id }) => id)),
    followedIds: followed,
    mutedIds: muted,
    languages: languagesOf(tags),
  }
}

function managesCalendarBy(roles: readonly HeldRole[], hasTwoFactor: boolean): boolean {
  const held = effectivePermissions(roles, hasTwoFactor)
  return held.has(ALL_PERMISSIONS) || held.has('group-calendar-manage')
}
