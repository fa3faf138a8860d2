import type { GroupMember } from '../../generated/prisma/client.ts'
import { type JsonRow, timeOrNull } from '../../kernel/jsonRow.ts'
import { type ListedRecord, listRecords, type RowVersion } from '../../kernel/recordCache.ts'
import { createRowLoader, type RowSource } from '../../kernel/rowLoader.ts'
import { GROUP_ROWS, type GroupRow } from './groupRows.ts'

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
