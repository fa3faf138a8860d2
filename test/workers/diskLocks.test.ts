import { describe, expect, it } from 'vitest'
import { openDiskLocks } from '../../src/platform/blobs/disk/mutexes.ts'
import { lendDiskLocks, remoteDiskLocks } from '../../src/workers/diskLocks.ts'
import { type MessageChannel, openRpc, type PrimaryCall, type WorkerCall } from '../../src/workers/rpc.ts'

/** The two ends of a channel in this process. */
function aChannel(): readonly [MessageChannel, MessageChannel] {
  const listeners: ((message: unknown) => void)[][] = [[], []]
  const end = (own: number): MessageChannel => ({
    send: (message) =>
      void setImmediate(() => {
        for (const listener of listeners[1 - own] ?? []) listener(message)
      }),
    listen: (listener) => void listeners[own]?.push(listener),
  })
  return [end(0), end(1)]
}

/** The locks as one worker has them; `end` does what the primary process does when the worker has ended. */
function aWorker(locks = openDiskLocks()) {
  const [near, far] = aChannel()
  const end = lendDiskLocks(locks, openRpc<WorkerCall, PrimaryCall>(far))
  return { ...remoteDiskLocks(openRpc<PrimaryCall, WorkerCall>(near)), end }
}

const never = () => new Promise<void>(() => {})

describe('locks of the disk store that workers share', () => {
  it('run work with one key one after the other, over all workers', async () => {
    const locks = openDiskLocks()
    const workers = [aWorker(locks), aWorker(locks)]
    const running = { now: 0, most: 0 }
    const work = async () => {
      running.most = Math.max(running.most, ++running.now)
      await new Promise(setImmediate)
      running.now--
    }
    await Promise.all(Array.from({ length: 20 }, (_, at) => workers[at % 2]?.runExclusive('blob a', work)))
    expect(running).toEqual({ now: 0, most: 1 })
  })

  it('pass on when the worker that has one ends, and skip one that ended while it waited', async () => {
    const locks = openDiskLocks()
    const [first, second, third] = [aWorker(locks), aWorker(locks), aWorker(locks)]
    await new Promise<void>((resolve) => {
      void first.runExclusive('blob a', () => {
        resolve()
        return never()
      })
    })
    void second.runExclusive('blob a', never)
    const done = third.runExclusive('blob a', async () => 'done')
    second.end()
    first.end()
    expect(await done).toBe('done')
  })

  it('hold blobs for all workers until they are settled, or their worker ends', async () => {
    const locks = openDiskLocks()
    const [one, other] = [aWorker(locks), aWorker(locks)]
    for (const key of ['a', 'a', 'b']) await one.holds.hold(key)
    expect([await other.holds.isHeld('a'), await other.holds.isHeld('c')]).toEqual([true, false])
    one.holds.settle('a')
    expect([await one.holds.isHeld('a'), await other.holds.isHeld('b')]).toEqual([true, true])
    one.end()
    expect([await other.holds.isHeld('a'), await other.holds.isHeld('b')]).toEqual([false, false])
  })
})
