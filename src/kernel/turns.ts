/**
 * Runs pieces of work that share a key one after the other, in this process. It spares shared counters a crowd of
 * reservations; it is no lock between nodes and no truth rests on it.
 */
export function makeTurns(): <R>(key: string, work: () => Promise<R>) => Promise<R> {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = last.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    const done = mine.catch(() => undefined)
    last.set(key, done)
    try {
      return await mine
    } finally {
      if (last.get(key) === done) last.delete(key)
    }
  }
}
