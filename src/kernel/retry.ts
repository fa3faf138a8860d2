import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from './log.ts'

const RETRY_DELAY = 250

interface RetryOptions {
  readonly log: Log
  /** Log message of a failed attempt. */
  readonly failure: string
  /** Asked before each attempt. */
  readonly shouldStop: () => boolean
}

/** Retries `work` every 250 ms until it succeeds, as while the database is unreachable. Null once `shouldStop`. */
export async function retryUntilDone<R>(
  work: () => Promise<R>,
  { log, failure, shouldStop }: RetryOptions,
): Promise<R | null> {
  while (!shouldStop()) {
    try {
      return await work()
    } catch (error) {
      log.warn({ err: error }, failure)
      await pause(RETRY_DELAY, undefined, { ref: false })
    }
  }
  return null
}

/** Milliseconds. Clients refetch older changes by themselves. */
const MAX_RETRY_TIME = 60_000

/** Like `retryUntilDone`, but gives up after 60 seconds and returns null. */
export function retryForOneMinute<R>(log: Log, failure: string, work: () => Promise<R>): Promise<R | null> {
  const deadline = performance.now() + MAX_RETRY_TIME
  return retryUntilDone(work, { log, failure, shouldStop: () => performance.now() > deadline })
}
