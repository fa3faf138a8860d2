/** `points` events per `window` seconds. `name` is unique and stable: it is part of the stored key. */
export interface RateLimit {
  readonly name: string
  readonly points: number
  /** Seconds. */
  readonly window: number
  /** Error message, where legacy clients compare it. */
  readonly message?: string
  /**
   * Counted as by `RateLimiter.count`, for acts that cost little more than a statement which counts them, and whose limit
   * guards no secret.
   */
  readonly isFrequent?: boolean
}

/** What is left of a limit after an event was counted. */
export interface LimitState {
  /** Whether the event may happen; otherwise it was not counted. */
  readonly isAllowed: boolean
  /** Points of the whole window. */
  readonly limit: number
  readonly remaining: number
  /** Seconds until all points are available again. */
  readonly reset: number
}

/** A counter that has taken points. */
export interface TakenPoints {
  readonly key: string
  readonly points: number
  /** Seconds until all points are available again. */
  readonly reset: number
}

/** Rate limits with counters shared by all nodes. */
export interface RateLimiter {
  /**
   * Takes one point, atomically. Throws the `exhausted` Failure, with `retryAfter`, if none is left. Logins take it
   * before the password check, so that parallel attempts can't pass together, and refund it on success.
   */
  take(limit: RateLimit, key: string): Promise<void>
  /**
   * Counts an event that is too frequent for `take`. A node counts in memory and tells the others in batches, so 3.3 % more
   * points than the limit can be taken for each node beside the first.
   */
  count(limit: RateLimit, key: string): Promise<LimitState>
  refund(limit: RateLimit, key: string): Promise<void>
  /** Throws the `exhausted` Failure, with `retryAfter`, if no point of the key is left. Takes none. */
  assertLeft(limit: RateLimit, key: string): Promise<void>
  /** Whether any point of the key is in use. */
  isTaken(limit: RateLimit, key: string): Promise<boolean>
  /**
   * The counters with points in use whose key is `start`, or goes on after it with `|`; at most 100, in no order. Redis is
   * walked through for them, at about a second for a million counters: for acts of people, not for each request. Fails
   * while the store is down.
   */
  listTaken(limit: RateLimit, start: string): Promise<TakenPoints[]>
  /** Resets the counter of the key. */
  clear(limit: RateLimit, key: string): Promise<void>
}
