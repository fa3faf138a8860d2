/** Takes the next value of a source, or undefined at its end. Answers true to take the one after that, too. */
type Take<T> = (value: T | undefined) => unknown
type Fail = (error: unknown) => void
/**
 * Reads a value: calls `take` or `fail` once, now or later, and again as long as `take` answers true. One read at a time,
 * so iterators keep the callbacks of a read, and an event passes each of them without new ones.
 */
export type Pull<T> = (take: Take<T>, fail: Fail) => void

/**
 * An async iterator that can also be read by callbacks. An event with many subscribers passes several iterators for each
 * of them, and promises between these would cost more than sending the message.
 */
export interface PullIterator<T> extends AsyncIterableIterator<T> {
  readonly pull: Pull<T>
}

export interface PullSource<T> {
  readonly pull: Pull<T>
  /** Frees resources and lets a pending `pull` settle. Called on `return()` and on failure. */
  end(): unknown
}

export interface AsyncIteratorSource<T> {
  /** The next value, or undefined at the end. A rejection ends the iterator, too. */
  next(): Promise<T | undefined>
  /** Frees resources and lets a pending `next` settle. Called on `return()` and on failure. */
  end(): unknown
}

const DONE = { value: undefined, done: true } as const

/** An async iterator whose `return()` takes effect while `next()` is pending, unlike that of an async generator. */
export function makePullIterator<T>({ pull: pullSource, end }: PullSource<T>): PullIterator<T> {
  const endAndThrow = async (error: unknown) => {
    await end()
    throw error
  }
  let failRead: Fail = () => {}
  const onFail: Fail = (error) => void endAndThrow(error).catch(failRead)
  const pull: Pull<T> = (take, fail) => {
    failRead = fail
    pullSource(take, onFail)
  }
  return {
    pull,
    next: () =>
      new Promise((resolve, reject) =>
        pull((value) => void resolve(value === undefined ? DONE : { value, done: false }), reject),
      ),
    async return() {
      await end()
      return DONE
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/** Reads promises one after the other. */
const pullPromises =
  <T>(next: () => Promise<T | undefined>): Pull<T> =>
  (take, fail) => {
    const readOn = (): unknown => next().then((value) => take(value) === true && value !== undefined && readOn(), fail)
    readOn()
  }

/** A pull iterator over a source of promises. */
export const makeAsyncIterator = <T>({ next, end }: AsyncIteratorSource<T>): PullIterator<T> =>
  makePullIterator({ pull: pullPromises(next), end })

const isPullIterator = <T>(source: AsyncIterator<T>): source is PullIterator<T> => 'pull' in source

const pullFrom = <T>(source: AsyncIterator<T>): Pull<T> =>
  isPullIterator(source)
    ? source.pull
    : pullPromises(async () => {
        const { value, done } = await source.next()
        return done ? undefined : value
      })

/** Maps each value by `convert`, in order, and drops nulls. */
export function filterMapAsync<T, R>(
  source: AsyncIterator<T>,
  convert: (value: T) => R | null | Promise<R | null>,
): PullIterator<R> {
  const pullSource = pullFrom(source)
  let takeRead: Take<R> = () => {}
  let failRead: Fail = () => {}
  const onFail: Fail = (error) => failRead(error)
  const pass = (converted: R | null): unknown => converted === null || takeRead(converted)
  const passLater = (converted: R | null) => {
    if (pass(converted) === true) pullSource(onValue, onFail)
  }
  const onValue: Take<T> = (value) => {
    if (value === undefined) return takeRead(undefined)
    let converted: R | null | Promise<R | null>
    try {
      converted = convert(value)
    } catch (error) {
      return onFail(error)
    }
    return converted instanceof Promise ? void converted.then(passLater, onFail) : pass(converted)
  }
  const pull: Pull<R> = (take, fail) => {
    takeRead = take
    failRead = fail
    pullSource(onValue, onFail)
  }
  return makePullIterator({ pull, end: () => source.return?.() })
}

/** Passes all values on, and calls `ended` at the end, on `return()` and on failure; possibly more than once. */
export function notifyAtEnd<T>(source: AsyncIterator<T>, ended: () => void): PullIterator<T> {
  const pullSource = pullFrom(source)
  let takeRead: Take<T> = () => {}
  const onValue: Take<T> = (value) => {
    if (value === undefined) ended()
    return takeRead(value)
  }
  return makePullIterator({
    pull(take, fail) {
      takeRead = take
      pullSource(onValue, fail)
    },
    end() {
      ended()
      return source.return?.()
    },
  })
}

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
