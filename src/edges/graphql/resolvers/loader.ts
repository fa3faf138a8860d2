import { createContextCache } from '@pothos/core'
import DataLoader from 'dataloader'
import { getOrCreate } from '../../../kernel/maps.ts'
import type { LoadRow } from '../../../kernel/rowLoader.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { GraphContext } from '../context.ts'

/** Reads the rows of several keys that the viewer may see. */
export type ReadMany<R> = (scope: Scope, keys: readonly string[]) => Promise<readonly R[]>

/** Makes a read for logged-in viewers usable by loaders: without a viewer it returns no rows. */
export const forViewer =
  <R, A extends readonly unknown[]>(read: (scope: ViewerScope, ...rest: A) => Promise<readonly R[]>) =>
  async ({ viewer, ...scope }: Scope, ...rest: A): Promise<readonly R[]> =>
    viewer ? read({ ...scope, viewer }, ...rest) : []

/** Distributes rows to keys: one value per key, in order. */
type DistributeRows<R, V> = (rows: readonly R[], keys: readonly string[]) => V[]

export interface Loader<V> {
  /** Synchronous for a loaded value, because GraphQL executes fields much faster without promises. */
  load(key: string): V | Promise<V>
  /** Loads the values of a whole page. Never rejects: an error is thrown by the `load` that needs the value. */
  preload(keys: readonly string[]): Promise<unknown>
  /** Stores a value that was read elsewhere. */
  prime(key: string, value: V): void
}

/** Caches loaded values and shares pending loads. */
function cachedLoader<R, V>(read: (key: string) => Promise<R>, toValue: (row: R) => V): Loader<V> {
  const values = new Map<string, V>()
  const pending = new Map<string, Promise<V>>()
  const prime = (key: string, value: V) => {
    if (!values.has(key)) values.set(key, value)
  }
  const readAndPrime = async (key: string) => {
    const value = toValue(await read(key))
    prime(key, value)
    return value
  }
  const load = (key: string) => {
    const value = values.get(key)
    return value !== undefined ? value : getOrCreate(pending, key, () => readAndPrime(key))
  }
  return { load, preload: (keys) => Promise.allSettled(keys.map(load)), prime }
}

/**
 * Batches the loads of an operation in one tick into one read. Cached until the end of the operation or its next write.
 */
const contextLoader = <R, V>(read: ReadMany<R>, distribute: DistributeRows<R, V>) =>
  createContextCache((context: GraphContext) => {
    const loader = new DataLoader<string, V>(async (keys) => distribute(await read(context.scope, keys), keys), {
      cache: false,
    })
    return cachedLoader(
      (key) => loader.load(key),
      (value) => value,
    )
  })

const everybody = () => true

/**
 * Loads rows by id, batched with other requests in the same tick; null for unknown ids and rows that the viewer may not
 * see.
 */
export const createSharedLoader = <R>(loadRow: LoadRow<R>, canRead: (scope: Scope, row: R) => boolean = everybody) =>
  createContextCache((context: GraphContext) =>
    cachedLoader(
      (id) => loadRow(context.scope, id),
      (row) => (row !== null && canRead(context.scope, row) ? row : null),
    ),
  )

/** Loads one row per key; null for none. */
export const createLoader = <R>(read: ReadMany<R>, keyOf: (row: R) => string) =>
  contextLoader(read, (rows, keys) => {
    const byKey = new Map(rows.map((row) => [keyOf(row), row]))
    return keys.map((key) => byKey.get(key) ?? null)
  })

/** Loads all rows of each key. */
export const createListLoader = <R>(read: ReadMany<R>, keyOf: (row: R) => string) =>
  contextLoader(read, (rows, keys) => {
    const byKey = new Map<string, R[]>()
    for (const key of keys) byKey.set(key, [])
    for (const row of rows) byKey.get(keyOf(row))?.push(row)
    return keys.map((key) => byKey.get(key) ?? [])
  })

/** Loads the length of each parent's list, all by one read; 0 for parents without rows. */
export const createCountLoader = (read: ReadMany<readonly [parent: string, count: number]>) => {
  const counts = createLoader(read, ([parent]) => parent)
  return async (context: GraphContext, parent: string): Promise<number> =>
    (await counts(context).load(parent))?.[1] ?? 0
}
