import { type DefaultConnectionArguments, parseCursorConnectionArgs } from '@pothos/plugin-relay'
import { noCursor } from '../../kernel/page.ts'
import { DEFAULT_PAGE, MAX_PAGE } from './limits.ts'

/** Which rows of an ordered list are wanted. */
export interface Window {
  /** Only rows whose key is greater, in the list's order. */
  readonly after: string | undefined
  /** Only rows whose key is less. */
  readonly before: string | undefined
  readonly limit: number
  /** The list is read from its end. */
  readonly inverted: boolean
}

export interface Keyed<R> {
  /** What the list is ordered by; unique. */
  readonly keyOf: (row: R) => string
  readonly read: (window: Window) => Promise<R[]>
}

const opaque = (key: string) => Buffer.from(key).toString('base64url')

/** Clients can write cursors, too; PostgreSQL has no place for a zero byte. */
function plain(cursor: string | undefined, field: 'after' | 'before'): string | undefined {
  const key = cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString()
  if (key?.includes('\0')) throw noCursor(field)
  return key
}

/**
 * A page of a list, found by the keys where it begins and ends: its last page is as cheap as its first. Cursors are made
 * when they are asked for: a page that is read by its nodes needs one or two of them.
 */
export async function keyset<R>(args: DefaultConnectionArguments, { keyOf, read }: Keyed<R>) {
  const { after, before, limit, inverted, expectedSize, hasPreviousPage, hasNextPage } = parseCursorConnectionArgs({
    args: {
      first: args.first ?? null,
      last: args.last ?? null,
      after: args.after ?? null,
      before: args.before ?? null,
    },
    defaultSize: DEFAULT_PAGE,
    maxSize: MAX_PAGE,
  })
  const rows = await read({ after: plain(after, 'after'), before: plain(before, 'before'), limit, inverted })
  const page = rows.slice(0, expectedSize)
  if (inverted) page.reverse()
  const cursorOf = (row: R | undefined) => (row === undefined ? (args.after ?? args.before ?? '') : opaque(keyOf(row)))
  return {
    edges: page.map((node) => ({
      node,
      get cursor() {
        return cursorOf(node)
      },
    })),
    pageInfo: {
      get startCursor() {
        return cursorOf(page[0])
      },
      get endCursor() {
        return cursorOf(page.at(-1))
      },
      hasPreviousPage: hasPreviousPage(rows.length),
      hasNextPage: hasNextPage(rows.length),
    },
  }
}
