import { getOrCreate } from '../../../kernel/maps.ts'
import type { LoadRow } from '../../../kernel/records.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { GraphContext } from '../context.ts'
import type { ReadBatch } from '../execution/loadScheduler.ts'
import { operationCache } from '../operationCache.ts'

/** Reads the rows of several keys that the viewer may see. */
export type ReadMany<R> = (scope: Scope, keys: readonly string[]) => Promise<readonly R[]>

/** Makes a read for logged-in viewers usable by loaders: without a viewer it returns no rows. */
export const forViewer =
  <R, A extends readonly unknown[]>(read: (scope: ViewerScope, ...rest: A) => Promise<readonly R[]>) =>
  async ({ viewer, ...scope }: Scope, ...rest: A): Promise<readonly R[]> =>
    viewer ? read({ ...scope, viewer }, ...rest) : []

export interface Loader<V> {
  /** Synchronous for a loaded value, because GraphQL executes fields much faster without promises. */
  load(key: string): V | Promise<V>
  /** Stores a value that was read elsewhere. */
  prime(key: string, value: V): void
}

/** Finds the value of a key among what was read. */
type Lookup<V> = (key: string) => V

/** Loads that one read answers. */
class Batch<V> {
  private readonly keys: string[] = []
  private readonly found: Promise<Lookup<V>>
  private begin: ((found: Promise<Lookup<V>>) => void) | null = null
  private readonly readKeys: (keys: readonly string[]) => Promise<Lookup<V>>

  constructor(readKeys: (keys: readonly string[]) => Promise<Lookup<V>>) {
    this.readKeys = readKeys
    this.found = new Promise((resolve) => {
      this.begin = resolve
    })
  }

  /** The value of a key, which the read will find. */
  add(key: string): Promise<V> {
    this.keys.push(key)
    return this.found.then((find) => find(key))
  }

  /** Reads the values. Undefined if that was begun before. */
  readonly read: ReadBatch = () => {
    const { begin } = this
    if (!begin) return undefined
    this.begin = null
    begin(this.readKeys(this.keys))
    return this.found
  }
}

/**
 * Batches the loads of an operation into one read: in a query those of a level, elsewhere those of one turn. Cached until
 * the end of the operation or its next write.
 */
const contextLoader = <V>(read: (context: GraphContext, keys: readonly string[]) => Promise<Lookup<V>>) =>
  operationCache((context: GraphContext): Loader<V> => {
    const values = new Map<string, V>()
    const pending = new Map<string, { readonly value: Promise<V>; readonly read: ReadBatch }>()
    let open: Batch<V> | null = null
    const prime = (key: string, value: V) => {
      if (!values.has(key)) values.set(key, value)
    }
    const readKeys = async (keys: readonly string[]) => {
      open = null
      const find = await read(context, keys)
      for (const key of keys) prime(key, find(key))
      return find
    }
    const join = (key: string) => {
      open ??= new Batch(readKeys)
      return { value: open.add(key), read: open.read }
    }
    const load = (key: string) => {
      const known = values.get(key)
      if (known !== undefined) return known
      const batched = getOrCreate(pending, key, () => join(key))
      schedule(context, batched.read)
      return batched.value
    }
    return { load, prime }
  })

function schedule({ loads }: GraphContext, read: ReadBatch) {
  if (loads) loads.ask(read)
  else setImmediate(read)
}

/** Reads what a resolver needs before it asks loaders, which wait for the reads of all such resolvers. */
export function readBeforeLoads<R>({ loads }: GraphContext, read: () => PromiseLike<R>): Promise<R> {
  const reading = Promise.resolve(read())
  loads?.askAfter(reading)
  return reading
}

const everybody = () => true

/** How a shared loader reads rows, and for whom. */
interface SharedLoaderOptions<R> {
  readonly canRead?: (scope: Scope, row: R) => boolean
  /** Chooses another way to load the rows of a query, for the columns that it selects; null for whole rows. */
  readonly narrow?: (context: GraphContext) => LoadRow<R> | null
}

/**
 * Loads rows by id, batched with other requests in the same tick; null for unknown ids and rows that the viewer may not
 * see.
 */
export const createSharedLoader = <R>(loadRow: LoadRow<R>, options: SharedLoaderOptions<R> = {}) => {
  const { canRead = everybody, narrow = () => null } = options
  return contextLoader<R | null>(async (context, ids) => {
    const { scope } = context
    const rows = await (narrow(context) ?? loadRow).many(scope, ids)
    return (id) => {
      const row = rows.get(id)
      return row !== undefined && canRead(scope, row) ? row : null
    }
  })
}

/** Loads one row per key; null for none. */
export const createLoader = <R>(read: ReadMany<R>, keyOf: (row: R) => string) =>
  contextLoader<R | null>(async ({ scope }, keys) => {
    const byKey = new Map((await read(scope, keys)).map((row) => [keyOf(row), row]))
    return (key) => byKey.get(key) ?? null
  })

/** Loads all rows of each key. */
export const createListLoader = <R>(read: ReadMany<R>, keyOf: (row: R) => string) =>
  createPagesLoader<R>(({ scope }, keys) => read(scope, keys), keyOf)

/** Loads all rows of each key, which may depend on what the operation selects. */
export const createPagesLoader = <R>(
  read: (context: GraphContext, keys: readonly string[]) => Promise<readonly R[]>,
  keyOf: (row: R) => string,
) =>
  contextLoader<R[]>(async (context, keys) => {
    const byKey = new Map<string, R[]>()
    for (const row of await read(context, keys)) getOrCreate(byKey, keyOf(row), (): R[] => []).push(row)
    return (key) => byKey.get(key) ?? []
  })

/** Loads the length of each parent's list, all by one read; 0 for parents without rows. */
export const createCountLoader = (read: ReadMany<readonly [parent: string, count: number]>) => {
  const counts = createLoader(read, ([parent]) => parent)
  return async (context: GraphContext, parent: string): Promise<number> =>
    (await counts(context).load(parent))?.[1] ?? 0
}

/** Options of a field that is loaded by the id of its row, and that is the same for all viewers. */
export const loadedForAll = <V, R>(load: (context: GraphContext, id: string) => Promise<V>, show: (value: V) => R) => ({
  facts: { columns: ['id'], isSameForAll: true },
  resolve: async ({ id }: { readonly id: string }, _args: object, context: GraphContext): Promise<R> =>
    show(await load(context, id)),
})
