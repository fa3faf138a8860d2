import { createContextCache } from '@pothos/core'
import DataLoader from 'dataloader'
import type { Scope } from '../../kernel/scope.ts'
import type { GraphContext } from './context.ts'

/** Reads rows by their keys, set-wise and as far as the viewer may see them. */
export type ReadMany<R> = (scope: Scope, keys: readonly string[]) => Promise<readonly R[]>

/** Answers the rows that were read, for each key in its order. */
type Deal<R, V> = (rows: readonly R[], keys: readonly string[]) => V[]

export interface Loader<V> {
  /** At once where it was loaded before: a field that waits for nothing takes a fraction of the time. */
  load(key: string): V | Promise<V>
  /** Loads what the rows of a page will ask for, before any of them is shown. A failure shows where it is asked for. */
  ahead(keys: readonly string[]): Promise<unknown>
  /** Makes known what was read in another way. */
  prime(key: string, value: V): void
}

function loaderOf<V>(deal: (keys: readonly string[]) => Promise<V[]>): Loader<V> {
  const known = new Map<string, V>()
  const know = (key: string, value: V | undefined) => {
    if (value !== undefined && !known.has(key)) known.set(key, value)
  }
  const loader = new DataLoader<string, V>(async (keys) => {
    const values = await deal(keys)
    for (const [at, key] of keys.entries()) know(key, values[at])
    return values
  })
  return {
    load(key) {
      const value = known.get(key)
      return value === undefined ? loader.load(key) : value
    },
    ahead: (keys) => loader.loadMany(keys),
    prime: know,
  }
}

/**
 * Gathers what one turn of an operation asks for into one read. Lives as long as its context, and no longer than until
 * the next write.
 */
const gather = <R, V>(read: ReadMany<R>, deal: Deal<R, V>) =>
  createContextCache((context: GraphContext) =>
    loaderOf<V>(async (keys) => deal(await read(context.scope, keys), keys)),
  )

/** The one row of each key; null for what is not there to see. */
export const makeLoader = <R>(read: ReadMany<R>, keyOf: (row: R) => string) =>
  gather(read, (rows, keys) => {
    const byKey = new Map(rows.map((row) => [keyOf(row), row]))
    return keys.map((key) => byKey.get(key) ?? null)
  })

/** All rows of each key. */
export const makeListLoader = <R>(read: ReadMany<R>, keyOf: (row: R) => string) =>
  gather(read, (rows, keys) => {
    const byKey = new Map<string, R[]>()
    for (const key of keys) byKey.set(key, [])
    for (const row of rows) byKey.get(keyOf(row))?.push(row)
    return keys.map((key) => byKey.get(key) ?? [])
  })
