import type { Group, GroupGallery } from '../../../generated/prisma/client.ts'
import { dateOfMilliseconds, epochMillisecondsColumn, jsonColumn, textList } from '../../../kernel/database.ts'
import type { JsonRow } from '../../../kernel/jsonRow.ts'
import type { RecordKind, RecordSource, RowVersion } from '../../../kernel/recordCache.ts'
import { withTimes } from '../groupRows.ts'

const COLUMNS = [
  'id',
  'name',
  'shortCode',
  'discriminator',
  'description',
  'rules',
  'iconId',
  'bannerId',
  'ownerId',
  'memberCount',
  'privacy',
] as const satisfies readonly (keyof Group)[]

/** What searches show of a group. */
export interface LimitedGroupRow
  extends RowVersion,
    Pick<Group, Exclude<(typeof COLUMNS)[number], 'id'> | 'tags' | 'createdAt'> {
  /** All galleries, oldest first. */
  readonly galleries: readonly GroupGallery[]
}

interface UnparsedRow extends Omit<LimitedGroupRow, 'createdAt' | 'galleries'> {
  readonly createdAt: number
  readonly galleries: readonly JsonRow<GroupGallery>[]
}

const ROWS_BY_IDS = `
  SELECT ${COLUMNS.map((name) => `"${name}"`).join(', ')}, ${jsonColumn('tags')}, ${epochMillisecondsColumn('createdAt')}, revision,
    (SELECT coalesce(json_agg(y ORDER BY y."createdAt", y.id), '[]')
      FROM "GroupGallery" AS y WHERE y."groupId" = "Group".id) AS galleries
  FROM "Group" WHERE id = ANY(${textList('$1')})`

async function readRows({ read }: Pick<RecordSource, 'read'>, ids: readonly string[]): Promise<LimitedGroupRow[]> {
  const rows = await read<UnparsedRow>('limited groups by ids', ROWS_BY_IDS, [ids])
  return rows.map(({ createdAt, galleries, ...row }) => ({
    ...row,
    createdAt: dateOfMilliseconds(createdAt),
    galleries: galleries.map(withTimes),
  }))
}

/** How something that is made of what searches show of a group is cached. */
export const cachedOfLimitedGroups = <V>(kind: Omit<RecordKind<LimitedGroupRow, V>, 'readRows'>) =>
  ({ ...kind, readRows }) satisfies RecordKind<LimitedGroupRow, V>

/** A group that a search has found, and what stands between it and the viewer; the times are in milliseconds. */
export interface FoundVersion extends RowVersion {
  readonly status: string | null
  readonly invitedAt: number | null
  readonly hasBlocked: boolean
}

/** SELECT list for the FoundVersion of the group `g` and the membership `own`. */
export const FOUND_COLUMNS = `g.id, g.revision, own.status, date_part('epoch', own."invitedAt") * 1000 AS "invitedAt",
  own."userBlockedAt" IS NOT NULL AS "hasBlocked"`
