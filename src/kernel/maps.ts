interface MapLike<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): unknown
}

/** The value of a key, created on first use. Also for WeakMap. */
export function getOrCreate<K, V>(map: MapLike<K, V>, key: K, create: () => V): V {
  const existing = map.get(key)
  if (existing !== undefined) return existing
  const value = create()
  map.set(key, value)
  return value
}

/** Adds a value to the set of a key. Returns a function that removes it, and the key with its last value. */
export function addToSet<K, V>(sets: Map<K, Set<V>>, key: K, value: V): () => void {
  const set = getOrCreate(sets, key, () => new Set<V>())
  set.add(value)
  return () => {
    set.delete(value)
    if (set.size === 0 && sets.get(key) === set) sets.delete(key)
  }
}

/** Values by key, in their order. */
export function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const value of values) getOrCreate(groups, keyOf(value), (): T[] => []).push(value)
  return groups
}

/**
 * The value of a key in a table; undefined for a key that the table does not have itself. A text of a client can be the
 * name of a property that all objects have, such as `constructor`.
 */
export const lookUp = <V>(table: Readonly<Record<string, V>>, key: string): V | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined
