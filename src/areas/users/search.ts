import { type BindParameter, type KeysetColumns, type KeysetPage, keysetConditions } from '../../kernel/page.ts'
import { listRecords, type RowVersion } from '../../kernel/recordCache.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { nameKey } from '../accounts/account/names.ts'
import { type PublicUser, USER_ROWS, userColumns } from './queries.ts'
import { foundUsersSql, searchConditions, type UserSearch } from './users.ts'

/** A page of the people whom a search finds, in the order of these columns. */
export interface FoundPage {
  readonly search: UserSearch
  readonly columns: KeysetColumns
  readonly page: KeysetPage
  /** Columns of the rows, beside the id and those of the order; null for whole rows. */
  readonly selected: ReadonlySet<string> | null
}

/**
 * Searches people by display name. One statement for a few columns, and for people who are cached; else two. Planned for
 * each text: a frequent part of names needs another plan than a rare one.
 */
export async function listFoundUsers(scope: ViewerScope, found: FoundPage): Promise<PublicUser[]> {
  if (nameKey(found.search.search ?? '') === '') return []
  const set = found.selected && userColumns(['id', ...columnsOf(found), ...found.selected])
  const { text, values } = statementOf(scope, found, set?.select ?? 'u.id, u.revision')
  if (set) return scope.read<PublicUser>(null, text, values)
  const listed = await listRecords(scope, USER_ROWS, () => scope.read<RowVersion>(null, text, values))
  return listed.map(({ record }) => record)
}

const columnsOf = ({ columns }: FoundPage) => columns.filter((column) => column !== undefined)

function statementOf(scope: ViewerScope, found: FoundPage, select: string) {
  const { search, columns, page } = found
  const values: unknown[] = []
  const bind: BindParameter = (value) => `$${values.push(value)}`
  const conditions = [...searchConditions(scope, search, bind), ...keysetConditions(page, columns, bind)]
  const order = columnsOf(found).map((column) => ({ column, descending: page.descending }))
  return { text: foundUsersSql({ select, conditions, order, limit: page.limit }), values }
}
