import DataLoader from 'dataloader'
import { BOUNDS } from './bounds.ts'
import { getOrCreate } from './maps.ts'
import type { Scope } from './scope.ts'

/** What rows are read from: the database, or an open transaction. */
export type RowSource = Pick<Scope, 'db' | 'read'>

/** Reads the rows of distinct ids by one statement, in any order. */
export type ReadRows<R> = (source: RowSource, ids: readonly string[]) => Promise<readonly R[]>

/** Loads a row by id without checking access; null for an unknown id. */
export type LoadRow<R> = (source: RowSource, id: string) => Promise<R | null>

/**
 * Loads rows by id. The loads of all requests in one turn of the event loop become one statement; a transaction has its
 * own. Rows are not cached. The caller checks whether the viewer may see the row. A text with a null character, which
 * PostgreSQL refuses, is answered without a query: it would fail the shared statement.
 */
export function createRowLoader<R extends { readonly id: string }>(readRows: ReadRows<R>): LoadRow<R> {
  const loaders = new WeakMap<RowSource['db'], DataLoader<string, R | null>>()
  const open = ({ db, read }: RowSource) =>
    new DataLoader<string, R | null>((ids) => readInOrder(readRows, { db, read }, ids), {
      cache: false,
      maxBatchSize: BOUNDS.rowsPerStatement.most,
      batchScheduleFn: (dispatch) => void setImmediate(dispatch),
    })
  return (source, id) =>
    id.includes('\0') ? Promise.resolve(null) : getOrCreate(loaders, source.db, () => open(source)).load(id)
}

async function readInOrder<R extends { readonly id: string }>(
  readRows: ReadRows<R>,
  source: RowSource,
  ids: readonly string[],
): Promise<(R | null)[]> {
  const rows = await readRows(source, [...new Set(ids)])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id) ?? null)
}
