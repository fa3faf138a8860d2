/**
 * Passes on at most one value in `every` milliseconds: the first at once, then the latest of each interval. `stop`
 * drops a pending value.
 */
export function throttle<T>(take: (value: T) => void, every: number) {
  let pending: readonly T[] = []
  let timer: NodeJS.Timeout | undefined
  const pass = (value: T) => {
    pending = []
    timer = setTimeout(onInterval, every)
    timer.unref()
    take(value)
  }
  const onInterval = () => {
    timer = undefined
    for (const value of pending) pass(value)
  }
  return {
    take(value: T) {
      if (timer === undefined) pass(value)
      else pending = [value]
    },
    stop() {
      clearTimeout(timer)
      pending = []
    },
  }
}
