/** Fields of a result that are completed in one turn of the event loop: a few milliseconds. */
const FIELDS_A_TURN = 2_000

/** Spreads the completion of a large result over several turns of the event loop, in which other requests are answered. */
export class TurnQueue {
  private left = FIELDS_A_TURN
  private readonly waiting: (() => void)[] = []

  /** Counts completed fields. */
  spend(fields: number): void {
    this.left -= fields
  }

  /** Whether further work must be deferred. */
  get isSpent(): boolean {
    return this.left <= 0
  }

  /** Does the work in a later turn, after what was deferred before. It must not throw. */
  defer(work: () => void): void {
    if (this.waiting.length === 0) setImmediate(this.resume)
    this.waiting.push(work)
  }

  private readonly resume = (): void => {
    this.left = FIELDS_A_TURN
    let done = 0
    for (; done < this.waiting.length && !this.isSpent; done++) this.waiting[done]?.()
    this.waiting.splice(0, done)
    if (this.waiting.length > 0) setImmediate(this.resume)
  }
}
