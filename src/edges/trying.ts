import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../kernel/log.ts'

const RETRY = 250

export interface Trying {
  readonly log: Log
  /** What can't be done, for the log. */
  readonly failure: string
  /** Whether there is no sense in trying again. */
  readonly isOver: () => boolean
}

/** Does what may fail while the database is away, again and again; null when that made no sense any more. */
export async function keepTrying<R>(work: () => Promise<R>, { log, failure, isOver }: Trying): Promise<R | null> {
  while (!isOver()) {
    try {
      return await work()
    } catch (error) {
      log.warn({ err: error }, failure)
      await pause(RETRY, undefined, { ref: false })
    }
  }
  return null
}

/** Milliseconds. What changed longer ago, clients have learned otherwise. */
const PATIENCE = 60_000

/** The same for a minute; null afterwards. */
export function patiently<R>(log: Log, failure: string, work: () => Promise<R>): Promise<R | null> {
  const givenUp = performance.now() + PATIENCE
  return keepTrying(work, { log, failure, isOver: () => performance.now() > givenUp })
}
