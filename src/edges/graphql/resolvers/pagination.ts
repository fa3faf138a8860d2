import { type DefaultConnectionArguments, parseCursorConnectionArgs } from '@pothos/plugin-relay'
import { type GraphQLResolveInfo, Kind, type SelectionNode } from 'graphql'
import { getOrCreate } from '../../../kernel/maps.ts'
import {
  invalidCursor,
  type KeysetKey,
  type KeysetPage,
  type TextKey,
  type TimeKey,
  type WeightKey,
} from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { GraphContext } from '../context.ts'
import type { SelectedColumns } from '../execution/selectedColumns.ts'
import { DEFAULT_PAGE, MAX_PAGE } from '../limits.ts'
import { operationCache } from '../operationCache.ts'
import { Connection, type TotalCount } from './connection.ts'
import { createPagesLoader } from './loader.ts'

type Side = 'after' | 'before'

/** Sort order of a list, and how its keys are written in cursors. */
export interface KeysetOrder<R, K> {
  readonly descending: boolean
  /** The key of a row as a text, which is encoded as its cursor. */
  readonly keyText: (row: R) => string
  /** Throws `invalid` for a cursor of another list. Undefined for an empty text, which sets no bound. */
  readonly parseKey: (text: string, side: Side) => K | undefined
}

/** Sorts by a unique text column, such as an id or a name. */
export const byText = <C extends string>(
  column: C,
  direction: 'ascending' | 'descending',
): KeysetOrder<Readonly<Record<C, string>>, TextKey> => ({
  descending: direction === 'descending',
  keyText: (row) => row[column],
  parseKey: (text) => (text === '' ? undefined : [text]),
})

const RANK_OFFSET = 1e15
const RANK_DIGITS = 16

/** Sorts a list in memory by a whole number of at most 15 digits, then by a text that is unique, both ascending. */
export const byListKey = <R>(keyOf: (row: R) => readonly [rank: number, id: string]): KeysetOrder<R, TextKey> => ({
  descending: false,
  keyText(row) {
    const [rank, id] = keyOf(row)
    return `${String(RANK_OFFSET + rank).padStart(RANK_DIGITS, '0')} ${id}`
  },
  parseKey: (text) => (text === '' ? undefined : [text]),
})

const ANY_ID = /^\w+_[\w-]+$/

/** Sorts by a time column, newest first, then by an id column whose ids match `idFormat`. */
export const latestFirst = <T extends string, I extends string>(
  [time, id]: readonly [time: T, id: I],
  idFormat = ANY_ID,
): KeysetOrder<Readonly<Record<T, Date> & Record<I, string>>, TimeKey> => ({
  descending: true,
  keyText: (row) => `${row[time].toISOString()} ${row[id]}`,
  parseKey: (text, side) => parseTimeKey(text, side, idFormat),
})

/** Sorts by a column of whole numbers, the greatest first, then by an id column. */
export const greatestFirst = <W extends string, I extends string>([weight, id]: readonly [
  weight: W,
  id: I,
]): KeysetOrder<Readonly<Record<W, number> & Record<I, string>>, WeightKey> => ({
  descending: true,
  keyText: (row) => `${row[weight]} ${row[id]}`,
  parseKey(text, side) {
    const [number = '', tie = '', ...rest] = text.split(' ')
    if (!/^-?\d{1,9}$/.test(number) || rest.length > 0 || !ANY_ID.test(tie)) throw invalidCursor(side)
    return [Number(number), tie]
  },
})

function parseTimeKey(text: string, side: Side, idFormat: RegExp): TimeKey {
  const [time = '', id = '', ...rest] = text.split(' ')
  const at = new Date(time)
  // PostgreSQL has no year 0, and another format for years beyond 9999.
  const isTime = !Number.isNaN(at.getTime()) && at.toISOString() === time && /^(?!0000)\d{4}-/.test(time)
  if (!isTime || rest.length > 0 || !idFormat.test(id)) throw invalidCursor(side)
  return [at, id]
}

interface KeysetList<R, K> {
  readonly order: KeysetOrder<R, K>
  readonly read: (page: KeysetPage<K>) => R[] | Promise<R[]>
  readonly totalCount: TotalCount
  /** Made by `createPageParser`, for the lists of many parents. */
  readonly parsePage?: ParsePage<K>
  /** The field of the list: if it selects no `pageInfo`, the row beyond the page is not read. */
  readonly info?: ListInfo
}

/** What a resolver knows of the selection of its list. */
export type ListInfo = Pick<GraphQLResolveInfo, 'fieldNodes'>

/** Makes a function that tells whether a list selects a field with one of these names, or a fragment, which may select it. */
function createSelectionTest(...names: readonly string[]) {
  const known = new WeakMap<ListInfo['fieldNodes'], boolean>()
  const isOneOf = (selection: SelectionNode) => selection.kind !== Kind.FIELD || names.includes(selection.name.value)
  const select = (nodes: ListInfo['fieldNodes']) => nodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? [])
  return ({ fieldNodes }: ListInfo) => getOrCreate(known, fieldNodes, () => select(fieldNodes).some(isOneOf))
}

/** Whether a list selects what tells of further pages. */
const selectsPageInfo = createSelectionTest('pageInfo')

/** Whether a list selects what has cursors, which are made of the columns that it is sorted by. */
export const selectsCursors = createSelectionTest('edges', 'pageInfo')

function decodeCursor<K>(
  cursor: string | undefined,
  side: Side,
  { parseKey }: Pick<KeysetOrder<never, K>, 'parseKey'>,
) {
  if (cursor === undefined) return undefined
  const text = Buffer.from(cursor, 'base64url').toString()
  // PostgreSQL refuses zero bytes, which a forged cursor may contain.
  if (text.includes('\0')) throw invalidCursor(side)
  return parseKey(text, side)
}

