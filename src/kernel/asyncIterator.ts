export interface AsyncIteratorSource<T> {
  /** The next value, or undefined at the end. A rejection ends the iterator, too. */
  next(): Promise<T | undefined>
  /** Frees resources and lets a pending `next` settle. Called on `return()` and on failure. */
  end(): unknown
}

const DONE = { value: undefined, done: true } as const

/** An async iterator whose `return()` takes effect while `next()` is pending, unlike that of an async generator. */
export function makeAsyncIterator<T>({ next, end }: AsyncIteratorSource<T>): AsyncIterableIterator<T> {
  return {
    async next() {
      try {
        const value = await next()
        return value === undefined ? DONE : { value, done: false }
      } catch (error) {
        await end()
        throw error
      }
    },
    async return() {
      await end()
      return DONE
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/** Maps each value by `convert`, in order, and drops nulls. */
export const filterMapAsync = <T, R>(
  source: AsyncIterator<T>,
  convert: (value: T) => Promise<R | null>,
): AsyncIterableIterator<R> =>
  makeAsyncIterator({
    async next() {
      for (;;) {
        const { value, done } = await source.next()
        if (done) return undefined
        const converted = await convert(value)
        if (converted !== null) return converted
      }
    },
    end: () => source.return?.(),
  })

/** The items of each batch, one by one. The next batch is pulled once the last item was taken. */
export function flattenAsync<T>(batches: AsyncIterator<readonly T[]>): AsyncIterableIterator<T> {
  let waiting: T[] = []
  return makeAsyncIterator({
    async next() {
      while (waiting.length === 0) {
        const { value, done } = await batches.next()
        if (done) return undefined
        waiting = [...value]
      }
      return waiting.shift()
    },
    end() {
      waiting = []
      return batches.return?.()
    },
  })
}

/** `notify` resolves the pending `wait`, if any. For a single waiter. */
export function createSignal() {
  let wake = () => {}
  return {
    notify: () => wake(),
    wait: () =>
      new Promise<void>((resolve) => {
        wake = resolve
      }),
  }
}
