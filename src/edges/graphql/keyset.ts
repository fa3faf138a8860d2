import {
  type DefaultConnectionArguments,
  type ResolveCursorConnectionArgs,
  resolveCursorConnection,
} from '@pothos/plugin-relay'
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
const plain = (cursor: string | undefined) =>
  cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString()

/** A page of a list, found by the keys where it begins and ends: its last page is as cheap as its first. */
export const keyset = <R>(args: DefaultConnectionArguments, { keyOf, read }: Keyed<R>) =>
  resolveCursorConnection(
    { args, defaultSize: DEFAULT_PAGE, maxSize: MAX_PAGE, toCursor: (row: R) => opaque(keyOf(row)) },
    ({ after, before, limit, inverted }: ResolveCursorConnectionArgs) =>
      read({ after: plain(after), before: plain(before), limit, inverted }),
  )
