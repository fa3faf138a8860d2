import { Prisma } from '../../generated/prisma/client.ts'
import { isAdmin } from '../access.ts'
import { type ListPage, ONE_RANK, type Rank, type RankedKey, type RankedList, type SortKey } from '../list/pageSql.ts'
import { invalidCursor, type KeysetPage } from '../page.ts'
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
  readonly by: Prisma.Sql
  readonly type: SortType
}

/** The order of a list: by rank, then by an SQL expression, then by id. */
interface ContentOrder extends Pick<RankedList, 'order' | 'ranks'> {
  /** The first value of a list that wraps around, else 0. */
  readonly start: number
}

/** The order that was asked for, of the rows of a table or of joins to it. */
interface AskedOrder<Name extends string> {
  readonly sorts: Readonly<Record<Name | 'popularity', SortRule>>
  readonly sort: Name | undefined
  readonly ascending: boolean | undefined
  /** The searched text in the normal form of names; empty for no search. */
  readonly nameText: string
  /** Alias of the table that has the columns of the sorts. */
  readonly alias: string
  /** Expression for the id of a row. */
  readonly id: Prisma.Sql
  /** The order by relevance to the searched text, if a column has it; by the similarity of the name without one. */
  readonly byText?: SortRule | undefined
  /** The order when no sort was asked for; by popularity without one. */
  readonly unsorted?: ExpressionOrder | undefined
  /** Whether rows may have no value in any column, as in an outer join. */
  readonly isOuter?: boolean
}

type OrderScope = Pick<Scope, 'viewer' | 'now'>

/** A page of a list by offset or by cursors. A greater cursor comes later in the list, in both directions of the sort. */
export type ContentListPage = KeysetPage<ContentCursor> & { readonly offset?: number }

/** The order of a list, of which a page is read. */
export function contentOrder<Name extends string>(
  scope: OrderScope,
  asked: AskedOrder<Name>,
  page: ContentListPage,
): ContentOrder {
  const { alias, nameText } = asked
  const nameKey = Prisma.raw(`${alias}."nameKey"`)
  if (!asked.sort && asked.unsorted) return plainOrder(asked, asked.unsorted)
  if (isByText(asked) && !asked.byText)
    return plainOrder(asked, {
      by: Prisma.sql`(similarity(${nameKey}, ${nameText}) * 1000000)::bigint`,
      type: 'bigint',
    })
  const rule = chosenRule(scope, asked)
  const start = rule.start ? shuffleStart(scope, rule.start, page) : 0
  const by = Prisma.raw(`${alias}."${rule.column}"`)
  return { ...plainOrder(asked, { by, type: rule.type }), start, ranks: ranksOf(asked, rule, { by, start }) }
}

function plainOrder({ ascending, id }: Pick<AskedOrder<never>, 'ascending' | 'id'>, by: ExpressionOrder): ContentOrder {
  const descending = !ascending
  const order: SortKey[] = [
    { ...by, descending },
    { by: id, type: 'text', descending },
  ]
  return { order, ranks: ONE_RANK, start: 0 }
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

/** Rows from the start of a list that wraps around come before others, and those without a value last. */
function ranksOf(
  { ascending, isOuter }: Pick<AskedOrder<never>, 'ascending' | 'isOuter'>,
  rule: SortRule,
  { by, start }: { readonly by: Prisma.Sql; readonly start: number },
): readonly Rank[] {
  const without = rule.nullable || isOuter ? [{ where: Prisma.sql`${by} IS NULL` }] : []
  if (rule.start) {
    const ranks = [{ where: Prisma.sql`${by} >= ${start}` }, { where: Prisma.sql`${by} < ${start}` }]
    return [...(ascending ? ranks : ranks.reverse()), ...without]
  }
  return without.length === 0 ? ONE_RANK : [{ where: Prisma.sql`${by} IS NOT NULL` }, ...without]
}

/** SELECT list for the rank and the sort value of a row of a list, by which cursors name its place. */
export const placeColumns = (alias: string) => Prisma.raw(`${alias}.rank, ${alias}.sort0::text AS sorted`)

/** A row of a page: its id and its place. */
export type PlacedRow = Pick<ContentCursor, 'id' | 'rank' | 'sorted'>

/** A page by cursors, with the keys of the list. Throws `invalid` for a cursor of another list, whose sort value has another type. */
export function keyedPage({ order }: ContentOrder, { above, below, ...page }: ContentListPage): ListPage<RankedKey> {
  const keyOf = ({ rank, sorted, id }: ContentCursor) => {
    const type = order[0]?.type
    if (sorted !== null && type !== undefined && !VALUE_VALIDATORS[type](sorted)) throw invalidCursor('after')
    return { rank, values: [sorted, id] }
  }
  return { ...page, above: above && keyOf(above), below: below && keyOf(below) }
}

/** A timestamptz as PostgreSQL prints it, in any time zone. */
const TIMESTAMP = /^(?!0000)(\d{4}-\d\d-\d\d) \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-](?:0\d|1[0-4])(?::[0-5]\d)?$/

function isTimestamp(text: string): boolean {
  const day = TIMESTAMP.exec(text)?.[1] ?? ''
  const at = new Date(`${day}T00:00:00Z`)
  // JavaScript reads 30 February as 2 March.
  return !Number.isNaN(Date.parse(text)) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

const VALUE_VALIDATORS: Record<SortKey['type'], (text: string) => boolean> = {
  bigint: (text) => /^-?\d{1,18}$/.test(text),
  real: (text) => Number.isFinite(Number(text)),
  text: () => true,
  timestamptz: isTimestamp,
}
