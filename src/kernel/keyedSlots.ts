import { Failure } from './failure.ts'

interface SlotLimits {
  /** Most slots that one key holds. */
  readonly perKey: number
  /** Most requests of one key that wait for a slot; beyond it they are refused. */
  readonly waitingPerKey: number
  /** Most slots that all keys hold together; beyond it requests are refused. */
  readonly inAll: number
  /** Most milliseconds that a request waits; it is refused then. */
  readonly patience: number
  /** What clients are told beyond a limit. */
  readonly message: string
}

export interface KeyedSlots {
  /**
   * Takes a slot, in order of arrival, and returns the function that frees it. Throws `exhausted` when too many of the key
   * wait or the wait took too long, `unavailable` when all slots are taken.
   */
  take(key: string): Promise<() => void>
  /** Runs work that holds a slot. Throws what `take` throws. */
  run<R>(key: string, work: () => Promise<R>): Promise<R>
}

interface Line {
  held: number
  readonly waiting: (() => void)[]
}

/** Slots of this process that are shared among people or addresses, so that none of them can take them all. */
export function keyedSlots(limits: SlotLimits): KeyedSlots {
  const { perKey, inAll, message } = limits
  const lines = new Map<string, Line>()
  let held = 0

  const enter = (key: string, line: Line) => {
    if (held >= inAll) throw new Failure('unavailable', message, { reason: 'overloaded', retryAfter: 1 })
    held += 1
    line.held += 1
    lines.set(key, line)
  }

  const leave = (key: string, line: Line) => {
    const next = line.waiting.shift()
    if (next) return next()
    held -= 1
    line.held -= 1
    if (line.held === 0) lines.delete(key)
  }

  const take = async (key: string) => {
    const line = lines.get(key) ?? { held: 0, waiting: [] }
    if (line.held < perKey) enter(key, line)
    else await waitInLine(line, limits)
    let taken = true
    return () => {
      if (taken) leave(key, line)
      taken = false
    }
  }

  return {
    take,
    async run(key, work) {
      const free = await take(key)
      try {
        return await work()
      } finally {
        free()
      }
    },
  }
}

/** Waits until another request of the key frees its slot. */
const waitInLine = ({ waiting }: Line, { waitingPerKey, patience, message }: SlotLimits) =>
  new Promise<void>((resolve, reject) => {
    const refuse = () => reject(new Failure('exhausted', message, { reason: 'rate_limited', retryAfter: 1 }))
    if (waiting.length >= waitingPerKey) return refuse()
    const giveUp = setTimeout(() => {
      waiting.splice(waiting.indexOf(turn), 1)
      refuse()
    }, patience)
    const turn = () => {
      clearTimeout(giveUp)
      resolve()
    }
    waiting.push(turn)
  })

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
