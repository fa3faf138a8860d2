/**
 * A bounded cache whose entries live for `ttl` milliseconds at most. A value is not stored if any entry was dropped
 * while it was loaded.
 */
export interface Cache<V> {
  get(key: string, load: () => Promise<V>): Promise<V>
  drop(key: string): void
  dropWhere(predicate: (value: V) => boolean): void
  clear(): void
}

export function createCache<V>(options: { ttl: number; max: number; now: () => number }): Cache<V> {
  const entries = new Map<string, { value: V; until: number }>()
  let epoch = 0

  const keep = (key: string, value: V) => {
    const oldest = entries.keys().next()
    if (entries.size >= options.max && !oldest.done) entries.delete(oldest.value)
    entries.set(key, { value, until: options.now() + options.ttl })
  }

  return {
    async get(key, load) {
      const entry = entries.get(key)
      if (entry && entry.until > options.now()) return entry.value
      const started = epoch
      const value = await load()
      if (started === epoch) keep(key, value)
      return value
    },
    drop(key) {
      epoch++
      entries.delete(key)
    },
    dropWhere(predicate) {
      epoch++
      for (const [key, entry] of entries) if (predicate(entry.value)) entries.delete(key)
    },
    clear() {
      epoch++
      entries.clear()
    },
  }
}
