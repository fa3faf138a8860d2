/**
 * Hands on what comes, but no oftener than every so many milliseconds: the first at once, and of what comes meanwhile the
 * last alone. `stop` forgets what waits.
 */
export function slowly<T>(take: (value: T) => void, every: number) {
  let waiting: readonly T[] = []
  let timer: NodeJS.Timeout | undefined
  const handOn = (value: T) => {
    waiting = []
    timer = setTimeout(rest, every)
    timer.unref()
    take(value)
  }
  const rest = () => {
    timer = undefined
    for (const value of waiting) handOn(value)
  }
  return {
    take(value: T) {
      if (timer === undefined) handOn(value)
      else waiting = [value]
    },
    stop() {
      clearTimeout(timer)
      waiting = []
    },
  }
}
