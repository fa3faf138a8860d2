import { isAdmin } from '../access.ts'
import type { BindParameter, KeysetPage } from '../page.ts'
import type { Scope } from '../scope.ts'
import { dailyShuffleStart, randomShuffleStart } from '../shuffle.ts'
import type { ContentCursor } from './cursor.ts'

type SortType = 'bigint' | 'text' | 'timestamptz'

/** A sort of rows, by its name on the wire. */
export interface SortRule<Column extends string = string> {
  readonly column: Column
  readonly type: SortType
  readonly description: string
  /** Rows without a value come last, whether the list is ascending or descending. */
  readonly nullable?: true
  /** The list starts at a random value and wraps around: at another one each UTC day, or for each request. */
  readonly start?: 'daily' | 'perRequest'
  /** For everybody else REST replaces it by popularity: only admins may know how often something was reported. */
  readonly adminOnly?: true
}

export const numberSort = <C extends string>(column: C, description: string): SortRule<C> => ({
  ...{ column, type: 'bigint', description },
})

export const timeSort = <C extends string>(column: C, description: string): SortRule<C> => ({
  ...{ column, type: 'timestamptz', description },
})

/** The order of rows by an SQL expression that has a value for each row. */
export interface ExpressionOrder {
  readonly by: string
  readonly type: SortType
}

/** The order of a list: by rank, then by an SQL expression, then by id. */
export interface ListOrder extends ExpressionOrder {
  readonly descending: boolean
  /** A condition for each rank, in the list's order. */
  readonly ranks: readonly string[]
  /** The first value of a list that wraps around, else 0. */
  readonly start: number
}

/** A page by offset or by cursors. A greater cursor comes later in the list, in both directions of the sort. */
export type ContentListPage = KeysetPage<ContentCursor> & { readonly offset?: number }

/** The order that was asked for, of the rows of a table or of joins to it. */
interface AskedOrder<Name extends string> {
  readonly sorts: Readonly<Record<Name | 'popularity', SortRule>>
  readonly sort: Name | undefined
  readonly ascending: boolean | undefined
  /** The searched text in the normal form of names; empty for no search. */
  readonly nameText: string
  /** Alias of the table that has the columns of the sorts. */
  readonly alias: string
  /** The order by relevance to the searched text, if a column has it; by the similarity of the name without one. */
  readonly byText?: SortRule | undefined
  /** The order when no sort was asked for; by popularity without one. */
  readonly unsorted?: ExpressionOrder | undefined
  /** Whether rows may have no value in any column, as in an outer join. */
  readonly isOuter?: boolean
}

export const ALWAYS_TRUE = 'true'

type OrderScope = Pick<Scope, 'viewer' | 'now'>

/** The order of a page as SQL. */
export function listOrder<Name extends string>(
  scope: OrderScope,
  asked: AskedOrder<Name>,
  { page, bind }: { readonly page: ContentListPage; readonly bind: BindParameter },
): ListOrder {
  const { alias, nameText } = asked
  const descending = !asked.ascending
  const single = { descending, ranks: [ALWAYS_TRUE], start: 0 }
  if (!asked.sort && asked.unsorted) return { ...single, ...asked.unsorted }
  if (isByText(asked) && !asked.byText)
    return { ...single, by: `(similarity(${alias}."nameKey", ${bind(nameText)}) * 1000000)::bigint`, type: 'bigint' }
  const rule = chosenRule(scope, asked)
  const start = rule.start ? shuffleStart(scope, rule.start, page) : 0
  return columnOrder({ by: `${alias}."${rule.column}"`, rule, descending, start, isOuter: asked.isOuter ?? false })
}

/** Whether the searched text decides the order. */
const isByText = <Name extends string>({ sort, nameText }: AskedOrder<Name>) => sort === 'relevance' && nameText !== ''

/** The sort that was asked for, or the one in its place. */
function chosenRule<Name extends string>(scope: OrderScope, asked: AskedOrder<Name>): SortRule {
  const { sorts, sort, byText } = asked
  if (byText && isByText(asked)) return byText
  const chosen = sorts[sort ?? 'popularity']
  return chosen.adminOnly && !isAdmin(scope) ? sorts.popularity : chosen
}

const shuffleStart = ({ now }: OrderScope, start: 'daily' | 'perRequest', { above, below }: ContentListPage) =>
  above?.start ?? below?.start ?? (start === 'daily' ? dailyShuffleStart(now) : randomShuffleStart())

interface ColumnOrder {
  readonly by: string
  readonly rule: SortRule
  readonly descending: boolean
  readonly start: number
  readonly isOuter: boolean
}

function columnOrder({ by, rule, descending, start, isOuter }: ColumnOrder): ListOrder {
  const order = { by, type: rule.type, descending, start }
  const without = rule.nullable || isOuter ? [`${by} IS NULL`] : []
  if (rule.start) {
    const ranks = [`${by} >= ${start}`, `${by} < ${start}`]
    return { ...order, ranks: [...(descending ? ranks.reverse() : ranks), ...without] }
  }
  return { ...order, ranks: without.length === 0 ? [ALWAYS_TRUE] : [`${by} IS NOT NULL`, ...without] }
}
