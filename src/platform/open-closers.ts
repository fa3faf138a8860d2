import type { Log } from '../kernel/log.ts'
import type { Closing } from './platform.ts'

export interface Closers extends Closing {
  /** Notes that the thing has to be closed, before everything that was noted earlier. */
  keep<T extends Closing>(opened: T): T
}

/** What was opened so far. It is closed in the opposite order, each part even when another one fails to close. */
export function openClosers(log: Log): Closers {
  const opened: Closing[] = []
  const closeAll = async () => {
    for (const one of opened.toReversed()) {
      await one.close().catch((error) => log.error({ err: error }, 'a part of the platform did not close'))
    }
  }
  let closed: Promise<void> | undefined
  return {
    keep(one) {
      opened.push(one)
      return one
    },
    close() {
      closed ??= closeAll()
      return closed
    },
  }
}

/** Waits for all of them, also when one fails: what opens late would otherwise never be closed. */
export async function together<T extends readonly unknown[]>(...parts: T) {
  await Promise.allSettled(parts)
  return Promise.all(parts)
}
