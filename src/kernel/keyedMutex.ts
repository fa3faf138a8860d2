export type KeyedMutex = <R>(key: string, work: () => Promise<R>) => Promise<R>

/**
 * In-process mutex per key: runs work with equal keys one after the other, in order of arrival. It is no lock between
 * nodes, so correctness depends on it only where one process owns the resource.
 */
export function keyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = last.get(key) ?? Promise.resolve()
    const mine = before.then(work)
    const done = mine.catch(() => undefined)
    last.set(key, done)
    try {
      return await mine
    } finally {
      if (last.get(key) === done) last.delete(key)
    }
  }
}
