import { randomUUID } from 'node:crypto'
import type { DiskLocks } from '../platform/blobs/disk/mutexes.ts'
import type { PrimaryCall, Rpc, WorkerCall } from './rpc.ts'

const [YES, NO] = ['yes', 'no']

/** The locks of the disk store for a worker: the primary process has them. */
export function remoteDiskLocks({ call }: Pick<Rpc<PrimaryCall, WorkerCall>, 'call'>): DiskLocks {
  // A call fails only when the primary process has ended, which ends this one, too.
  const notify = (name: PrimaryCall, argument: string) => void call(name, argument).catch(() => {})
  return {
    async runExclusive(key, work) {
      const lock = await call('lock', key)
      try {
        return await work()
      } finally {
        notify('unlock', lock)
      }
    },
    holds: {
      hold: async (key) => void (await call('hold', key)),
      settle: (key) => notify('settle', key),
      isHeld: async (key) => (await call('isHeld', key)) === YES,
    },
  }
}

/** Answers the calls of one worker for locks. The returned function frees what the worker held when it ended. */
export function lendDiskLocks(
  { runExclusive, holds }: DiskLocks,
  { handle }: Pick<Rpc<WorkerCall, PrimaryCall>, 'handle'>,
): () => void {
  const locks = new Map<string, () => void>()
  const held: string[] = []
  const life = { hasEnded: false }

  /** Waits for its turn, and keeps it until `unlock`. */
  const lock = (key: string) =>
    new Promise<string>((resolve) => {
      const keep = (unlock: () => void) => {
        if (life.hasEnded) return unlock()
        const id = randomUUID()
        locks.set(id, unlock)
        resolve(id)
      }
      void runExclusive(key, () => new Promise<void>(keep))
    })
  const settle = (key: string) => {
    const index = held.indexOf(key)
    if (index >= 0) held.splice(index, 1)
    holds.settle(key)
  }

  handle('lock', lock)
  handle('unlock', (id) => {
    locks.get(id)?.()
    locks.delete(id)
    return id
  })
  handle('hold', async (key) => {
    held.push(key)
    await holds.hold(key)
    return key
  })
  handle('settle', (key) => {
    settle(key)
    return key
  })
  handle('isHeld', async (key) => ((await holds.isHeld(key)) ? YES : NO))
  return () => {
    life.hasEnded = true
    for (const unlock of locks.values()) unlock()
    for (const key of [...held]) settle(key)
  }
}
