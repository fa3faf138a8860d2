import { makeBell } from '../live/bell.ts'

/** A line between one who pushes and one who takes. It never grows beyond its bound. */
export interface Queue<T> {
  push(value: T): void
  /** Ends the line: what still waits is taken first, then the error. */
  fail(error: Error): void
  readonly taken: AsyncIterableIterator<T>
}

export interface QueueOptions {
  readonly most: number
  /** Called once when more waits than `most`; answers the error that the taker gets in its place. */
  readonly overflow: () => Error
  /** Called once when the line has ended, whoever ended it. */
  readonly end: () => void
}

const DONE = { value: undefined, done: true } as const

/** By hand, because an async generator that waits for a value can't be ended until one comes. */
export function makeQueue<T>({ most, overflow, end }: QueueOptions): Queue<T> {
  const bell = makeBell()
  const waiting: T[] = []
  let state: 'open' | 'failed' | 'ended' = 'open'
  let failure: Error | undefined

  const finish = () => {
    if (state === 'ended') return
    state = 'ended'
    waiting.length = 0
    end()
    bell.ring()
  }
  const fail = (error: Error) => {
    if (state !== 'open') return
    state = 'failed'
    failure = error
    bell.ring()
  }
  const push = (value: T) => {
    if (state !== 'open') return
    waiting.push(value)
    if (waiting.length <= most) return bell.ring()
    waiting.length = 0
    fail(overflow())
  }
  const next = async () => {
    while (waiting.length === 0 && state === 'open') await bell.rung()
    const value = waiting.shift()
    if (value !== undefined) return { value, done: false } as const
    const last = state === 'failed' ? failure : undefined
    finish()
    if (last) throw last
    return DONE
  }
  const leave = async () => {
    finish()
    return DONE
  }
  const taken = {
    next,
    return: leave,
    [Symbol.asyncIterator]() {
      return this
    },
  }
  return { push, fail, taken }
}
