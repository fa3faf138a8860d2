import { createSignal, makeAsyncIterator } from '../kernel/asyncIterator.ts'

/** A bounded queue between one producer and one consumer. */
export interface BoundedQueue<T> {
  push(value: T): void
  /** Ends the queue: the consumer gets the queued values, then the error. */
  fail(error: Error): void
  readonly values: AsyncIterableIterator<T>
}

export interface BoundedQueueOptions {
  readonly capacity: number
  /** Called once when more than `capacity` values are queued; returns the error that the consumer gets instead. */
  readonly overflow: () => Error
  /** Called once when the queue has ended. */
  readonly end: () => void
}

export function createBoundedQueue<T>({ capacity, overflow, end }: BoundedQueueOptions): BoundedQueue<T> {
  const signal = createSignal()
  const queued: T[] = []
  let state: 'open' | 'failed' | 'ended' = 'open'
  let failure: Error | undefined

  const finish = () => {
    if (state === 'ended') return
    state = 'ended'
    queued.length = 0
    end()
    signal.notify()
  }
  const fail = (error: Error) => {
    if (state !== 'open') return
    state = 'failed'
    failure = error
    signal.notify()
  }
  const push = (value: T) => {
    if (state !== 'open') return
    queued.push(value)
    if (queued.length <= capacity) return signal.notify()
    queued.length = 0
    fail(overflow())
  }
  const next = async () => {
    while (queued.length === 0 && state === 'open') await signal.wait()
    if (queued.length === 0 && state === 'failed') throw failure
    return queued.shift()
  }
  return { push, fail, values: makeAsyncIterator({ next, end: finish }) }
}
