import type { Group } from '../../generated/prisma/client.ts'
import { isAdmin } from '../../kernel/access.ts'
import { createColumnSets } from '../../kernel/columnSets.ts'
import { dateOfMillisecondsOrNull, epochMillisecondsColumn, jsonColumn, textList } from '../../kernel/database.ts'
import type { ViewerScope } from '../../kernel/scope.ts'

/** Columns that fields of a group show to everybody who can see it. */
const COLUMN_NAMES = [
  'id',
  'name',
  'shortCode',
  'discriminator',
  'description',
  'rules',
  'links',
  'languages',
  'tags',
  'iconId',
  'bannerId',
  'privacy',
  'joinState',
  'allowGroupJoinPrompt',
  'isVerified',
  'storeId',
  'ownerId',
  'memberCount',
  'onlineMemberCount',
  'lastPostCreatedAt',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof Group)[]

type GroupFields = Pick<Group, (typeof COLUMN_NAMES)[number]>

const TIME_COLUMNS = ['lastPostCreatedAt', 'createdAt', 'updatedAt'] as const
const LIST_COLUMNS: readonly string[] = ['links', 'languages', 'tags']

function expressionOf(name: string): string {
  if (TIME_COLUMNS.some((column) => column === name)) return epochMillisecondsColumn(name)
  return LIST_COLUMNS.includes(name) ? jsonColumn(name) : `"${name}"`
}

type TimeColumn = (typeof TIME_COLUMNS)[number]

/** A row as statements read it, with the selected columns alone; times are in milliseconds since 1970. */
export type UnparsedFields = Omit<GroupFields, TimeColumn> & { readonly [C in TimeColumn]?: number | null }

type SelectedTimes = { readonly [C in TimeColumn]?: Date | null }

const NO_TIMES: SelectedTimes = {}

const selectedTimes = (row: UnparsedFields, columns: readonly TimeColumn[]): SelectedTimes =>
  Object.fromEntries(columns.map((column) => [column, dateOfMillisecondsOrNull(row[column] ?? null)]))

/** Some columns of groups, for a query that selects no others. */
export interface GroupColumns {
  /** Short name for statements. */
  readonly name: string
  /** Names of the columns. */
  readonly names: readonly string[]
  /** SELECT list for rows of "Group", in the order of `names`. */
  readonly select: string
  /** Reads groups that the viewer can see, in no order. One statement. */
  readonly read: (scope: ViewerScope, ids: readonly string[]) => Promise<UnparsedFields[]>
  /** The selected times of a row. */
  readonly timesOf: (row: UnparsedFields) => SelectedTimes
}

/** The rule of `canSeeGroup` in SQL, for the viewer $2, who is an admin of the platform if $3. */
const VISIBLE = `"deletedAt" IS NULL AND ("hiddenAt" IS NULL OR $3 OR EXISTS (
  SELECT FROM "GroupMember" AS own WHERE own."groupId" = "Group".id AND own."userId" = $2 AND own.status = 'member'))`

export const groupColumns = createColumnSets<GroupColumns>(COLUMN_NAMES, (names, name) => {
  const select = names.map(expressionOf).join(', ')
  const text = `SELECT ${select} FROM "Group" WHERE id = ANY(${textList('$1')}) AND ${VISIBLE}`
  const times = TIME_COLUMNS.filter((column) => names.includes(column))
  return {
    name,
    names,
    select,
    read: (scope, ids) => scope.read<UnparsedFields>(`group ${name}`, text, [ids, scope.viewer.id, isAdmin(scope)]),
    timesOf: (row) => (times.length === 0 ? NO_TIMES : selectedTimes(row, times)),
  }
})
