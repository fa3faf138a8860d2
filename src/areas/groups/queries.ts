import { randomInt } from 'node:crypto'
import {
  type Group,
  type GroupGallery,
  type GroupMember,
  type GroupRole,
  Prisma,
} from '../../generated/prisma/client.ts'
import { columnList } from '../../kernel/columns.ts'
import { type JsonRow, timeOrNull } from '../../kernel/database.ts'
import { invalid } from '../../kernel/failure.ts'
import {
  createRowLoader,
  defineRowKind,
  type ListedRecord,
  listRecords,
  type RecordSource,
  type RowSource,
  type RowVersion,
} from '../../kernel/records.ts'
import type { Scope, Services } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { EVERYONE_ORDER } from './roles/permissions.ts'

/** A group with what is the same for all who see it. All requests share a row, so nobody may change it. */
export interface GroupRow extends Group {
  readonly revision: number
  /** All roles in their order. */
  readonly groupRoles: readonly GroupRole[]
  /** All galleries, oldest first. */
  readonly galleries: readonly GroupGallery[]
}

interface UnparsedRow extends Omit<GroupRow, 'groupRoles' | 'galleries'> {
  readonly groupRoles: readonly JsonRow<GroupRole>[]
  readonly galleries: readonly JsonRow<GroupGallery>[]
}

const GROUP_COLUMNS = columnList(Prisma.GroupScalarFieldEnum, 'g')

async function readGroupRows({ sql }: Pick<RecordSource, 'sql'>, ids: readonly string[]): Promise<GroupRow[]> {
  const rows = await sql<UnparsedRow>`
    SELECT ${GROUP_COLUMNS}, g.revision,
      (SELECT coalesce(json_agg(r ORDER BY r."order"), '[]') FROM "GroupRole" AS r WHERE r."groupId" = g.id) AS "groupRoles",
      (SELECT coalesce(json_agg(y ORDER BY y."createdAt", y.id), '[]')
        FROM "GroupGallery" AS y WHERE y."groupId" = g.id) AS galleries
    FROM "Group" AS g WHERE g.id = ANY(${ids})`
  return rows.map((row) => ({
    ...row,
    groupRoles: row.groupRoles.map(withTimes),
    galleries: row.galleries.map(withTimes),
  }))
}

/** A row of which JSON has the times as texts. */
export const withTimes = <R extends { readonly createdAt: string; readonly updatedAt: string }>(row: R) => ({
  ...row,
  createdAt: new Date(row.createdAt),
  updatedAt: new Date(row.updatedAt),
})

const GROUP_ROWS = defineRowKind<GroupRow>({
  name: 'group',
  readRows: readGroupRows,
})

/** The membership of a person with the ids of its roles. */
export interface OwnMember extends GroupMember {
  readonly roleIds: readonly string[]
}

/** A group and what stands between it and a person. */
export interface AccessRow {
  readonly group: GroupRow
  /** Null for a stranger. */
  readonly own: OwnMember | null
  readonly hasTwoFactor: boolean
  /** Display name of who has accepted the person's request to join. */
  readonly acceptedBy: string | null
}

/** A row of the statement that reads accesses. */
interface AccessVersion extends RowVersion, Omit<AccessRow, 'group' | 'own'> {
  /** Id of the group and id of the person. */
  readonly key: string
  readonly own: JsonRow<OwnMember> | null
}

const accessOf = ({ row, record }: ListedRecord<AccessVersion, GroupRow>): AccessRow => ({
  group: record,
  own: row.own && memberOfJson(row.own),
  hasTwoFactor: row.hasTwoFactor,
  acceptedBy: row.acceptedBy,
})

/** A membership as `row_to_json` writes it. */
const memberOfJson = (row: JsonRow<OwnMember>): OwnMember => ({
  ...row,
  createdAt: new Date(row.createdAt),
  joinedAt: timeOrNull(row.joinedAt),
  bannedAt: timeOrNull(row.bannedAt),
  invitedAt: timeOrNull(row.invitedAt),
  requestedAt: timeOrNull(row.requestedAt),
  rejectedAt: timeOrNull(row.rejectedAt),
  requestBlockedAt: timeOrNull(row.requestBlockedAt),
  userBlockedAt: timeOrNull(row.userBlockedAt),
  lastPostReadAt: timeOrNull(row.lastPostReadAt),
})

/** One statement for cached groups, else two. */
async function readAccessRows(source: RowSource, keys: readonly string[]) {
  const groupIds = keys.map((key) => key.slice(0, key.lastIndexOf(' ')))
  const userIds = keys.map((key) => key.slice(key.lastIndexOf(' ') + 1))
  const list = () => source.sql<AccessVersion>`
    SELECT g.id, g.revision, asked.key, row_to_json(own) AS own, account."totpEnabledAt" IS NOT NULL AS "hasTwoFactor",
      (SELECT "displayName" FROM "User" WHERE id = own."acceptedById") AS "acceptedBy"
    FROM unnest(${keys}::text[], ${groupIds}::text[], ${userIds}::text[]) AS asked (key, "groupId", "userId")
      JOIN "Group" AS g ON g.id = asked."groupId"
      LEFT JOIN "GroupMember" AS own ON own."groupId" = g.id AND own."userId" = asked."userId"
      LEFT JOIN "Account" AS account ON account."userId" = own."userId"`
  const found = await listRecords(source, GROUP_ROWS, list)
  return found.map((listed) => ({ id: listed.row.key, access: accessOf(listed) }))
}

