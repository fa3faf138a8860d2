/** Runs a statement as soon as few others are at work. */
type InSlot = <R>(run: () => Promise<R>) => Promise<R>

/** Milliseconds after which a statement counts as slow. */
const SLOW_STATEMENT = 100

/**
 * Lets `atOnce` statements be at work, and others wait in the order of their arrival: PostgreSQL answers the more of them,
 * the fewer of its processes share a processor and its caches. A slow statement leaves its slot to the next one before it
 * ends, so that those that search long, or wait for a lock, don't keep others waiting.
 */
export function createStatementSlots(atOnce: number, slow = SLOW_STATEMENT): InSlot {
  const waiting: (() => void)[] = []
  let free = atOnce
  const enter = () => new Promise<void>((resolve) => waiting.push(resolve))
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
  return async (run) => {
    if (free > 0) free -= 1
    else await enter()
    let isInSlot = true
    const leaveOnce = () => {
      if (isInSlot) leave()
      isInSlot = false
    }
    const timer = setTimeout(leaveOnce, slow)
    try {
      return await run()
    } finally {
      clearTimeout(timer)
      leaveOnce()
    }
  }
}
