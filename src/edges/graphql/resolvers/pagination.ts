import { createContextCache } from '@pothos/core'
import { type DefaultConnectionArguments, parseCursorConnectionArgs } from '@pothos/plugin-relay'
import { getOrCreate } from '../../../kernel/maps.ts'
import { invalidCursor, type KeysetKey, type KeysetPage, type TextKey, type TimeKey } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { GraphContext } from '../context.ts'
import { DEFAULT_PAGE, MAX_PAGE } from '../limits.ts'
import { createListLoader } from './loader.ts'

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

function parseTimeKey(text: string, side: Side, idFormat: RegExp): TimeKey {
  const [time = '', id = '', ...rest] = text.split(' ')
  const at = new Date(time)
  // PostgreSQL has no year 0, and another format for years beyond 9999.
  const isTime = !Number.isNaN(at.getTime()) && at.toISOString() === time && /^(?!0000)\d{4}-/.test(time)
  if (!isTime || rest.length > 0 || !idFormat.test(id)) throw invalidCursor(side)
  return [at, id]
}

/** The length of a whole list; a function counts it only when a query selects `totalCount`. */
export type TotalCount = number | (() => number | Promise<number>)

export interface KeysetList<R, K> {
  readonly order: KeysetOrder<R, K>
  readonly read: (page: KeysetPage<K>) => Promise<R[]>
  readonly totalCount: TotalCount
}

const encodeCursor = (key: string) => Buffer.from(key).toString('base64url')

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

/** The edge of a row in a sorted list, for payloads of mutations that add the row to it. */
export const edgeOf = <R, K>(order: KeysetOrder<R, K>, node: R) => ({
  node,
  get cursor() {
    return encodeCursor(order.keyText(node))
  },
})

/**
 * Reads a page of a sorted list as a Relay connection. Cursors are computed lazily, since most queries select only those
 * of `pageInfo`.
 */
export async function keysetConnection<R, K>(args: DefaultConnectionArguments, list: KeysetList<R, K>) {
  const { order, read, totalCount } = list
  const { limit, inverted, expectedSize, ...parsed } = parseArgs(args)
  const after = decodeCursor(parsed.after, 'after', order)
  const before = decodeCursor(parsed.before, 'before', order)
  const bounds = order.descending ? { above: before, below: after } : { above: after, below: before }
  const rows = await read({ ...bounds, limit, descending: order.descending !== inverted })
  const page = rows.slice(0, expectedSize)
  if (inverted) page.reverse()
  const cursorOf = (row: R | undefined) =>
    row === undefined ? (args.after ?? args.before ?? '') : encodeCursor(order.keyText(row))
  return {
    totalCount,
    edges: page.map((node) => edgeOf(order, node)),
    pageInfo: {
      get startCursor() {
        return cursorOf(page[0])
      },
      get endCursor() {
        return cursorOf(page.at(-1))
      },
      hasPreviousPage: parsed.hasPreviousPage(rows.length),
      hasNextPage: parsed.hasNextPage(rows.length),
    },
  }
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

/** Texts of times sort by time. */
const textOf = (value: Date | string) => (value instanceof Date ? value.toISOString() : value)

/** Reads one page of the list of each parent by one statement. */
type ReadPages<R> = (scope: Scope, parents: readonly string[], page: KeysetPage) => Promise<readonly R[]>

/** Loads pages of lists per parent: equal pages of several parents, requested in one tick, share one read. */
export function createPageLoader<R>(read: ReadPages<R>, parentOf: (row: R) => string) {
  const loaderOf = (page: KeysetPage) => createListLoader<R>((scope, ids) => read(scope, ids, page), parentOf)
  const loaders = createContextCache((_context: GraphContext) => new Map<string, ReturnType<typeof loaderOf>>())
  return async (context: GraphContext, parent: string, page: KeysetPage): Promise<R[]> => {
    const loader = getOrCreate(loaders(context), JSON.stringify(page), () => loaderOf(page))
    return loader(context).load(parent)
  }
}