const loadAccessRow = createRowLoader(readAccessRows)

/** What a person is in these groups, in no particular order. Calls of one turn of the event loop share a statement. */
export async function loadAccessRows(
  source: RowSource,
  userId: string,
  groupIds: readonly string[],
): Promise<AccessRow[]> {
  if (groupIds.length === 0) return []
  const keys = groupIds.map((groupId) => `${groupId} ${userId}`)
  const found = await loadAccessRow.many(source, keys)
  return [...new Set(keys)].flatMap((key) => found.get(key)?.access ?? [])
}

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

/** What was bought before an earlier parting, or from elsewhere, lasts until it ends, whoever gives or takes the membership. */
export const giveRolesOfJoining = (
  { sql, now }: Pick<Scope & InTransaction, 'db' | 'now' | 'sql'>,
  { groupId, userId }: Pick<GroupMember, 'groupId' | 'userId'>,
) => sql`
  INSERT INTO "GroupMemberRole" ("roleId", "userId", "groupId")
  SELECT id, ${userId}, "groupId" FROM "GroupRole" AS role
  WHERE "groupId" = ${groupId} AND ("isAddedOnJoin" AND NOT "requiresPurchase" OR EXISTS (
    SELECT FROM "LicenseGrant" AS bought
    WHERE bought."userId" = ${userId} AND bought."forType" = 'groupRole' AND bought."forId" = role.id
      AND (bought."until" IS NULL OR bought."until" > ${now}::timestamptz)))
  ON CONFLICT DO NOTHING`

/** The member of the least rank, then of the longest membership, other than the owner. */
export async function findSuccessor(
  { sql }: Pick<InTransaction, 'sql'>,
  groupId: string,
  ownerId: string,
): Promise<string | undefined> {
  const [successor] = await sql<{ readonly userId: string }>`
    SELECT m."userId" FROM "GroupMember" AS m
    LEFT JOIN "GroupMemberRole" AS held ON held."groupId" = m."groupId" AND held."userId" = m."userId"
    LEFT JOIN "GroupRole" AS r ON r.id = held."roleId"
    WHERE m."groupId" = ${groupId} AND m.status = 'member' AND m."userId" <> ${ownerId}
    GROUP BY m.id ORDER BY coalesce(min(r."order"), ${EVERYONE_ORDER}), m."joinedAt", m.id LIMIT 1`
  return successor?.userId
}

/** A short code and the number that tells groups of one code apart. */
interface GroupCode {
  readonly shortCode: string
  readonly discriminator: string
}

const DISCRIMINATORS = 10_000
const DRAWS = 20

/**
 * Gives a group a short code with a random discriminator that no group had before. Throws `invalid` when no discriminator
 * is free.
 */
export async function drawGroupCode(tx: InTransaction, groupId: string, shortCode: string): Promise<GroupCode> {
  const { db, sql } = tx
  const candidates = Array.from({ length: DRAWS }, () => numberText(randomInt(DISCRIMINATORS)))
  // A number after the last draw, for a short code of which few are left.
  const [taken] = await sql<{ readonly discriminator: string }>`
    INSERT INTO "GroupCode" ("shortCode", discriminator, "groupId")
    SELECT ${shortCode}, number, ${groupId} FROM (
      SELECT number, place FROM unnest(${candidates}::text[]) WITH ORDINALITY AS draw(number, place)
      UNION ALL SELECT lpad(n::text, 4, '0'), ${DRAWS} + 1 + n FROM generate_series(0, ${DISCRIMINATORS - 1}) AS n
    ) AS candidate
    WHERE NOT EXISTS (SELECT FROM "GroupCode" WHERE "shortCode" = ${shortCode} AND discriminator = number)
    ORDER BY place LIMIT 1
    ON CONFLICT DO NOTHING
    RETURNING discriminator`
  if (taken) return { shortCode, discriminator: taken.discriminator }
  if ((await db.groupCode.count({ where: { shortCode } })) >= DISCRIMINATORS)
    throw invalid('shortCode', 'shortCode is taken', 'short_code_taken')
  return drawGroupCode(tx, groupId, shortCode)
}

const numberText = (number: number) => String(number).padStart(4, '0')

/** Gives roles the orders 1, 2, 3 … in this order, which changes those of another order; the constraint upon orders is checked at the end of the transaction. */
export async function writeRoleOrder(
  { sql, now }: Pick<Scope & InTransaction, 'db' | 'now' | 'sql'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await sql(Prisma.sql`
    UPDATE "GroupRole" SET "order" = place, "updatedAt" = ${now}::timestamptz FROM unnest(${[...ids]}::text[]) WITH ORDINALITY AS arranged(id, place)
    WHERE "GroupRole".id = arranged.id AND "order" <> place`)
}
