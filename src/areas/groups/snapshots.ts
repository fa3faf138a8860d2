import type { Services } from '../../kernel/scope.ts'
import { MEMBER_COLUMNS, type MemberRow } from './membership/members.ts'

/** A person in a group. */
export interface GroupPerson {
  readonly groupId: string
  readonly userId: string
}

/** The groups that each of these people is a member of. Set-wise: one statement. */
export const readJoinedGroups = ({ sql }: Pick<Services, 'sql'>, userIds: readonly string[]) =>
  sql<GroupPerson>`SELECT "groupId", "userId" FROM "GroupMember" WHERE "userId" = ANY(${userIds}) AND status = 'member'`

/** A role of a group, which may have been deleted. */
interface RoleOfGroup {
  readonly groupId: string
  readonly roleId: string
}

/**
 * Holders of a role among these people; all members among them for Everyone, and for a role that was deleted: members hold
 * Everyone without a row, and the holders of a deleted role are not known any longer.
 */
export async function readRoleHolders(
  { sql }: Pick<Services, 'sql'>,
  { groupId, roleId }: RoleOfGroup,
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ readonly userId: string }>`
    SELECT "userId" FROM "GroupMember" AS member
    WHERE "groupId" = ${groupId} AND "userId" = ANY(${userIds}) AND status = 'member' AND (
      EXISTS (SELECT FROM "GroupMemberRole" AS held WHERE held."roleId" = ${roleId} AND held."userId" = member."userId")
      OR NOT EXISTS (SELECT FROM "GroupRole" WHERE id = ${roleId} AND kind IS DISTINCT FROM 'everyone'))`
  return rows.map(({ userId }) => userId)
}

/** Memberships in the order of the keys, whatever their status; null for who has none. Set-wise: one statement. */
export async function readMemberRows(
  { client }: Pick<Services, 'client'>,
  keys: readonly GroupPerson[],
): Promise<(MemberRow | null)[]> {
  const rows = await client.groupMember.findMany({
    where: { OR: keys.map(({ groupId, userId }) => ({ groupId, userId })) },
    include: MEMBER_COLUMNS,
    relationLoadStrategy: 'join',
  })
  const found = new Map(rows.map((row) => [keyOf(row), row]))
  return keys.map((key) => found.get(keyOf(key)) ?? null)
}

const keyOf = ({ groupId, userId }: GroupPerson) => `${groupId} ${userId}`
