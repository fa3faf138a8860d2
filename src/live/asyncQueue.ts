import { makePullIterator, type Pull, type PullIterator } from '../kernel/asyncIterator.ts'

/** A bounded queue between one producer and one consumer. */
interface BoundedQueue<T> {
  push(value: T): void
  /** Ends the queue: the consumer gets the queued values, then the error. */
  fail(error: Error): void
  readonly values: PullIterator<T>
}

interface BoundedQueueOptions {
  readonly capacity: number
  /** Called once when more than `capacity` values are queued; returns the error that the consumer gets instead. */
  readonly overflow: () => Error
  /** Called once when the queue has ended. */
  readonly end: () => void
}

export function createBoundedQueue<T>({ capacity, overflow, end }: BoundedQueueOptions): BoundedQueue<T> {
  const queued: T[] = []
  let state: 'open' | 'failed' | 'ended' = 'open'
  let failure: Error | undefined
  let read: { readonly take: (value: T | undefined) => unknown; readonly fail: (error: unknown) => void } | undefined

  const answer = (value: T | undefined) => {
    const answered = read
    read = undefined
    // The reader wants the next value, too.
    if (answered?.take(value) === true && value !== undefined) read = answered
  }
  /** Answers the pending read, as long as there is one and something to answer. */
  const settle = () => {
    while (read && queued.length > 0) answer(queued.shift())
    if (!read || state === 'open') return
    if (state === 'ended') return answer(undefined)
    const { fail: failRead } = read
    read = undefined
    failRead(failure)
  }
  const finish = () => {
    if (state === 'ended') return
    state = 'ended'
    queued.length = 0
    end()
    settle()
  }
  const fail = (error: Error) => {
    if (state !== 'open') return
    state = 'failed'
    failure = error
    settle()
  }
  const push = (value: T) => {
    if (state !== 'open') return
    // Nothing is queued while a read is pending.
    if (read) answer(value)
    else queued.push(value)
    settle()
    if (queued.length <= capacity) return
    queued.length = 0
    fail(overflow())
  }
  const pull: Pull<T> = (take, fail) => {
    read = { take, fail }
    settle()
  }
  return { push, fail, values: makePullIterator({ pull, end: finish }) }
}
