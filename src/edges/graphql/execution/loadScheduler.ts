/** Reads what loaders were asked for, and asks no loaders itself. Called again, it does nothing. */
export type ReadBatch = () => Promise<unknown> | undefined

/**
 * Decides when the loaders of a query read: when nothing else of the query is in flight, so that all lists of one level
 * share a statement, however long each of them takes. Resolvers that ask after they have waited don't wait for other
 * resolvers, which may be waiting for them, but for reads: so the number of statements doesn't depend on which read ends first.
 */
export interface LoadScheduler {
  /** How often loaders were asked for a value that they have to read, or will be after a read of a resolver. */
  readonly asked: number
  /** Whether a resolver is running, before it waits for anything. */
  isResolving: boolean
  /** Has a batch read: with its level if a resolver asks, after the reads in flight if the resolver has waited before. */
  ask(read: ReadBatch): void
  /** Tells what a resolver reads before it asks loaders. The read itself asks none. */
  askAfter(reading: Promise<unknown>): void
  /** Tells that a resolver is in flight which may have rows that ask for more. Must be followed by `end`. */
  begin(): void
  end(): void
}

export const createLoadScheduler = (): LoadScheduler => new LevelScheduler()

/**
 * Milliseconds that batches wait for resolvers in flight while nothing is read. A resolver that waits for what another one has
 * asked, without asking itself, would otherwise keep back the very read that it waits for.
 */
const MAX_WAIT = 1_000

function takeAll(batches: Set<ReadBatch>): ReadBatch[] {
  const taken = [...batches]
  batches.clear()
  return taken
}

class LevelScheduler implements LoadScheduler {
  asked = 0
  isResolving = false
  /** Batches of the next level. */
  private readonly waiting = new Set<ReadBatch>()
  /** Batches of resolvers that have waited before they asked. */
  private readonly late = new Set<ReadBatch>()
  /** Resolvers and reads in flight. */
  private resolving = 0
  private reading = 0
  private isFlushing = false
  private timer: NodeJS.Timeout | undefined

  // Functions of the object, as they are passed on without it.
  ask = (read: ReadBatch): void => {
    this.asked += 1
    const batches = this.isResolving ? this.waiting : this.late
    batches.add(read)
    this.flushSoon()
  }

  askAfter = (read: Promise<unknown>): void => {
    this.asked += 1
    this.awaitRead(read)
  }

  begin = (): void => {
    this.resolving += 1
  }

  end = (): void => {
    this.resolving -= 1
    this.flushSoon()
  }

  private canStart(): boolean {
    return this.reading === 0 && (this.late.size > 0 || (this.resolving === 0 && this.waiting.size > 0))
  }

  private flushSoon(): void {
    if (this.isFlushing) return
    if (!this.canStart()) {
      this.flushInTime()
      return
    }
    this.isFlushing = true
    setImmediate(() => this.flush(false))
  }

  /** Flushes after the maximum wait, unless the resolvers in flight have ended before. */
  private flushInTime(): void {
    if (this.timer || this.reading > 0 || this.waiting.size === 0) return
    this.timer = setTimeout(() => this.flush(true), MAX_WAIT).unref()
  }

  /** `isDue`: whether the waiting batches are read though resolvers are in flight. */
  private flush(isDue: boolean): void {
    this.isFlushing = false
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.reading > 0) return
    const isIdle = isDue || this.resolving === 0
    for (const read of takeAll(this.late)) this.start(read)
    if (isIdle) for (const read of takeAll(this.waiting)) this.start(read)
    this.flushInTime()
  }

  private start(read: ReadBatch): void {
    const started = read()
    if (started !== undefined) this.awaitRead(started)
  }

  private awaitRead(read: Promise<unknown>): void {
    this.reading += 1
    const endRead = () => {
      this.reading -= 1
      this.flushSoon()
    }
    read.then(endRead, endRead)
  }
}
