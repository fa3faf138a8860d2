import { type Group, type GroupGallery, Prisma } from '../../../generated/prisma/client.ts'
import type { JsonRow } from '../../../kernel/jsonRow.ts'
import { defineRowKind, type RecordSource, type RowVersion } from '../../../kernel/recordCache.ts'
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
  'tags',
  'createdAt',
] as const satisfies readonly (keyof Group)[]

/** What searches show of a group. */
export interface LimitedGroupRow extends RowVersion, Pick<Group, Exclude<(typeof COLUMNS)[number], 'id'>> {
  /** All galleries, oldest first. */
  readonly galleries: readonly GroupGallery[]
}

interface UnparsedRow extends Omit<LimitedGroupRow, 'galleries'> {
  readonly galleries: readonly JsonRow<GroupGallery>[]
}

const SELECT = Prisma.raw(COLUMNS.map((name) => `"${name}"`).join(', '))

async function readRows({ sql }: Pick<RecordSource, 'sql'>, ids: readonly string[]): Promise<LimitedGroupRow[]> {
  const rows = await sql<UnparsedRow>`
    SELECT ${SELECT}, revision,
      (SELECT coalesce(json_agg(y ORDER BY y."createdAt", y.id), '[]')
        FROM "GroupGallery" AS y WHERE y."groupId" = "Group".id) AS galleries
    FROM "Group" WHERE id = ANY(${ids})`
  return rows.map((row) => ({ ...row, galleries: row.galleries.map(withTimes) }))
}

/** Groups as searches show them. All requests share a row, so nobody may change it. */
export const LIMITED_GROUP_ROWS = defineRowKind<LimitedGroupRow>({
  name: 'limited group',
  readRows,
})

/** A group that a search has found, and what stands between it and the viewer. */
export interface FoundVersion extends RowVersion {
  readonly status: string | null
  readonly invitedAt: Date | null
  readonly hasBlocked: boolean
}

/** SELECT list for the FoundVersion of the group `g` and the membership `own`. */
export const FOUND_COLUMNS = Prisma.sql`
  g.id, g.revision, own.status, own."invitedAt", own."userBlockedAt" IS NOT NULL AS "hasBlocked"`
