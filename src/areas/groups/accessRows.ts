import type { GroupMember } from '../../generated/prisma/client.ts'
import { textList } from '../../kernel/database.ts'
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

/** A row of a statement with ACCESS_COLUMNS. */
export interface AccessVersion extends RowVersion, Omit<AccessRow, 'group' | 'own'> {
  readonly own: JsonRow<OwnMember> | null
}

/** SELECT list for the AccessVersion of the group `g`, to be used with `accessJoins`. */
export const ACCESS_COLUMNS = `g.id, g.revision, row_to_json(own) AS own, account."totpEnabledAt" IS NOT NULL AS "hasTwoFactor",
  (SELECT "displayName" FROM "User" WHERE id = own."acceptedById") AS "acceptedBy"`

/** The joins for ACCESS_COLUMNS; `userId` is an expression for the id of the person. */
export const accessJoins = (userId: string) => `
  LEFT JOIN "GroupMember" AS own ON own."groupId" = g.id AND own."userId" = ${userId}
  LEFT JOIN "Account" AS account ON account."userId" = own."userId"`

const ACCESSES = `SELECT ${ACCESS_COLUMNS}, asked.key
  FROM unnest(${['$1', '$2', '$3'].map(textList)}) AS asked (key, "groupId", "userId")
    JOIN "Group" AS g ON g.id = asked."groupId" ${accessJoins('asked."userId"')}`

export const accessRowOf = <L extends AccessVersion>({ row, record }: ListedRecord<L, GroupRow>): AccessRow => ({
  group: record,
  own: row.own && memberOfJson(row.own),
  hasTwoFactor: row.hasTwoFactor,
  acceptedBy: row.acceptedBy,
})

/** A membership as `row_to_json` writes it. */
export const memberOfJson = (row: JsonRow<OwnMember>): OwnMember => ({
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

interface AskedAccess extends AccessVersion {
  /** Id of the group and id of the person. */
  readonly key: string
}

/** One statement for cached groups, else two. */
async function readAccessRows(source: RowSource, keys: readonly string[]) {
  const groupIds = keys.map((key) => key.slice(0, key.lastIndexOf(' ')))
  const userIds = keys.map((key) => key.slice(key.lastIndexOf(' ') + 1))
  const found = await listRecords(source, GROUP_ROWS, () =>
    source.read<AskedAccess>('group accesses', ACCESSES, [keys, groupIds, userIds]),
  )
  return found.map((listed) => ({ id: listed.row.key, access: accessRowOf(listed) }))
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
