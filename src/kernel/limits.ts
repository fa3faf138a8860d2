/** What may happen so often in so long a time. `name` is unique and stable: it is part of the stored key. */
export interface Limit {
  readonly name: string
  readonly points: number
  /** Seconds. */
  readonly window: number
  /** What the refusal says, where clients know a text of their own. */
  readonly message?: string
}

/** Counts shared by all nodes. */
export interface Limits {
  /**
   * Takes one point, atomically. Throws the `exhausted` Failure, with `retryAfter`, when none is left.
   * Taken before the costly work, so that parallel tries can't all slip through, and given back when it succeeds.
   */
  take(limit: Limit, key: string): Promise<void>
  giveBack(limit: Limit, key: string): Promise<void>
  /** Whether any point of the key is taken; takes none. */
  isTaken(limit: Limit, key: string): Promise<boolean>
  /** Forgets what was counted for the key. */
  clear(limit: Limit, key: string): Promise<void>
}
