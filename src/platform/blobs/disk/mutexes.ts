import { type KeyedMutex, keyedMutex } from '../../../kernel/keyedSlots.ts'

/** Blobs that are stored, while the rows that refer to them are not written yet. */
export interface Holds {
  hold(key: string): Promise<void>
  /** Ends one hold. */
  settle(key: string): void
  isHeld(key: string): Promise<boolean>
}

/** What excludes concurrent work on the disk store. The processes that use one folder must share it. */
export interface DiskLocks {
  readonly runExclusive: KeyedMutex
  readonly holds: Holds
}

/** Locks in the memory of this process. */
export function openDiskLocks(): DiskLocks {
  const counts = new Map<string, number>()
  const holds: Holds = {
    hold: async (key) => void counts.set(key, (counts.get(key) ?? 0) + 1),
    settle(key) {
      const left = (counts.get(key) ?? 0) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    },
    isHeld: async (key) => counts.has(key),
  }
  return { runExclusive: keyedMutex(), holds }
}
