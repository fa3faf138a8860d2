/** Blobs of this process that are stored, while the rows that refer to them are not written yet. */
export interface Holds {
  hold(key: string): void
  /** Ends one hold. */
  settle(key: string): void
  isHeld(key: string): boolean
}

export function openHolds(): Holds {
  const counts = new Map<string, number>()
  return {
    hold: (key) => void counts.set(key, (counts.get(key) ?? 0) + 1),
    settle(key) {
      const left = (counts.get(key) ?? 0) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    },
    isHeld: (key) => counts.has(key),
  }
}
