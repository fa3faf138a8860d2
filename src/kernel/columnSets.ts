/** Columns that are read by themselves, at most: beyond, whole rows, which a cache may hold, cost less. */
const MAX_COLUMNS = 12
/** Sets that are kept, at most: each may have prepared statements of its own. */
const MAX_SETS = 50

/** What was made for a set of columns; null where whole rows are read instead. */
type ColumnSets<S> = (columns: Iterable<string> | null) => S | null

/**
 * Keeps what `make` made for each set of columns of a table, such as the statement that reads them. It gets the columns in
 * the order of `known`, and a short name for statements. Null for no set, for one that is large or has a column other than
 * those of `known`, and beyond the number of sets that are kept.
 */
export function createColumnSets<S>(
  known: readonly string[],
  make: (columns: readonly string[], name: string) => S,
): ColumnSets<S> {
  const sets = new Map<string, S>()
  return (columns) => {
    if (columns === null) return null
    const wanted = new Set(columns)
    const ordered = known.filter((name) => wanted.has(name))
    if (ordered.length < wanted.size || ordered.length > MAX_COLUMNS) return null
    const key = ordered.join(' ')
    const found = sets.get(key)
    if (found || sets.size >= MAX_SETS) return found ?? null
    const made = make(ordered, `columns ${sets.size}`)
    sets.set(key, made)
    return made
  }
}
