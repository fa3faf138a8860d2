import { BOUNDS } from './bounds.ts'
import type { RecordSource } from './recordCache.ts'

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

  function openBatch({ client, db, read, records, rules, sql }: RowSource): Batch<R> {
    const ids = new Set<string>()
    const close = () => open.get(db) === batch && open.delete(db)
    const readAll = async () => {
      await new Promise(setImmediate)
      close()
      return byId(await readRows({ client, db, read, records, rules, sql }, [...ids]))
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
