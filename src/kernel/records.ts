import DataLoader from 'dataloader'
import { LRUCache } from 'lru-cache'
import { BOUNDS } from './bounds.ts'
import type { Scope } from './scope.ts'

/** A row's id and its revision, a number which the database raises with each change of the row. */
export interface RowVersion {
  readonly id: string
  readonly revision: number
}

/** How values of one kind are told apart and measured. Kinds have different names. */
export interface CachedKind<V> {
  readonly name: string
  /** Bytes that a value takes in memory, about. */
  readonly sizeOf: (value: V) => number
}

/** Bytes of a row beside those of its texts, about. */
const ROW_BYTES = 1_000

/** Bytes that a row takes in memory, about: its texts, and those in its lists and objects. */
const bytesOfRow = (row: object): number => ROW_BYTES + bytesWithin(row)

/** Characters of all texts in a value, about the bytes that they take in memory. */
export function bytesWithin(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  let bytes = 0
  for (const member of Object.values(value)) bytes += bytesWithin(member)
  return bytes
}

/** What is cached of the rows of a table: the rows themselves, or what is made of a row and depends on nothing else. */
interface RecordKind<R extends RowVersion, V> extends CachedKind<V> {
  /** Reads the rows of distinct ids in any order. One statement. */
  readonly readRows: (source: Pick<Scope, 'sql'>, ids: readonly string[]) => Promise<readonly R[]>
  readonly make: (options: Pick<Scope, 'rules'>, row: R) => V
}

/** Rows of a table, with what is read beside them. All requests share a row, so nobody may change it. */
export type RowKind<R extends RowVersion> = RecordKind<R, R>

export const defineRowKind = <R extends RowVersion>(kind: Pick<RowKind<R>, 'name' | 'readRows'>): RowKind<R> => ({
  ...kind,
  make: (_options, row) => row,
  sizeOf: bytesOfRow,
})

/**
 * Holds rows and what was made of them, each until its row has another revision. Nothing needs to empty it: whoever looks up
 * a row has read its revision from the database.
 */
export interface RecordCache {
  find<V>(kind: CachedKind<V>, version: RowVersion): V | undefined
  keep<V>(kind: CachedKind<V>, version: RowVersion, value: V): void
}

type Named = Pick<CachedKind<never>, 'name'>

interface Kept<V> {
  readonly kind: Named
  readonly revision: number
  readonly value: V
}

/** Bytes that an entry takes beside its value, about. */
const ENTRY_BYTES = 250

/** Creates a cache that drops the least recently used values beyond `maxBytes`; it keeps nothing larger. */
export function createRecordCache(maxBytes: number): RecordCache {
  const entries = new LRUCache<string, Kept<unknown>>({ maxSize: Math.max(1, maxBytes) })
  return {
    find(kind, { id, revision }) {
      const kept = entries.get(keyOf(kind, id))
      return kept && kept.revision === revision && isOfKind(kind, kept) ? kept.value : undefined
    },
    keep(kind, { id, revision }, value) {
      entries.set(keyOf(kind, id), { kind, revision, value }, { size: ENTRY_BYTES + kind.sizeOf(value) })
    },
  }
}

const keyOf = ({ name }: Named, id: string) => `${name} ${id}`
const isOfKind = <V>(kind: CachedKind<V>, kept: Kept<unknown>): kept is Kept<V> => kept.kind === kind

/** What records are read from: the cache, and the database or an open transaction. */
export type RecordSource = Pick<Scope, 'client' | 'db' | 'records' | 'rules' | 'sql'>

/** The value of a row that was read already, from the cache or made now. */
export function recordOfRow<R extends RowVersion, V>(
  source: RecordSource,
  kind: Omit<RecordKind<R, V>, 'readRows'>,
  row: R,
): V {
  return source.records.find(kind, row) ?? makeRecord(source, kind, row)
}

/** A transaction may be rolled back, and another change then raise the row to the same revision. */
const isCommitted = ({ client, db }: RecordSource) => client === db

function makeRecord<R extends RowVersion, V>(
  source: RecordSource,
  kind: Omit<RecordKind<R, V>, 'readRows'>,
  row: R,
): V {
  const value = kind.make(source, row)
  if (isCommitted(source)) source.records.keep(kind, row, value)
  return value
}

/** Values of rows by id, each with the revision that it was made of. */
type MadeRecords<V> = ReadonlyMap<string, { readonly revision: number; readonly value: V }>

/** Makes the values of rows that the cache lacks, as the rows are now. One statement, or none. */
async function readMissing<R extends RowVersion, V>(
  source: RecordSource,
  kind: RecordKind<R, V>,
  missing: readonly RowVersion[],
): Promise<MadeRecords<V>> {
  if (missing.length === 0) return new Map()
  const rows = await kind.readRows(source, [...new Set(missing.map(({ id }) => id))])
  return new Map(rows.map((row) => [row.id, { revision: row.revision, value: makeRecord(source, kind, row) }]))
}

