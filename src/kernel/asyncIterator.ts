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

interface PullSource<T> {
  readonly pull: Pull<T>
  /** Frees resources and lets a pending `pull` settle. Called on `return()` and on failure. */
  end(): unknown
}

interface AsyncIteratorSource<T> {
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

/** The value for a value of a source, or null to drop it; now or later. */
type Convert<T, R> = (value: T) => R | null | Promise<R | null>

/** Converts by one function after the other, until a value is dropped. */
const compose =
  <T, M, R>(first: Convert<T, M>, next: Convert<M, R>): Convert<T, R> =>
  (value) => {
    const converted = first(value)
    if (converted === null) return null
    if (converted instanceof Promise) return converted.then((later) => (later === null ? null : next(later)))
    return next(converted)
  }

/** What becomes of the values of a source. */
interface Conversion<S, T> extends PullSource<S> {
  readonly convert: Convert<S, T>
  /** Called when the source has ended by itself. */
  readonly ended?: () => void
}

/**
 * An iterator that converts the values of a source. What is put on top of it becomes a part of it: an event passes all of
 * its conversions in one step, as each iterator on its way takes memory that the processor has to fetch for each subscriber.
 */
interface ConvertingIterator<T> extends PullIterator<T> {
  readonly convertOn: <R>(next: Convert<T, R>) => ConvertingIterator<R>
  readonly notifyAtEnd: (ended: () => void) => ConvertingIterator<T>
}

function makeConvertingIterator<S, T>(conversion: Conversion<S, T>): ConvertingIterator<T> {
  const { pull: pullSource, end, convert, ended = () => {} } = conversion
  let takeRead: Take<T> = () => {}
  let failRead: Fail = () => {}
  const onFail: Fail = (error) => failRead(error)
  const passLater = (converted: T | null) => {
    if (converted === null || takeRead(converted) === true) pullSource(onValue, onFail)
  }
  const onValue: Take<S> = (value) => {
    if (value === undefined) {
      ended()
      return takeRead(undefined)
    }
    let converted: T | null | Promise<T | null>
    try {
      converted = convert(value)
    } catch (error) {
      return onFail(error)
    }
    if (converted === null) return true
    return converted instanceof Promise ? void converted.then(passLater, onFail) : takeRead(converted)
  }
  const pull: Pull<T> = (take, fail) => {
    takeRead = take
    failRead = fail
    pullSource(onValue, onFail)
  }
  return {
    ...makePullIterator({ pull, end }),
    convertOn: (next) => makeConvertingIterator({ ...conversion, convert: compose(convert, next) }),
    notifyAtEnd: (alsoEnded) =>
      makeConvertingIterator({
        ...conversion,
        ended() {
          alsoEnded()
          ended()
        },
        end() {
          alsoEnded()
          return end()
        },
      }),
  }
}

const isConvertingIterator = <T>(source: AsyncIterator<T>): source is ConvertingIterator<T> => 'convertOn' in source

const asSource = <T>(source: AsyncIterator<T>): PullSource<T> => ({
  pull: pullFrom(source),
  end: () => source.return?.(),
})

/** Maps each value by `convert`, in order, and drops nulls. The source must not be read any more. */
export const filterMapAsync = <T, R>(source: AsyncIterator<T>, convert: Convert<T, R>): PullIterator<R> =>
  isConvertingIterator(source) ? source.convertOn(convert) : makeConvertingIterator({ ...asSource(source), convert })

/**
 * Passes all values on, and calls `ended` at the end, on `return()` and on failure; possibly more than once. The source
 * must not be read any more.
 */
export const notifyAtEnd = <T>(source: AsyncIterator<T>, ended: () => void): PullIterator<T> => {
  const converting = isConvertingIterator(source)
    ? source
    : makeConvertingIterator<T, T>({ ...asSource(source), convert: (value) => value })
  return converting.notifyAtEnd(ended)
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
