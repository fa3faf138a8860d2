import { Failure } from '../../kernel/failure.ts'

/** Lets so many pieces of work run at a time and so many more wait; what comes beyond them throws `unavailable`. */
export function makeSeats(seats: number, waitingMost: number): <R>(work: () => Promise<R>) => Promise<R> {
  const waiting: (() => void)[] = []
  let taken = 0

  const sit = async () => {
    if (taken < seats) {
      taken += 1
      return
    }
    if (waiting.length >= waitingMost) throw busy()
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else taken -= 1
  }

  return async (work) => {
    await sit()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

const busy = () =>
  new Failure('unavailable', 'Too many pictures are being worked on; try again in a moment.', { retryAfter: 5 })