const parseArgs = ({ first = null, last = null, after = null, before = null }: DefaultConnectionArguments) =>
  parseCursorConnectionArgs({ args: { first, last, after, before }, defaultSize: DEFAULT_PAGE, maxSize: MAX_PAGE })

type PageOrder<K> = Pick<KeysetOrder<never, K>, 'descending' | 'parseKey'>

/** The page that arguments ask for, with what tells whether there are further ones. Throws `invalid` for a cursor of another list. */
function askedPage<K>(args: DefaultConnectionArguments, order: PageOrder<K>, info?: ListInfo) {
  const parsed = parseArgs(args)
  const after = decodeCursor(parsed.after, 'after', order)
  const before = decodeCursor(parsed.before, 'before', order)
  const bounds = order.descending ? { above: before, below: after } : { above: after, below: before }
  const { inverted } = parsed
  const limit = info && !selectsPageInfo(info) ? parsed.expectedSize : parsed.limit
  const page: KeysetPage<K> = { ...bounds, limit, descending: order.descending !== inverted }
  return { parsed, page }
}

type AskedPage<K> = ReturnType<typeof askedPage<K>>

type ParsePage<K> = (args: DefaultConnectionArguments, info?: ListInfo) => AskedPage<K>

/**
 * Parses the arguments of the lists of many parents once: in a query all parents have the same object of arguments, which
 * no other field has.
 */
export function createPageParser<K>(order: PageOrder<K>): ParsePage<K> {
  const known = new WeakMap<DefaultConnectionArguments, AskedPage<K>>()
  return (args, info) => getOrCreate(known, args, () => askedPage(args, order, info))
}

const itself = <R>(row: R) => row

/** Reads a page of a sorted list as a Relay connection. */
export const keysetConnection = <R, K>(args: DefaultConnectionArguments, list: KeysetList<R, K>) =>
  mappedConnection(args, list, itself)

/** Like `keysetConnection`, with nodes that are not the rows which the list is sorted by. */
export function mappedConnection<R, K, N>(
  args: DefaultConnectionArguments,
  list: KeysetList<R, K>,
  nodeOf: (row: R) => N,
): Connection<R, N> | Promise<Connection<R, N>> {
  const asked = list.parsePage?.(args, list.info) ?? askedPage(args, list.order, list.info)
  const rows = list.read(asked.page)
  const connect = (read: readonly R[]) => new Connection(args, asked.parsed, { list, rows: read, nodeOf })
  return Array.isArray(rows) ? connect(rows) : rows.then(connect)
}

/** A page of a short list that was read whole, as a Relay connection. The list may be in any order. */
export const listConnection = <R, K extends KeysetKey>(
  args: DefaultConnectionArguments,
  order: KeysetOrder<R, K>,
  list: readonly R[],
) =>
  keysetConnection(args, {
    order,
    totalCount: list.length,
    read: async (page) => pageOf(list, (row) => order.parseKey(order.keyText(row), 'after') ?? [], page),
  })

function pageOf<R>(list: readonly R[], keyOf: (row: R) => KeysetKey, page: KeysetPage): R[] {
  const { above, below, descending, limit } = page
  const keyed = list
    .map((row) => ({ row, key: keyOf(row) }))
    .filter(({ key }) => (!above || compareKeys(key, above) > 0) && (!below || compareKeys(key, below) < 0))
    .sort((one, other) => compareKeys(one.key, other.key))
  return (descending ? keyed.reverse() : keyed).slice(0, limit).map(({ row }) => row)
}

function compareKeys(one: KeysetKey, other: KeysetKey): number {
  for (const [at, value] of one.entries()) {
    const [left, right] = [textOf(value), textOf(other[at] ?? '')]
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}

/** Texts of times sort by time, and those of numbers by number. */
function textOf(value: Date | number | string): string {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'number' ? String(RANK_OFFSET + value).padStart(RANK_DIGITS, '0') : value
}

/** Reads one page of the list of each parent by one statement. */
type ReadPages<R, K> = (
  scope: Scope,
  parents: readonly string[],
  page: KeysetPage<K>,
  asked: AskedRows,
) => Promise<readonly R[]>

interface AskedRows {
  readonly context: GraphContext
  /** Columns of the rows, where the list is asked for few; null for whole rows. */
  readonly selected: SelectedColumns
}

/**
 * Loads pages of lists per parent: equal pages of several parents, requested in one tick, share one read. Pages that differ
 * in the columns of their rows are not equal.
 */
export function createPageLoader<R, K = KeysetKey>(read: ReadPages<R, K>, parentOf: (row: R) => string) {
  const loaderOf = (page: KeysetPage<K>, selected: SelectedColumns) =>
    createPagesLoader<R>((context, ids) => read(context.scope, ids, page, { context, selected }), parentOf)
  type PageLoader = ReturnType<ReturnType<typeof loaderOf>>
  const loaders = operationCache((context: GraphContext) => {
    const byText = new Map<string, PageLoader>()
    const byPage = new Map<KeysetPage<K>, Map<SelectedColumns, PageLoader>>()
    const textOf = (page: KeysetPage<K>, selected: SelectedColumns) =>
      JSON.stringify([page, selected && [...selected].sort()])
    return (page: KeysetPage<K>, selected: SelectedColumns) =>
      getOrCreate(
        getOrCreate(byPage, page, () => new Map<SelectedColumns, PageLoader>()),
        selected,
        () => getOrCreate(byText, textOf(page, selected), () => loaderOf(page, selected)(context)),
      )
  })
  return (
    context: GraphContext,
    parent: string,
    page: KeysetPage<K>,
    selected: SelectedColumns = null,
  ): R[] | Promise<R[]> => loaders(context)(page, selected).load(parent)
}
