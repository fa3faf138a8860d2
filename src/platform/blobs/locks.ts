/** Does one piece of work on a key at a time, in the order they came. */
export type Alone = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function openLocks(): Alone {
  const last = new Map<string, Promise<void>>()
  return async (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work)
    const settled = mine.then(
      () => {},
      () => {},
    )
    last.set(key, settled)
    try {
      return await mine
    } finally {
      if (last.get(key) === settled) last.delete(key)
    }
  }
}
