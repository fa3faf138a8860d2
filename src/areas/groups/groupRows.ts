import type { Group, GroupGallery, GroupRole } from '../../generated/prisma/client.ts'
import type { JsonRow } from '../../kernel/jsonRow.ts'
import { defineRowKind, type RecordSource } from '../../kernel/recordCache.ts'

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

async function readGroupRows({ sql }: Pick<RecordSource, 'sql'>, ids: readonly string[]): Promise<GroupRow[]> {
  const rows = await sql<UnparsedRow>`
    SELECT g.*,
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

export const GROUP_ROWS = defineRowKind<GroupRow>({
  name: 'group',
  readRows: readGroupRows,
})
