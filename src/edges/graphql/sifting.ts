const DONE = { value: undefined, done: true } as const

/**
 * What is made of each event, in order; those of which nothing is made are passed over. By hand, because an async
 * generator that waits can't be ended until what it waits for has come.
 */
export function sift<T, R>(
  source: AsyncIterableIterator<T>,
  make: (event: T) => Promise<R | null>,
): AsyncIterableIterator<R> {
  const end = async () => {
    await source.return?.()
    return DONE
  }
  const sifted = async (): Promise<IteratorResult<R, undefined>> => {
    for (;;) {
      const { value, done } = await source.next()
      if (done) return DONE
      const made = await make(value)
      if (made !== null) return { value: made, done: false }
    }
  }
  return {
    async next() {
      try {
        return await sifted()
      } catch (error) {
        await end()
        throw error
      }
    },
    return: end,
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
