/**
 * Passes on at most one value of each key in `every` milliseconds: the first value at once, then the latest ones of each
 * interval. Without keys all values have the same one. `stop` drops pending values.
 */
export function throttle<T>(take: (value: T) => void, every: number, keyOf: (value: T) => string = () => '') {
  const pending = new Map<string, T>()
  let timer: NodeJS.Timeout | undefined
  const pass = (values: readonly T[]) => {
    timer = setTimeout(onInterval, every)
    timer.unref()
    for (const value of values) take(value)
  }
  const onInterval = () => {
    timer = undefined
    const values = [...pending.values()]
    pending.clear()
    if (values.length > 0) pass(values)
  }
  return {
    take(value: T) {
      if (timer === undefined) pass([value])
      else pending.set(keyOf(value), value)
    },
    stop() {
      clearTimeout(timer)
      pending.clear()
    },
  }
}