/** A row of a list with the value of its kind. */
export interface ListedRecord<L, V> {
  readonly row: L
  readonly record: V
}

const MAX_ATTEMPTS = 5

/**
 * The rows of a list with their values. `list` reads the versions of the rows that the viewer may see, and lists again when one
 * of them has changed before its value was read. A value that was read between two lists is taken, whatever its revision: a row
 * that is written all the time would never be met unchanged.
 */
export async function listRecords<L extends RowVersion, R extends RowVersion, V>(
  source: RecordSource,
  kind: RecordKind<R, V>,
  list: () => Promise<readonly L[]>,
): Promise<ListedRecord<L, V>[]> {
  let readBetween: MadeRecords<V> = new Map()
  for (let attempt = 1; ; attempt++) {
    const rows = await list()
    const known = rows.map((row) => source.records.find(kind, row) ?? readBetween.get(row.id)?.value)
    const missing = rows.filter((_, at) => known[at] === undefined)
    const made = await readMissing(source, kind, missing)
    const listed = rows.flatMap((row, at) => {
      const one = made.get(row.id)
      const record = known[at] ?? (one?.revision === row.revision ? one.value : undefined)
      return record === undefined ? [] : [{ row, record }]
    })
    if (listed.length === rows.length || attempt === MAX_ATTEMPTS) return listed
    readBetween = made
  }
}

/** What rows are read from: the database, or an open transaction. */
export type RowSource = RecordSource

/** Reads the rows of distinct ids by one statement, in any order. */
type ReadRows<R> = (source: RowSource, ids: readonly string[]) => Promise<readonly R[]>

/** Rows by id; ids without a row are left out. */
type RowsById<R> = ReadonlyMap<string, R>

export interface LoadRow<R> {
  /** Loads a row by id without checking access; null for an unknown id. */
  (source: RowSource, id: string): Promise<R | null>
  /** Loads several rows without checking access. */
  readonly many: (source: RowSource, ids: readonly string[]) => Promise<RowsById<R>>
}

/** The loads that one statement answers. */
interface Batch<R> {
  readonly ids: Set<string>
  readonly rows: Promise<RowsById<R>>
}

/**
 * Loads rows by id. The loads of all requests in one turn of the event loop become one statement; a transaction has its
 * own. Rows are not cached. The caller checks whether the viewer may see the row. A text with a null character, which
 * PostgreSQL refuses, is answered without a query: it would fail the shared statement.
 */
export function createRowLoader<R extends { readonly id: string }>(readRows: ReadRows<R>): LoadRow<R> {
  const open = new WeakMap<RowSource['db'], Batch<R>>()

  function openBatch({ client, db, records, rules, sql }: RowSource): Batch<R> {
    const ids = new Set<string>()
    const close = () => open.get(db) === batch && open.delete(db)
    const readAll = async () => {
      await new Promise(setImmediate)
      close()
      return byId(await readRows({ client, db, records, rules, sql }, [...ids]))
    }
    const batch = { ids, rows: readAll() }
    open.set(db, batch)
    return batch
  }
  function join(source: RowSource, id: string): Batch<R> {
    const current = open.get(source.db)
    const batch = current && current.ids.size < BOUNDS.rowsPerStatement.most ? current : openBatch(source)
    batch.ids.add(id)
    return batch
  }

  const load = async (source: RowSource, id: string) =>
    isId(id) ? ((await join(source, id).rows).get(id) ?? null) : null
  const many = async (source: RowSource, ids: readonly string[]): Promise<RowsById<R>> => {
    const batches = new Set(ids.filter(isId).map((id) => join(source, id)))
    const [first, ...others] = await Promise.all([...batches].map(({ rows }) => rows))
    return others.length === 0
      ? (first ?? new Map())
      : new Map([...(first ?? []), ...others.flatMap((rows) => [...rows])])
  }
  return Object.assign(load, { many })
}

const isId = (id: string) => !id.includes('\0')

const byId = <R extends { readonly id: string }>(rows: readonly R[]) => new Map(rows.map((row) => [row.id, row]))

/**
 * Loads values by keys: the loads of one turn of the event loop become one call of `read`, which answers in the order of its
 * keys. Nothing is cached.
 */
export function createKeyLoader<K, V>(read: (keys: readonly K[]) => Promise<readonly V[]>): (key: K) => Promise<V> {
  const options = { cache: false, maxBatchSize: BOUNDS.rowsPerStatement.most }
  const loader = new DataLoader<K, V, string>((keys) => read(keys), options)
  return (key) => loader.load(key)
}
