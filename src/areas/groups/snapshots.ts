import { textList } from '../../kernel/database.ts'
import type { Services } from '../../kernel/scope.ts'
import { MEMBER_COLUMNS, type MemberRow } from './membership/members.ts'

/** A person in a group. */
export interface GroupPerson {
  readonly groupId: string
  readonly userId: string
}

const JOINED_SQL = `SELECT "groupId", "userId" FROM "GroupMember" WHERE "userId" = ANY(${textList('$1')}) AND status = 'member'`

/** The groups that each of these people is a member of. Set-wise: one statement. */
export const readJoinedGroups = ({ read }: Pick<Services, 'read'>, userIds: readonly string[]) =>
  read<GroupPerson>('joined-groups', JOINED_SQL, [userIds])

/** A role of a group, which may have been deleted. */
export interface RoleOfGroup {
  readonly groupId: string
  readonly roleId: string
}

/** Members hold Everyone without a row, and the holders of a deleted role are not known any longer. */
const HOLDERS_SQL = `
  SELECT "userId" FROM "GroupMember" AS member
  WHERE "groupId" = $1 AND "userId" = ANY(${textList('$3')}) AND status = 'member' AND (
    EXISTS (SELECT FROM "GroupMemberRole" AS held WHERE held."roleId" = $2 AND held."userId" = member."userId")
    OR NOT EXISTS (SELECT FROM "GroupRole" WHERE id = $2 AND kind IS DISTINCT FROM 'everyone'))`

/** Holders of a role among these people; all members among them for Everyone, and for a role that was deleted. */
export async function readRoleHolders(
  { read }: Pick<Services, 'read'>,
  { groupId, roleId }: RoleOfGroup,
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await read<{ readonly userId: string }>('role-holders', HOLDERS_SQL, [groupId, roleId, userIds])
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
